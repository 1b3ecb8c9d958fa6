/** Converts the rules in a document's schema to those of specs, with a note for each that specs cannot express. */
import type { Json } from '../../runtime/model/catalog.ts';
import { formatNamed } from '../../runtime/scalars/formats.ts';
import { ruleNamed } from '../../runtime/schema/rules/index.ts';
import type { RuleTarget } from '../../runtime/schema/rules/rule.ts';
import { combining } from '../../runtime/schema/rules/value-schema.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import { namesExtension } from './crd/identity.ts';
import { type Definition, extension, sameRules } from './definition.ts';

/** Keywords of a spec with their values. */
export type NamedTypes = Readonly<Record<string, Json>>;

/** Path of a schema, and the receiver of notes about what is not imported. */
export interface SchemaSite {
	/** Path such as `shop/v1.Order.lines[]`. */
	readonly path: string;
	readonly note: (sentence: string) => void;
}

/** Keywords that are read elsewhere, or that are no rules. */
const structure: ReadonlySet<string> = new Set([
	...['$ref', 'type', 'format', 'properties', 'required', 'items', 'additionalProperties', 'enum', 'default'],
	...['description', 'title', 'example', 'externalDocs', 'exclusiveMinimum', 'exclusiveMaximum'],
]);

const sayInCel = 'use a CEL rule (cel) or a hook';
export function noteUntaken(keyword: string, advice: string, { path, note }: SchemaSite): void {
	note(`${path}: ${keyword} is not taken over: ${advice}`);
}

export function rulesOf(definition: Definition, target: RuleTarget, place: SchemaSite): NamedTypes {
	const given = definition as Readonly<Record<string, Json | undefined>>;
	const words: Record<string, Json> = {};
	const take = (keyword: string, value: Json): void => {
		const rule = ruleNamed(keyword);
		const wrong = rule?.checkArgument?.(value);
		if (rule?.appliesTo.includes(target) !== true) noteUntaken(keyword, `it does not apply to ${target}; ${sayInCel}`, place);
		else if (wrong !== undefined)
			noteUntaken(keyword, `${stringify(value)} is ${combines(keyword) ? `wrong: ${wrong}` : wrong}; replace it, or ${sayInCel}`, place);
		else words[keyword] = value;
	};
	for (const keyword of sameRules) {
		const value = given[keyword];
		if (value === undefined || value === false) continue;
		const strict = keyword === 'minimum' ? 'exclusiveMinimum' : keyword === 'maximum' ? 'exclusiveMaximum' : undefined;
		take(strict !== undefined && given[strict] === true ? strict : keyword, value);
	}
	// The `anyOf` of an int-or-string only repeats that it is an integer or text.
	for (const keyword of combining) if (given[keyword] !== undefined && !saysTypeAgain(keyword, given[keyword], target)) take(keyword, given[keyword]);
	const validations = extension(definition, 'validations');
	if (Array.isArray(validations) && validations.length > 0) takeValidations(validations as readonly Readonly<Record<string, Json>>[], definition, take, place);
	if (target === 'struct' && extension(definition, 'preserve-unknown-fields') === true) words.preserveUnknown = true;
	if (extension(definition, 'embedded-resource') === true) take('embeddedResource', true);
	if (definition[namesExtension] !== undefined) take('metadataNames', definition[namesExtension] as Json);
	noteRest(definition, target, place);
	return words;
}

const numberOrText: Json = [{ type: 'integer' }, { type: 'string' }];

function saysTypeAgain(keyword: string, given: Json, target: RuleTarget): boolean {
	return target === 'intOrString' && (keyword === 'anyOf' || keyword === 'oneOf') && stringify(given) === stringify(numberOrText);
}

function combines(keyword: string): boolean {
	return (combining as readonly string[]).includes(keyword);
}

const partsOfValidation: ReadonlySet<string> = new Set(['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf']);

/** CEL functions for texts of these formats, which are other values in kube-apiserver's expressions and texts here. */
const readers: Readonly<Record<string, string>> = { duration: 'duration', 'date-time': 'timestamp' };

/** Matches `self` and `oldSelf`, but not in string literals or at the end of other names. */
const selves = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<![\w.])(?:oldSelf\.value\(\)|oldSelf(?![\w.])|self(?!\w))/g;

/** Wraps each `self` in `reader`, for a text that kube-apiserver's expressions see as another value. */
function readBy(expression: string, reader: string): string {
	return expression.replace(selves, (found: string, text: string | undefined) => (text === undefined ? `${reader}(${found})` : found));
}

/** Notes fields in an expression that are no texts in kube-apiserver. */
function noteReadFields(rule: Json | undefined, { properties = {} }: Definition, { path, note }: SchemaSite): void {
	if (typeof rule !== 'string') return;
	for (const name of new Set([...rule.matchAll(/\bself\.\??(\w+)/g)].map(([, field = '']) => field))) {
		const { type, format = '' } = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
		const reader = type === 'string' ? readers[format] : undefined;
		if (reader !== undefined) note(`${path}: the rule ${JSON.stringify(rule)} gets ${name} as text: write ${reader}(...) around it`);
	}
}

function takeValidations(
	validations: readonly Readonly<Record<string, Json>>[],
	definition: Definition,
	take: (keyword: string, value: Json) => void,
	place: SchemaSite,
): void {
	const reader = definition.type === 'string' ? readers[definition.format ?? ''] : undefined;
	const taken = validations.map((validation) => {
		for (const part of Object.keys(validation))
			if (!partsOfValidation.has(part)) noteUntaken(`${part} of a validation`, `the rule ${JSON.stringify(validation.rule)} is checked without it`, place);
		noteReadFields(validation.rule, definition, place);
		const isExpression = (part: string): boolean => part === 'rule' || part === 'messageExpression';
		return Object.fromEntries(
			Object.entries(validation)
				.filter(([part]) => partsOfValidation.has(part))
				.map(([part, value]) => [part, reader !== undefined && isExpression(part) && typeof value === 'string' ? readBy(value, reader) : value]),
		);
	});
	take('cel', taken);
}

function noteRest(definition: Definition, target: RuleTarget, place: SchemaSite): void {
	const known = new Set<string>([...structure, ...sameRules, ...combining]);
	for (const keyword of Object.keys(definition)) {
		if (keyword.startsWith('x-') || known.has(keyword) || (definition as Readonly<Record<string, unknown>>)[keyword] === false) continue;
		noteUntaken(keyword, `specs have no such keyword; ${sayInCel}`, place);
	}
	if (target === 'struct' && typeof definition.additionalProperties === 'object')
		noteUntaken('additionalProperties beside properties', 'an object has fields or is a map; with preserveUnknown: true other fields are kept', place);
}

export function isIntOrString(definition: Definition): boolean {
	return extension(definition, 'int-or-string') === true || definition.format === 'int-or-string';
}

/** Returns the format for specs; undefined for the type's default. Integers without a format are int64, as in CustomResourceDefinitions. */
export function formatOf({ type, format }: Definition, place: SchemaSite): string | undefined {
	if (type === 'integer') {
		if (format !== undefined && format !== 'int32' && format !== 'int64')
			noteUntaken(`format ${format}`, 'the integer is an int64; minimum and maximum narrow it', place);
		return format === 'int32' ? undefined : 'int64';
	}
	if (format === undefined || (type === 'number' && (format === 'double' || format === 'float'))) return undefined;
	if (type === 'string' && (format === 'byte' || formatNamed(format) !== undefined)) return format;
	noteUntaken(`format ${format}`, 'specs have no such format; use a pattern or a CEL rule (cel)', place);
	return undefined;
}

/** Returns the target of rules for a scalar of a spec. */
export function targetOf(type: string, format: string | undefined): RuleTarget {
	switch (type) {
		case 'integer':
			return format === 'int64' ? 'int64' : 'int32';
		case 'number':
			return 'double';
		case 'string':
			return format === 'byte' ? 'bytes' : 'string';
		default:
			return type as RuleTarget;
	}
}
