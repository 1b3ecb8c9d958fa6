/** Metrics of conversion webhooks. The definitions bound the number of label values. */
import { CountsByLabels, TimesByLabels } from '../../telemetry/by-labels.ts';
import type { HistogramRow, MetricFamily, NumberRow } from '../../telemetry/family.ts';
import type { FailureType } from './review.ts';

const perDefinition: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_crd_conversion_webhook_duration_seconds',
	help: 'Time of conversions by webhooks in seconds, by definition and versions.',
	labels: ['crd_name', 'from_version', 'to_version', 'succeeded'],
	bounds: Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power),
	stability: 'ALPHA',
	introduced: '1.28',
};

/** The name of that histogram in earlier releases. */
const perDefinitionBefore: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_crd_webhook_conversion_duration_seconds',
	help: perDefinition.help,
	labels: perDefinition.labels,
	bounds: perDefinition.bounds,
	stability: 'ALPHA',
	removed: '1.28',
};

const resultLabels = ['result', 'failure_type'];

const requests: NumberRow = {
	type: 'counter',
	name: 'apiserver_conversion_webhook_request_total',
	help: 'Calls of conversion webhooks, with their results.',
	labels: resultLabels,
	stability: 'ALPHA',
	introduced: '1.28',
};

const requestSeconds: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_conversion_webhook_duration_seconds',
	help: 'Time of calls of conversion webhooks in seconds.',
	labels: resultLabels,
	bounds: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
	stability: 'ALPHA',
	introduced: '1.28',
};

export interface ConversionCall {
	/** Name of the definition. */
	readonly definition: string;
	readonly from: string;
	readonly to: string;
	readonly seconds: number;
	/** Undefined for a success. */
	readonly failure: FailureType | undefined;
}

export class ConversionMetrics {
	readonly #perDefinition = new TimesByLabels(perDefinition.bounds);
	readonly #requests = new CountsByLabels();
	readonly #seconds = new TimesByLabels(requestSeconds.bounds);

	called({ definition, from, to, seconds, failure }: ConversionCall): void {
		const labels = { result: failure === undefined ? 'success' : 'failure', failure_type: failure ?? '' };
		this.#requests.add(labels);
		this.#seconds.add(labels, seconds);
		this.#perDefinition.add({ crd_name: definition, from_version: from, to_version: to, succeeded: String(failure === undefined) }, seconds);
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...perDefinition, read: () => this.#perDefinition.read() },
			{ ...perDefinitionBefore, read: () => this.#perDefinition.read() },
			{ ...requests, read: () => this.#requests.read() },
			{ ...requestSeconds, read: () => this.#seconds.read() },
		];
	}
}
