/** Figures of the server as it stands, read when somebody scrapes. Those of requests that are over are in telemetry/requests.ts. */

import type { Attempts } from '../filters/with-authentication.ts';
import type { InFlight } from '../filters/with-overload-protection.ts';
import type { Catalog } from '../model/catalog.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { WatchCache } from '../watch/contract.ts';

export function requestFamilies(inFlight: InFlight, attempts: Attempts): MetricFamily[] {
	return [
		{
			type: 'gauge',
			name: 'apiserver_current_inflight_requests',
			help: 'Requests in flight, by kind.',
			read: () => [
				{ labels: { request_kind: 'readOnly' }, value: inFlight.reading },
				{ labels: { request_kind: 'mutating' }, value: inFlight.mutating },
			],
		},
		{
			type: 'counter',
			name: 'authentication_attempts',
			help: 'Requests whose credentials held, and those that were refused for them.',
			read: () => [
				{ labels: { result: 'success' }, value: attempts.success },
				{ labels: { result: 'failure' }, value: attempts.failure },
			],
		},
	];
}

export function storedObjects(catalog: () => Catalog, cache: Pick<WatchCache, 'count'>): MetricFamily {
	return {
		type: 'gauge',
		across: 'largest',
		name: 'apiserver_storage_objects',
		help: 'Stored objects, by resource.',
		read: () =>
			catalog()
				.kinds.filter(({ stored }) => stored !== false)
				.map(({ storageName }) => ({ labels: { resource: storageName }, value: cache.count(storageName, '') })),
	};
}
