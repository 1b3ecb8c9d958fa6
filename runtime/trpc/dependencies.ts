import type { ApiRequest, Handler, User } from '../api/request.ts';
import type { Catalog } from '../model/catalog.ts';
import type { TrpcMetrics } from './call-metrics.ts';

/** Dependencies of tRPC calls on the server. */
export interface TrpcParts {
	/** Handler of API requests. */
	readonly handler: Handler;
	/** Returns the current catalog. */
	readonly catalog: () => Catalog;
	/**
	 * Authenticates a request. Rejects with ApiError Unauthorized for invalid credentials. Not used for calls themselves, whose
	 * authentication is audited.
	 */
	readonly whoAsks: (request: ApiRequest) => Promise<User>;
	readonly metrics: TrpcMetrics;
	readonly onUnexpected: (error: unknown, request: ApiRequest) => void;
}
