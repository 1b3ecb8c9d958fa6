/**
 * Type checker of CEL with the rules and messages of Kubernetes (KEP-3488). It walks the CEL library's syntax tree and uses no types of
 * that library, whose messages and overloads differ.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { entriesOf, entryOf } from '../optional-entries.ts';
import { maker, optionalMark } from '../structs.ts';
import { Comprehensions } from './comprehensions.ts';
import type { TypingContext } from './context.ts';
import type { Overload } from './declaration.ts';
import type { Issue } from './issues.ts';
import type { Vocabulary } from './libraries.ts';
import { literalIssue } from './literals.ts';
import { colonAfter, positionOf } from './positions.ts';
import { type CelType, isDyn, isSimple, listOf, mapOf, optionalOf, type StructType, structOf, types, typeText } from './type.ts';
import { assignable, mostGeneral, type Substitutions, substitute } from './unify.ts';

export interface TypingScope {
	/** Types of variables. A name may have dots: `authorizer.requestResource`. */
	readonly variables: ReadonlyMap<string, CelType>;
	readonly vocabulary: Vocabulary;
	/** Returns the type with fields that has this name, or undefined. */
	struct(name: string): StructType | undefined;
}

export interface Typed {
	readonly type: CelType;
	readonly issues: readonly Issue[];
}

/** Checks an expression. `text`: the parsed text, in which the positions of the issues are offsets. */
export function checkTypes(root: ASTNode, text: string, scope: TypingScope): Typed {
	const checker = new Checker(text, scope);
	const type = checker.check(root);
	return { type: substitute(checker.known, type, types.dyn), issues: checker.issues.length > 0 ? checker.issues : checker.literals };
}

const named: Readonly<Record<string, CelType>> = {
	...{ bool: types.bool, int: types.int, uint: types.uint, double: types.double, string: types.string, bytes: types.bytes },
	...{ null_type: types.null, list: listOf(types.dyn), map: mapOf(types.dyn, types.dyn), type: { kind: 'type' } },
	...{ 'google.protobuf.Timestamp': types.timestamp, 'google.protobuf.Duration': types.duration, optional_type: optionalOf(types.dyn) },
};

const mostInteger = 2n ** 63n - 1n;

/** Operators that are functions with overloads. `@in` is the internal name of `in`. */
const operators: Readonly<Record<string, string>> = { '?:': '_?_:_', '[]': '_[_]', '[?]': '_[?_]', in: '@in', '!_': '!_', '-_': '-_' };

class Checker implements TypingContext {
	readonly issues: Issue[] = [];
	/** Issues of literals. They are reported only when all types are right. */
	readonly literals: Issue[] = [];
	readonly text: string;
	known: Substitutions = new Map();
	readonly #scope: TypingScope;
	/** Variables that enclosing macros bind, innermost last. */
	readonly #bound: (readonly [string, CelType])[] = [];
	#inferred = 0;
	/** True inside the arguments of `format`, whose entries may have different types. */
	#isFormatting = false;

	constructor(text: string, scope: TypingScope) {
		this.text = text;
		this.#scope = scope;
	}

	check(node: ASTNode): CelType {
		switch (node.op) {
			case 'value':
				return this.#literal(node.args, node.start, false);
			case 'id':
				return this.#identifier(node.args) ?? this.#undeclared(node.args, node.start);
			case '.':
				return this.#selection(node);
			case '.?':
				if (!this.#scope.vocabulary.optional) this.report("unsupported syntax '.?'", this.position(node));
				return this.#field(node.args[0], node.args[1], this.position(node), true);
			case 'call':
				return this.#call(node, node.args[0], node.args[1]);
			case 'rcall':
				return this.#memberCall(node, node.args);
			case 'list':
				return listOf(this.#joined(node.args.map((item) => ({ item, type: this.check(item) }))));
			case 'map':
				return this.#map(node.args);
			case '&&':
			case '||':
				return this.#logical(node.args);
			case '-_':
				return typeof node.args.args === 'number' || typeof node.args.args === 'bigint'
					? this.#literal(node.args.args, node.start, true)
					: this.#operator(node, [node.args]);
			case '!_':
				return this.#operator(node, [node.args]);
			default:
				return this.#operator(node, node.args);
		}
	}

	/** Checks a node in which macros bind variables. */
	within(bound: readonly (readonly [string, CelType])[], node: ASTNode): CelType {
		this.#bound.push(...bound);
		const type = this.check(node);
		this.#bound.length -= bound.length;
		return type;
	}

	resolved(type: CelType): CelType {
		return substitute(this.known, type);
	}

	/** Reports whether a type is assignable to another one, and records the types that this infers. */
	assigns(to: CelType, from: CelType): boolean {
		const found = assignable(this.known, [to], [from]);
		if (found !== undefined) this.known = found;
		return found !== undefined;
	}

	/** Returns a type that is not inferred yet. */
	infer(): CelType {
		return { kind: 'parameter', name: `_var${this.#inferred++}` };
	}

	report(message: string, at: number): void {
		this.issues.push({ message, at });
	}

	/** Requires a boolean, as for the conditions of macros. */
	expectBool(node: ASTNode, type: CelType): void {
		if (!this.assigns(types.bool, type)) this.report(`expected type 'bool' but found '${typeText(type)}'`, this.position(node));
	}

	position(node: ASTNode): number {
		return positionOf(node, this.text);
	}

	/** Resolves the overload of a function. Returns the error type when none fits. */
	resolve(node: ASTNode, name: string, overloads: readonly Overload[], given: readonly CelType[], isMember: boolean): CelType {
		let result: CelType | undefined;
		for (const overload of overloads) {
			if (overload.isMember !== isMember) continue;
			const fresh = this.#instance(overload);
			const known = assignable(this.known, given, fresh.parameters);
			if (known === undefined) continue;
			this.known = known;
			const type = this.resolved(fresh.result);
			if (result === undefined) result = type;
			else if (!isDyn(result) && typeText(type) !== typeText(result)) result = types.dyn;
		}
		if (result !== undefined) return result;
		const [receiver, ...rest] = given.map((type) => typeText(substitute(this.known, type, types.dyn)));
		const shown = isMember ? `${receiver}.(${rest.join(', ')})` : `(${[receiver, ...rest].filter((each) => each !== undefined).join(', ')})`;
		this.report(`found no matching overload for '${name}' applied to '${shown}'`, this.position(node));
		return types.error;
	}

	#instance({ parameters, result }: Overload): Pick<Overload, 'parameters' | 'result'> {
		const fresh = new Map<string, CelType>();
		for (const name of parameterNames([...parameters, result])) fresh.set(name, this.infer());
		return { parameters: parameters.map((type) => substitute(fresh, type)), result: substitute(fresh, result) };
	}

	#literal(value: unknown, at: number, isNegative: boolean): CelType {
		if (typeof value === 'bigint' && value > (isNegative ? mostInteger + 1n : mostInteger)) this.report('invalid int literal', at);
		return typeOfLiteral(value);
	}

	#identifier(name: string): CelType | undefined {
		const bound = this.#bound.findLast(([each]) => each === name)?.[1];
		if (bound !== undefined) return bound;
		const declared = this.#scope.variables.get(name);
		if (declared !== undefined) return declared;
		if (Object.hasOwn(named, name)) return { kind: 'type', of: named[name] ?? types.dyn };
		return this.#scope.struct(name) === undefined ? undefined : { kind: 'type', of: structOf(name) };
	}

	#undeclared(name: string, at: number): CelType {
		this.report(`undeclared reference to '${name}' (in container '')`, at);
		return types.error;
	}

	#selection(node: ASTNode & { readonly op: '.' }): CelType {
		const qualified = qualifiedName(node);
		const variable = qualified === undefined ? undefined : this.#identifier(qualified);
		return variable ?? this.#field(node.args[0], node.args[1], this.position(node), false);
	}

	#field(operand: ASTNode, name: string, at: number, optional: boolean): CelType {
		const type = this.resolved(this.check(operand));
		const target = type.kind === 'optional' ? type.of : type;
		const found = this.#fieldOf(target, name, at);
		const result = this.resolved(found);
		return optional || type.kind === 'optional' ? optionalOf(result) : result;
	}

	#fieldOf(target: CelType, name: string, at: number): CelType {
		if (target.kind === 'map') return target.value;
		if (target.kind === 'struct') {
			const field = this.#scope.struct(target.name)?.field(name);
			if (field === undefined) this.report(`undefined field '${name}'`, at);
			return field ?? types.error;
		}
		if (target.kind === 'parameter') this.assigns(types.dyn, target);
		else if (!isSimple(target, 'dyn', 'error')) this.report(`type '${typeText(target)}' does not support field selection`, at);
		return types.dyn;
	}

	/** Returns the type of an optional entry of a list or a map: that of its value. */
	#optionalEntry(call: ASTNode, node: ASTNode): CelType {
		if (!this.#scope.vocabulary.optional) this.report("unsupported syntax '?'", this.position(call));
		const type = substitute(this.known, this.check(node));
		if (type.kind === 'optional') return type.of;
		if (!isSimple(type, 'dyn', 'error')) this.report(`expected type '${typeText(optionalOf(type))}' but found '${typeText(type)}'`, this.position(node));
		return type;
	}

	#call(node: ASTNode, name: string, parameters: readonly ASTNode[]): CelType {
		if (name === maker) return this.#struct(node, parameters);
		if (name === entriesOf) return this.check(parameters[0] as ASTNode);
		if (name === entryOf) return this.#optionalEntry(node, parameters[0] as ASTNode);
		if (name === 'has' && parameters.length === 1) return this.#presence(node, parameters[0]);
		const given = parameters.map((parameter) => this.check(parameter));
		const overloads = this.#scope.vocabulary.functions.get(name);
		if (overloads === undefined) return this.#undeclared(name, this.position(node));
		const result = this.resolve(node, name, overloads, given, false);
		this.#checkLiteral(name, parameters);
		return result;
	}

	#presence(node: ASTNode, operand: ASTNode | undefined): CelType {
		if (operand?.op !== '.') this.report('invalid argument to has() macro', operand === undefined ? 0 : this.position(operand));
		else this.#field(operand.args[0], operand.args[1], this.position(node), false);
		return types.bool;
	}

	#memberCall(node: ASTNode, [name, receiver, parameters]: readonly [string, ASTNode, ASTNode[]]): CelType {
		const macro = new Comprehensions(this, this.#scope.vocabulary.macros).check(node, name, receiver, parameters);
		if (macro !== undefined) return macro;
		const wasFormatting = this.#isFormatting;
		this.#isFormatting ||= name === 'format';
		const given = parameters.map((parameter) => this.check(parameter));
		this.#isFormatting = wasFormatting;
		const prefix = qualifiedName(receiver);
		const full = prefix === undefined ? undefined : this.#scope.vocabulary.functions.get(`${prefix}.${name}`);
		if (full !== undefined) return this.resolve(node, `${prefix}.${name}`, full, given, false);
		const target = this.check(receiver);
		const overloads = this.#scope.vocabulary.functions.get(name);
		if (overloads === undefined) return this.#undeclared(name, this.position(node));
		const result = this.resolve(node, name, overloads, [target, ...given], true);
		this.#checkLiteral(name, parameters);
		return result;
	}

	#checkLiteral(name: string, parameters: readonly ASTNode[]): void {
		const issue = literalIssue(name, parameters);
		if (issue !== undefined) this.literals.push(issue);
	}

	#operator(node: ASTNode, operands: readonly ASTNode[]): CelType {
		const given = operands.map((operand) => this.check(operand));
		const name = operators[node.op] ?? `_${node.op}_`;
		return this.resolve(node, name, this.#scope.vocabulary.functions.get(name) ?? [], given, false);
	}

	#logical(operands: readonly ASTNode[]): CelType {
		const given = operands.map((operand) => ({ operand, type: this.check(operand) }));
		for (const { operand, type } of given) this.expectBool(operand, type);
		return types.bool;
	}

	/** Returns the type of the entries of a literal. Entries of different types are an issue, except in the arguments of `format`. */
	#joined(entries: readonly { readonly item: ASTNode; readonly type: CelType }[]): CelType {
		let joined: CelType | undefined;
		for (const { item, type } of entries) {
			if (joined === undefined) joined = type;
			else if (this.assigns(joined, type)) joined = mostGeneral(joined, type);
			else joined = types.dyn;
			this.#compare(entries[0]?.type ?? type, type, item);
		}
		return joined ?? this.infer();
	}

	/** Records an issue for an entry whose type differs from the first. It is reported only when all types are right. */
	#compare(first: CelType, type: CelType, item: ASTNode): void {
		const [expected, found] = [first, type].map((each) => typeText(substitute(this.known, each, types.dyn)));
		if (expected === found || this.#isFormatting) return;
		this.literals.push({ message: `expected type '${expected}' but found '${found}'`, at: this.position(item) });
	}

	#map(entries: readonly (readonly [ASTNode, ASTNode])[]): CelType {
		const checked = entries.map(([key, value]) => ({ key: { item: key, type: this.check(key) }, value: { item: value, type: this.check(value) } }));
		return mapOf(this.#joined(checked.map(({ key }) => key)), this.#joined(checked.map(({ value }) => value)));
	}

	/** Checks an object: `Object.spec{replicas: 1}`. */
	#struct(node: ASTNode, [name, fields]: readonly ASTNode[]): CelType {
		const typeName = String(name?.args);
		const entries = fields?.op === 'map' ? fields.args : [];
		const struct = this.#scope.struct(typeName);
		if (struct === undefined) {
			const at = fields?.start ?? node.start;
			if (!Object.hasOwn(named, typeName)) return this.#undeclared(typeName, at);
			this.report(`'${typeName}' is not a message type`, at);
			return types.error;
		}
		for (const [key, value] of entries) {
			const written = String(key.args);
			const field = written.startsWith(optionalMark) ? written.slice(optionalMark.length) : written;
			const at = colonAfter(key, this.text);
			const declared = struct.field(field);
			if (declared === undefined) this.report(`undefined field '${field}'`, at);
			const given = this.check(value);
			const type = written === field ? given : this.#unwrapped(value, given);
			if (!this.assigns(declared ?? types.error, type))
				this.report(`expected type of field '${field}' is '${typeText(declared ?? types.error)}' but provided type is '${typeText(type)}'`, at);
		}
		return structOf(typeName);
	}

	#unwrapped(node: ASTNode, type: CelType): CelType {
		if (type.kind === 'optional') return type.of;
		if (!isDyn(type)) this.report(`expected type 'optional_type(${typeText(type)})' but found '${typeText(type)}'`, this.position(node));
		return type;
	}
}

function typeOfLiteral(value: unknown): CelType {
	switch (typeof value) {
		case 'bigint':
			return types.int;
		case 'number':
			return types.double;
		case 'string':
			return types.string;
		case 'boolean':
			return types.bool;
		default:
			return value === null ? types.null : value instanceof Uint8Array ? types.bytes : types.uint;
	}
}

/** Returns the dotted name that a chain of selections spells. Returns undefined for any other node. */
function qualifiedName(node: ASTNode): string | undefined {
	if (node.op === 'id') return node.args;
	if (node.op !== '.') return undefined;
	const of = qualifiedName(node.args[0]);
	return of === undefined ? undefined : `${of}.${node.args[1]}`;
}

function parameterNames(all: readonly CelType[]): ReadonlySet<string> {
	const names = new Set<string>();
	const visit = (type: CelType): void => {
		if (type.kind === 'parameter') names.add(type.name);
		if ('of' in type && type.of !== undefined) visit(type.of);
		if (type.kind === 'map') for (const part of [type.key, type.value]) visit(part);
	};
	for (const type of all) visit(type);
	return names;
}
