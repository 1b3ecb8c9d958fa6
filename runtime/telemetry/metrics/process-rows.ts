/** Metrics of the server itself: background work, build information and resource use. */
import type { MetricRow } from '../family.ts';
import { exponentialBounds } from './bounds.ts';

const queueBounds = exponentialBounds(1e-8, 10, 10);
const beta = [{ from: '1.36', set: { stability: 'BETA' } }] as const;

export const queueRows = {
	depth: { name: 'workqueue_depth', type: 'gauge', help: 'Current depth of workqueue', labels: ['name'], stability: 'ALPHA', history: beta },
	adds: {
		name: 'workqueue_adds_total',
		type: 'counter',
		help: 'Total number of adds handled by workqueue',
		labels: ['name'],
		stability: 'ALPHA',
		history: beta,
	},
	waited: {
		name: 'workqueue_queue_duration_seconds',
		type: 'histogram',
		help: 'How long in seconds an item stays in workqueue before being requested.',
		labels: ['name'],
		bounds: queueBounds,
		stability: 'ALPHA',
		history: beta,
	},
	worked: {
		name: 'workqueue_work_duration_seconds',
		type: 'histogram',
		help: 'How long in seconds processing an item from workqueue takes.',
		labels: ['name'],
		bounds: queueBounds,
		stability: 'ALPHA',
		history: beta,
	},
	unfinished: {
		name: 'workqueue_unfinished_work_seconds',
		type: 'gauge',
		help: "How many seconds of work has done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
		labels: ['name'],
		stability: 'ALPHA',
		history: beta,
	},
	longest: {
		name: 'workqueue_longest_running_processor_seconds',
		type: 'gauge',
		help: 'How many seconds has the longest running processor for workqueue been running.',
		labels: ['name'],
		stability: 'ALPHA',
		history: beta,
	},
	retries: {
		name: 'workqueue_retries_total',
		type: 'counter',
		help: 'Total number of retries handled by workqueue',
		labels: ['name'],
		stability: 'ALPHA',
		history: beta,
	},
	postponed: {
		name: '{product}_controller_postponed_keys',
		type: 'gauge',
		help: 'Number of keys of a controller whose work waits because an object that it needs is damaged.',
		labels: ['name'],
		stability: 'ALPHA',
	},
} as const satisfies Readonly<Record<string, MetricRow>>;

export const aboutRows = {
	buildInfo: {
		name: '{product}_build_info',
		type: 'gauge',
		across: 'largest',
		help: "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which {Product} was built, and platform on which it is running.",
		labels: ['major', 'minor', 'git_version', 'git_commit', 'git_tree_state', 'build_date', 'go_version', 'compiler', 'platform'],
		stability: 'ALPHA',
		history: beta,
	},
	featureEnabled: {
		name: '{product}_feature_enabled',
		type: 'gauge',
		across: 'largest',
		help: 'This metric records the data about the stage and enablement of a k8s feature.',
		labels: ['name', 'stage'],
		stability: 'ALPHA',
		introduced: '1.26',
		history: [{ from: '1.28', set: { stability: 'BETA' } }],
	},
} as const satisfies Readonly<Record<string, MetricRow>>;

const hiddenHelp = 'The count of hidden metrics.';
const registeredHelp = 'The count of registered metrics broken by stability level and deprecation version.';
const registeredLabels = ['stability_level', 'deprecated_version'];

export const registryRows = {
	registeredBefore128: {
		name: 'registered_metric_total',
		type: 'counter',
		help: registeredHelp,
		labels: registeredLabels,
		stability: 'ALPHA',
		introduced: '1.26',
		removed: '1.28',
	},
	registered: { name: 'registered_metrics_total', type: 'counter', help: registeredHelp, labels: registeredLabels, stability: 'BETA', introduced: '1.28' },
	hiddenBefore128: { name: 'hidden_metric_total', type: 'counter', help: hiddenHelp, labels: [], stability: 'ALPHA', introduced: '1.26', removed: '1.28' },
	hidden: { name: 'hidden_metrics_total', type: 'counter', help: hiddenHelp, labels: [], stability: 'BETA', introduced: '1.28', removed: '1.36' },
} as const satisfies Readonly<Record<string, MetricRow>>;

/**
 * Names and descriptions of Prometheus' client libraries. They are ALPHA, because each metric needs a stability class (seed 1, "Deprecation
 * policy", 9).
 */
export const processRows = {
	start: {
		name: 'process_start_time_seconds',
		type: 'gauge',
		across: 'largest',
		help: 'Start time of the process since unix epoch in seconds.',
		labels: [],
		stability: 'ALPHA',
	},
	cpu: {
		name: 'process_cpu_seconds_total',
		type: 'counter',
		across: 'largest',
		help: 'Total user and system CPU time spent in seconds.',
		labels: [],
		stability: 'ALPHA',
	},
	resident: { name: 'process_resident_memory_bytes', type: 'gauge', across: 'largest', help: 'Resident memory size in bytes.', labels: [], stability: 'ALPHA' },
	virtual: { name: 'process_virtual_memory_bytes', type: 'gauge', across: 'largest', help: 'Virtual memory size in bytes.', labels: [], stability: 'ALPHA' },
	openFiles: { name: 'process_open_fds', type: 'gauge', across: 'largest', help: 'Number of open file descriptors.', labels: [], stability: 'ALPHA' },
	mostFiles: { name: 'process_max_fds', type: 'gauge', across: 'largest', help: 'Maximum number of open file descriptors.', labels: [], stability: 'ALPHA' },
	heapTotal: {
		name: 'nodejs_heap_size_total_bytes',
		type: 'gauge',
		across: 'largest',
		help: 'Process heap size from Node.js in bytes.',
		labels: [],
		stability: 'ALPHA',
	},
	heapUsed: {
		name: 'nodejs_heap_size_used_bytes',
		type: 'gauge',
		across: 'largest',
		help: 'Process heap size used from Node.js in bytes.',
		labels: [],
		stability: 'ALPHA',
	},
	external: {
		name: 'nodejs_external_memory_bytes',
		type: 'gauge',
		across: 'largest',
		help: 'Node.js external memory size in bytes.',
		labels: [],
		stability: 'ALPHA',
	},
} as const satisfies Readonly<Record<string, MetricRow>>;
