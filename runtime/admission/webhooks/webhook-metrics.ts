/** Metrics of webhooks. The number of label values is bounded by the configured webhooks. */
import { CountsByLabels, TimesByLabels } from '../../telemetry/by-labels.ts';
import type { HistogramRow, MetricFamily, NumberRow } from '../../telemetry/family.ts';
import type { Operation } from '../contract.ts';

/** Type label of the metrics: webhooks that may change objects, and those that may not. */
export type HookType = 'admit' | 'validating';

export type RejectionKind = 'calling_webhook_error' | 'apiserver_internal_error' | 'no_error';

const seconds: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_admission_webhook_admission_duration_seconds',
	help: 'Latency of admission webhooks, by name, operation and type.',
	labels: ['name', 'type', 'operation', 'rejected'],
	bounds: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
	stability: 'STABLE',
};

const requests: NumberRow = {
	type: 'counter',
	name: 'apiserver_admission_webhook_request_total',
	help: 'Calls of admission webhooks, by status code of the response. Codes above 600 count as 600.',
	labels: ['name', 'type', 'operation', 'code', 'rejected'],
	stability: 'ALPHA',
	introduced: '1.23',
};

const rejections: NumberRow = {
	type: 'counter',
	name: 'apiserver_admission_webhook_rejection_count',
	help: 'Requests refused by admission webhooks or because of their failure. Codes above 600 count as 600.',
	labels: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
	stability: 'ALPHA',
};

const failedOpen: NumberRow = {
	type: 'counter',
	name: 'apiserver_admission_webhook_fail_open_count',
	help: 'Failed calls of admission webhooks after which the request continued.',
	labels: ['name', 'type'],
	stability: 'ALPHA',
	introduced: '1.24',
};

const conditionLabels = ['name', 'kind', 'type', 'operation'];

const conditionErrors: NumberRow = {
	type: 'counter',
	name: 'apiserver_admission_match_condition_evaluation_errors_total',
	help: 'Match conditions of admission that failed to evaluate.',
	labels: conditionLabels,
	stability: 'ALPHA',
	introduced: '1.28',
};

const exclusions: NumberRow = {
	type: 'counter',
	name: 'apiserver_admission_match_condition_exclusions_total',
	help: 'Requests that a webhook does not review because a match condition excludes them.',
	labels: conditionLabels,
	stability: 'ALPHA',
	introduced: '1.28',
};

const conditionSeconds: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_admission_match_condition_evaluation_seconds',
	help: 'Evaluation time of match conditions of admission.',
	labels: conditionLabels,
	bounds: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
	stability: 'ALPHA',
	introduced: '1.28',
};

/** Metrics of the webhooks of one type. */
export class WebhookMetrics {
	readonly #type: HookType;
	readonly #seconds = new TimesByLabels(seconds.bounds);
	readonly #requests = new CountsByLabels();
	readonly #rejections = new CountsByLabels();
	readonly #failedOpen = new CountsByLabels();
	readonly #conditionErrors = new CountsByLabels();
	readonly #exclusions = new CountsByLabels();
	readonly #conditionSeconds = new TimesByLabels(conditionSeconds.bounds);

	constructor(type: HookType) {
		this.#type = type;
	}

	called(name: string, operation: Operation, outcome: { readonly code: number; readonly rejected: boolean; readonly seconds: number }): void {
		const { code, seconds } = outcome;
		const rejected = String(outcome.rejected);
		this.#requests.add({ name, type: this.#type, operation, code: bounded(code), rejected });
		this.#seconds.add({ name, type: this.#type, operation, rejected }, seconds);
	}

	rejected(name: string, operation: Operation, error_type: RejectionKind, code: number): void {
		this.#rejections.add({ name, type: this.#type, operation, error_type, rejection_code: bounded(code) });
	}

	failedOpen(name: string): void {
		this.#failedOpen.add({ name, type: this.#type });
	}

	/** Records an evaluation of conditions. `failures` is the number of conditions that failed to evaluate. */
	conditions(name: string, operation: Operation, outcome: { readonly seconds: number; readonly failures: number; readonly excludes: boolean }): void {
		const labels = { name, kind: 'webhook', type: this.#type, operation };
		this.#conditionSeconds.add(labels, outcome.seconds);
		for (let i = 0; i < outcome.failures; i++) this.#conditionErrors.add(labels);
		if (outcome.excludes) this.#exclusions.add(labels);
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...seconds, read: () => this.#seconds.read() },
			{ ...requests, read: () => this.#requests.read() },
			{ ...rejections, read: () => this.#rejections.read() },
			{ ...failedOpen, read: () => this.#failedOpen.read() },
			{ ...conditionErrors, read: () => this.#conditionErrors.read() },
			{ ...exclusions, read: () => this.#exclusions.read() },
			{ ...conditionSeconds, read: () => this.#conditionSeconds.read() },
		];
	}
}

function bounded(code: number): string {
	return String(Math.min(code, 600));
}
