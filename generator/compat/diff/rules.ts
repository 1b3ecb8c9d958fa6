/** Consequences of added, removed and changed value rules. */
import type { Json } from '../../../runtime/model/catalog.ts';
import { isNumber } from '../../../runtime/schema/rules/bound.ts';
import { shown } from '../change.ts';
import { equalJson, isRecord, type JsonRecord } from '../json.ts';
import { breaks, type Classify, type Finding, keeps, listOf } from './finding.ts';

/**
 * Effect of a rule's argument. `refuses`: it is unknown which argument accepts more. `warns`: accepts every value, some with a warning.
 * `fills`: sets a default.
 */
type Direction = 'upper' | 'lower' | 'divides' | 'refuses' | 'warns' | 'fills';

/** All rules of `runtime/schema/rules`; a test compares the lists. */
export const directions: Readonly<Record<string, Direction>> = {
	maximum: 'upper',
	exclusiveMaximum: 'upper',
	maxLength: 'upper',
	maxItems: 'upper',
	maxProperties: 'upper',
	minimum: 'lower',
	exclusiveMinimum: 'lower',
	minLength: 'lower',
	minItems: 'lower',
	minProperties: 'lower',
	multipleOf: 'divides',
	pattern: 'refuses',
	format: 'refuses',
	uniqueItems: 'refuses',
	unique: 'refuses',
	notIn: 'refuses',
	allOf: 'refuses',
	anyOf: 'refuses',
	oneOf: 'refuses',
	not: 'refuses',
	embeddedResource: 'refuses',
	metadataNames: 'refuses',
	totalSize: 'refuses',
	requiredWhen: 'refuses',
	requiredTogether: 'refuses',
	frozenWhen: 'refuses',
	cel: 'refuses',
	deprecated: 'warns',
	deprecatedValues: 'warns',
	derive: 'fills',
};

export const rules: Classify = (from, to) => {
	const [were, are] = [listOf(from).filter(isRecord), listOf(to).filter(isRecord)];
	const gone = were.filter((use) => !are.some((other) => equalJson(use, other)));
	const come = are.filter((use) => !were.some((other) => equalJson(use, other)));
	const found: Finding[] = [];
	for (const use of come) {
		const at = gone.findIndex((other) => other.rule === use.rule);
		const [before] = at < 0 ? [] : gone.splice(at, 1);
		found.push(before === undefined ? appeared(use) : differs(before, use));
	}
	found.push(...gone.map(disappeared));
	// The order of rules decides which violation is reported first.
	return found.length > 0 ? found : [keeps('shown', 'is checked in another order', { sdk: 'patch' })];
};

function directionOf({ rule }: JsonRecord): Direction {
	const direction = typeof rule === 'string' && Object.hasOwn(directions, rule) ? directions[rule] : undefined;
	// A rule of the user's own may refuse any value.
	return direction ?? 'refuses';
}

function appeared(use: JsonRecord): Finding {
	const to = wordsOf(use);
	switch (directionOf(use)) {
		case 'warns':
			return keeps('deprecated', `brings a warning from now on: ${to}`, { to, sdk: 'patch' });
		case 'fills':
			return breaks('defaulted', `has a default that depends on other fields: ${to}`, { to, instead: 'add it in a new version', sdk: 'none' });
		default:
			return breaks('tightened', `must keep a rule from now on: ${to}`, { to, instead: 'warn in this version, and refuse in a new version', sdk: 'none' });
	}
}

function disappeared(use: JsonRecord): Finding {
	const from = wordsOf(use);
	switch (directionOf(use)) {
		case 'warns':
			return keeps('revived', `brings no warning any more: ${from}`, { from, sdk: 'patch' });
		case 'fills':
			return breaks('defaulted', `is not filled in any more: ${from}`, { from, instead: 'keep the default, or add a new version', sdk: 'none' });
		default:
			return keeps('loosened', `need not keep this rule any more: ${from}`, { from, sdk: 'patch' });
	}
}

function differs(before: JsonRecord, use: JsonRecord): Finding {
	const [from, to] = [wordsOf(before), wordsOf(use)];
	if (equalJson(withoutMessage(before), withoutMessage(use)))
		return keeps('shown', 'is refused with another message', { from: shown(before), to: shown(use), sdk: 'patch' });
	const direction = directionOf(use);
	if (direction === 'warns') return keeps('deprecated', 'brings another warning', { from, to, sdk: 'patch' });
	if (direction === 'fills') return breaks('defaulted', 'is filled in otherwise', { from, to, instead: 'change it in a new version', sdk: 'none' });
	if (takesAll(direction, before.argument, use.argument)) return keeps('loosened', 'accepts more values', { from, to, sdk: 'patch' });
	// Bounds of times and durations are texts, which are not compared.
	const certainly = (direction === 'upper' || direction === 'lower') && isNumber(before.argument) && isNumber(use.argument);
	return breaks('tightened', certainly ? 'accepts fewer values' : 'may refuse values that it accepted', {
		from,
		to,
		instead: 'tighten it in a new version',
		sdk: 'none',
	});
}

/** Reports whether the new argument accepts every value that the old one accepted. */
function takesAll(direction: Direction, before: Json | undefined, now: Json | undefined): boolean {
	if (!isNumber(before) || !isNumber(now)) return false;
	if (direction === 'upper') return now >= before;
	if (direction === 'lower') return now <= before;
	return direction === 'divides' && now > 0 && divides(now, before);
}

function divides(part: number | bigint, whole: number | bigint): boolean {
	if (typeof part === 'number' && typeof whole === 'number') return Number.isInteger(whole / part);
	const areIntegers = [part, whole].every((each) => typeof each === 'bigint' || Number.isInteger(each));
	return areIntegers && BigInt(whole) % BigInt(part) === 0n;
}

/** Removes the message, which CEL rules have in their argument and other rules next to it. */
function withoutMessage({ message: _, ...use }: JsonRecord): Json {
	const plain = (argument: Json | undefined): Json => {
		if (Array.isArray(argument)) return argument.map(plain);
		if (!isRecord(argument)) return argument ?? null;
		const { message: __, ...rest } = argument;
		return rest;
	};
	return { ...use, argument: plain(use.argument) };
}

function wordsOf({ rule, argument }: JsonRecord): string {
	return `${String(rule)} ${shown(argument)}`;
}
