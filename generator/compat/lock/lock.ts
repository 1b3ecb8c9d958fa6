/**
 * Text of `api.lock.yaml`: a promised surface, one line per field, version, column and gate. Values are JSON, which is also YAML. The form
 * is canonical, so a changed line is a changed promise, and reading needs no full YAML parser.
 */
import type { Json, TypeName } from '../../../runtime/model/catalog.ts';
import { MalformedError } from '../../../runtime/model/malformed.ts';
import { parseJson } from '../../../runtime/wire/json/json.ts';
import { stringify } from '../../../runtime/wire/json/text.ts';
import { compareText, type Diagnostic, diagnosticAt } from '../../read/diagnostics/diagnostic.ts';
import { type SpecFile, type SpecSource, specFile } from '../../read/source/spec-file.ts';
import { isRecord, type JsonRecord, own } from '../json.ts';
import { noSurface, type Parts, reservedKey, type Surface } from '../surface.ts';

export const lockName = 'api.lock.yaml';

export interface Lock {
	readonly surface: Surface;
	/** Reasons of accepted changes, by name of the change. */
	readonly accepted: Readonly<Record<string, string>>;
	/** API versions in which each kind has been stored, by storage name; objects may still be. */
	readonly stored: Readonly<Record<string, readonly string[]>>;
}

export interface ReadLock {
	readonly lock: Lock;
	/** Line numbers by section, element and part. */
	readonly lines: ReadonlyMap<string, number>;
	readonly file: SpecFile;
}

export const nothingLocked: Lock = { surface: noSurface, accepted: {}, stored: {} };

const heading = '# The API that is promised to clients. orch lock writes this file when specs have changed: review it, do not edit it.\n';
const form = 1;

const flat = ['releases', 'gates', 'groups', 'stored', 'accepted'] as const;
const nested = ['kinds', 'types'] as const;
type Section = (typeof flat)[number] | (typeof nested)[number];
const sections: readonly Section[] = ['releases', 'gates', 'groups', 'kinds', 'stored', 'types', 'accepted'];

export function printLock({ surface, accepted, stored }: Lock): string {
	const all: Readonly<Record<Section, Readonly<Record<string, unknown>>>> = { ...surface, accepted, stored };
	const lines = sections.flatMap((section) => {
		const entries = Object.entries(all[section]).sort(([a], [b]) => order(section, a, b));
		if (entries.length === 0) return [];
		return [`${section}:`, ...entries.flatMap(([key, value]) => (isNested(section) ? block(key, value as Parts) : [`  ${text(key)}: ${json(value)}`]))];
	});
	return `${heading}lock: ${form}\n${lines.join('\n')}\n`;
}

function isNested(section: string): section is (typeof nested)[number] {
	return (nested as readonly string[]).includes(section);
}

/** Orders keys: releases by number, all others as text. */
function order(section: Section, a: string, b: string): number {
	const [numbersOf, other] = [a, b].map((release) => release.split('.').map(Number));
	const byNumber = section === 'releases' ? (numbersOf?.[0] ?? 0) - (other?.[0] ?? 0) || (numbersOf?.[1] ?? 0) - (other?.[1] ?? 0) : 0;
	return byNumber || compareText(a, b);
}

function block(key: string, parts: Parts): string[] {
	return [
		`  ${text(key)}:`,
		...Object.entries(parts)
			.sort(([a], [b]) => compareText(a, b))
			.map(([part, value]) => `    ${text(part)}: ${json(value)}`),
	];
}

/** Formats a key; unquoted when YAML can only read it as a string. */
function text(key: string): string {
	return /^[A-Za-z(][\w ./(){}-]*[\w})]$/.test(key) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(key) ? key : JSON.stringify(key);
}

/** Formats a value on one line. A line that ends with a bracket is not inside a string, because strings end with a quote. */
function json(value: unknown): string {
	return stringify(value as Json, ' ')
		.split('\n')
		.reduce((line, next) => {
			const rest = next.trimStart();
			return `${line}${/[[{]$/.test(line) || /^[\]}]/.test(rest) ? '' : ' '}${rest}`;
		});
}

export function readLock(source: SpecSource): ReadLock | { readonly diagnostics: readonly Diagnostic[] } {
	const file = specFile(source);
	const read: Record<Section, Record<string, unknown>> = { releases: {}, gates: {}, groups: {}, kinds: {}, types: {}, stored: {}, accepted: {} };
	const lines = new Map<string, number>();
	let section: Section | undefined;
	let element = '';
	const fail = (start: number, end: number, message: string) => ({
		diagnostics: [diagnosticAt({ kind: 'scalar', value: null, file, start, end: Math.max(end, start + 1) }, message)],
	});
	if (source.undecoded !== undefined) return fail(source.undecoded.at, source.undecoded.at + 1, source.undecoded.message);
	let isCurrent = false;
	for (const [index, start] of file.lineStarts.entries()) {
		const line = file.text.slice(start, file.lineStarts[index + 1] ?? file.text.length).trimEnd();
		if (line === '' || line.startsWith('#')) continue;
		if (/^(<{7}|={7}|>{7}|\|{7})/.test(line)) return fail(start, start + line.length, 'a merge conflict is unresolved: take either side, then run orch lock');
		const parsed = parseLine(line);
		if (parsed === undefined) return fail(start, start + line.length, `this is no line of a lock: restore the file, then run orch lock`);
		const { depth, key, value } = parsed;
		if (depth === 0 && key === 'lock') {
			if (value !== form) return fail(start, start + line.length, `this lock has the form ${JSON.stringify(value)}, and this orch reads form ${form}`);
			isCurrent = true;
			continue;
		}
		if (!isCurrent) return fail(start, start + line.length, `a lock begins with "lock: ${form}": restore the file, then run orch lock`);
		if (depth === 0) {
			section = sections.find((one) => one === key);
			if (section === undefined || value !== undefined)
				return fail(start, start + line.length, `a lock has no section ${JSON.stringify(key)}: restore the file, then run orch lock`);
			element = '';
			continue;
		}
		const wanted =
			section !== undefined &&
			(isNested(section) ? (depth === 1) === (value === undefined) && (depth === 1 || element !== '') : depth === 1 && value !== undefined);
		if (section === undefined || !wanted) return fail(start, start + line.length, 'this does not belong here: restore the file, then run orch lock');
		if (depth === 1) element = key;
		const place = depth === 1 ? [section, key] : [section, element, key];
		if (lines.has(place.join('\n'))) return fail(start, start + line.length, `${JSON.stringify(key)} is here twice: restore the file, then run orch lock`);
		lines.set(place.join('\n'), index + 1);
		if (depth === 1) define(read[section], key, isNested(section) ? {} : value);
		else if (!isRecord(value) && key !== reservedKey) return fail(start, start + line.length, 'expected a map here: restore the file, then run orch lock');
		else define(own(read[section], element) as Record<string, unknown>, key, value);
	}
	const { accepted, stored, ...surface } = read;
	return {
		lock: { surface: surface as unknown as Surface, accepted: accepted as Lock['accepted'], stored: stored as Lock['stored'] },
		lines,
		file,
	};
}

/** Defines a property; an assignment would treat `__proto__` specially. */
function define(record: Record<string, unknown>, key: string, value: unknown): void {
	Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}

interface Line {
	/** Indentation: 0 is a section, 1 an element, 2 a part. */
	readonly depth: number;
	readonly key: string;
	readonly value: unknown;
}

function parseLine(line: string): Line | undefined {
	const match = /^( {0,4})("(?:[^"\\]|\\.)*"|[^\s"#:][^":]*):(?: (.*))?$/.exec(line);
	const [, indent = '', key = '', value] = match ?? [];
	if (match === null || indent.length % 2 !== 0) return undefined;
	try {
		return {
			depth: indent.length / 2,
			key: key.startsWith('"') ? (JSON.parse(key) as string) : key,
			value: value === undefined ? undefined : parseJson(value),
		};
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof MalformedError) return undefined;
		throw error;
	}
}

/** Protobuf numbers of existing and removed fields of a locked type. */
export interface LockedNumbers {
	readonly fields: ReadonlyMap<string, number>;
	/** Names of removed fields by number. */
	readonly reserved: ReadonlyMap<number, string>;
}

export function lockedNumbers({ types }: Surface, type: TypeName): LockedNumbers {
	const parts: Parts = own(types, type) ?? {};
	const fields = new Map<string, number>();
	for (const [name, { number }] of Object.entries(parts)) if (typeof number === 'number') fields.set(name, number);
	return { fields, reserved: new Map(Object.entries(reservedOf(parts)).map(([number, name]) => [Number(number), String(name)])) };
}

/** Returns the names of removed fields by number. */
export function reservedOf(parts: Parts): JsonRecord {
	return own(parts, reservedKey) ?? {};
}
