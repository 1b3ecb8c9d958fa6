/** Policies and bindings, prepared for matching. Expressions are compiled on first use, once for each stored state of a policy. */
import type { MatchCondition, MatchResources, ParamKind, ParamRef, Variable } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Invalid, Program } from '../../schema/cel/typed-expressions.ts';
import { isInvalid } from '../../schema/cel/typed-expressions.ts';
import type { TypingScope } from '../../schema/cel/typing/checker.ts';
import { type CelType, types } from '../../schema/cel/typing/type.ts';
import type { Log } from '../../telemetry/log.ts';
import type { AdmissionExpressions } from '../expressions/expressions.ts';
import { admissionScope, type ScopeOptions } from '../expressions/scope.ts';
import type { ComposedVariable } from './activation.ts';
import type { Condition } from './conditions.ts';
import { type Constraints, constraintsOf } from './matching.ts';

export interface Binding {
	readonly name: string;
	/** Undefined: all requests to which the policy applies. */
	readonly constraints: Constraints | undefined;
	readonly paramRef: ParamRef | undefined;
	readonly actions: readonly string[];
}

/** Common part of both kinds of policies. */
export interface Policy {
	readonly name: string;
	readonly constraints: Constraints;
	readonly paramKind: ParamKind | undefined;
	readonly ignoresFailure: boolean;
	readonly bindings: readonly Binding[];
}

interface CommonSpec {
	readonly paramKind?: ParamKind;
	readonly matchConstraints?: MatchResources;
	readonly failurePolicy?: string;
}

export function commonOf(name: string, spec: CommonSpec, bindings: readonly Binding[]): Policy {
	return {
		name,
		constraints: constraintsOf(spec.matchConstraints ?? {}),
		paramKind: spec.paramKind,
		ignoresFailure: spec.failurePolicy === 'Ignore',
		bindings,
	};
}

interface BindingSpec {
	readonly policyName?: string;
	readonly paramRef?: ParamRef;
	readonly matchResources?: MatchResources;
	readonly validationActions?: readonly string[];
}

/** Groups the bindings by policy name. Each list is sorted by binding name. Logs and skips an unreadable binding. */
export function bindingsOf(objects: ReadonlyMap<string, JsonObject>, log: Log): ReadonlyMap<string, readonly Binding[]> {
	const found = new Map<string, Binding[]>();
	for (const [name, object] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
		try {
			const { policyName = '', paramRef, matchResources, validationActions = [] } = (object.spec ?? {}) as BindingSpec;
			const binding = { name, constraints: matchResources && constraintsOf(matchResources), paramRef, actions: validationActions };
			found.set(policyName, [...(found.get(policyName) ?? []), binding]);
		} catch (error) {
			log.error('binding of an admission policy unreadable; it is not in force', { binding: name, error: String(error) });
		}
	}
	return found;
}

/** Compiles the expressions of one policy. Each expression can use the variables before it. */
export class PolicyCompiler {
	readonly #expressions: AdmissionExpressions;
	readonly #params: boolean;
	readonly #types = new Map<string, CelType>();
	readonly variables: readonly ComposedVariable[];

	constructor(expressions: AdmissionExpressions, params: boolean, variables: readonly Variable[]) {
		this.#expressions = expressions;
		this.#params = params;
		this.variables = variables.map(({ name = '', expression = '' }) => {
			const program = this.compile(expression, []);
			this.#types.set(name, isInvalid(program) ? types.dyn : program.type);
			return { name, program };
		});
	}

	compile(text: string, gives: readonly CelType[], options: Partial<Pick<ScopeOptions, 'authorizer' | 'patches'>> = {}): Program | Invalid {
		return this.#expressions.compile(text, this.#scope(options), gives);
	}

	conditions(conditions: readonly MatchCondition[]): readonly Condition[] {
		return conditions.map(({ name = '', expression = '' }) => ({ name, program: this.compile(expression, [types.bool]) }));
	}

	#scope(options: Partial<Pick<ScopeOptions, 'authorizer' | 'patches'>>): TypingScope {
		return admissionScope({ params: this.#params, authorizer: true, variables: this.#types, ...options });
	}
}
