/**
 * Functions of semantic versions: `semver("1.2.3").isLessThan(semver("2.0.0"))`. With `true` as second argument, `v1.2` and `01.02` are
 * valid as well.
 */
import type { CelLibrary } from './library.ts';

class Semver {
	/** Major, minor, patch. */
	readonly numbers: readonly bigint[];
	/** Identifiers of the prerelease. Numbers sort before words. */
	readonly before: readonly (bigint | string)[];
	constructor(numbers: readonly bigint[], before: readonly (bigint | string)[]) {
		this.numbers = numbers;
		this.before = before;
	}
}

const mostNumber = 2n ** 64n - 1n;

/** Parses a number. `what`: start of the error message, "Major number" for example. */
function numberOf(text: string, what: string): bigint {
	if (!/^\d+$/.test(text)) throw new Error(`Invalid character(s) found in ${what} number ${JSON.stringify(text)}`);
	if (/^0./.test(text)) throw new Error(`${what[0]?.toUpperCase()}${what.slice(1)} number must not contain leading zeroes ${JSON.stringify(text)}`);
	return inBounds(text);
}

function inBounds(digits: string): bigint {
	const value = BigInt(digits.slice(0, 21));
	if (digits.length > 20 || value > mostNumber) throw new Error(`strconv.ParseUint: parsing ${JSON.stringify(digits)}: value out of range`);
	return value;
}

function beforeOf(part: string): bigint | string {
	if (part === '') throw new Error('Prerelease is empty');
	if (/^0\d/.test(part) && /^\d+$/.test(part)) throw new Error(`Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(part)}`);
	if (/^\d+$/.test(part)) return inBounds(part);
	if (!/^[0-9A-Za-z-]+$/.test(part)) throw new Error(`Invalid character(s) found in prerelease ${JSON.stringify(part)}`);
	return part;
}

/** Splits at the first two dots. The third part is the rest. */
function inThree(text: string): string[] {
	const [major = '', minor, ...rest] = text.split('.');
	return [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
}

/** Parses a version. Throws an Error for other text. */
function parse(text: string, normalize = false): Semver {
	const written = normalize ? normalized(text) : text;
	if (written === '') throw new Error('Version string empty');
	const [major = '', minor = '', rest] = inThree(written);
	if (rest === undefined) throw new Error('No Major.Minor.Patch elements found');
	const first = [numberOf(major, 'major'), numberOf(minor, 'minor')];
	const [head = '', ...build] = split(rest, '+');
	const [patch = '', ...before] = split(head, '-');
	const version = new Semver([...first, numberOf(patch, 'patch')], before.flatMap((part) => part.split('.')).map(beforeOf));
	for (const part of build.flatMap((one) => one.split('.'))) {
		if (part === '') throw new Error('Build meta data is empty');
		if (!/^[0-9A-Za-z-]+$/.test(part)) throw new Error(`Invalid character(s) found in build meta data ${JSON.stringify(part)}`);
	}
	return version;
}

/** Splits at the first separator, if there is one. */
function split(text: string, separator: string): string[] {
	const at = text.indexOf(separator);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Removes a leading `v` and leading zeros, and adds missing numbers. */
function normalized(text: string): string {
	const parts = inThree(text.replace(/^v/, '')).map((part) => (part.length > 1 ? part.replace(/^0+(?=\d)|^0+(?=$)/, '').replace(/^(?!\d)/, '0') : part));
	if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) throw new Error('short version cannot contain PreRelease/Build meta data');
	return [...parts, '0', '0'].slice(0, 3).join('.');
}

function isSemver(text: string, normalize?: boolean): boolean {
	try {
		parse(text, normalize);
		return true;
	} catch {
		return false;
	}
}

function order(a: bigint | string, b: bigint | string): number {
	if (typeof a !== typeof b) return typeof a === 'bigint' ? -1 : 1;
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares versions. A release sorts after its prereleases. Build metadata has no order. */
function compare(a: Semver, b: Semver): number {
	const differing = a.numbers.map((value, at) => order(value, b.numbers[at] ?? 0n)).find((sign) => sign !== 0);
	if (differing !== undefined) return differing;
	if (a.before.length === 0 || b.before.length === 0) return Math.sign(b.before.length - a.before.length);
	for (const [at, part] of a.before.entries()) {
		const other = b.before[at];
		const sign = other === undefined ? 1 : order(part, other);
		if (sign !== 0) return sign;
	}
	return Math.sign(a.before.length - b.before.length);
}

const type = 'kubernetes.Semver';
const numberAt =
	(at: number) =>
	({ numbers }: Semver) =>
		BigInt.asIntN(64, numbers[at] ?? 0n);

export const semver: CelLibrary = {
	types: [{ name: type, ctor: Semver, equals: (a: Semver, b: Semver) => compare(a, b) === 0 }],
	functions: [
		{ signature: 'isSemver(string): bool', handler: isSemver },
		{ signature: 'isSemver(string, bool): bool', handler: isSemver },
		{ signature: `semver(string): ${type}`, handler: (text) => parse(text) },
		{ signature: `semver(string, bool): ${type}`, handler: parse },
		{ signature: `${type}.major(): int`, handler: numberAt(0) },
		{ signature: `${type}.minor(): int`, handler: numberAt(1) },
		{ signature: `${type}.patch(): int`, handler: numberAt(2) },
		{ signature: `${type}.isLessThan(${type}): bool`, handler: (a, b) => compare(a, b) < 0 },
		{ signature: `${type}.isGreaterThan(${type}): bool`, handler: (a, b) => compare(a, b) > 0 },
		{ signature: `${type}.compareTo(${type}): int`, handler: (a, b) => BigInt(compare(a, b)) },
	],
};
