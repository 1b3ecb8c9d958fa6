/** What the queues of controllers have to do and have done, under the names that controllers' dashboards ask for. */
import { Histogram, type MetricFamily } from '../telemetry/family.ts';

/** Upper bounds in seconds; the incumbent's. */
const bounds = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10];

/** Of one queue; counted by the queue itself. */
export class QueueFigures {
	readonly name: string;
	adds = 0;
	retries = 0;
	/** Keys that wait. */
	depth: () => number = () => 0;
	/** When the keys under way were taken up, in milliseconds. */
	started: () => Iterable<number> = () => [];
	readonly waited = new Histogram(bounds);
	readonly worked = new Histogram(bounds);

	constructor(name: string) {
		this.name = name;
	}
}

export function queueMetrics(queues: readonly QueueFigures[]): MetricFamily[] {
	const numbers = (type: 'counter' | 'gauge', name: string, help: string, value: (queue: QueueFigures) => number): MetricFamily => ({
		type,
		name: `workqueue_${name}`,
		help,
		read: () => queues.map((queue) => ({ labels: { name: queue.name }, value: value(queue) })),
	});
	const seconds = (name: string, help: string, histogram: (queue: QueueFigures) => Histogram): MetricFamily => ({
		type: 'histogram',
		name: `workqueue_${name}`,
		help,
		bounds,
		read: () => queues.map((queue) => ({ labels: { name: queue.name }, histogram: histogram(queue) })),
	});
	return [
		numbers('counter', 'adds_total', 'Keys that were added to a queue.', ({ adds }) => adds),
		numbers('counter', 'retries_total', 'Keys that were added again after a failure.', ({ retries }) => retries),
		numbers('gauge', 'depth', 'Keys that wait in a queue.', ({ depth }) => depth()),
		numbers('gauge', 'unfinished_work_seconds', 'How long the work under way has taken so far, all of it together.', (queue) => sum(ages(queue))),
		numbers('gauge', 'longest_running_processor_seconds', 'How long the longest work under way has taken so far.', (queue) => Math.max(0, ...ages(queue))),
		seconds('queue_duration_seconds', 'How long keys waited until they were taken up.', ({ waited }) => waited),
		seconds('work_duration_seconds', 'How long the work on a key took.', ({ worked }) => worked),
	];
}

function ages({ started }: QueueFigures): number[] {
	const now = performance.now();
	return [...started()].map((since) => (now - since) / 1000);
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
