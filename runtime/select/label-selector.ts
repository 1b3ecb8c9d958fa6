/**
 * Label selectors: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`. An empty text selects everything. Grammar and error texts are those of
 * kubectl.
 */
import { ApiError } from '../api/errors.ts';
import { checkQualifiedName } from '../scalars/formats.ts';
import { fewConditions, manyPredicate } from './many-requirements.ts';
import { type Operator, type Requirement, requirementComparison, requirementFaults, requirementPredicate, requirementText } from './requirement.ts';
import { allOf, type Comparison, type Predicate } from './selectable.ts';

export interface LabelSelector {
	/** Predicate whose memory is proportional to the text. */
	readonly matches: Predicate;
	/** Set when the selector is a single comparison. */
	readonly comparison: Comparison | undefined;
	/** Number of values, plus requirements without values. */
	readonly conditions: number;
	/** Canonical text, the same for equivalent selectors. */
	readonly text: string;
}

/** Parses a selector. Throws ApiError BadRequest. */
export function parseLabelSelector(text: string): LabelSelector {
	return labelSelector(labelTerms(text));
}

/** Parses the requirements of a selector. Throws ApiError BadRequest. */
export function labelTerms(text: string): readonly Requirement[] {
	return new Parser(text).selector();
}

export function labelSelector(requirements: readonly Requirement[]): LabelSelector {
	const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
	const conditions = sorted.reduce((sum, { values }) => sum + Math.max(1, values.length), 0);
	const matches = conditions > fewConditions ? manyPredicate(sorted) : allOf(sorted.map(requirementPredicate));
	const [only, ...others] = sorted;
	const comparison = only !== undefined && others.length === 0 ? requirementComparison(only) : undefined;
	return { matches, comparison, conditions, text: sorted.map(requirementText).join(',') };
}

type Token = { readonly kind: 'word' | 'symbol' | 'end'; readonly text: string };

const symbols = ['==', '!=', '=', '!', '(', ')', ',', '>', '<'];
const word = /[^\s=!(),<>]+/y;
const space = /\s*/y;
/** Characters that a plain set does not have. */
const beyondWords = /[\s=!(<>]/;

const operators: Readonly<Record<string, Operator>> = { '=': '=', '==': '==', '!=': '!=', '>': 'gt', '<': 'lt', in: 'in', notin: 'notin' };

const noValues: readonly string[] = [];

class Parser {
	readonly #text: string;
	/** Offset after the next token. */
	#position = 0;
	#token: Token;

	constructor(text: string) {
		this.#text = text;
		this.#token = this.#read();
	}

	selector(): Requirement[] {
		const requirements: Requirement[] = [];
		for (;;) {
			const token = this.#peek();
			if (token.kind === 'end') return requirements;
			if (token.kind !== 'word' && token.text !== '!') throw bad(`found '${token.text}', expected: !, identifier, or 'end of string'`);
			requirements.push(this.#requirement());
			const after = this.#next();
			if (after.kind === 'end') return requirements;
			if (after.text !== ',') throw bad(`found '${after.text}', expected: ',' or 'end of string'`);
			const following = this.#peek();
			if (following.kind !== 'word' && following.text !== '!') throw bad(`found '${following.text}', expected: identifier after ','`);
		}
	}

	#requirement(): Requirement {
		const negated = this.#peek().text === '!';
		if (negated) this.#next();
		const key = this.#next();
		if (key.kind !== 'word') throw unparsed(`found '${key.text}', expected: identifier`);
		const faults = checkQualifiedName(key.text);
		if (faults.length > 0) throw unparsed(`<nil>: Invalid value: ${JSON.stringify(key.text)}: ${faults.join('; ')}`);
		if (negated || this.#peek().kind === 'end' || this.#peek().text === ',')
			return checked({ key: key.text, operator: negated ? '!' : 'exists', values: noValues });
		const token = this.#next();
		const operator = Object.hasOwn(operators, token.text) ? operators[token.text] : undefined;
		if (operator === undefined) throw unparsed(`found '${token.text}', expected: in, notin, =, ==, !=, gt, lt`);
		const values = operator === 'in' || operator === 'notin' ? this.#set() : [this.#value()];
		return checked({ key: key.text, operator, values });
	}

	/** Parses `(a,b)`; an empty element is the empty value. */
	#set(): string[] {
		const open = this.#next();
		if (open.text !== '(' || open.kind !== 'symbol') throw unparsed(`found '${open.text}' expected: '('`);
		const plain = this.#plainSet();
		if (plain !== undefined) return plain;
		const values = new Set<string>();
		for (;;) {
			const token = this.#peek();
			if (token.kind === 'word') values.add(this.#next().text);
			else if (token.text === ',' || token.text === ')') values.add('');
			else throw unparsed(`found '${token.text}', expected: ',', ')' or identifier`);
			const after = this.#next();
			if (after.text === ')') return [...values];
			if (after.text !== ',') throw unparsed(`found '${after.text}', expected: ',' or ')'`);
		}
	}

	/**
	 * Parses a set without spaces at once, since it may fill the whole query. Returns undefined for a set that must be parsed token by
	 * token and may be invalid.
	 */
	#plainSet(): string[] | undefined {
		const start = this.#position - this.#token.text.length;
		const end = this.#text.indexOf(')', start);
		const inside = this.#text.slice(start, end);
		if (end < 0 || beyondWords.test(inside)) return undefined;
		this.#position = end + 1;
		this.#token = this.#read();
		return [...new Set(inside.split(','))];
	}

	#value(): string {
		const token = this.#peek();
		if (token.kind === 'end' || token.text === ',') return '';
		if (token.kind !== 'word') throw unparsed(`found '${token.text}', expected: identifier`);
		return this.#next().text;
	}

	#peek(): Token {
		return this.#token;
	}

	#next(): Token {
		const token = this.#token;
		this.#token = this.#read();
		return token;
	}

	/** Reads the next token. After the end it returns the end token again. */
	#read(): Token {
		space.lastIndex = this.#position;
		space.exec(this.#text);
		const token = tokenAt(this.#text, space.lastIndex);
		this.#position = space.lastIndex + token.text.length;
		return token;
	}
}

function tokenAt(text: string, position: number): Token {
	if (position >= text.length) return { kind: 'end', text: '' };
	const symbol = symbols.find((candidate) => text.startsWith(candidate, position));
	if (symbol !== undefined) return { kind: 'symbol', text: symbol };
	word.lastIndex = position;
	return { kind: 'word', text: word.exec(text)?.[0] ?? '' };
}

function checked(requirement: Requirement): Requirement {
	const faults = requirementFaults(requirement);
	if (faults.length === 0) return requirement;
	throw unparsed(faults.length === 1 ? (faults[0] ?? '') : `[${faults.join(', ')}]`);
}

function unparsed(why: string): ApiError {
	return bad(`unable to parse requirement: ${why}`);
}

function bad(message: string): ApiError {
	return new ApiError('BadRequest', message);
}
