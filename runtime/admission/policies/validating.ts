/** Evaluates the ValidatingAdmissionPolicies that apply to a request, and refuses, warns or annotates as their bindings say. */
import type { AdmissionRequest } from '../contract.ts';
import { evaluationOf, namespaceValue, RequestValues } from './activation.ts';
import type { PoliciesInForce, PolicyParts } from './in-force.ts';
import { namespaceSeen, seenBy } from './matching.ts';
import { ConfigurationFault } from './params.ts';
import type { Binding, Policy } from './policy.ts';
import type { ValidationMetrics } from './policy-metrics.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import type { Decision, Outcome, Validator } from './validator.ts';
import { run, Turns, type Work } from './work.ts';

export interface ValidatingPolicy extends Policy {
	readonly validator: Validator;
}

/** Maximum length of an audit annotation's value, in bytes. */
const longestAnnotation = 10 * 1024;

export function validate(inForce: PoliciesInForce<ValidatingPolicy>, metrics: ValidationMetrics, request: AdmissionRequest): void | Promise<void> {
	const policies = inForce.about(request);
	if (policies.length === 0) return;
	return run(new Validation(inForce.parts, metrics, request).all(policies));
}

class Validation {
	readonly #parts: PolicyParts;
	readonly #metrics: ValidationMetrics;
	readonly #request: AdmissionRequest;
	readonly #values: RequestValues;
	readonly #turns: Turns;
	readonly #refusals: Refusal[] = [];
	#namespace: { readonly value: unknown } | undefined;

	constructor(parts: PolicyParts, metrics: ValidationMetrics, request: AdmissionRequest) {
		this.#parts = parts;
		this.#metrics = metrics;
		this.#request = request;
		this.#values = new RequestValues(request, parts);
		this.#turns = new Turns(parts.queue);
	}

	*all(policies: readonly ValidatingPolicy[]): Work<void> {
		for (const policy of policies) yield* this.#policy(policy);
		const [first] = this.#refusals;
		if (first !== undefined) throw refusalOf(this.#request, first);
	}

	*#policy(policy: ValidatingPolicy): Work<void> {
		const annotations = new Map<string, string[]>();
		try {
			const seen = seenBy(policy.constraints, this.#request, this.#parts.cache);
			if (seen === undefined) return;
			const converting = this.#request.prepare(seen.group, seen.version);
			if (converting !== undefined) yield converting;
			this.#parts.params.check(policy);
			for (const binding of policy.bindings) {
				try {
					if (binding.constraints !== undefined && seenBy(binding.constraints, this.#request, this.#parts.cache) === undefined) continue;
					for (const { value: params } of yield* this.#parts.params.of(policy, binding, this.#request)) {
						const namespaceObject = yield* this.#namespaceObject();
						const { variables } = policy.validator;
						const evaluations = {
							conditions: evaluationOf(this.#values, seen, { params, namespaceObject: null, variables }),
							validations: evaluationOf(this.#values, seen, { params, namespaceObject, variables }),
						};
						this.#enforce(policy, binding, yield* policy.validator.validate(evaluations, this.#turns), annotations);
					}
				} catch (error) {
					this.#misconfigured(policy, binding, error);
				}
			}
		} catch (error) {
			this.#misconfigured(policy, undefined, error);
		}
		for (const [key, values] of annotations) this.#request.annotate(`${policy.name}/${key}`, values.join(', '));
	}

	*#namespaceObject(): Work<unknown> {
		const name = namespaceSeen(this.#request);
		this.#namespace ??= { value: name === '' ? null : namespaceValue(yield* this.#parts.namespace(name, this.#request)) };
		return this.#namespace.value;
	}

	/** Handles an error in the configuration as the failure policy says. Throws any other error. */
	#misconfigured(policy: Policy, binding: Binding | undefined, error: unknown): void {
		if (!(error instanceof ConfigurationFault)) throw error;
		if (policy.ignoresFailure) return;
		this.#refusals.push({
			policy: policy.name,
			binding: binding?.name,
			message: `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${error.message}`,
		});
	}

	#enforce(policy: Policy, binding: Binding, { decisions, annotations: told }: Outcome, annotations: Map<string, string[]>): void {
		for (const [at, decision] of decisions.entries()) {
			const observed = { policy: policy.name, binding: binding.name, error: decision.failed ? decision.message : undefined, seconds: decision.seconds };
			if (!decision.allows) this.#act(policy, binding, decision, at);
			else if (decision.failed) this.#metrics.add(observed, 'allow');
		}
		for (const result of told) {
			if ('error' in result) {
				this.#refusals.push({ policy: policy.name, binding: binding.name, message: result.error });
				this.#metrics.add({ policy: policy.name, binding: binding.name, error: result.error, seconds: result.seconds }, 'deny');
				continue;
			}
			const known = annotations.get(result.key) ?? [];
			const value = shortened(result.value);
			if (!known.includes(value)) annotations.set(result.key, [...known, value]);
		}
	}

	#act(policy: Policy, binding: Binding, decision: Decision, expressionIndex: number): void {
		const { message, reason, seconds } = decision;
		const observed = { policy: policy.name, binding: binding.name, error: message, seconds };
		for (const action of binding.actions) {
			switch (action) {
				case 'Deny':
					this.#refusals.push({ policy: policy.name, binding: binding.name, message, reason });
					this.#metrics.add(observed, 'deny');
					break;
				case 'Audit': {
					const failure = { message, policy: policy.name, binding: binding.name, expressionIndex, validationActions: binding.actions };
					this.#request.annotate(`validation.policy.admission.${this.#parts.vocabulary.groupDomain}/validation_failure`, JSON.stringify([failure]));
					this.#metrics.add(observed, 'audit');
					break;
				}
				case 'Warn':
					this.#request.warnings.push(`Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`);
					this.#metrics.add(observed, 'warn');
					break;
			}
		}
	}
}

function shortened(value: string): string {
	return Buffer.byteLength(value) <= longestAnnotation ? value : Buffer.from(value).subarray(0, longestAnnotation).toString();
}
