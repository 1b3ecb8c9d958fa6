/** Discovery documents of the service account issuer and its keys (OpenID Connect Discovery 1.0). */
import type { AccountTokens } from './account-tokens.ts';

export interface IssuerDocuments {
	readonly configuration: string;
	/** JSON Web Key Set (RFC 7517). */
	readonly keys: string;
}

export const jwksPath = '/openid/v1/jwks';
export const configurationPath = '/.well-known/openid-configuration';

/**
 * Builds the discovery documents. `jwksUri` is the URL of the key set. Returns undefined if the issuer is not a URL that clients can
 * discover.
 */
export function issuerDocuments({ issuers, keys }: AccountTokens, jwksUri: string): IssuerDocuments | undefined {
	const [issuer] = issuers;
	if (!isDiscoverable(issuer)) return undefined;
	const published = keys.believed.map(({ id, algorithm, publicKey }) => ({ use: 'sig', kid: id, alg: algorithm, ...publicKey.export({ format: 'jwk' }) }));
	return {
		configuration: JSON.stringify({
			issuer,
			jwks_uri: jwksUri,
			response_types_supported: ['id_token'],
			subject_types_supported: ['public'],
			id_token_signing_alg_values_supported: [...new Set(published.map(({ alg }) => alg))].sort(),
		}),
		keys: JSON.stringify({ keys: published }),
	};
}

function isDiscoverable(issuer: string): boolean {
	if (!URL.canParse(issuer)) return false;
	const { protocol, search, hash } = new URL(issuer);
	return protocol === 'https:' && search === '' && hash === '';
}
