/** Checks a node against a shape: finds misspelt and missing keywords, and values of the wrong type. Later steps check their meaning. */
import type { Report } from '../diagnostics/diagnostic.ts';
import { elsewhere } from '../diagnostics/foreign-words.ts';
import { alternatives, nearest, suggestion } from '../diagnostics/suggestion.ts';
import type { MapNode, SpecNode } from '../source/node.ts';
import type { JsonType, Shape, Shapes } from './shape.ts';

const typeWords: Readonly<Record<JsonType, string>> = {
	object: 'a map',
	array: 'a list',
	string: 'text',
	integer: 'a whole number',
	number: 'a number',
	boolean: 'true or false',
	null: 'nothing',
};

interface ConformContext {
	readonly $defs: Shapes['$defs'];
	readonly report: Report;
}

/** Checks a node. `label`: name of the value in messages, which is its keyword. */
export function conform(node: SpecNode, shape: Shape, label: string, $defs: Shapes['$defs'], report: Report): void {
	check(node, shape, label, { $defs, report });
}

function check(node: SpecNode, given: Shape, label: string, context: ConformContext): void {
	const shape = resolve(given, context.$defs);
	if (shape.anyOf !== undefined) checkAlternatives(node, shape.anyOf, label, context);
	else checkOne(node, shape, label, context);
}

function checkOne(node: SpecNode, shape: Shape, label: string, context: ConformContext): void {
	const { report } = context;
	const types = typesOf(shape);
	if (types.length > 0 && !types.some((type) => is(node, type))) {
		report(
			node,
			`${label} must be ${alternatives(types.map((type) => typeWords[type]))}, not ${foundText(node)}${insteadOf(node, shape) ?? quotesHint(node, types)}`,
		);
		return;
	}
	if (node.kind === 'map') checkMap(node, shape, label, context);
	else if (node.kind === 'list') {
		const { minItems = 0 } = shape;
		if (node.items.length < minItems) report(node, minItems === 1 ? `${label} must not be empty` : `${label} needs ${minItems} entries or more`);
		if (shape.uniqueItems === true) checkTwice(node.items, label, report);
		if (shape.items !== undefined) for (const item of node.items) check(item, shape.items, `an entry of ${label}`, context);
	} else checkScalar(node.value, node, shape, label, report);
}

/**
 * Returns a hint for an unknown word. A word of another language gets its equivalent and all possible words. Any other word gets the most
 * similar one.
 */
function suggestionText(word: string, { enum: known = [], 'x-meant': words }: Shape): string {
	const names = known.map(String);
	if (words === undefined) return suggestion(word, names);
	const elsewhere = Object.entries(words as Readonly<Record<string, string>>).find(([one]) => one === word.toLowerCase())?.[1];
	if (elsewhere !== undefined) return `: did you mean "${elsewhere}"? It is one of ${alternatives(names)}`;
	const near = nearest(word, names);
	return near === undefined ? `: expected ${alternatives(names)}` : `: did you mean ${JSON.stringify(near)}?`;
}

function checkTwice(items: readonly SpecNode[], label: string, report: Report): void {
	const seen = new Set<unknown>();
	for (const item of items) {
		if (item.kind !== 'scalar') continue;
		if (seen.has(item.value)) report(item, `${show(item.value)} is listed twice in ${label}`);
		seen.add(item.value);
	}
}

function checkScalar(value: unknown, node: SpecNode, shape: Shape, label: string, report: Report): void {
	if (shape.enum !== undefined && !shape.enum.includes(value as string)) {
		report(node, `${show(value)} is not ${shape.title ?? `a value of ${label}`}${suggestionText(String(value), shape)}`);
	} else if (typeof value === 'string' && value.length < (shape.minLength ?? 0)) {
		report(node, `${label} must not be empty`);
	} else if (typeof value === 'string' && shape.pattern !== undefined && !new RegExp(shape.pattern).test(value)) {
		const expected = shape['x-expected'] ?? shape.description;
		report(
			node,
			`${show(value)} is not ${shape.title ?? `a value of ${label}`}${expected === undefined ? '' : `: expected ${expected}`}${mended(value, shape)}`,
		);
	} else if (typeof value === 'number') {
		if (value < (shape.minimum ?? value)) report(node, `${label} must be at least ${shape.minimum}`);
		if (shape.exclusiveMinimum !== undefined && value <= shape.exclusiveMinimum) report(node, `${label} must be greater than ${shape.exclusiveMinimum}`);
		if (value > (shape.maximum ?? value)) report(node, `${label} must be at most ${shape.maximum}`);
	}
}

/** Suggests the value without a superfluous part, if the rest is valid. */
function mended(value: string, { pattern = '', 'x-superfluous': superfluous }: Shape): string {
	if (typeof superfluous !== 'string') return '';
	const rest = value.replace(new RegExp(superfluous), '');
	return new RegExp(pattern).test(rest) ? `: did you mean ${show(rest)}?` : '';
}

function checkMap(node: MapNode, shape: Shape, label: string, context: ConformContext): void {
	const { report } = context;
	const title = shape.title ?? label;
	const known = Object.keys(shape.properties ?? {});
	for (const [key, { key: keyNode, value }] of node.entries) {
		const property = shape.properties !== undefined && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
		if (property !== undefined) {
			check(value, property, key, context);
		} else if (shape.additionalProperties === false) {
			report(keyNode, isStray(key, value) ? strayText(key) : `unknown keyword ${show(key)} in ${title}${hint(key, known)}`);
		} else {
			if (shape.propertyNames !== undefined) checkScalar(key, keyNode, shape.propertyNames, 'a key', report);
			if (typeof shape.additionalProperties === 'object') check(value, shape.additionalProperties, key, context);
		}
	}
	for (const key of shape.required ?? []) if (!node.entries.has(key)) report(firstKey(node), `${title} needs ${show(key)}`);
	if (node.entries.size < (shape.minProperties ?? 0)) report(node, `${label} must not be empty`);
}

/** Returns the equivalent of a word of another language, unless a keyword differs from it by one letter. */
function hint(key: string, known: readonly string[]): string {
	const meant = elsewhere(key);
	const isNear = known.some((word) => word.toLowerCase() === key.toLowerCase());
	return meant === undefined || isNear ? suggestion(key, known) : `: specs use another keyword: ${meant}`;
}

/** Reports whether a key is the rest of a string that YAML ended at a comma: `{description: First, second}`. */
function isStray(key: string, value: SpecNode): boolean {
	return /[^A-Za-z]/.test(key) && value.kind === 'scalar' && value.value === null;
}

function strayText(key: string): string {
	return `stray text ${show(key)}: inside braces, text with a comma needs quotes`;
}

/** Returns the first key. A missing keyword is reported there, and not on the whole block. */
function firstKey(node: MapNode): SpecNode {
	return node.entries.values().next().value?.key ?? node;
}

/** Checks against the most similar alternative: first by the type of the value, then by the fewest findings. */
function checkAlternatives(node: SpecNode, shapes: readonly Shape[], label: string, context: ConformContext): void {
	const { $defs, report } = context;
	const resolved = shapes.map((shape) => resolve(shape, $defs));
	const fitting = resolved.filter((shape) => typesOf(shape).length === 0 || typesOf(shape).some((type) => is(node, type)));
	if (fitting.length === 0) {
		// A rule may also be a map with its own message. Messages name only the plain form.
		const words = [...new Set(resolved.filter((shape, index) => index === 0 || shape.title !== 'a rule with its own message').flatMap(typesOf))];
		report(node, `${label} must be ${alternatives(words.map((type) => typeWords[type]))}, not ${foundText(node)}${quotesHint(node, words)}`);
		return;
	}
	let best: Parameters<Report>[] | undefined;
	for (const shape of fitting) {
		const findings: Parameters<Report>[] = [];
		check(node, shape, label, { $defs, report: (...finding) => findings.push(finding) });
		if (best === undefined || findings.length < best.length) best = findings;
		if (best.length === 0) return;
	}
	for (const finding of best ?? []) report(...finding);
}

function resolve(shape: Shape, $defs: Shapes['$defs']): Shape {
	return shape.$ref === undefined ? shape : ($defs[shape.$ref.slice('#/$defs/'.length)] ?? {});
}

function typesOf(shape: Shape): readonly JsonType[] {
	if (shape.type === undefined) return [];
	return typeof shape.type === 'string' ? [shape.type] : shape.type;
}

function is(node: SpecNode, type: JsonType): boolean {
	if (node.kind === 'map') return type === 'object';
	if (node.kind === 'list') return type === 'array';
	switch (typeof node.value) {
		case 'string':
			return type === 'string';
		case 'boolean':
			return type === 'boolean';
		case 'bigint':
			return type === 'integer' || type === 'number';
		case 'number':
			return type === 'number' || (type === 'integer' && Number.isInteger(node.value));
		default:
			return type === 'null';
	}
}

function foundText(node: SpecNode): string {
	if (node.kind === 'map') return node.entries.size > 0 ? 'a map' : 'an empty map';
	if (node.kind === 'list') return 'a list';
	return node.value === null ? 'nothing' : typeof node.value === 'string' && node.value.length > 40 ? 'text' : show(node.value);
}

/** Returns the probable intent of an author who wrote a value of another type. */
function insteadOf(node: SpecNode, { 'x-instead': instead }: Shape): string | undefined {
	const words = instead as Readonly<Partial<Record<JsonType, string>>> | undefined;
	const meant = Object.entries(words ?? {}).find(([type]) => is(node, type as JsonType))?.[1];
	return meant === undefined ? undefined : `: ${meant}`;
}

/** Returns a hint to add quotes. YAML reads 1.20 as a number and `{groupDomain}` as a map. */
function quotesHint(node: SpecNode, wanted: readonly JsonType[]): string {
	if (!wanted.includes('string')) return '';
	const source = node.file.text.slice(node.start, node.end);
	const quotable = node.kind === 'scalar' ? node.value !== null : node.kind === 'map' && source.startsWith('{') && !source.includes('\n');
	return quotable ? `: write ${JSON.stringify(source)}, in quotes` : '';
}

function show(value: unknown): string {
	return JSON.stringify(typeof value === 'bigint' ? String(value) : value);
}
