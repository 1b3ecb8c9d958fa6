import type { ApiRequest, Handler, User } from '../api/request.ts';
import type { Catalog } from '../model/catalog.ts';
import type { TrpcMetrics } from './call-metrics.ts';

/** Parts of the server that calls depend on. */
export interface TrpcParts {
	/** Request path of the API. */
	readonly handler: Handler;
	/** Returns the catalog that is served now. */
	readonly catalog: () => Catalog;
	/**
	 * Authenticates a request. Rejects with ApiError Unauthorized for invalid credentials. Calls themselves are not authenticated this way,
	 * because the result is audited.
	 */
	readonly whoAsks: (request: ApiRequest) => Promise<User>;
	readonly metrics: TrpcMetrics;
	readonly onUnexpected: (error: unknown, request: ApiRequest) => void;
}
