/**
 * Interface to CEL expressions. Rules, columns and conditions do not depend on the CEL library behind it. The library is loaded for the
 * first expression that is more than a path, never at the start.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import type { JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { pathSegments, readSegments } from '../../model/path.ts';
import { CostError, ExpressionError } from './error.ts';
import { unescapedName, unescapeNames } from './escaped-names.ts';
import { macros, registerFunctions } from './functions/index.ts';
import { expandMacros } from './functions/macro.ts';
import { parseTests } from './has.ts';
import { celLibrary } from './load.ts';
import { meterOf, mostPerCall } from './meter.ts';
import { syntaxProblem } from './syntax.ts';
import { typeCheck } from './type-check.ts';

export { ExpressionError } from './error.ts';

/**
 * Evaluates the expression. Throws ExpressionError when the evaluation fails, for example at an absent key, and CostError when it exceeds
 * its cost limit.
 */
export interface Expression {
	(bindings: JsonObject): JsonValue;
	/** Returns the cost of the last evaluation, in Kubernetes' units. */
	readonly cost: () => number;
}

/** Names of variables, or names with their schemas. Schemas distinguish integers from doubles. */
export type Variables = readonly string[] | Readonly<Record<string, Schema | undefined>>;

export interface ExpressionOptions {
	/** Maximum cost of one evaluation. */
	readonly most?: number;
	/** Name of a variable with an optional value. The value is `none` when the variable is unbound. */
	readonly optional?: string | undefined;
}

/**
 * Compiles an expression over variables. A plain path (`self.spec.replicas`) is evaluated without CEL, and gives null when the value is
 * absent. Throws ExpressionError, with the position, for text that is no expression.
 */
export function compileExpression(
	text: string,
	variables: Variables,
	type?: (name: TypeName) => TypeDescriptor,
	{ most = mostPerCall, optional }: ExpressionOptions = {},
): Expression {
	const schemas: Readonly<Record<string, Schema | undefined>> = isNames(variables) ? Object.fromEntries(variables.map((name) => [name, undefined])) : variables;
	const segments = pathSegments(text.trim());
	if (segments !== undefined && segments[0] !== optional) return pathExpression(text, segments, Object.keys(schemas));
	const run = parse(text, optional);
	const meter = meterOf(typeCheck(run), most);
	const converters = Object.entries(schemas).map(([name, schema]) => ({ name, convert: only(membersNamed(text, name), toCel(schema, type)) }));
	const evaluate = (bindings: JsonObject): JsonValue => {
		const context: Record<string, unknown> = {};
		for (const { name, convert } of converters) {
			const value = Object.hasOwn(bindings, name) ? convert(bindings[name] ?? null) : undefined;
			if (name === optional) context[name] = celLibrary().Optional.of(value);
			else if (value !== undefined) context[name] = value;
		}
		if (meter !== undefined) meter.used = 0;
		try {
			const value = run(context);
			if (meter !== undefined && meter.used > meter.most) throw new CostError();
			return fromCel(value);
		} catch (error) {
			throw asExpressionError(error);
		}
	};
	return Object.assign(evaluate, { cost: () => 1 + (meter?.used ?? 0) });
}

/** Returns the reason why a text is no expression, or undefined. */
export function expressionProblem(text: string): string | undefined {
	if (pathSegments(text.trim()) !== undefined) return undefined;
	try {
		parse(text);
		return undefined;
	} catch (error) {
		if (error instanceof ExpressionError) return error.message;
		throw error;
	}
}

function isNames(variables: Variables): variables is readonly string[] {
	return Array.isArray(variables);
}

function pathExpression(text: string, segments: readonly (string | number)[], names: readonly string[]): Expression {
	if (!names.includes(String(segments[0]))) throw new ExpressionError(`unknown variable "${segments[0]}" in "${text}"`, 0);
	const quoted = /['"]/.test(text);
	const named = segments.map((segment) => (typeof segment === 'string' && !quoted ? unescapedName(segment) : segment));
	return Object.assign((bindings: JsonObject) => readSegments(bindings, named) ?? null, { cost: () => 1 });
}

type Run = ((context: Record<string, unknown>) => unknown) & { readonly ast: ASTNode };

let environment: Environment | undefined;

function parse(text: string, optional?: string): Run {
	environment ??= newEnvironment();
	try {
		// The library cannot determine the type of `value()` for a variable of any type.
		const known = optional === undefined ? environment : environment.clone().registerVariable(optional, 'optional<dyn>');
		return parseIn(known, text) as Run;
	} catch (error) {
		throw asExpressionError(error);
	}
}

/** Parses an expression. Throws the library's errors. */
export function parseIn(environment: Environment, text: string): ReturnType<Environment['parse']> {
	const parsed = parseTests(environment, text);
	if (text.includes('__')) unescapeNames(parsed.ast);
	expandMacros(environment, parsed.ast, macros);
	return parsed;
}

/** Creates an environment with the functions that expressions may call. */
export function newEnvironment({ unlistedVariablesAreDyn = true } = {}): Environment {
	const library = celLibrary();
	const made = new library.Environment({
		unlistedVariablesAreDyn,
		enableOptionalTypes: true,
		homogeneousAggregateLiterals: false,
		limits: { maxAstNodes: 10_000, maxDepth: 100 },
	});
	registerFunctions(made);
	return made;
}

/** The library's error codes for absent values. */
const absence: ReadonlySet<unknown> = new Set(['no_such_key', 'index_out_of_bounds']);

export function asExpressionError(error: unknown): ExpressionError {
	if (error instanceof ExpressionError) return error;
	const shaped = error as {
		code?: unknown;
		summary?: unknown;
		message?: unknown;
		node?: { input?: unknown };
		range?: { start?: unknown; end?: unknown };
	};
	const said = typeof shaped.summary === 'string' ? shaped.summary : (String(shaped.message ?? error).split('\n')[0] ?? '');
	const { start, end } = shaped.range ?? {};
	const input = shaped.node?.input;
	const offset = typeof start === 'number' ? start : undefined;
	const syntax =
		offset !== undefined && typeof end === 'number' && typeof input === 'string'
			? syntaxProblem({ code: shaped.code, message: said, text: input, start: offset, end })
			: undefined;
	const text = syntax ?? said;
	return new ExpressionError(offset === undefined ? `${text}` : `${text} (at character ${offset + 1})`, offset, absence.has(shaped.code));
}

type Convert = (value: JsonValue) => unknown;

/**
 * Returns the members of a variable that an expression reads. Returns undefined when it may read all (`self == oldSelf`, `self.map(...)`).
 */
function membersNamed(text: string, variable: string): ReadonlySet<string> | undefined {
	const members = new Set<string>();
	for (const [use, member] of text.matchAll(new RegExp(`\\b${variable}\\b(?:\\.\\??([A-Za-z_][A-Za-z0-9_]*)\\b(?!\\s*\\())?`, 'g'))) {
		if (member === undefined || use === '') return undefined;
		members.add(unescapedName(member));
	}
	return members;
}

/** Limits the conversion of an object to the members that its expression reads. */
function only(members: ReadonlySet<string> | undefined, convert: Convert): Convert {
	if (members === undefined) return convert;
	return (value) => {
		if (value === null || typeof value !== 'object' || Array.isArray(value)) return convert(value);
		const part: JsonObject = {};
		for (const member of members) if (Object.hasOwn(value, member)) setOwn(part, member, value[member] ?? null);
		return convert(part);
	};
}

/**
 * Returns a function that converts values to CEL values. Integers become CEL integers. Doubles stay doubles if the schema declares them.
 */
function toCel(schema: Schema | undefined, type: ((name: TypeName) => TypeDescriptor) | undefined): Convert {
	switch (schema?.kind) {
		case 'double':
			return (value) => value;
		case 'list': {
			const item = toCel(schema.items, type);
			return (value) => (Array.isArray(value) ? value.map(item) : value);
		}
		case 'map': {
			const item = toCel(schema.values, type);
			return (value) => mapObject(value, () => item);
		}
		case 'struct':
			return type === undefined ? anyToCel : structToCel(schema.type, type);
		default:
			return anyToCel;
	}
}

function structToCel(name: TypeName, type: (name: TypeName) => TypeDescriptor): Convert {
	// Created on first use, because types may be recursive.
	let fields: Map<string, Convert> | undefined;
	const addFields = (of: TypeName, into: Map<string, Convert>): Map<string, Convert> => {
		for (const field of type(of).fields) {
			if (field.inline && field.schema.kind === 'struct') addFields(field.schema.type, into);
			else into.set(field.name, toCel(field.schema, type));
		}
		return into;
	};
	return (value) => {
		fields ??= addFields(name, new Map());
		const known = fields;
		return mapObject(value, (key) => known.get(key) ?? anyToCel);
	};
}

function mapObject(value: JsonValue, convertOf: (key: string) => Convert): unknown {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) return anyToCel(value);
	// The library finds the type of an object through its constructor, for which it would take this member.
	if (Object.hasOwn(value, 'constructor')) return new Map(Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, convertOf(key)(item)]])));
	const result: Record<string, unknown> = Object.create(null);
	for (const key of Object.keys(value)) {
		const item = value[key];
		// Null means absent, so `has` must return false for it.
		if (item !== null && item !== undefined) result[key] = convertOf(key)(item);
	}
	return result;
}

/** Converts a value without a schema. A number without a fraction becomes an integer. */
export function anyToCel(value: JsonValue): unknown {
	if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
	if (Array.isArray(value)) return value.map(anyToCel);
	return value !== null && typeof value === 'object' ? mapObject(value, () => anyToCel) : value;
}

function fromCel(value: unknown): JsonValue {
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
	if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
	if (value instanceof Date) return value.toISOString();
	if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
	if (Array.isArray(value)) return value.map(fromCel);
	if (value instanceof Map) return objectOf(value as Map<unknown, unknown>);
	if (typeof value === 'object') return objectOf(Object.entries(value));
	return String(value);
}

function objectOf(entries: Iterable<readonly [unknown, unknown]>): JsonObject {
	const result: JsonObject = {};
	for (const [key, item] of entries) setOwn(result, String(key), fromCel(item));
	return result;
}
