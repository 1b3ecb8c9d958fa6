/** Metrics of issuers of identity tokens. */
import type { HistogramRow, NumberRow } from '../family.ts';

export const issuerRows = {
	latency: {
		name: 'apiserver_authentication_jwt_authenticator_latency_seconds',
		type: 'histogram',
		help: 'Latency of jwt authentication operations in seconds. This is the time spent authenticating a token for cache miss only (i.e. when the token is not found in the cache).',
		labels: ['result', 'jwt_issuer_hash'],
		bounds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		stability: 'ALPHA',
		introduced: '1.30',
	},
	keysTime: {
		name: 'apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds',
		type: 'gauge',
		help: 'Timestamp of the last successful or failed JWKS fetch split by result, api server identity and jwt issuer for the JWT authenticator.',
		labels: ['result', 'jwt_issuer_hash', 'apiserver_id_hash'],
		stability: 'ALPHA',
		across: 'largest',
		introduced: '1.35',
	},
	keysInfo: {
		name: 'apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info',
		type: 'gauge',
		help: 'Information about the last JWKS fetched by the JWT authenticator with hash as label, split by api server identity and jwt issuer.',
		labels: ['jwt_issuer_hash', 'apiserver_id_hash', 'hash'],
		stability: 'ALPHA',
		across: 'largest',
		introduced: '1.35',
	},
} as const satisfies Readonly<Record<string, NumberRow | HistogramRow>>;
