/** Metrics of the controllers' work queues, under kube-controller-manager's names. */
import { Histogram, type HistogramRow, type MetricFamily, type NumberRow } from '../telemetry/family.ts';
import { queueRows } from '../telemetry/metrics/process-rows.ts';

/** Counts of one queue, kept by the queue itself. */
export class QueueMetrics {
	readonly name: string;
	adds = 0;
	retries = 0;
	/** Number of waiting keys. */
	depth: () => number = () => 0;
	/** Number of keys postponed because of a damaged object. */
	postponed: () => number = () => 0;
	/** Start times of the keys in progress, in milliseconds. */
	started: () => Iterable<number> = () => [];
	readonly waited = new Histogram(queueRows.waited.bounds);
	readonly worked = new Histogram(queueRows.worked.bounds);

	constructor(name: string) {
		this.name = name;
	}
}

/** Returns the metric families. `queues`: returns the queues at each scrape. */
export function queueMetrics(queues: () => readonly QueueMetrics[]): MetricFamily[] {
	const numbers = (row: NumberRow, value: (queue: QueueMetrics) => number): MetricFamily => ({
		...row,
		read: () => queues().map((queue) => ({ labels: { name: queue.name }, value: value(queue) })),
	});
	const seconds = (row: HistogramRow, histogram: (queue: QueueMetrics) => Histogram): MetricFamily => ({
		...row,
		read: () => queues().map((queue) => ({ labels: { name: queue.name }, histogram: histogram(queue) })),
	});
	return [
		numbers(queueRows.adds, ({ adds }) => adds),
		numbers(queueRows.retries, ({ retries }) => retries),
		numbers(queueRows.depth, ({ depth }) => depth()),
		numbers(queueRows.postponed, ({ postponed }) => postponed()),
		numbers(queueRows.unfinished, (queue) => sum(ages(queue))),
		numbers(queueRows.longest, (queue) => Math.max(0, ...ages(queue))),
		seconds(queueRows.waited, ({ waited }) => waited),
		seconds(queueRows.worked, ({ worked }) => worked),
	];
}

function ages({ started }: QueueMetrics): number[] {
	const now = performance.now();
	return [...started()].map((since) => (now - since) / 1000);
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
