/**
 * Applies the MutatingAdmissionPolicies that apply to a request, one after the other, each to the result of the previous one. A second pass
 * repeats those that ask for it and whose object has changed since.
 */
import { ApiError } from '../../api/errors.ts';
import { MergeSchemas } from '../../apply/objects/merge-schema.ts';
import type { JsonObject, JsonValue, TypeName } from '../../model/catalog.ts';
import { endpointsOf } from '../../model/endpoint.ts';
import { copy, deepEqual } from '../../model/equal.ts';
import { MalformedError } from '../../model/malformed.ts';
import { jsonPatch } from '../../patch/json-patch.ts';
import type { AdmissionRequest, AdmissionStep, MutatingStep, ServedNow } from '../contract.ts';
import { Reinvocations } from '../reinvocations.ts';
import { evaluationOf, namespaceValue, RequestValues, type Seen } from './activation.ts';
import { applied } from './apply-configuration.ts';
import { OutOfBudget } from './budget.ts';
import { conditionsHold, joined } from './conditions.ts';
import type { PoliciesInForce, PolicyParts } from './in-force.ts';
import { namespaceSeen, seenBy } from './matching.ts';
import { type Change, MutationFault, type Mutator } from './mutator.ts';
import { ConfigurationFault } from './params.ts';
import type { Binding, Policy } from './policy.ts';
import type { MutationMetrics } from './policy-metrics.ts';
import { mutationRefusal } from './refusal.ts';
import { run, settled, Turns, type Work } from './work.ts';

export interface MutatingPolicy extends Policy {
	readonly mutator: Mutator;
}

export interface MutatingParts extends PolicyParts {
	readonly serving: () => ServedNow;
	readonly metrics: MutationMetrics;
}

/** Applies the policies. Returns no promise unless an expression must wait. Throws ApiError. */
export function mutate(inForce: PoliciesInForce<MutatingPolicy>, parts: MutatingParts, request: AdmissionRequest): ReturnType<MutatingStep> {
	const policies = inForce.about(request);
	if (policies.length === 0) return;
	const again = new Reinvocations();
	const done = run(new Mutations(parts, request, again, false).all(policies));
	// The cast is needed, because the type of a step that may wait is not a union of its results.
	return (done instanceof Promise ? done.then(() => secondPass()) : secondPass()) as ReturnType<MutatingStep>;

	function secondPass(): AdmissionStep | undefined {
		if (!again.isWaiting && !again.isChanged) return undefined;
		const left = request.object === undefined ? undefined : copy(request.object);
		return (later) => {
			if (!deepEqual(left ?? null, later.object ?? null)) again.changed();
			return run(new Mutations(parts, later, again, true).all(policies));
		};
	}
}

/** Policy, with a binding and a parameter that apply to the request. */
interface Invocation {
	readonly policy: MutatingPolicy;
	readonly binding: Binding;
	readonly seen: Seen;
	readonly params: unknown;
	/** Identifies the invocation in both passes. */
	readonly id: string;
}

interface Failure {
	readonly message: string;
	readonly reason?: string;
}

class Mutations {
	readonly #parts: MutatingParts;
	readonly #request: AdmissionRequest;
	readonly #values: RequestValues;
	readonly #again: Reinvocations;
	readonly #isAgain: boolean;
	readonly #turns: Turns;
	readonly #failures: Failure[] = [];

	constructor(parts: MutatingParts, request: AdmissionRequest, again: Reinvocations, isAgain: boolean) {
		this.#parts = parts;
		this.#request = request;
		this.#values = new RequestValues(request, parts);
		this.#turns = new Turns(parts.queue);
		this.#again = again;
		this.#isAgain = isAgain;
	}

	*all(policies: readonly MutatingPolicy[]): Work<void> {
		const invocations: Invocation[] = [];
		for (const policy of policies) invocations.push(...(yield* this.#invocations(policy)));
		const configured = this.#failures.splice(0);
		if (invocations.length > 0) {
			const name = namespaceSeen(this.#request);
			const namespaceObject = name === '' ? null : namespaceValue(yield* this.#parts.namespace(name, this.#request));
			for (const invocation of invocations) yield* this.#invoke(invocation, namespaceObject);
		}
		const failures = [...configured, ...this.#failures];
		const [first] = failures;
		if (first === undefined) return;
		throw mutationRefusal(
			this.#request,
			failures.map(({ message }) => message),
			first.reason,
		);
	}

	*#invocations(policy: MutatingPolicy): Work<readonly Invocation[]> {
		const found: Invocation[] = [];
		try {
			const seen = seenBy(policy.constraints, this.#request, this.#parts.cache);
			if (seen === undefined) return found;
			this.#parts.params.check(policy);
			for (const binding of policy.bindings) {
				try {
					if (binding.constraints !== undefined && seenBy(binding.constraints, this.#request, this.#parts.cache) === undefined) continue;
					for (const { key, value } of yield* this.#parts.params.of(policy, binding, this.#request))
						found.push({ policy, binding, seen, params: value, id: JSON.stringify([policy.name, binding.name, key]) });
				} catch (error) {
					this.#misconfigured(policy, binding, error);
				}
			}
		} catch (error) {
			this.#misconfigured(policy, undefined, error);
		}
		return found;
	}

	*#invoke({ policy, binding, seen, params, id }: Invocation, namespaceObject: unknown): Work<void> {
		yield* this.#prepared(seen);
		const { conditions, mutations, variables } = policy.mutator.programs;
		if (conditions.length > 0) {
			const verdict = yield* conditionsHold(conditions, evaluationOf(this.#values, seen, { params, namespaceObject: null, variables }), this.#turns);
			if ('errors' in verdict) return this.#fail(policy, binding, joined(verdict.errors), 'Invalid');
			if (!verdict.holds) return;
		}
		if (this.#isAgain && !this.#again.isDue(id)) return;
		let isChanged = false;
		for (const mutation of mutations) {
			if (this.#request.object === undefined) break;
			const beganMs = performance.now();
			const observe = (error?: string): void =>
				this.#parts.metrics.add({ policy: policy.name, binding: binding.name, error, seconds: (performance.now() - beganMs) / 1000 });
			try {
				const evaluation = evaluationOf(this.#values, seen, { params, namespaceObject, variables });
				isChanged = (yield* this.#make(yield* policy.mutator.change(mutation, evaluation, this.#turns), seen)) || isChanged;
				yield* this.#prepared(seen);
				observe();
			} catch (error) {
				observe((error as Error).message);
				if (!(error instanceof MutationFault || error instanceof OutOfBudget)) throw error;
				this.#fail(policy, binding, error.message, 'Invalid');
			}
		}
		if (isChanged) this.#again.changed();
		if (policy.mutator.isAskedAgain) this.#again.asked(id);
	}

	/** Waits for a webhook that converts the objects. */
	*#prepared({ group, version }: Seen): Work<void> {
		const converting = this.#request.prepare(group, version);
		if (converting !== undefined) yield converting;
	}

	/** Makes a change. Returns true if the object has changed. */
	*#make(change: Change, { group, version }: Seen): Work<boolean> {
		const shown = this.#request.objectIn(group, version);
		if (shown === undefined) return false;
		const next = change.kind === 'apply' ? applied(this.#mergeType(group, version), shown, change.configuration) : patched(shown, change.operations);
		if (next === shown) return false;
		try {
			const differs = yield* settled(this.#request.replaceIn(group, version, next));
			this.#values.changed();
			return differs;
		} catch (error) {
			if (error instanceof MalformedError) throw new MutationFault(error.message, { cause: error });
			throw error;
		}
	}

	#mergeType(group: string, version: string): ReturnType<MergeSchemas['type']> {
		const serving = this.#parts.serving();
		const name = typeOfBody(this.#request, group, version);
		if (name !== undefined) return new MergeSchemas(serving.catalog).type(name);
		const { kind } = this.#request.requestKind;
		const why = `Resource kind ${group}/${version}, Kind=${kind} not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.`;
		throw new ApiError('ServiceUnavailable', why);
	}

	#misconfigured(policy: Policy, binding: Binding | undefined, error: unknown): void {
		if (!(error instanceof ConfigurationFault)) throw error;
		this.#fail(policy, binding, `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${error.message}`);
	}

	#fail(policy: Policy, binding: Binding | undefined, why: string, reason?: string): void {
		if (policy.ignoresFailure) return;
		const by = binding === undefined ? `policy "${policy.name}"` : `policy '${policy.name}' with binding '${binding.name}'`;
		this.#failures.push({ message: `${by} denied request: ${why}`, ...(reason !== undefined && { reason }) });
	}
}

/** Returns the type of the request's body in a version. Returns undefined when no spec declares it. */
function typeOfBody({ kind, subresource }: AdmissionRequest, group: string, version: string): TypeName | undefined {
	const descriptor = kind.versions.find((each) => each.group === group && each.version === version);
	return descriptor && endpointsOf(kind, descriptor).find((endpoint) => endpoint.subresource === subresource)?.takes.type;
}

/** Applies a JSON patch. A failed test leaves the object unchanged. */
function patched(shown: JsonObject, operations: readonly JsonValue[]): JsonObject {
	try {
		return jsonPatch(shown, operations as JsonValue);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const why = error.message.replace(/^the server rejected our request due to an error in our request: /, '');
		if (/test failed$/.test(why)) return shown;
		throw new MutationFault(`JSON Patch: ${why}`, { cause: error });
	}
}
