/** Evaluates the mutations of one MutatingAdmissionPolicy (KEP-3962). Each makes a configuration to apply, or a JSON patch. */
import type { MutatingAdmissionPolicySpec } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import type { Invalid, Program } from '../../schema/cel/typed-expressions.ts';
import { listOf, structOf } from '../../schema/cel/typing/type.ts';
import type { AdmissionExpressions } from '../expressions/expressions.ts';
import { PatchOperation, toJson, typeNameProblems } from '../expressions/objects.ts';
import type { ComposedVariable } from './activation.ts';
import { type Evaluation, evaluate, mostPerPolicy } from './budget.ts';
import type { Condition } from './conditions.ts';
import { PolicyCompiler } from './policy.ts';
import type { Turns, Work } from './work.ts';

/** Change that an expression has made. */
export type Change = { readonly kind: 'apply'; readonly configuration: JsonObject } | { readonly kind: 'patch'; readonly operations: readonly JsonValue[] };

/** Mutation that failed. The failure policy decides what happens. */
export class MutationFault extends Error {
	override readonly name = 'MutationFault';
}

interface Mutation {
	readonly kind: Change['kind'];
	readonly program: Program | Invalid;
}

interface Compiled {
	readonly variables: readonly ComposedVariable[];
	readonly conditions: readonly Condition[];
	readonly mutations: readonly Mutation[];
}

export class Mutator {
	readonly #spec: MutatingAdmissionPolicySpec;
	readonly #expressions: AdmissionExpressions;
	#compiled: Compiled | undefined;

	constructor(spec: MutatingAdmissionPolicySpec, expressions: AdmissionExpressions) {
		this.#spec = spec;
		this.#expressions = expressions;
	}

	get isAskedAgain(): boolean {
		return this.#spec.reinvocationPolicy === 'IfNeeded';
	}

	get programs(): Compiled {
		this.#compiled ??= this.#compile();
		return this.#compiled;
	}

	/** Evaluates a mutation. Throws MutationFault and OutOfBudget. */
	*change({ kind, program }: Mutation, evaluation: Evaluation, turns: Turns): Work<Change> {
		const result = yield* evaluate(program, evaluation, { left: mostPerPolicy }, turns);
		if ('error' in result) throw new MutationFault(result.error.replace(/^compilation error: /, ''));
		const { value } = result;
		return kind === 'apply' ? { kind, configuration: configurationOf(value) } : { kind, operations: operationsOf(value) };
	}

	#compile(): Compiled {
		const { paramKind, variables = [], matchConditions = [], mutations = [] } = this.#spec;
		const compiler = new PolicyCompiler(this.#expressions, paramKind !== undefined, variables);
		return {
			variables: compiler.variables,
			conditions: compiler.conditions(matchConditions),
			mutations: mutations.map(({ patchType, applyConfiguration, jsonPatch }) =>
				patchType === 'JSONPatch'
					? { kind: 'patch', program: compiler.compile(jsonPatch?.expression ?? '', [listOf(structOf('JSONPatch'))], { patches: true }) }
					: { kind: 'apply', program: compiler.compile(applyConfiguration?.expression ?? '', [structOf('Object')], { patches: true }) },
			),
		};
	}
}

function configurationOf(value: unknown): JsonObject {
	checkTypeNames(value, 'Object');
	return jsonOf(value) as JsonObject;
}

function operationsOf(value: unknown): readonly JsonValue[] {
	return (value as readonly unknown[]).map((each) => {
		if (!(each instanceof PatchOperation)) throw new MutationFault('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
		const { op, path, from, value: given, hasValue } = each;
		if (hasValue && given instanceof Object && 'type' in given && typeof given.type === 'string') checkTypeNames(given, given.type);
		return { op, path, ...(from !== '' && { from }), ...(hasValue && { value: jsonOf(given) }) };
	});
}

function checkTypeNames(value: unknown, path: string): void {
	const problems = typeNameProblems(value, path);
	if (problems.length > 0) throw new MutationFault(`type mismatch: ${problems.join('\n')}`);
}

function jsonOf(value: unknown): JsonValue {
	try {
		return toJson(value);
	} catch (error) {
		throw new MutationFault(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${(error as Error).message}`, { cause: error });
	}
}
