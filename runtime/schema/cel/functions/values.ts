/** Comparison and size of CEL values, in time linear in their size. */
import { compareText } from '../../../model/text-order.ts';

/** Returns a text that is the same for values that are equal in CEL: numbers by value, maps in any order. */
export function identityOf(value: unknown): string {
	switch (typeof value) {
		case 'number':
			return Number.isInteger(value) ? `n${BigInt(value)}` : `n${value}`;
		case 'bigint':
			return `n${value}`;
		case 'string':
			return JSON.stringify(value);
		case 'object':
			return value === null ? 'null' : identityOfObject(value);
		default:
			return String(value);
	}
}

function identityOfObject(value: object): string {
	if (Array.isArray(value)) return `[${value.map(identityOf).join()}]`;
	if (value instanceof Date) return `t${value.getTime()}`;
	if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
	const entries = entriesOf(value);
	if (entries === undefined) return `${value.constructor.name} ${String(value)}`;
	return `{${entries
		.map(([key, item]) => `${identityOf(key)}:${identityOf(item)}`)
		.sort()
		.join()}}`;
}

/** Returns the entries of a map or object. Returns undefined for other types, such as unsigned integers. */
function entriesOf(value: object): readonly (readonly [unknown, unknown])[] | undefined {
	if (value instanceof Map) return [...value];
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || prototype === Object.prototype ? Object.entries(value) : undefined;
}

/**
 * Compares two values and returns a negative number, zero or a positive number. Throws when the values have no order, or when one is NaN.
 */
export function compareValues(a: unknown, b: unknown): number {
	if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
	if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
	const [left, right] = [ordinal(a), ordinal(b)];
	if (left === undefined || right === undefined || isNumber(a) !== isNumber(b)) throw new Error('no such overload: the list has values of different types');
	return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the value in a form that JavaScript's operators compare correctly. */
function ordinal(value: unknown): number | bigint | undefined {
	if (typeof value === 'bigint' || typeof value === 'number') return value;
	if (typeof value === 'boolean') return Number(value);
	const plain: unknown = value === null || typeof value !== 'object' ? undefined : value.valueOf();
	return typeof plain === 'number' || typeof plain === 'bigint' ? plain : undefined;
}

function isNumber(value: unknown): boolean {
	return typeof value === 'bigint' || typeof value === 'number';
}

/** Maximum length of a string that a function may create: more than the largest request has, and as much as one evaluation may cost. */
export const mostMade = 10_000_000;

/** Returns the total size as Kubernetes counts it: a unit per entry and per ten characters, at all depths. */
export function deepSize(value: unknown): number {
	if (typeof value === 'string') return value.length / 10;
	if (value === null || typeof value !== 'object') return 0;
	if (value instanceof Uint8Array) return value.length / 10;
	if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + deepSize(item), 0);
	return (entriesOf(value) ?? []).reduce((sum, [key, item]) => sum + 1 + deepSize(key) + deepSize(item), 0);
}
