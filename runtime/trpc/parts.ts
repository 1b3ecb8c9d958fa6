import type { ApiRequest, Handler, User } from '../api/request.ts';
import type { Catalog } from '../model/catalog.ts';
import type { TrpcFigures } from './figures.ts';

/** What calls need of the server. */
export interface TrpcParts {
	/** The way of every request. */
	readonly handler: Handler;
	/** What is served now. */
	readonly catalog: () => Catalog;
	/** Rejects with ApiError Unauthorized, as any request with such credentials. Not asked of the call itself: it is told to the audit. */
	readonly whoAsks: (request: ApiRequest) => Promise<User>;
	readonly figures: TrpcFigures;
	readonly onUnexpected: (error: unknown, request: ApiRequest) => void;
}
