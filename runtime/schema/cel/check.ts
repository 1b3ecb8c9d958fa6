/**
 * Checks the types in an expression that parses, by the schemas of its variables. It finds unknown fields, operators for other types, and a
 * result of the wrong type. It serves the expressions in specs. Requests are evaluated without static types (`cel.ts`).
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import type { Field, Schema, StructSchema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { constantProblem } from './constants.ts';
import { estimate, type ofMaking } from './cost.ts';
import { asExpressionError, newEnvironment, parseIn } from './expression.ts';
import { loopsOverTwo } from './functions/index.ts';

export interface UnknownField {
	readonly field: string;
	readonly within: TypeName;
	readonly known: readonly string[];
	/** Offset of the field's name in the expression. */
	readonly at: number;
}

/** Message of a type error, or unknown fields. */
export type TypeProblem = string | readonly UnknownField[];

export interface Result {
	/** CEL names of the types that the result may have. `values`: all except optional types. */
	readonly types: readonly string[] | 'values';
	/** Name of these types in messages. */
	readonly called: string;
}

/** Checks an expression. `optional`: name of a variable with an optional value. */
export type CheckTypes = (text: string, variables: Readonly<Record<string, Schema>>, gives: Result, optional?: string) => TypeProblem | undefined;

type TypeOf = (name: TypeName) => TypeDescriptor | undefined;

/**
 * Creates a checker. A type that `type` does not know may hold any value. Known types must not change. The checker throws ExpressionError
 * for text that is no expression.
 */
export function typeChecker(type: TypeOf): CheckTypes {
	// Environments are cached. A type has several rules, and declaring all types that it reaches takes longer than a check.
	const environments = new Map<string, Environment>();
	// Registering the functions is the largest cost of an environment.
	let functions: Environment | undefined;
	return (text, variables, gives, optional) => {
		const key = JSON.stringify([variables, optional]);
		functions ??= newEnvironment({ unlistedVariablesAreDyn: false });
		const environment = environments.get(key) ?? declare(functions.clone(), variables, type, optional);
		environments.set(key, environment);
		try {
			const parsed = parseIn(environment, text);
			const unknown: UnknownField[] = [];
			schemaOf(parsed.ast, { variables: new Map(Object.entries(variables)), type, unknown });
			if (unknown.length > 0) return unknown;
			const found = parsed.check();
			if (!found.valid) return asExpressionError(found.error).message;
			const wrong = constantProblem(parsed.ast, environment);
			if (wrong !== undefined) return wrong;
			const result = found.type ?? 'dyn';
			const fits = gives.types === 'values' ? !result.startsWith('optional<') : gives.types.includes(result);
			return result === 'dyn' || fits ? undefined : `${JSON.stringify(text)} gives ${result}, and must give ${gives.called}`;
		} catch (error) {
			throw asExpressionError(error);
		}
	};
}

/**
 * Creates a function that estimates the maximum cost of an expression (`cost.ts`), if all types are known. `making`: additional costs of
 * constructing values. The function throws ExpressionError for text that is no expression.
 */
export function costEstimator(type: TypeOf, making?: typeof ofMaking): (text: string, variables: Readonly<Record<string, Schema>>, times: number) => number {
	const environment = newEnvironment();
	const member = (schema: Schema | undefined, name: string): Schema | undefined => {
		if (schema?.kind === 'map') return schema.values;
		return schema?.kind === 'struct' ? fieldsOf(schema.type, type).find((field) => field.name === name)?.schema : undefined;
	};
	return (text, variables, times) => {
		try {
			return estimate(parseIn(environment, text).ast, variables, { type, member, making }, times);
		} catch (error) {
			throw asExpressionError(error);
		}
	};
}

function declare(environment: Environment, variables: Readonly<Record<string, Schema>>, type: TypeOf, optional: string | undefined): Environment {
	const declared = new Set<string>();
	for (const [name, schema] of Object.entries(variables)) {
		const known = celType(schema, { environment, declared, type });
		environment.registerVariable(name, name === optional ? `optional<${known}>` : known);
	}
	return environment;
}

interface DeclarationContext {
	readonly environment: Environment;
	readonly declared: Set<string>;
	readonly type: TypeOf;
}

/** Returns the CEL type of a schema. Times, quantities and bytes are strings in expressions. */
function celType(schema: Schema, declaring: DeclarationContext): string {
	switch (schema.kind) {
		case 'struct':
			return structType(schema, declaring);
		case 'list':
			return `list<${celType(schema.items, declaring)}>`;
		case 'map':
			return `map<string, ${celType(schema.values, declaring)}>`;
		case 'boolean':
			return 'bool';
		case 'int32':
		case 'int64':
			return 'int';
		case 'double':
			return 'double';
		case 'string':
		case 'bytes':
		case 'time':
		case 'microTime':
		case 'duration':
		case 'quantity':
			return 'string';
		case 'intOrString':
		case 'rawExtension':
		case 'fieldsV1':
		case 'any':
		case 'variant':
			return 'dyn';
	}
}

function structType(schema: StructSchema, declaring: DeclarationContext): string {
	const { environment, declared, type } = declaring;
	const descriptor = type(schema.type);
	if (descriptor === undefined || descriptor.preserveUnknown === true) return 'dyn';
	// The CEL library accepts only letters, digits, dots and underscores in type names.
	const name = schema.type.replace('/', '.').replace(/[^A-Za-z0-9_.]/g, '_');
	if (declared.has(name)) return name;
	// Declared before its fields, because types may be recursive.
	declared.add(name);
	const fields = Object.fromEntries(fieldsOf(schema.type, type).map((field) => [field.name, celType(field.schema, declaring)]));
	environment.registerType(name, { ctor: class {}, fields });
	environment.registerOperator(`${name} == ${name}`, (a: unknown, b: unknown) => a === b);
	environment.registerOperator(`${name} == null`, (a: unknown) => a === null);
	return name;
}

function fieldsOf(name: TypeName, type: TypeOf): Field[] {
	return (type(name)?.fields ?? []).flatMap((field) =>
		field.inline && field.schema.kind === 'struct' && field.schema.type !== name ? fieldsOf(field.schema.type, type) : [field],
	);
}

interface WalkContext {
	/** Schemas of the variables. Undefined for a value of any type. */
	readonly variables: ReadonlyMap<string, Schema | undefined>;
	readonly type: TypeOf;
	readonly unknown: UnknownField[];
}

/** Returns the schema of a node, if known. Collects unknown fields on the way. */
function schemaOf(node: ASTNode, walking: WalkContext): Schema | undefined {
	switch (node.op) {
		case 'value':
			return undefined;
		case 'id':
			return walking.variables.get(node.args);
		case '.':
		case '.?':
			return member(schemaOf(node.args[0], walking), node.args[1], walking, node.pos);
		case '[]':
		case '[?]': {
			const [of, index] = node.args;
			const schema = schemaOf(of, walking);
			schemaOf(index, walking);
			if (schema?.kind === 'list') return schema.items;
			if (schema?.kind === 'map') return schema.values;
			return index.op === 'value' && typeof index.args === 'string' ? member(schema, index.args, walking, index.start) : undefined;
		}
		case 'rcall':
			return schemaOfCall(node.args, walking);
		case 'call':
			for (const argument of node.args[1]) schemaOf(argument, walking);
			return undefined;
		case 'list':
			for (const item of node.args) schemaOf(item, walking);
			return undefined;
		case 'map':
			for (const part of node.args.flat()) schemaOf(part, walking);
			return undefined;
		case '!_':
		case '-_':
			schemaOf(node.args, walking);
			return undefined;
		default:
			for (const part of node.args) schemaOf(part, walking);
			return undefined;
	}
}

function member(schema: Schema | undefined, name: string, { type, unknown }: WalkContext, at: number): Schema | undefined {
	if (schema?.kind === 'map') return schema.values;
	if (schema?.kind !== 'struct') return undefined;
	const descriptor = type(schema.type);
	if (descriptor === undefined) return undefined;
	const fields = fieldsOf(schema.type, type);
	const field = fields.find((one) => one.name === name);
	if (field === undefined && descriptor.preserveUnknown !== true) unknown.push({ field: name, within: schema.type, known: fields.map((one) => one.name), at });
	return field?.schema;
}

const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'sortBy', 'optMap', 'optFlatMap']);
/** Functions whose result has the type of their receiver. */
const alike: ReadonlySet<string> = new Set(['filter', 'or', 'orValue', 'value', 'slice', 'sort', 'distinct', 'reverse']);
/** Functions whose result is an entry of their receiver. */
const entryOf: ReadonlySet<string> = new Set(['first', 'last']);

function keyOf(schema: Schema | undefined): Schema | undefined {
	if (schema?.kind === 'list') return { kind: 'int64' };
	return schema?.kind === 'map' ? { kind: 'string' } : undefined;
}

function schemaOfCall([name, receiver, parameters]: readonly [string, ASTNode, ASTNode[]], walking: WalkContext): Schema | undefined {
	const schema = schemaOf(receiver, walking);
	const [first, ...rest] = parameters;
	const bound = first?.op === 'id' ? first.args : undefined;
	if (name === 'bind' && bound !== undefined && receiver.op === 'id' && receiver.args === 'cel') {
		const [value, body] = rest;
		const inner = value === undefined ? undefined : schemaOf(value, walking);
		return body === undefined ? undefined : schemaOf(body, { ...walking, variables: new Map([...walking.variables, [bound, inner]]) });
	}
	const [second, ...ofBoth] = rest;
	if (loopsOverTwo.has(name) && bound !== undefined && second?.op === 'id' && ofBoth.length > 0) {
		const value = schema?.kind === 'list' ? schema.items : schema?.kind === 'map' ? schema.values : undefined;
		const variables = new Map([...walking.variables, [bound, keyOf(schema)], [second.args, value]]);
		const given = ofBoth.map((body) => schemaOf(body, { ...walking, variables })).at(-1);
		return name === 'transformList' && given !== undefined ? { kind: 'list', items: given } : undefined;
	}
	if (!macros.has(name) || bound === undefined) {
		for (const parameter of parameters) schemaOf(parameter, walking);
		if (entryOf.has(name)) return schema?.kind === 'list' ? schema.items : undefined;
		return alike.has(name) ? schema : undefined;
	}
	// An optional value has the schema of its content.
	const each: Schema | undefined = name.startsWith('opt') ? schema : schema?.kind === 'list' ? schema.items : undefined;
	const variables = new Map([...walking.variables, [bound, each]]);
	const given = rest.map((body) => schemaOf(body, { ...walking, variables })).at(-1);
	if (name === 'map' && given !== undefined) return { kind: 'list', items: given };
	if (name.startsWith('opt')) return given;
	// Filtering a map gives the remaining keys.
	return (name === 'filter' || name === 'sortBy') && schema?.kind === 'list' ? schema : undefined;
}
