/** Metrics of the server's current state, computed at each scrape. `telemetry/request-metrics.ts` has those of finished requests. */

import type { AuditMetrics } from '../auth/audit/contract.ts';
import type { Attempts } from '../filters/with-authentication.ts';
import type { InFlight } from '../filters/with-overload-protection.ts';
import type { Catalog } from '../model/catalog.ts';
import type { MetricFamily, Sample } from '../telemetry/family.ts';
import { requestRows } from '../telemetry/metrics/request-rows.ts';
import { ofResource } from '../telemetry/metrics/resource-labels.ts';
import { storageRows } from '../telemetry/metrics/storage-rows.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { HandshakeMetrics } from './handshakes.ts';

export interface ServerMetricsSources {
	readonly inFlight: InFlight;
	readonly attempts: Attempts;
	readonly handshakes: HandshakeMetrics;
	/** Undefined when requests are not audited. */
	readonly audit: AuditMetrics | undefined;
}

export function requestFamilies({ inFlight, attempts, handshakes, audit }: ServerMetricsSources): MetricFamily[] {
	return [
		{
			...requestRows.inFlight,
			read: () => [
				{ labels: { request_kind: 'readOnly' }, value: inFlight.reading },
				{ labels: { request_kind: 'mutating' }, value: inFlight.mutating },
			],
		},
		{
			...requestRows.authenticationAttempts,
			read: () => [
				{ labels: { result: 'success' }, value: attempts.success },
				{ labels: { result: 'failure' }, value: attempts.failure },
			],
		},
		{ ...requestRows.handshakeErrors, read: () => [{ labels: {}, value: handshakes.failed }] },
		{ ...requestRows.auditEvents, read: () => [{ labels: {}, value: audit?.events ?? 0 }] },
		{ ...requestRows.auditErrors, read: () => [...(audit?.lost ?? [])].map(([plugin, value]) => ({ labels: { plugin }, value })) },
		{ ...requestRows.auditLevels, read: () => [...(audit?.levels ?? [])].map(([level, value]) => ({ labels: { level }, value })) },
	];
}

export function storedObjects(catalog: () => Catalog, cache: Pick<WatchCache, 'count'>): MetricFamily[] {
	const read = (): Sample[] =>
		catalog()
			.kinds.filter(({ stored }) => stored !== false)
			.map(({ storageName }) => ({ labels: ofResource(storageName), value: cache.count(storageName, '') }));
	return [storageRows.objects, storageRows.resourceObjects, storageRows.objectCounts].map((row) => ({ ...row, read }));
}
