/**
 * Keywords of the spec language, for the reference page and `orch explain`. They are derived from the shapes that check specs and from the
 * documentation of rules, so they cannot differ from the checks.
 */
import { rules } from '../../runtime/schema/rules/index.ts';
import type { Rule } from '../../runtime/schema/rules/rule.ts';
import { keywords, structuralWords } from '../read/keywords/index.ts';
import { shapes } from '../read/model.ts';
import type { FileShape, Shape } from '../read/shape/shape.ts';

/** A keyword. Those in its value have rows of their own, by path: `versions[].name`. */
export interface KeywordRow {
	readonly name: string;
	readonly required: boolean;
	/** Description of the value. */
	readonly value: string;
	readonly description: string;
}

export interface RuleRow extends KeywordRow {
	/** Types to which the rule applies; keywords in its value have those of the rule. */
	readonly on: readonly string[];
}

/** Maximum number of names in a path. */
const deepest = 4;

export const fileShapes: Readonly<Record<FileShape, { readonly title: string; readonly where: string }>> = {
	kind: { title: 'Kinds', where: '`GROUP/KIND.yaml`, one kind a file.' },
	types: { title: 'Shared types', where: '`GROUP/types/TOPIC.yaml`, any number of types a file.' },
	group: { title: 'Groups', where: '`GROUP/group.yaml`.' },
	releases: { title: 'Releases', where: '`releases.yaml`, in the built-in root.' },
	vocabulary: { title: 'Vocabularies', where: '`vocabulary/NAME.yaml`, in the built-in root.' },
};

export function fileKeywords(file: FileShape): KeywordRow[] {
	return nested(shapes.files[file], '', new Set());
}

/** Returns the keywords of schemas, without the rules. */
export function schemaKeywords(): KeywordRow[] {
	const properties = Object.fromEntries(Object.entries(shapes.$defs.schema?.properties ?? {}).filter(([name]) => structuralWords.has(name)));
	return nested({ properties }, '', new Set(['#/$defs/schema']));
}

export function ruleKeywords(): RuleRow[] {
	return rules.flatMap((rule) => {
		const { keyword, aliases = [], appliesTo: on, documentation: description } = rule;
		const inner = nested({ properties: { [keyword]: rule.argument as Shape } }, '', new Set()).slice(1);
		const own = { name: keyword, required: false, value: argumentText(rule), description, on };
		const others = aliases.map((alias) => ({ ...own, name: alias, description: `The same as ${keyword}.` }));
		return [own, ...inner.map((row) => ({ ...row, on })), ...others];
	});
}

/** Returns the value types to which a schema keyword applies; undefined for all. */
export function appliesTo(name: string): readonly string[] | undefined {
	return keywords.find(({ keyword, aliases = [] }) => keyword === name || aliases.includes(name))?.appliesTo;
}

function argumentText(rule: Rule): string {
	return rule.keyword === 'format' ? 'one of the formats below' : shapeText(rule.argument as Shape);
}

function resolve(shape: Shape): Shape {
	const name = shape.$ref?.slice('#/$defs/'.length);
	const target = name === undefined ? undefined : shapes.$defs[name];
	return target === undefined ? shape : { ...target, ...shape };
}

/** Shapes with a section of their own. */
const inOwnPlace: ReadonlySet<string> = new Set(['#/$defs/schema', '#/$defs/rules']);

/** Returns the keywords of a file, with those in nested objects by path. Shapes with a section of their own are not included. */
function nested(shape: Shape, prefix: string, seen: ReadonlySet<string>): KeywordRow[] {
	return Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
		const path = `${prefix}${name}`;
		const row = keyword(path, property, shape.required?.includes(name) === true);
		const { inner, step } = innermost(property);
		const ref = inner.$ref ?? '';
		if (inOwnPlace.has(ref) || inOwnPlace.has(property.$ref ?? '') || seen.has(ref)) return [row];
		const within = ref === '#/$defs/history' ? ownOf(resolve(inner)) : resolve(inner);
		const rows = nested(within, `${path}${step}.`, new Set(ref === '' ? seen : [...seen, ref]));
		return [row, ...rows.filter((each) => each.name.split('.').length <= deepest)];
	});
}

/** Returns the keywords of a history entry, except those of schemas. */
function ownOf(shape: Shape): Shape {
	const known = shapes.$defs.schema?.properties ?? {};
	return {
		...shape,
		properties: Object.fromEntries(
			Object.entries(shape.properties ?? {}).filter(([name, { $ref }]) => known[name]?.$ref !== $ref || known[name] === undefined),
		),
	};
}

/** Returns the shape in a list or map, or the object among several forms, with the path step to it. */
function innermost(shape: Shape): { readonly inner: Shape; readonly step: string } {
	const resolved = resolve(shape);
	if (resolved.items !== undefined) return { inner: formOf(resolved.items), step: '[]' };
	if (typeof resolved.additionalProperties === 'object') return { inner: formOf(resolved.additionalProperties), step: '.NAME' };
	// Items of lists of paths (with a pattern) need no description.
	const list = resolved.anyOf?.find(({ items }) => items !== undefined && items.pattern === undefined)?.items;
	if (list !== undefined) return { inner: formOf(list), step: '[]' };
	return { inner: shape.$ref === undefined ? formOf(shape) : shape, step: '' };
}

/** Returns the form that is an object, if any. */
function formOf(shape: Shape): Shape {
	return shape.anyOf?.find((each) => each.properties !== undefined || each.$ref !== undefined) ?? shape;
}

function keyword(name: string, shape: Shape, required: boolean): KeywordRow {
	return {
		name,
		required,
		value: shapeText(shape),
		description: shape.description ?? resolve(shape).description ?? '',
	};
}

const shortTypes: Readonly<Record<string, string>> = { string: 'text', array: 'list', object: 'map', boolean: '`true` or `false`' };

/** Describes the value of a shape. */
function shapeText(shape: Shape): string {
	if (shape.$ref === '#/$defs/schema') return 'a schema';
	if (shape.$ref === '#/$defs/rules') return 'list of rules';
	const resolved = resolve(shape);
	if (resolved.enum) return resolved.enum.map((value) => `\`${value}\``).join(', ');
	if (resolved.anyOf) return [...new Set(resolved.anyOf.map(shapeText))].join(' or ');
	if (resolved.items) return `list of ${shapeText(resolved.items)}`;
	if (resolved.title) return resolved.title;
	if (typeof resolved.additionalProperties === 'object') return `map of ${shapeText(resolved.additionalProperties)}`;
	const types = resolved.type === undefined ? ['anything'] : [resolved.type].flat();
	return types.map((type) => shortTypes[type] ?? type).join(' or ');
}
