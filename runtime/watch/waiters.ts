/** Cursors that wait for events of one resource, found by what they wait for: an event wakes those that want it and touches no other. */
import type { Revision } from '../storage/store.ts';
import { fieldOf } from './by-field/field-value.ts';
import type { CacheEvent, FieldValue } from './contract.ts';

/** Which objects; empty: any. */
export interface Scope {
	readonly namespace: string;
	readonly name: string;
	/** Objects that have this value of a field, or had it; of an indexed field, and without a name. */
	readonly only?: FieldValue;
}

/** Who waits. */
export interface Waiter {
	/** `scopeKey` of its scope: it waits again for each batch, and a text made anew each time would show in profiles. */
	readonly scopeKey: string;
	readonly scope: Scope;
	/** What `tellAlone` would tell of an event that came alone; undefined: nothing, and it goes on waiting; null: only `wake` can say. */
	madeAlone(event: CacheEvent): Buffer | undefined | null;
	/** False: it goes on waiting. `events` has that one event. */
	tellAlone(events: readonly CacheEvent[], bytes: Buffer): boolean;
	/** False: it goes on waiting. */
	wake(events: readonly CacheEvent[], applied: Revision): boolean;
	/** There will be no more events. */
	fail(error: Error): void;
}

const everything = '/';

/**
 * Waiters are asked before they are told, so many at a time. What is to be known of each lies somewhere else in memory, which at a
 * steady pace no cache has kept: a loop that only asks lets a processor fetch several at once, one that tells has it wait for each.
 */
const askedAtOnce = 64;

export class Waiters {
	readonly #byScope = new Map<string, Set<Waiter>>();
	/** By which somebody has waited: an event is looked at for these, and then found by its values, however many wait for others. */
	readonly #fields = new Set<string>();

	add(waiter: Waiter): void {
		if (waiter.scope.only !== undefined) this.#fields.add(waiter.scope.only.field);
		const waiting = this.#byScope.get(waiter.scopeKey);
		if (waiting) waiting.add(waiter);
		else this.#byScope.set(waiter.scopeKey, new Set([waiter]));
	}

	remove(waiter: Waiter): void {
		const waiting = this.#byScope.get(waiter.scopeKey);
		waiting?.delete(waiter);
		if (waiting?.size === 0) this.#byScope.delete(waiter.scopeKey);
	}

	/** All that wait for the same get the same array. */
	wake(events: readonly CacheEvent[], applied: Revision): void {
		if (this.#byScope.size === 0) return;
		if (this.#byScope.size === 1 && this.#byScope.has(everything)) {
			this.#wakeScope(everything, events, applied);
			return;
		}
		for (const [key, wanted] of this.#group(events)) this.#wakeScope(key, wanted, applied);
	}

	fail(error: Error): void {
		const all = [...this.#byScope.values()].flatMap((waiting) => [...waiting]);
		this.#byScope.clear();
		for (const waiter of all) waiter.fail(error);
	}

	#wakeScope(key: string, events: readonly CacheEvent[], applied: Revision): void {
		const waiting = this.#byScope.get(key);
		if (waiting === undefined) return;
		const [event] = events;
		if (event !== undefined && events.length === 1) this.#wakeAlone(waiting, event, events, applied);
		else for (const waiter of waiting) if (waiter.wake(events, applied)) waiting.delete(waiter);
		if (waiting.size === 0) this.#byScope.delete(key);
	}

	#wakeAlone(waiting: Set<Waiter>, event: CacheEvent, events: readonly CacheEvent[], applied: Revision): void {
		const asked: Waiter[] = [];
		const told: (Buffer | null)[] = [];
		const tell = (): void => {
			for (let i = 0; i < asked.length; i++) {
				const waiter = asked[i] as Waiter;
				const bytes = told[i] as Buffer | null;
				if (bytes === null ? waiter.wake(events, applied) : waiter.tellAlone(events, bytes)) waiting.delete(waiter);
			}
			asked.length = 0;
			told.length = 0;
		};
		for (const waiter of waiting) {
			const bytes = waiter.madeAlone(event);
			if (bytes === undefined) continue;
			asked.push(waiter);
			told.push(bytes);
			if (asked.length === askedAtOnce) tell();
		}
		tell();
	}

	#addByField({ object, previous }: CacheEvent, field: string, keys: Set<string>): void {
		for (const each of previous === undefined || previous === object ? [object] : [object, previous]) {
			const value = fieldOf(each, field);
			if (value === undefined) {
				// Whoever waits judges it.
				for (const key of this.#byScope.keys()) if (key.includes(`${only}${field}=`)) keys.add(key);
				continue;
			}
			keys.add(keyOf('', '', { field, value }));
			keys.add(keyOf(object.namespace, '', { field, value }));
		}
	}

	#group(events: readonly CacheEvent[]): Map<string, CacheEvent[]> {
		const groups = new Map<string, CacheEvent[]>();
		for (const event of events) {
			const { namespace, name } = event.object;
			const keys = new Set([everything, keyOf(namespace, ''), keyOf('', name), keyOf(namespace, name)]);
			for (const field of this.#fields) this.#addByField(event, field, keys);
			for (const key of keys) {
				if (!this.#byScope.has(key)) continue;
				const group = groups.get(key);
				if (group) group.push(event);
				else groups.set(key, [event]);
			}
		}
		return groups;
	}
}

export function scopeKey({ namespace, name, only }: Scope): string {
	return keyOf(namespace, name, only);
}

/** Stands before a field. */
const only = '?';

/** Neither namespace nor name may hold a slash, or a question mark. */
function keyOf(namespace: string, name: string, wanted?: FieldValue): string {
	return wanted === undefined ? `${namespace}/${name}` : `${namespace}/${name}${only}${wanted.field}=${wanted.value}`;
}
