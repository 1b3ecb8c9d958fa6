/**
 * Schemas that constrain a value without declaring its structure, as under `allOf`, `anyOf`, `oneOf` and `not` of structural schemas:
 * `{required: [a]}`, `{properties: {type: {enum: [x]}}}`.
 */
import type { Json, JsonObject, JsonValue, Schema } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { formatNamed } from '../../scalars/formats.ts';
import { stringify } from '../../wire/json/text.ts';
import { propertiesOf } from '../properties.ts';
import { isNumber } from './bound.ts';
import { format } from './format.ts';
import { maxItems } from './max-items.ts';
import { maxLength } from './max-length.ts';
import { maxProperties } from './max-properties.ts';
import { maximum } from './maximum.ts';
import { minItems } from './min-items.ts';
import { minLength } from './min-length.ts';
import { minProperties } from './min-properties.ts';
import { minimum } from './minimum.ts';
import { multipleOf } from './multiple-of.ts';
import { pattern } from './pattern.ts';
import type { ArgumentSchema, Check, Rule, RuleContext, RuleTarget, Site } from './rule.ts';
import { uniqueItems } from './unique-items.ts';

type ValueSchema = Readonly<Record<string, Json>>;

const simple: readonly Rule[] = [
	...[minimum, maximum, multipleOf, minLength, maxLength, pattern, format, minItems, maxItems, uniqueItems],
	...[minProperties, maxProperties],
];
const simpleByKeyword: ReadonlyMap<string, Rule> = new Map(simple.map((rule) => [rule.keyword, rule]));

export const combining = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** Argument schema for a list of such schemas. */
export const schemas: ArgumentSchema = { type: 'array', items: { type: 'object' } };

export const anyTarget: readonly RuleTarget[] = [
	...(['struct', 'list', 'map', 'string', 'boolean', 'int32', 'int64', 'double', 'bytes', 'quantity', 'intOrString'] as const),
	...(['time', 'microTime', 'duration', 'rawExtension', 'any'] as const),
];

/** Returns the problem of such a schema, or undefined when it is valid. */
export function valueSchemaProblem(schema: Json, at = ''): string | undefined {
	if (!isObject(schema)) return `${at === '' ? 'it' : at} is no schema`;
	for (const [keyword, argument] of Object.entries(schema)) {
		const place = at === '' ? keyword : `${at}.${keyword}`;
		const problem = keywordProblem(keyword, argument, place);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function keywordProblem(keyword: string, argument: Json, at: string): string | undefined {
	const first = (entries: readonly (readonly [string | number, Json])[]): string | undefined =>
		entries.map(([key, schema]) => valueSchemaProblem(schema, `${at}[${key}]`)).find((problem) => problem !== undefined);
	switch (keyword) {
		case 'required':
			return isTexts(argument) ? undefined : `${at} is not a list of names`;
		case 'enum':
			return Array.isArray(argument) && argument.length > 0 ? undefined : `${at} is not a list of values`;
		case 'format':
			return formatNamed(String(argument)) === undefined ? `${at} ${JSON.stringify(argument)} is not known` : undefined;
		case 'exclusiveMinimum':
		case 'exclusiveMaximum':
			return typeof argument === 'boolean' ? undefined : `${at} is neither true nor false`;
		case 'properties':
			return isObject(argument) ? first(Object.entries(argument)) : `${at} are no schemas by name`;
		case 'items':
		case 'not':
			return valueSchemaProblem(argument, at);
		case 'allOf':
		case 'anyOf':
		case 'oneOf':
			return Array.isArray(argument) ? first([...argument.entries()]) : `${at} is not a list of schemas`;
		default: {
			const rule = simpleByKeyword.get(keyword);
			if (rule === undefined)
				return `${at} defines the structure of a value, which is declared outside: only required, properties, items, enum and rules are allowed here`;
			const problem = rule.checkArgument?.(argument);
			return problem === undefined ? undefined : `${at} is ${problem}`;
		}
	}
}

/** Checks a value, and returns the number of its valid parts. */
export type CheckPart = (value: JsonValue, site: Site) => number;

export function compileValueSchema(given: Json, context: Omit<RuleContext, 'message'>): CheckPart {
	const parts = Object.entries(given as ValueSchema).flatMap(([keyword, argument]) => compileKeyword(keyword, argument, given as ValueSchema, context) ?? []);
	return (value, site) => parts.reduce((matched, check) => matched + check(value, site), 0);
}

function compileKeyword(keyword: string, argument: Json, whole: ValueSchema, context: Omit<RuleContext, 'message'>): CheckPart | undefined {
	switch (keyword) {
		case 'required':
			return requiredPart(argument as readonly string[]);
		case 'enum':
			return enumPart(argument as readonly JsonValue[]);
		case 'properties':
			return propertiesPart(argument as ValueSchema, context);
		case 'items':
			return itemsPart(argument, context);
		case 'allOf':
		case 'anyOf':
		case 'oneOf':
		case 'not':
			return asPart(combine[keyword](argument, context));
		case 'exclusiveMinimum':
		case 'exclusiveMaximum':
			return undefined;
		default: {
			const rule = simpleByKeyword.get(keyword);
			const check = rule?.compile?.(argument, { ...context, message: undefined });
			const strict = whole[keyword === 'minimum' ? 'exclusiveMinimum' : keyword === 'maximum' ? 'exclusiveMaximum' : ''];
			return check === undefined ? undefined : strict === true ? strictly(keyword, argument, check) : asPart(check);
		}
	}
}

function asPart(check: Check): CheckPart {
	return (value, site) => {
		const before = site.causes.length;
		check(value, undefined, site);
		return site.causes.length === before ? 1 : 0;
	};
}

function strictly(keyword: string, bound: Json, check: Check): CheckPart {
	const word = keyword === 'minimum' ? 'greater' : 'less';
	return asPart((value, old, site) => {
		if (isNumber(value) && value === bound) site.causes.push(invalidValue(site.path.toString(), value, `must be ${word} than ${bound}`));
		else check(value, old, site);
	});
}

function requiredPart(names: readonly string[]): CheckPart {
	return (value, site) => {
		if (!isObject(value)) return 0;
		// A null that reading has kept is a value, as in Kubernetes.
		const lacking = names.filter((name) => !Object.hasOwn(value, name));
		for (const name of lacking) site.causes.push(required(site.path.child(name)));
		return names.length - lacking.length;
	};
}

function enumPart(values: readonly JsonValue[]): CheckPart {
	const shown = values.map((value) => (typeof value === 'string' ? value : stringify(value)));
	return asPart((value, _old, site) => {
		if (!values.some((one) => deepEqual(one, value))) site.causes.push(notSupported(site.path.toString(), value, shown));
	});
}

function propertiesPart(schemas: ValueSchema, context: Omit<RuleContext, 'message'>): CheckPart {
	const { schema, type } = context;
	const known = schema.kind === 'struct' ? propertiesOf(type(schema.type), type) : [];
	const schemaOf = (name: string): Schema =>
		known.find((property) => property.name === name)?.schema ?? (schema.kind === 'map' ? schema.values : { kind: 'any' });
	const checks = Object.entries(schemas).map(([name, part]) => ({ name, check: compileValueSchema(part, { ...context, schema: schemaOf(name) }) }));
	return (value, site) => {
		if (!isObject(value)) return 0;
		let matched = 0;
		for (const { name, check } of checks) {
			const inner = Object.hasOwn(value, name) ? value[name] : undefined;
			if (inner === undefined || inner === null) continue;
			site.path.enter(name);
			matched += check(inner, site);
			site.path.leave();
		}
		return matched;
	};
}

function itemsPart(part: Json, context: Omit<RuleContext, 'message'>): CheckPart {
	const { schema } = context;
	const check = compileValueSchema(part, { ...context, schema: schema.kind === 'list' ? schema.items : { kind: 'any' } });
	return (value, site) => {
		let matched = 0;
		for (const [index, item] of (Array.isArray(value) ? value : []).entries()) {
			if (site.causes.length > site.most) break;
			if (item === null) continue;
			site.path.enter(index);
			matched += check(item, site);
			site.path.leave();
		}
		return matched;
	};
}

interface BranchResult {
	readonly causes: readonly Cause[];
	readonly matched: number;
}

function tryEach(checks: readonly CheckPart[], value: JsonValue, site: Site): readonly BranchResult[] {
	return checks.map((check) => {
		const apart = { ...site, causes: [] as Cause[] };
		const matched = check(value, apart);
		return { causes: apart.causes, matched };
	});
}

/** Returns the causes of the failed alternative that fits best. Of equal ones, the first counts. */
function best(tried: readonly BranchResult[]): readonly Cause[] {
	return tried.reduce<BranchResult | undefined>((found, one) => (found === undefined || one.matched > found.matched ? one : found), undefined)?.causes ?? [];
}

/** Here Kubernetes names the field only in the text. */
function wholeValue(site: Site, problem: string): Cause {
	return { reason: 'FieldValueInvalid', field: '<nil>', message: `Invalid value: "": "${site.path.toString()}" ${problem}` };
}

type Combine = (argument: Json, context: Omit<RuleContext, 'message'>) => Check;

/** Combined checks of alternatives, by keyword. */
export const combine: Readonly<Record<(typeof combining)[number], Combine>> = {
	allOf: (argument, context) => {
		const checks = compileAll(argument, context);
		return (value, _old, site) => {
			const failed = tryEach(checks, value, site).filter(({ causes }) => causes.length > 0);
			if (failed.length === 0) return;
			for (const { causes } of failed) site.causes.push(...causes);
			site.causes.push(wholeValue(site, `must validate all the schemas (allOf)${failed.length === checks.length ? '. None validated' : ''}`));
		};
	},
	anyOf: (argument, context) => {
		const checks = compileAll(argument, context);
		return (value, _old, site) => {
			const tried = tryEach(checks, value, site);
			if (tried.some(({ causes }) => causes.length === 0)) return;
			site.causes.push(wholeValue(site, 'must validate at least one schema (anyOf)'), ...best(tried));
		};
	},
	oneOf: (argument, context) => {
		const checks = compileAll(argument, context);
		return (value, _old, site) => {
			const tried = tryEach(checks, value, site);
			const valid = tried.filter(({ causes }) => causes.length === 0).length;
			if (valid === 1) return;
			const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
			site.causes.push(wholeValue(site, `must validate one and only one schema (oneOf). ${found}`), ...(valid === 0 ? best(tried) : []));
		};
	},
	not: (argument, context) => {
		const check = compileValueSchema(argument, context);
		return (value, _old, site) => {
			if (tryEach([check], value, site)[0]?.causes.length === 0) site.causes.push(wholeValue(site, 'must not validate the schema (not)'));
		};
	},
};

function compileAll(argument: Json, context: Omit<RuleContext, 'message'>): readonly CheckPart[] {
	return (argument as readonly Json[]).map((schema) => compileValueSchema(schema, context));
}

function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: Json): boolean {
	return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
