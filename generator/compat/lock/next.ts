/** Next lock: current promises, and what must be remembered of the previous lock. */
import { isRecord, type JsonRecord, own } from '../json.ts';
import { ownKey, type Parts, reservedKey, type Surface } from '../surface.ts';
import { type Lock, reservedOf } from './lock.ts';

export function nextLock(before: Lock, now: Surface, acceptedNow: Lock['accepted']): Lock {
	return {
		surface: { ...now, types: mapValues(now.types, (parts, type) => withReserved(own(before.surface.types, type) ?? {}, parts)) },
		accepted: { ...before.accepted, ...acceptedNow },
		stored: mapValues(now.kinds, (kind, name) => storedIn(own(before.stored, name) ?? [], kind)),
	};
}

/** Reserves the numbers of removed fields, which are never reused. A field that returns gets its old number. */
function withReserved(before: Parts, now: Parts): Parts {
	const taken = new Set(Object.values(now).map(({ number }) => number));
	const gone = Object.entries(before).flatMap(([name, { number }]) =>
		typeof number === 'number' && !Object.hasOwn(now, name) ? [[String(number), name] as const] : [],
	);
	const reserved: JsonRecord = Object.fromEntries([...Object.entries(reservedOf(before)), ...gone].filter(([number]) => !taken.has(Number(number))));
	return Object.keys(reserved).length === 0 ? now : { ...now, [reservedKey]: reserved };
}

/**
 * Returns the versions in which objects may be stored. Objects are rewritten when the storage version changes, but the lock cannot know
 * whether every store is done.
 */
function storedIn(before: readonly string[], kind: Parts): readonly string[] {
	const storage = kind[ownKey]?.storage;
	const served = (version: string) => isRecord(kind[`version ${version}`]);
	return [...new Set([...before.filter(served), ...(typeof storage === 'string' ? [storage] : [])])].sort();
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, of: (value: T, key: string) => U): Readonly<Record<string, U>> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value, key)]));
}
