/**
 * Assigns protobuf numbers to fields whose specs have none. A field gets its number in the lock, else the next number that no field has or
 * had. An object whose fields never had numbers has no protobuf form, and gets none.
 */
import type { LockedNumbers } from '../../compat/lock/lock.ts';
import { at, type MapNode, mapAt, numberAt } from '../source/node.ts';
import { isRootField } from './root-fields.ts';

/** Range of numbers that protobuf reserves for its implementations. */
const setAside = { first: 19000, last: 19999 };

/** Returns the assigned numbers by field, for fields whose spec has none. */
export function givenNumbers(node: MapNode, isRoot: boolean, locked: LockedNumbers): ReadonlyMap<string, number> {
	const properties = mapAt(node, 'properties')?.entries ?? new Map<string, never>();
	const written = [...properties].flatMap(([name, { value }]) => {
		const number = numberAt(value, 'protobuf');
		return number === undefined ? [] : [[number, name] as const];
	});
	const given = new Map<string, number>();
	const names = [...properties.keys()].filter((name) => at(properties.get(name)?.value, 'protobuf') === undefined && !isUnnumbered(name, isRoot));
	const isNumbered = written.length > 0 || names.some((name) => locked.fields.has(name));
	if (!isNumbered) return given;
	const byHand = new Map(written);
	for (const name of names) {
		const number = locked.fields.get(name);
		if (number !== undefined && !byHand.has(number)) given.set(name, number);
	}
	let last = Math.max(isRoot ? 1 : 0, ...byHand.keys(), ...locked.fields.values(), ...locked.reserved.keys());
	for (const name of names) {
		if (given.has(name)) continue;
		last++;
		if (last >= setAside.first && last <= setAside.last) last = setAside.last + 1;
		given.set(name, last);
	}
	return given;
}

export function isSetAside(number: number): boolean {
	return number >= setAside.first && number <= setAside.last;
}

/** Reports whether a field gets no number: kind and apiVersion are not in the protobuf form, and the number of metadata is fixed. */
function isUnnumbered(name: string, isRoot: boolean): boolean {
	return name === 'kind' || name === 'apiVersion' || (isRoot && isRootField(name));
}
