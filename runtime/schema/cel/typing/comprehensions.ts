/** Types of macros: loops over lists and maps, and functions of optional values that bind a variable. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { TypingContext } from './context.ts';
import { type CelType, isSimple, listOf, mapOf, optionalOf, types, typeText } from './type.ts';

type Bound = readonly (readonly [string, CelType])[];

const overOne: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'sortBy']);
const overTwo: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'existsOne', 'transformList', 'transformMap', 'transformMapEntry']);

export class Comprehensions {
	readonly #checker: TypingContext;
	readonly #known: ReadonlySet<string>;

	/** `known`: names of the macros in the emulated release. */
	constructor(checker: TypingContext, known: ReadonlySet<string>) {
		this.#checker = checker;
		this.#known = known;
	}

	/** Returns the type of a macro. Returns undefined when the call is no macro. */
	check(node: ASTNode, name: string, receiver: ASTNode, parameters: readonly ASTNode[]): CelType | undefined {
		const [first, second, ...rest] = parameters;
		if (first === undefined || second === undefined) return undefined;
		if ((name === 'optMap' || name === 'optFlatMap') && this.#known.has(name) && rest.length === 0) return this.#optional(name, receiver, first, second);
		if (this.#isOverOne(name, parameters.length)) return this.#one(node, name, receiver, first, [second, ...rest]);
		return this.#isOverTwo(name, parameters.length) ? this.#two(name, receiver, [first, second], rest) : undefined;
	}

	#isOverOne(name: string, count: number): boolean {
		return overOne.has(name) && this.#known.has(name) && (count === 2 || (name === 'map' && count === 3));
	}

	#isOverTwo(name: string, count: number): boolean {
		if (!overTwo.has(name) || !this.#known.has(overOne.has(name) ? `${name}2` : name)) return false;
		return count === 3 || (count === 4 && name.startsWith('transform'));
	}

	#one(node: ASTNode, name: string, receiver: ASTNode, variable: ASTNode, bodies: readonly ASTNode[]): CelType {
		const bound = this.#name(variable);
		const { key: item } = this.#entries(receiver, 1);
		const within = [[bound, item]] as const;
		const [body, step] = bodies;
		if (body === undefined) return types.error;
		const type = this.#checker.within(within, body);
		switch (name) {
			case 'map': {
				if (step === undefined) return listOf(this.#checker.resolved(type));
				const made = listOf(this.#checker.resolved(this.#checker.within(within, step)));
				this.#condition(node, type, made);
				return made;
			}
			case 'filter':
				this.#condition(node, type, listOf(this.#checker.resolved(item)));
				return listOf(this.#checker.resolved(item));
			case 'sortBy':
				return listOf(this.#checker.resolved(item));
			case 'exists_one':
				this.#condition(node, type, types.int);
				return types.bool;
			default:
				this.#checker.expectBool(body, type);
				return types.bool;
		}
	}

	#two(name: string, receiver: ASTNode, [first, second]: readonly [ASTNode, ASTNode], bodies: readonly ASTNode[]): CelType {
		const { key, value } = this.#entries(receiver, 2);
		const bound: Bound = [
			[this.#name(first), key],
			[this.#name(second), value],
		];
		const types_ = bodies.map((body) => ({ body, type: this.#checker.within(bound, body) }));
		const last = types_.at(-1)?.type ?? types.error;
		for (const { body, type } of name.startsWith('transform') ? types_.slice(0, -1) : types_) this.#checker.expectBool(body, type);
		if (name === 'transformList') return listOf(this.#checker.resolved(last));
		if (name === 'transformMap') return mapOf(this.#checker.resolved(key), this.#checker.resolved(last));
		return name === 'transformMapEntry' ? this.#checker.resolved(last) : types.bool;
	}

	#optional(name: string, receiver: ASTNode, variable: ASTNode, body: ASTNode): CelType {
		const given = this.#checker.resolved(this.#checker.check(receiver));
		const inner = given.kind === 'optional' ? given.of : types.dyn;
		const result = this.#checker.resolved(this.#checker.within([[this.#name(variable), inner]], body));
		if (name === 'optMap') return optionalOf(result);
		return result.kind === 'optional' ? result : optionalOf(types.dyn);
	}

	/** Requires a boolean condition. The message is that of the conditional operator to which the macro expands. */
	#condition(node: ASTNode, type: CelType, accumulated: CelType): void {
		if (this.#checker.assigns(types.bool, type)) return;
		const other = typeText(accumulated);
		this.#checker.report(`found no matching overload for '_?_:_' applied to '(${typeText(type)}, ${other}, ${other})'`, this.#checker.position(node));
	}

	#name(variable: ASTNode): string {
		if (variable.op === 'id') return variable.args;
		this.#checker.report('argument must be a simple name', this.#checker.position(variable));
		return '';
	}

	/**
	 * Returns the types of the loop's variables. With one variable: items of a list or keys of a map. With two: indices or keys, and
	 * values.
	 */
	#entries(receiver: ASTNode, variables: 1 | 2): { readonly key: CelType; readonly value: CelType } {
		const range = this.#checker.resolved(this.#checker.check(receiver));
		if (range.kind === 'list') return variables === 1 ? { key: range.of, value: range.of } : { key: types.int, value: range.of };
		if (range.kind === 'map') return { key: range.key, value: range.value };
		if (range.kind === 'parameter') this.#checker.assigns(types.dyn, range);
		else if (!isSimple(range, 'dyn', 'error')) {
			const message = `expression of type '${typeText(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
			this.#checker.report(message, this.#checker.position(receiver));
			return { key: types.error, value: types.error };
		}
		return { key: types.dyn, value: types.dyn };
	}
}
