/**
 * Estimates the maximum cost of an expression before any object exists, in the units in which Kubernetes checks CustomResourceDefinitions.
 * A loop costs its body times the maximum number of entries. Lists and strings without a declared bound count as long as a request can be.
 * Therefore a single pass over an object costs in proportion to its size, and nested loops are refused until bounds are declared.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { RuleUse, Schema } from '../../model/catalog.ts';
import { loopsOverTwo, throughAll } from './functions/index.ts';
import { longestRange } from './functions/list-making.ts';
import { bytesPerEntry, mostBytes, statedEntries, statedLength, type TypeLookup } from './sizes.ts';

/** Maximum cost of an expression, over all values in an object for which it is evaluated. */
export const mostPerExpression = 10_000_000;
/** Maximum cost of a column. It allows a few passes over an object of any size, but no nested loops without bounds. */
export const mostPerColumn = 100_000_000;
/**
 * Maximum cost of all expressions of a kind. It is twice that of CustomResourceDefinitions, because expressions of built-in kinds replace
 * code.
 */
export const mostPerKind = 200_000_000;

/** Cost of each character of a string that is traversed. */
const perCharacter = 0.1;

/** Fixed cost, and a cost per byte of each variable. */
export interface Cost {
	readonly fixed: number;
	readonly perByte: ReadonlyMap<string, number>;
}

interface Value {
	readonly cost: Cost;
	readonly schema: Schema | undefined;
	/** Variable that contains the value. Undefined for a value that the expression creates. */
	readonly owner: string | undefined;
	/** Characters or entries of a created value. */
	readonly length: number;
	/** Set for a loop variable over the keys of a map: variable that contains the map. */
	readonly keyOf?: string | undefined;
}

interface Scope {
	readonly variables: ReadonlyMap<string, Value>;
	readonly type: TypeLookup;
	/** Returns the schema of a member, if known. */
	readonly member: (schema: Schema | undefined, name: string) => Schema | undefined;
	/** Additional costs of constructing values. Absent: none. */
	readonly making?: CreationCosts | undefined;
}

type CreationCosts = Readonly<Partial<Record<ASTNode['op'], number>>>;

/** Costs of creating a list or a map, and of negation, as Kubernetes counts them. */
export const ofMaking: CreationCosts = { list: 10, map: 30, '!_': 1, '-_': 1 };

const nothing: Cost = { fixed: 0, perByte: new Map() };

/** Returns the maximum cost of an expression that is evaluated `times` times for one object. */
export function estimate(node: ASTNode, variables: Readonly<Record<string, Schema>>, types: Omit<Scope, 'variables'>, times: number): number {
	const known = new Map(Object.entries(variables).map(([name, schema]): [string, Value] => [name, { cost: nothing, schema, owner: name, length: 0 }]));
	const { fixed, perByte } = costOf(node, { ...types, variables: known }).cost;
	// The evaluated values are disjoint parts of the object, so their total size is at most that of the object.
	return [...perByte.values()].reduce((sum, factor) => sum + factor * mostBytes, fixed * times);
}

/** Returns the refusal that authors of CustomResourceDefinitions know, or undefined within the limit. */
export function costProblem(name: string, cost: number, limit: number): string | undefined {
	if (cost <= limit) return undefined;
	const factor = cost / limit;
	const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
	return `${name} exceeds budget by factor of ${shown} (try simplifying the rule(s), or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

function plus(...costs: readonly Cost[]): Cost {
	const perByte = new Map<string, number>();
	for (const cost of costs) for (const [name, factor] of cost.perByte) perByte.set(name, (perByte.get(name) ?? 0) + factor);
	return { fixed: costs.reduce((sum, { fixed }) => sum + fixed, 0), perByte };
}

function scaled({ fixed: units, perByte }: Cost, factor: number): Cost {
	return { fixed: units * factor, perByte: new Map([...perByte].map(([name, each]) => [name, each * factor])) };
}

function fixed(units: number): Cost {
	return { fixed: units, perByte: nothing.perByte };
}

/** Returns the cost of one traversal of a value. */
function traversal({ schema, owner, length }: Value, scope: Scope, perLetter = perCharacter): Cost {
	if (owner === undefined) return fixed(length * perLetter);
	switch (schema?.kind) {
		case 'boolean':
		case 'int32':
		case 'int64':
		case 'double':
			return nothing;
		case 'list':
		case 'map': {
			const stated = statedEntries(schema);
			return stated === undefined ? { fixed: 0, perByte: new Map([[owner, 1 / bytesPerEntry(schema, scope.type)]]) } : fixed(stated);
		}
		default: {
			const stated = schema === undefined ? undefined : statedLength(schema);
			return stated === undefined ? { fixed: 0, perByte: new Map([[owner, perLetter]]) } : fixed(stated * perLetter);
		}
	}
}

function made(cost: Cost, length = 0): Value {
	return { cost, schema: undefined, owner: undefined, length };
}

function costOf(node: ASTNode, scope: Scope): Value {
	switch (node.op) {
		case 'value':
			return made(nothing, typeof node.args === 'string' ? node.args.length : 1);
		case 'id': {
			const known = scope.variables.get(node.args);
			return known === undefined ? made(fixed(1)) : { ...known, cost: fixed(1) };
		}
		case '.':
		case '.?': {
			const of = costOf(node.args[0], scope);
			return { ...of, keyOf: undefined, cost: plus(of.cost, fixed(1)), schema: scope.member(of.schema, node.args[1]) };
		}
		case '[]':
		case '[?]': {
			const of = costOf(node.args[0], scope);
			const { schema } = of;
			const entry = schema?.kind === 'list' ? schema.items : schema?.kind === 'map' ? schema.values : undefined;
			const index = costOf(node.args[1], scope);
			// A loop over keys visits a different entry each time, and all entries together are no larger than the map.
			const owner = schema?.kind === 'map' && index.keyOf !== undefined && index.keyOf === of.owner ? index.owner : of.owner;
			return { ...of, owner, keyOf: undefined, cost: plus(of.cost, index.cost, fixed(1)), schema: entry };
		}
		case '==':
		case '!=':
		case '<':
		case '<=':
		case '>':
		case '>=':
			return compared(node.args, scope);
		case 'in':
			return node.args[1].op === 'list' ? within(node.args[0], node.args[1], scope) : joined(node.args, scope);
		case '+':
			return joined(node.args, scope);
		case 'rcall':
			return called(node.args, scope);
		case '?:':
			return chosen(node.args, scope);
		case 'call':
			if (node.args[0] === 'has') return test(node.args[1], scope);
			if (glances.has(node.args[0])) return made(plus(fixed(1), ...node.args[1].map((operand) => costOf(operand, scope).cost)));
			return ofFunction(node.args[1], scope, perCharacter);
		default:
			return whole(node, scope);
	}
}

/** Returns the cost of a conditional: its condition, and the more expensive branch. */
function chosen([condition, ...branches]: readonly ASTNode[], scope: Scope): Value {
	const values = branches.map((branch) => costOf(branch, scope));
	const [first = made(nothing), second = first] = values;
	const perByte = new Map(first.cost.perByte);
	for (const [name, factor] of second.cost.perByte) perByte.set(name, Math.max(factor, perByte.get(name) ?? 0));
	const dearer: Cost = { fixed: Math.max(first.cost.fixed, second.cost.fixed), perByte };
	const given = values.find(({ owner }) => owner !== undefined) ?? first;
	const asked = condition === undefined ? nothing : costOf(condition, scope).cost;
	return { ...given, keyOf: undefined, cost: plus(asked, dearer), length: Math.max(first.length, second.length) };
}

/** Functions whose cost does not depend on the length of their arguments. */
const glances: ReadonlySet<string> = new Set(['size', 'type', 'dyn', 'duration', 'timestamp']);

/** Returns the cost of `has`. The test itself is free, and does not read the content of the field. */
function test([selected]: readonly ASTNode[], scope: Scope): Value {
	if (selected === undefined) return made(nothing);
	return made(costOf(selected.op === '.' ? selected.args[0] : selected, scope).cost);
}

/** Returns the cost of a comparison: the length of the shorter operand, rounded up to whole units. */
function compared([left, right]: readonly ASTNode[], scope: Scope): Value {
	if (left === undefined || right === undefined) return made(nothing);
	const a = costOf(left, scope);
	const b = costOf(right, scope);
	const shorter = a.owner === undefined ? a : b;
	const through = isCollection(shorter) ? scaled(traversal(shorter, scope), perCharacter) : traversal(shorter, scope);
	return made(plus(a.cost, b.cost, { fixed: isMeasured(shorter) ? Math.ceil(through.fixed) : 1 + through.fixed, perByte: through.perByte }));
}

/** Reports whether the maximum length of the value is known. */
function isMeasured({ schema, owner }: Value): boolean {
	if (schema?.kind === 'list' || schema?.kind === 'map') return owner === undefined || statedEntries(schema) !== undefined;
	return owner === undefined || (schema?.kind === 'string' && statedLength(schema) !== undefined);
}

/** Reports whether the value is a list or a map of the object. A comparison counts an entry as it counts a character. */
function isCollection({ schema, owner }: Value): boolean {
	return owner !== undefined && (schema?.kind === 'list' || schema?.kind === 'map');
}

/** Returns the cost of `in` with a literal list. */
function within(value: ASTNode, list: ASTNode, scope: Scope): Value {
	return made(plus(costOf(value, scope).cost, costOf(list, scope).cost, fixed(Array.isArray(list.args) ? list.args.length : 0)));
}

function joined(operands: readonly ASTNode[], scope: Scope): Value {
	const values = operands.map((operand) => costOf(operand, scope));
	const cost = plus(...values.map((value) => plus(value.cost, traversal(value, scope))));
	const owned = values.find(({ owner }) => owner !== undefined);
	return owned === undefined
		? made(
				cost,
				values.reduce((sum, { length }) => sum + length, 0),
			)
		: { ...owned, keyOf: undefined, cost };
}

function ofFunction(operands: readonly ASTNode[], scope: Scope, perLetter: number, within: (value: Value) => Cost = () => nothing): Value {
	const values = operands.map((operand) => costOf(operand, scope));
	const cost = plus(fixed(1), ...values.map((value) => plus(value.cost, traversal(value, scope, perLetter), within(value))));
	const owned = values.find(({ owner }) => owner !== undefined);
	return owned === undefined ? made(cost) : { ...owned, keyOf: undefined, schema: undefined, cost };
}

/** Returns the cost of all operands of any other node, such as the entries of a list literal. */
function whole({ op, args }: ASTNode, scope: Scope): Value {
	const parts = [args].flat(2).filter((part): part is ASTNode => part !== null && typeof part === 'object' && 'op' in part);
	const values = parts.map((part) => costOf(part, scope));
	const cost = plus(fixed(scope.making?.[op] ?? 0), ...values.map((value) => value.cost));
	return {
		...(values.find(({ owner }) => owner !== undefined) ?? made(nothing)),
		keyOf: undefined,
		cost,
		length: values.reduce((sum, { length }) => sum + length + 1, 0),
	};
}

const loops: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);
/** Functions that return their receiver, or a part of it with the same type. */
const alike: ReadonlySet<string> = new Set(['or', 'orValue', 'value', 'filter']);
/** Functions that return entries of their receiver. */
const entriesOf: ReadonlySet<string> = new Set(['slice', 'sort', 'distinct', 'reverse', 'first', 'last']);

function called([name, receiver, parameters]: readonly [string, ASTNode, ASTNode[]], scope: Scope): Value {
	const [first, ...bodies] = parameters;
	const bound = first?.op === 'id' ? first.args : undefined;
	const [value, body] = bodies;
	if (name === 'bind' && bound !== undefined && value !== undefined && body !== undefined) return bind(bound, value, body, scope);
	if (name.startsWith('opt') && bound !== undefined && value !== undefined) return bind(bound, receiver, value, scope);
	if (loopsOverTwo.has(name) && bound !== undefined && value?.op === 'id' && body !== undefined)
		return loopOverTwo(name, receiver, [bound, value.args], bodies.slice(1), scope);
	if (name === 'sortBy' && bound !== undefined) return sorted(receiver, bound, bodies, scope);
	if (name === 'range' && first !== undefined) return { ...made(plus(fixed(1), costOf(first, scope).cost)), length: rangeLength(first) };
	if (loops.has(name) && bound !== undefined) return loop(name, costOf(receiver, scope), bound, bodies, scope);
	if (name === 'matches' || name === 'find' || name === 'findAll')
		return ofFunction(first?.op === 'value' ? [receiver] : [receiver, ...parameters], scope, perCharacter * Math.max(1, patternSize(first) / 4));
	if (entriesOf.has(name)) {
		const gone = ofFunction([receiver, ...parameters], scope, perCharacter, textsOf);
		const of = costOf(receiver, scope);
		const schema = (name === 'first' || name === 'last') && of.schema?.kind === 'list' ? of.schema.items : of.schema;
		return { ...of, schema, cost: gone.cost };
	}
	if (throughAll.has(name)) return ofFunction([receiver, ...parameters], scope, perCharacter, textsOf);
	if (!alike.has(name)) return ofFunction([receiver, ...parameters], scope, perCharacter);
	const of = costOf(receiver, scope);
	return { ...of, cost: plus(of.cost, fixed(1), ...parameters.map((parameter) => costOf(parameter, scope).cost)) };
}

/** Returns the cost of traversing all strings in a list or map, for functions that compare or join them. */
function textsOf({ schema, owner }: Value): Cost {
	if (owner === undefined || (schema?.kind !== 'list' && schema?.kind !== 'map')) return nothing;
	const entry = schema.kind === 'list' ? schema.items : schema.values;
	if (entry.kind === 'boolean' || entry.kind === 'int32' || entry.kind === 'int64' || entry.kind === 'double') return nothing;
	const [entries, length] = [statedEntries(schema), statedLength(entry)];
	return entries === undefined || length === undefined ? { fixed: 0, perByte: new Map([[owner, perCharacter]]) } : fixed(entries * length * perCharacter);
}

/** Returns the cost of a pattern: the length of its text, as Kubernetes counts it. */
function patternSize(node: ASTNode | undefined): number {
	return node?.op === 'value' && typeof node.args === 'string' ? node.args.length : 100;
}

function bind(name: string, value: ASTNode, body: ASTNode, scope: Scope): Value {
	const bound = costOf(value, scope);
	const inner = costOf(body, { ...scope, variables: new Map([...scope.variables, [name, bound]]) });
	return { ...inner, cost: plus(bound.cost, inner.cost) };
}

/** Returns the length of a range: its value if it is a constant, else the maximum. */
function rangeLength(node: ASTNode): number {
	return node.op === 'value' && typeof node.args === 'bigint' && node.args < longestRange ? Number(node.args) : Number(longestRange);
}

/**
 * Returns the cost of a loop over two variables, which equals that of a loop over one. The second variable is the entry at the index or
 * key.
 */
function loopOverTwo(name: string, receiver: ASTNode, [key, value]: readonly [string, string], bodies: readonly ASTNode[], scope: Scope): Value {
	const list = costOf(receiver, scope);
	const { schema, owner } = list;
	const entries: Value =
		schema?.kind === 'map' ? { ...list, schema: { kind: 'list', items: schema.values, ...(schema.rules && { rules: entriesBound(schema.rules) }) } } : list;
	const place: Value = {
		cost: nothing,
		schema: schema?.kind === 'map' ? { kind: 'string' } : { kind: 'int64' },
		owner: `${value} in ${owner ?? ''}`,
		length: 1,
	};
	const inner = { ...scope, variables: new Map([...scope.variables, [key, owner === undefined ? made(nothing, list.length) : place]]) };
	return loop(name === 'transformList' ? 'map' : name, entries, value, bodies, inner);
}

/** Returns the bounds of a map in the form of a list's bounds. */
function entriesBound(rules: readonly RuleUse[]): readonly RuleUse[] {
	return rules.map((use) => (use.rule === 'maxProperties' ? { ...use, rule: 'maxItems' } : use));
}

/** Returns the cost of a sort, including all comparisons of keys. */
function sorted(receiver: ASTNode, bound: string, bodies: readonly ASTNode[], scope: Scope): Value {
	const list = costOf(receiver, scope);
	return { ...list, cost: plus(loop('map', list, bound, bodies, scope).cost, traversal(list, scope)) };
}

function loop(name: string, list: Value, variable: string, bodies: readonly ASTNode[], scope: Scope): Value {
	const { schema, owner } = list;
	const items = schema?.kind === 'list' ? schema.items : schema?.kind === 'map' ? ({ kind: 'string' } as const) : undefined;
	const key = `${variable} in ${owner ?? ''}`;
	const item: Value = {
		cost: nothing,
		schema: items,
		owner: owner === undefined ? undefined : key,
		length: list.length,
		...(schema?.kind === 'map' && { keyOf: owner }),
	};
	const inner = { ...scope, variables: new Map([...scope.variables, [variable, item]]) };
	const values = bodies.map((body) => costOf(body, inner));
	const body = plus(fixed(2), ...values.map(({ cost }) => cost));
	const cost = plus(list.cost, repeated(body, list, key, scope));
	if (name === 'filter') return { ...list, cost };
	const given = values.at(-1)?.schema;
	if (name !== 'map') return made(cost);
	return { ...list, cost, schema: given === undefined ? undefined : { kind: 'list', items: given } };
}

/**
 * Returns the cost of a body that runs once per entry. The parts of the entries that it reads are together no larger than the list. Other
 * values are read again in each iteration.
 */
function repeated(body: Cost, list: Value, item: string, scope: Scope): Cost {
	const { schema, owner } = list;
	const isCollection = schema?.kind === 'list' || schema?.kind === 'map';
	const stated = owner === undefined ? list.length : isCollection ? statedEntries(schema) : undefined;
	const entriesPerByte = isCollection ? 1 / bytesPerEntry(schema, scope.type) : 0.5;
	const times = stated ?? mostBytes * entriesPerByte;
	const perByte = new Map<string, number>();
	const add = (name: string, factor: number): void => void perByte.set(name, (perByte.get(name) ?? 0) + factor);
	let units = 0;
	if (stated === undefined && owner !== undefined) add(owner, body.fixed * entriesPerByte);
	else units += body.fixed * times;
	for (const [name, factor] of body.perByte) {
		if (name === item && owner !== undefined) add(owner, factor);
		else if (stated === undefined) units += factor * mostBytes * times;
		else add(name, factor * times);
	}
	return { fixed: units, perByte };
}
