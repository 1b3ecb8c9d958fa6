/** Query strings and paths, which are bounded before authentication. */
import type { HostileCase, Outcome } from '../contract.ts';
import { overHttp1, overHttp2 } from '../send.ts';

const manyParameters = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}`).join('&');

/** Returns cases without credentials, over both protocols. */
function everyone(name: string, make: () => string, answers: readonly Outcome[]): readonly HostileCase[] {
	return [
		{
			name,
			prepare: () => {
				const path = make();
				return overHttp1(() => ({ path, anonymous: true }));
			},
			answers,
		},
		{
			name: `${name}, over HTTP/2`,
			prepare: () => {
				const path = make();
				return overHttp2(() => ({ path, anonymous: true }));
			},
			// A header block above the HTTP/2 limit ends the stream or the connection before there is a request.
			answers: [...answers, 'closed'],
		},
	];
}

export const query: readonly HostileCase[] = [
	...everyone('GET /healthz with 500,000 parameters', () => `/healthz?${'a&'.repeat(500_000)}`, [413]),
	...everyone('GET /healthz with 100,000 different parameters', () => `/healthz?${manyParameters(100_000)}`, [413]),
	...everyone('a collection with a query of 1,000,000 escapes', () => `/api/v1/pods?watch=${'%41'.repeat(330_000)}`, [413]),
	...everyone('5,000 parameters within the length that is allowed', () => `/healthz?${manyParameters(5_000)}`, [400]),
	...everyone('5,000 checks to be excluded from /healthz', () => `/healthz?exclude=${Array.from({ length: 5_000 }, (_, i) => `check${i}`).join(',')}`, [200]),
	...everyone('a path of 1,000,000 slashes', () => '/'.repeat(1_000_000), [413]),
	...everyone('a path of 300,000 escapes', () => `/api/v1/namespaces/${'%2e'.repeat(300_000)}`, [413]),
];
