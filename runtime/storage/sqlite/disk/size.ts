/** Disk usage of the database with its log, under all names of the metric. It is read at each scrape. */
import { statSync } from 'node:fs';
import type { MetricFamily } from '../../../telemetry/family.ts';
import { storageRows } from '../../../telemetry/metrics/storage-rows.ts';

export function databaseSize(path: string): MetricFamily[] {
	return [storageRows.etcdSize, storageRows.totalSize, storageRows.size].map((row) => ({
		...row,
		read: () => [{ labels: { endpoint: 'sqlite' }, value: bytesOf(path) + bytesOf(`${path}-wal`) }],
	}));
}

function bytesOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
