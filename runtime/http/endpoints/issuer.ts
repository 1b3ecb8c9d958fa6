/** `/.well-known/openid-configuration` and `/openid/v1/jwks`: by which others verify tokens of service accounts. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { configurationPath, type IssuerDocuments, jwksPath } from '../../auth/accounts/discovery.ts';

/** Keys change when the server starts with others: whoever kept them for an hour knows by then. */
const kept = { 'cache-control': 'public, max-age=3600' };

/** Undefined: there is nothing at this path. `documents` is asked with the first request, when it is known where the server is. */
export function issuerEndpoints(documents: () => IssuerDocuments | undefined): (request: ApiRequest) => ApiResponse | undefined {
	return ({ path: asked }) => {
		// Documents name them with a slash at the end.
		const path = asked.replace(/(?<=.)\/$/, '');
		const made = path === configurationPath || path === jwksPath ? documents() : undefined;
		if (made === undefined) return undefined;
		if (path === jwksPath) return { status: 200, headers: { 'content-type': 'application/jwk-set+json', ...kept }, body: made.keys };
		return { status: 200, headers: { 'content-type': 'application/json', ...kept }, body: made.configuration };
	};
}
