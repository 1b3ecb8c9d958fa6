/** `/.well-known/openid-configuration` and `/openid/v1/jwks`, with which others verify service account tokens. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { configurationPath, type IssuerDocuments, jwksPath } from '../../auth/accounts/discovery.ts';

/** Caching for an hour is safe, because keys change only when the server restarts with other ones. */
const kept = { 'cache-control': 'public, max-age=3600' };

/**
 * Answers the paths of the issuer, and returns undefined for other paths. `documents`: called at the first request, when the server's
 * address is known.
 */
export function issuerEndpoints(documents: () => IssuerDocuments | undefined): (request: ApiRequest) => ApiResponse | undefined {
	return ({ path: asked }) => {
		// The documents refer to these paths with a trailing slash.
		const path = asked.replace(/(?<=.)\/$/, '');
		const made = path === configurationPath || path === jwksPath ? documents() : undefined;
		if (made === undefined) return undefined;
		if (path === jwksPath) return { status: 200, headers: { 'content-type': 'application/jwk-set+json', ...kept }, body: made.keys };
		return { status: 200, headers: { 'content-type': 'application/json', ...kept }, body: made.configuration };
	};
}
