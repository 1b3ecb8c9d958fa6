/**
 * Finds unguarded reads: an expression reads a field that may be absent, without a test. The evaluation then fails, and with it every write
 * of such an object. `has(self.a) && self.a.b == 1` tests the field. `self.?a.?b` needs no test.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Field, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { newEnvironment, parseIn } from './expression.ts';
import { loopsOverTwo } from './functions/index.ts';

export interface Unguarded {
	/** Path of the field as an author would test it: `self.spec.replicas`. */
	readonly path: string;
	/** Offset of the field's name in the expression. */
	readonly at: number;
}

type TypeOf = (name: TypeName) => TypeDescriptor | undefined;

/** Creates the checker. Its expressions must be valid. */
export function guardChecker(type: TypeOf): (text: string, variables: Readonly<Record<string, Schema>>) => readonly Unguarded[] {
	const environment = newEnvironment();
	return (text, variables) => {
		const found: Unguarded[] = [];
		walk(parseIn(environment, text).ast, { variables: new Map(Object.entries(variables)), type, found, there: new Set() });
		return found;
	};
}

interface Walk {
	readonly variables: ReadonlyMap<string, Schema | undefined>;
	readonly type: TypeOf;
	readonly found: Unguarded[];
	/** Paths of fields that an earlier test has found present. */
	readonly there: ReadonlySet<string>;
}

/** Schema and path of a node, if known. */
interface NodeInfo {
	readonly schema?: Schema | undefined;
	/** Absent when `has()` cannot name the value. */
	readonly path?: string | undefined;
	/** Set for an optional value, whose fields may be absent. */
	readonly optional?: true;
}

function walk(node: ASTNode, at: Walk): NodeInfo {
	switch (node.op) {
		case 'id':
			return { schema: at.variables.get(node.args), path: node.args };
		case '.':
			return read(node.args[0], node.args[1], node.pos, at);
		case '.?':
			return { ...fieldOf(walk(node.args[0], at), node.args[1], at), optional: true };
		case '[]':
		case '[?]': {
			const [of, index] = node.args;
			const { schema, optional } = walk(of, at);
			walk(index, at);
			const entry = schema?.kind === 'list' ? schema.items : schema?.kind === 'map' ? schema.values : undefined;
			return { schema: entry, ...(optional || node.op === '[?]' ? { optional: true } : {}) };
		}
		case '&&':
			for (const [side, other] of bothWays(node.args)) walk(side, knowing(at, facts(other, true)));
			return {};
		case '||':
			for (const [side, other] of bothWays(node.args)) walk(side, knowing(at, facts(other, false)));
			return {};
		case '?:': {
			const [condition, yes, no] = node.args;
			walk(condition, at);
			const place = walk(yes, knowing(at, facts(condition, true)));
			walk(no, knowing(at, facts(condition, false)));
			return { schema: place.schema };
		}
		case 'call':
			if (node.args[0] === 'has' && node.args[1][0] !== undefined) test(node.args[1][0], at);
			else for (const argument of node.args[1]) walk(argument, at);
			return {};
		case 'rcall':
			return called(node.args, at);
		default:
			for (const part of [node.args as unknown].flat(3)) if (isNode(part)) walk(part, at);
			return {};
	}
}

/** Returns both orders of the operands. In `&&` and `||`, each side determines the result when the other one fails. */
function bothWays([a, b]: readonly [ASTNode, ASTNode]): readonly (readonly [ASTNode, ASTNode])[] {
	return [
		[a, b],
		[b, a],
	];
}

/** Walks the argument of `has`: `has(a.b)` tests b and reads a. */
function test(node: ASTNode, at: Walk): void {
	if (node.op === '.') walk(node.args[0], at);
	else walk(node, at);
}

function read(of: ASTNode, name: string, offset: number, at: Walk): NodeInfo {
	const place = walk(of, at);
	const { field, path, ...rest } = fieldOf(place, name, at);
	if (place.optional) return { ...rest, path, optional: true };
	if (field !== undefined && path !== undefined && mayBeAbsent(field) && !at.there.has(path)) at.found.push({ path, at: offset });
	return { ...rest, path };
}

function fieldOf({ schema, path }: NodeInfo, name: string, { type }: Walk): NodeInfo & { readonly field?: Field | undefined } {
	const inner = path === undefined ? undefined : `${path}.${name}`;
	if (schema?.kind !== 'struct' || outside.test(schema.type)) return { path: inner };
	const field = fieldsOf(schema.type, type).find((one) => one.name === name);
	return { field, schema: field?.schema, path: inner };
}

/** Types of metadata, whose fields the server sets on every object. */
const outside = /^meta\//;

function fieldsOf(name: TypeName, type: TypeOf): readonly Field[] {
	return (type(name)?.fields ?? []).flatMap((field) =>
		field.inline && field.schema.kind === 'struct' && field.schema.type !== name ? fieldsOf(field.schema.type, type) : [field],
	);
}

function mayBeAbsent({ required, default: value, presence }: Field): boolean {
	return required !== true && value === undefined && presence !== 'always';
}

function knowing(at: Walk, paths: readonly string[]): Walk {
	return paths.length === 0 ? at : { ...at, there: new Set([...at.there, ...paths]) };
}

/** Returns the paths that are certainly present when an expression is true, or when it is false. */
function facts(node: ASTNode, holds: boolean): readonly string[] {
	switch (node.op) {
		case '!_':
			return facts(node.args, !holds);
		case '&&':
		case '||': {
			const [a, b] = node.args.map((part) => facts(part, holds)) as [readonly string[], readonly string[]];
			// Either both sides have the required value, or one of them.
			return (node.op === '&&') === holds ? [...a, ...b] : a.filter((path) => b.includes(path));
		}
		case 'call':
			return holds && node.args[0] === 'has' && node.args[1][0] !== undefined ? prefixes(pathOf(node.args[1][0])) : [];
		default:
			return optionalPaths(node);
	}
}

/**
 * Returns the fields whose absence an optional test handles: `self.?name.orValue('') == ''`. The check assumes that the author's conclusion
 * is right.
 */
function optionalPaths(node: ASTNode): readonly string[] {
	const within = [node.args as unknown].flat(3).flatMap((part) => (isNode(part) ? optionalPaths(part) : []));
	return node.op === '.?' ? [...within, ...prefixes(pathOf(node))] : within;
}

function pathOf(node: ASTNode): string | undefined {
	if (node.op === 'id') return node.args;
	if (node.op !== '.' && node.op !== '.?') return undefined;
	const of = pathOf(node.args[0]);
	return of === undefined ? undefined : `${of}.${node.args[1]}`;
}

/** Returns the path and its ancestors, because a present field has a present parent. */
function prefixes(path: string | undefined): readonly string[] {
	const names = path?.split('.') ?? [];
	return names.slice(1).map((_, index) => names.slice(0, index + 2).join('.'));
}

const overEntries: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'sortBy']);

function called([name, receiver, parameters]: readonly [string, ASTNode, ASTNode[]], at: Walk): NodeInfo {
	const place = walk(receiver, at);
	const { schema } = place;
	const [first, second, ...rest] = parameters;
	const variable = first?.op === 'id' ? first.args : undefined;
	const binding = (names: readonly (readonly [string, Schema | undefined])[]): Walk => ({ ...at, variables: new Map([...at.variables, ...names]) });
	const value = schema?.kind === 'list' ? schema.items : schema?.kind === 'map' ? schema.values : undefined;
	if (loopsOverTwo.has(name) && variable !== undefined && second?.op === 'id' && rest.length > 0) {
		const inner = binding([
			[variable, undefined],
			[second.args, value],
		]);
		for (const body of rest) walk(body, inner);
	} else if (overEntries.has(name) && variable !== undefined && second !== undefined) {
		const inner = binding([[variable, schema?.kind === 'list' ? schema.items : undefined]]);
		walk(second, inner);
		// The transformation runs only for entries that meet the condition.
		for (const body of rest) walk(body, knowing(inner, facts(second, true)));
	} else if (name === 'bind' && variable !== undefined && second !== undefined) {
		const bound = walk(second, at);
		for (const body of rest) walk(body, binding([[variable, bound.schema]]));
	} else for (const parameter of parameters) walk(parameter, name.startsWith('opt') && variable !== undefined ? binding([[variable, schema]]) : at);
	return name === 'filter' || name === 'orValue' ? { schema } : {};
}

function isNode(part: unknown): part is ASTNode {
	return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}
