/** Code that is loaded with the first policy. */
import type { MutatingAdmissionPolicySpec, ValidatingAdmissionPolicySpec } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { AdmissionContext } from '../contract.ts';
import { AdmissionExpressions } from '../expressions/expressions.ts';
import { namespaceIn, PoliciesInForce, type PolicyParts } from './in-force.ts';
import { type MutatingPolicy, mutate } from './mutating.ts';
import { Mutator } from './mutator.ts';
import { Params } from './params.ts';
import { type Binding, bindingsOf, commonOf, type Policy } from './policy.ts';
import type { MutationMetrics, ValidationMetrics } from './policy-metrics.ts';
import type { Enforcer } from './policy-plugin.ts';
import { type ValidatingPolicy, validate } from './validating.ts';
import { Validator } from './validator.ts';
import { EvaluationQueue } from './work.ts';

type Context = Pick<AdmissionContext, 'cache' | 'authorizer' | 'vocabulary' | 'serving' | 'conversions' | 'log'>;

export function validatingEnforcer(context: Context, metrics: ValidationMetrics): Enforcer {
	const expressions = new AdmissionExpressions();
	const inForce = new PoliciesInForce<ValidatingPolicy>(partsOf(context));
	const validators = new Evaluators((spec: ValidatingAdmissionPolicySpec) => new Validator(spec, expressions));
	return {
		wants: (about) => inForce.wants(about),
		configure(policies, bindings) {
			const evaluatorOf = validators.of(policies);
			inForce.configure(policiesIn(policies, bindings, context, (common, validator) => ({ ...common, validator }), evaluatorOf));
		},
		steps: { validate: (request) => validate(inForce, metrics, request) },
	};
}

export function mutatingEnforcer(context: Context, metrics: MutationMetrics): Enforcer {
	const expressions = new AdmissionExpressions();
	const parts = { ...partsOf(context), serving: context.serving, metrics };
	const inForce = new PoliciesInForce<MutatingPolicy>(parts);
	const mutators = new Evaluators((spec: MutatingAdmissionPolicySpec) => new Mutator(spec, expressions));
	return {
		wants: (about) => inForce.wants(about),
		configure(policies, bindings) {
			const evaluatorOf = mutators.of(policies);
			inForce.configure(policiesIn(policies, bindings, context, (common, mutator) => ({ ...common, mutator }), evaluatorOf));
		},
		steps: { mutate: (request) => mutate(inForce, parts, request) },
	};
}

function partsOf({ cache, authorizer, vocabulary, serving, conversions }: Context): PolicyParts {
	return {
		...{ cache, authorizer, vocabulary, params: new Params({ serving, cache, conversions }), queue: new EvaluationQueue() },
		namespace: (name, request) => namespaceIn(cache, name, request),
	};
}

/** Compiled policies by name. A policy is compiled again only after its stored object has changed. */
class Evaluators<S, E> {
	#made = new Map<string, { readonly object: JsonObject; readonly evaluator: E }>();
	readonly #make: (spec: S) => E;

	constructor(make: (spec: S) => E) {
		this.#make = make;
	}

	/** Returns a lookup by name. Evaluators of policies that are not in `policies` are dropped. */
	of(policies: ReadonlyMap<string, JsonObject>): (name: string) => E | undefined {
		const before = this.#made;
		this.#made = new Map(
			[...policies].map(([name, object]) => {
				const known = before.get(name);
				// The kind's schema has validated the stored object.
				return [name, known?.object === object ? known : { object, evaluator: this.#make((object.spec ?? {}) as S) }];
			}),
		);
		const made = this.#made;
		return (name) => made.get(name)?.evaluator;
	}
}

/** Returns the policies that have bindings, in the order of their names. Logs and skips an unreadable policy. */
function policiesIn<E, P extends Policy>(
	policies: ReadonlyMap<string, JsonObject>,
	bindings: ReadonlyMap<string, JsonObject>,
	{ log }: Pick<Context, 'log'>,
	make: (common: Policy, evaluator: E) => P,
	evaluatorOf: (name: string) => E | undefined,
): readonly P[] {
	const bound: ReadonlyMap<string, readonly Binding[]> = bindingsOf(bindings, log);
	return [...policies]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.flatMap(([name, object]) => {
			const own = bound.get(name);
			const evaluator = evaluatorOf(name);
			if (own === undefined || evaluator === undefined) return [];
			try {
				return [make(commonOf(name, (object.spec ?? {}) as Parameters<typeof commonOf>[1], own), evaluator)];
			} catch (error) {
				log.error('admission policy unreadable; it is not in force', { policy: name, error: String(error) });
				return [];
			}
		});
}
