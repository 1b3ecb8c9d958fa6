/** Kubernetes' list functions: `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`. */
import type { CelFunction, CelLibrary } from './library.ts';
import { compareValues, identityOf } from './values.ts';

const duration = 'google.protobuf.Duration';
const summable = ['int', 'uint', 'double', duration] as const;
const comparable = [...summable, 'bool', 'google.protobuf.Timestamp', 'string', 'bytes'] as const;

const mostInteger = 2n ** 63n;

interface Addable {
	addDuration(other: unknown): unknown;
}

function add(a: unknown, b: unknown): unknown {
	if (typeof a === 'bigint' && typeof b === 'bigint') {
		const sum = a + b;
		if (sum >= mostInteger || sum < -mostInteger) throw new Error('integer overflow');
		return sum;
	}
	if (isNumber(a) && isNumber(b)) return Number(a) + Number(b);
	if (isDuration(a) && isDuration(b)) return a.addDuration(b);
	throw new Error('no such overload: sum of values that are not numbers');
}

function isNumber(value: unknown): value is bigint | number {
	return typeof value === 'bigint' || typeof value === 'number';
}

function isDuration(value: unknown): value is Addable {
	return value !== null && typeof value === 'object' && 'addDuration' in value;
}

function sum(list: readonly unknown[]): unknown {
	return list.length === 0 ? 0n : list.slice(1).reduce(add, add(list[0], typeof list[0] === 'bigint' ? 0n : zeroFor(list[0])));
}

/** Returns the zero of the sum, so that even a list with a single value fails if the value cannot be added. */
function zeroFor(value: unknown): unknown {
	return isDuration(value) ? new (value.constructor as new (seconds: bigint) => unknown)(0n) : 0;
}

/** Returns the first of several equal minima or maxima. */
function first(name: string, sign: 1 | -1): (list: readonly unknown[]) => unknown {
	return (list) => {
		if (list.length === 0) throw new Error(`${name} called on empty list`);
		let found = list[0];
		for (const item of list) if (sign * compareValues(item, found) < 0) found = item;
		return found;
	};
}

function isSorted(list: readonly unknown[]): boolean {
	return list.every((item, at) => compareValues(at === 0 ? item : list[at - 1], item) <= 0);
}

export function position(list: readonly unknown[], value: unknown, find: 'indexOf' | 'lastIndexOf'): bigint {
	return BigInt(list.map(identityOf)[find](identityOf(value)));
}

const ofType = (type: string): CelFunction[] => [
	{ signature: `list<${type}>.isSorted(): bool`, handler: isSorted },
	{ signature: `list<${type}>.min(): ${type}`, handler: first('min', 1) },
	{ signature: `list<${type}>.max(): ${type}`, handler: first('max', -1) },
];

export const lists: CelLibrary = {
	functions: [
		...comparable.flatMap(ofType),
		...summable.map((type) => ({ signature: `list<${type}>.sum(): ${type}`, handler: sum })),
		{ signature: 'list.indexOf(dyn): int', handler: (list, value) => position(list, value, 'indexOf') },
		{ signature: 'list.lastIndexOf(dyn): int', handler: (list, value) => position(list, value, 'lastIndexOf') },
	],
};
