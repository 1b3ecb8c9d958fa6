import type { ApiRequest, Handler } from '../api/request.ts';
import type { Catalog } from '../model/catalog.ts';

/** What calls need of the server. */
export interface TrpcParts {
	/** The way of every request. */
	readonly handler: Handler;
	/** What is served now. */
	readonly catalog: () => Catalog;
	/** Whether somebody has shown who they are, as far as that is known at once. */
	readonly isKnown: (request: ApiRequest) => Promise<boolean>;
	readonly onUnexpected: (error: unknown, request: ApiRequest) => void;
}
