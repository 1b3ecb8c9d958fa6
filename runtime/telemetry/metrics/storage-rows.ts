/** Metrics of stored objects and of the storage. */
import type { MetricRow } from '../family.ts';
import { durationBounds } from './bounds.ts';

const groupResource = [['resource', 'groupResource']] as const;
const operation = ['operation', ['type', 'groupResource']] as const;
const from134 = { from: '1.34', set: { labels: ['operation', 'group', 'resource'] } } as const;
const countHelp = 'Number of stored objects at the time of last check split by kind.';
const countHelpFrom129 = `${countHelp} In case of a fetching error, the value will be -1.`;

export const storageRows = {
	objects: {
		name: 'apiserver_storage_objects',
		type: 'gauge',
		across: 'largest',
		help: countHelp,
		labels: groupResource,
		stability: 'STABLE',
		introduced: '1.21',
		history: [
			{ from: '1.29', set: { help: countHelpFrom129 } },
			{ from: '1.34', set: { help: `[DEPRECATED, consider using apiserver_resource_objects instead] ${countHelpFrom129}` } },
			{ from: '1.35', set: { deprecated: '1.34' } },
		],
	},
	resourceObjects: {
		name: 'apiserver_resource_objects',
		type: 'gauge',
		across: 'largest',
		help: countHelpFrom129,
		labels: ['group', 'resource'],
		stability: 'ALPHA',
		introduced: '1.34',
	},
	objectCounts: {
		name: 'etcd_object_counts',
		type: 'gauge',
		across: 'largest',
		help: countHelp,
		labels: groupResource,
		stability: 'ALPHA',
		deprecated: '1.22',
		removed: '1.25',
		history: [{ from: '1.21', set: { help: `${countHelp} This metric is replaced by apiserver_storage_object_counts.` } }],
	},
	etcdSize: {
		name: 'etcd_db_total_size_in_bytes',
		type: 'gauge',
		across: 'largest',
		help: 'Total size of the etcd database file physically allocated in bytes.',
		labels: ['endpoint'],
		stability: 'ALPHA',
		introduced: '1.19',
		removed: '1.26',
	},
	totalSize: {
		name: 'apiserver_storage_db_total_size_in_bytes',
		type: 'gauge',
		across: 'largest',
		help: 'Total size of the storage database file physically allocated in bytes.',
		labels: ['endpoint'],
		stability: 'ALPHA',
		introduced: '1.26',
		deprecated: '1.28',
	},
	size: {
		name: 'apiserver_storage_size_bytes',
		type: 'gauge',
		across: 'largest',
		help: 'Size of the storage database file physically allocated in bytes.',
		labels: [['storage_cluster_id', 'endpoint']],
		stability: 'ALPHA',
		introduced: '1.28',
		history: [{ from: '1.30', set: { stability: 'STABLE' } }],
	},
	duration: {
		name: 'etcd_request_duration_seconds',
		type: 'histogram',
		help: 'Etcd request latency in seconds for each operation and object type.',
		labels: operation,
		bounds: durationBounds,
		stability: 'ALPHA',
		history: [from134],
	},
	requests: {
		name: 'etcd_requests_total',
		type: 'counter',
		help: 'Etcd request counts for each operation and object type.',
		labels: operation,
		stability: 'ALPHA',
		introduced: '1.28',
		history: [from134],
	},
	failures: {
		name: 'etcd_request_errors_total',
		type: 'counter',
		help: 'Etcd failed request counts for each operation and object type.',
		labels: operation,
		stability: 'ALPHA',
		introduced: '1.28',
		history: [from134],
	},
} as const satisfies Readonly<Record<string, MetricRow>>;
