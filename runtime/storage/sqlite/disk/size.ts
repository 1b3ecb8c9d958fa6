/** What the database takes of the disk, its log included, under the names that the figure has had; read when somebody scrapes. */
import { statSync } from 'node:fs';
import type { MetricFamily } from '../../../telemetry/family.ts';

/** Of three releases; dashboards ask for any of them. */
const names = [
	['etcd_db_total_size_in_bytes', 'endpoint'],
	['apiserver_storage_db_total_size_in_bytes', 'endpoint'],
	['apiserver_storage_size_bytes', 'storage_cluster_id'],
] as const;

export function databaseSize(path: string): MetricFamily[] {
	return names.map(([name, label]) => ({
		type: 'gauge',
		across: 'largest',
		name,
		help: 'Size of the database on the disk, its log included, in bytes.',
		read: () => [{ labels: { [label]: 'sqlite' }, value: bytesOf(path) + bytesOf(`${path}-wal`) }],
	}));
}

function bytesOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
