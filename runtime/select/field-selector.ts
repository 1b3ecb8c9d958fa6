/**
 * Field selectors: `metadata.name=a,status.phase!=Running`. In a value, `\` escapes a comma, an equals sign or itself. Specs declare the
 * selectable fields of a kind.
 */
import { ApiError } from '../api/errors.ts';
import type { FieldLabel } from '../model/catalog.ts';
import { allOf, type Comparison, nothing, type Predicate, type Selectable } from './selectable.ts';
import { TextSet } from './text-set.ts';

export interface FieldTerm {
	readonly field: string;
	readonly negated: boolean;
	readonly value: string;
}

export interface FieldSelector {
	readonly terms: readonly FieldTerm[];
	readonly matches: Predicate;
	/** Set when the selector is a single comparison. */
	readonly comparison: Comparison | undefined;
	/** Canonical text. */
	readonly text: string;
}

export interface SelectableFields {
	/** False for kinds whose selectors may not use metadata.namespace. Default: true. */
	readonly hasNamespace?: boolean;
	/** Other names for fields. */
	readonly labels?: readonly FieldLabel[];
	/** Returns the value of a field that an object lacks. */
	readonly whenAbsent?: (field: string) => string;
}

type FieldValues = Required<Pick<SelectableFields, 'labels' | 'whenAbsent'>>;

const noText = (): string => '';

/** Parses a selector. `selectable`: the kind's own fields, besides metadata.name and metadata.namespace. Throws ApiError BadRequest. */
export function parseFieldSelector(
	text: string,
	selectable: readonly string[],
	{ hasNamespace = true, labels = [], whenAbsent = noText }: SelectableFields = {},
): FieldSelector {
	const terms = fieldTerms(text);
	const offered = (field: string): boolean =>
		field === 'metadata.name' ||
		(field === 'metadata.namespace' && hasNamespace) ||
		labels.some(({ label }) => label === field) ||
		(selectable.includes(field) && !labels.some(({ hides }) => hides.includes(field)));
	for (const { field } of terms) if (!offered(field)) throw unsupported(field, selectable.length === 0 && hasNamespace);
	const named = [...new Set(terms.map(({ field }) => field))];
	const how = { labels, whenAbsent };
	return {
		terms,
		matches: allOf(named.flatMap((field) => predicates(field, terms, how))),
		comparison: comparison(terms, how),
		text: terms.map(termText).join(','),
	};
}

function comparison([term, ...others]: readonly FieldTerm[], how: FieldValues): Comparison | undefined {
	if (term === undefined || others.length > 0) return undefined;
	const { field, negated, value } = term;
	return { kind: `field ${field}${negated ? '!=' : '='}`, text: value, negated, valueIn: shownValue(field, how) };
}

/** Parses the comparisons without checking their fields. Throws ApiError BadRequest. */
export function fieldTerms(text: string): FieldTerm[] {
	return split(text)
		.filter((part) => part !== '')
		.sort()
		.map((part) => term(part, text));
}

/** Returns the only value of `field` that can match, if there is just one. */
export function exactField(selector: FieldSelector, field: string): string | undefined {
	return selector.terms.find((candidate) => candidate.field === field && !candidate.negated)?.value;
}

/** Returns the only metadata.name that can match. Undefined when there may be several, or for an invalid selector. */
export function nameWanted(text: string): string | undefined {
	try {
		return fieldTerms(text).find(({ field, negated }) => field === 'metadata.name' && !negated)?.value;
	} catch (error) {
		// An invalid selector is refused when it is applied.
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}

const nameOf = (object: Selectable): string => object.name;
const namespaceOf = (object: Selectable): string => object.namespace;

/** Returns a function that reads a field; it returns `absent` for objects without it. */
function fieldReader(field: string, absent: string): (object: Selectable) => string {
	if (field === 'metadata.name') return nameOf;
	if (field === 'metadata.namespace') return namespaceOf;
	return (object) => (Object.hasOwn(object.fields, field) ? (object.fields[field] ?? absent) : absent);
}

/** Returns a function that reads the value that selectors compare under this name. */
function shownValue(field: string, { labels, whenAbsent }: FieldValues): (object: Selectable) => string {
	const of = labels.find(({ label }) => label === field)?.of;
	return of === undefined ? fieldReader(field, whenAbsent(field)) : firstValue(of);
}

/** Returns at most two predicates for a field, for any number of comparisons. */
function predicates(field: string, terms: readonly FieldTerm[], how: FieldValues): Predicate[] {
	const shown = shownValue(field, how);
	const those = terms.filter((term) => term.field === field);
	const [wanted, ...others] = new Set(those.filter(({ negated }) => !negated).map(({ value }) => value));
	const [unwanted, ...more] = new Set(those.filter(({ negated }) => negated).map(({ value }) => value));
	const found: Predicate[] = [];
	if (others.length > 0) found.push(nothing);
	else if (wanted !== undefined) found.push((object) => shown(object) === wanted);
	if (more.length > 0) {
		const all = new TextSet([unwanted ?? '', ...more]);
		found.push((object) => !all.has(shown(object)));
	} else if (unwanted !== undefined) found.push((object) => shown(object) !== unwanted);
	return found;
}

/** Returns a function that reads the first nonempty field. */
function firstValue(fields: readonly string[]): (object: Selectable) => string {
	const values = fields.map((field) => fieldReader(field, ''));
	return (object) => {
		for (const value of values) {
			const text = value(object);
			if (text !== '') return text;
		}
		return '';
	};
}

/** Splits at unescaped commas. */
function split(text: string): string[] {
	return text.match(/(?:\\[\s\S]|[^\\,]|\\$)+/g) ?? [];
}

function term(part: string, selector: string): FieldTerm {
	const found = /!=|==|=/.exec(part);
	if (found === null) throw new ApiError('BadRequest', `invalid selector: '${selector}'; can't understand '${part}'`);
	const value = unescaped(part.slice(found.index + found[0].length));
	return { field: part.slice(0, found.index), negated: found[0] === '!=', value };
}

function unescaped(text: string): string {
	const wrong = /^(?:[^\\,=]|\\[\\,=])*/.exec(text)?.[0].length ?? 0;
	if (wrong === text.length) return text.replace(/\\([\\,=])/g, '$1');
	const why = text[wrong] === '\\' ? `invalid escape sequence: ${text.slice(wrong, wrong + 2)}` : `unescaped character in value: ${text[wrong]}`;
	throw new ApiError('BadRequest', `invalid field selector: ${why}`);
}

function termText({ field, negated, value }: FieldTerm): string {
	return `${field}${negated ? '!=' : '='}${value.replace(/[\\,=]/g, '\\$&')}`;
}

/** Has two wordings, as in Kubernetes: kinds without selectable fields of their own list the two common ones. */
function unsupported(field: string, lacksOwn: boolean): ApiError {
	if (!lacksOwn) return new ApiError('BadRequest', `field label not supported: ${field}`);
	return new ApiError('BadRequest', `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`);
}
