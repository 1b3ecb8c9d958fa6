/** Metrics of policies. The number of label values is bounded by the stored policies and bindings. */
import { CountsByLabels, TimesByLabels } from '../../telemetry/by-labels.ts';
import type { HistogramRow, Labels, MetricFamily, NumberRow } from '../../telemetry/family.ts';

const bounds = [0.0000005, 0.001, 0.01, 0.1, 1];
const ofValidations = ['policy', 'policy_binding', 'error_type', 'enforcement_action'];
const ofMutations = ['policy', 'policy_binding', 'error_type'];

const checks: NumberRow = {
	type: 'counter',
	name: 'apiserver_validating_admission_policy_check_total',
	help: 'Checks of ValidatingAdmissionPolicies, by policy, binding, kind of error and action.',
	labels: ofValidations,
	stability: 'BETA',
	introduced: '1.26',
};

const checkSeconds: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_validating_admission_policy_check_duration_seconds',
	help: 'Evaluation time of ValidatingAdmissionPolicies, by policy, binding, kind of error and action.',
	labels: ofValidations,
	bounds,
	stability: 'BETA',
	introduced: '1.26',
};

const mutations: NumberRow = {
	type: 'counter',
	name: 'apiserver_mutating_admission_policy_check_total',
	help: 'Mutations of MutatingAdmissionPolicies, by policy, binding and kind of error.',
	labels: ofMutations,
	stability: 'ALPHA',
	introduced: '1.32',
};

const mutationSeconds: HistogramRow = {
	type: 'histogram',
	name: 'apiserver_mutating_admission_policy_check_duration_seconds',
	help: 'Evaluation time of MutatingAdmissionPolicies, by policy, binding and kind of error.',
	labels: ofMutations,
	bounds,
	stability: 'ALPHA',
	introduced: '1.32',
};

export interface Observed {
	readonly policy: string;
	readonly binding: string;
	/** Message of the failure. Absent when the expression could be evaluated. */
	readonly error?: string | undefined;
	readonly seconds: number;
}

export class ValidationMetrics {
	readonly #checks = new CountsByLabels();
	readonly #seconds = new TimesByLabels(bounds);

	add({ policy, binding, error, seconds }: Observed, action: 'allow' | 'deny' | 'audit' | 'warn'): void {
		const labels: Labels = { policy, policy_binding: binding, error_type: errorType(error), enforcement_action: action };
		this.#checks.add(labels);
		this.#seconds.add(labels, seconds);
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...checks, read: () => this.#checks.read() },
			{ ...checkSeconds, read: () => this.#seconds.read() },
		];
	}
}

export class MutationMetrics {
	readonly #mutations = new CountsByLabels();
	readonly #seconds = new TimesByLabels(bounds);

	add({ policy, binding, error, seconds }: Observed): void {
		const labels: Labels = { policy, policy_binding: binding, error_type: error === undefined ? 'no_error' : errorType(error) };
		this.#mutations.add(labels);
		this.#seconds.add(labels, seconds);
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...mutations, read: () => this.#mutations.read() },
			{ ...mutationSeconds, read: () => this.#seconds.read() },
		];
	}
}

function errorType(error: string | undefined): string {
	if (error?.startsWith('compilation') === true) return 'compile_error';
	if (error?.startsWith('validation failed due to running out of cost budget') === true) return 'out_of_budget';
	return 'invalid_error';
}
