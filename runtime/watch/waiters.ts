/** Cursors that wait for events of one resource, grouped by scope. An event wakes the matching cursors and touches no others. */
import type { Revision } from '../storage/store.ts';
import { fieldOf } from './by-field/field-value.ts';
import type { CacheEvent, FieldValue } from './contract.ts';
import { ScopeWaiters, type Waiter } from './scope-waiters.ts';

/** Selection of objects. Empty fields match any value. */
export interface Scope {
	readonly namespace: string;
	readonly name: string;
	/** Selects objects that have or had this value of an indexed field; used without a name. */
	readonly only?: FieldValue;
}

/** A waiting cursor. */
export interface ScopedWaiter extends Waiter {
	/**
	 * `scopeKey` of its scope. It is stored, because the cursor waits again for each batch. Building the text each time would take a
	 * measurable part of the CPU.
	 */
	readonly scopeKey: string;
	readonly scope: Scope;
}

const everything = '/';

export class Waiters {
	readonly #byScope = new Map<string, ScopeWaiters>();
	/**
	 * Fields by which a cursor has waited. Each event is checked for these fields and found by its values, so the cost does not depend on
	 * the number of other waiters.
	 */
	readonly #fields = new Set<string>();

	add(waiter: ScopedWaiter): void {
		if (waiter.scope.only !== undefined) this.#fields.add(waiter.scope.only.field);
		let waiting = this.#byScope.get(waiter.scopeKey);
		if (waiting === undefined) {
			waiting = new ScopeWaiters();
			this.#byScope.set(waiter.scopeKey, waiting);
		}
		waiting.add(waiter);
	}

	remove(waiter: ScopedWaiter): void {
		const waiting = this.#byScope.get(waiter.scopeKey);
		waiting?.remove(waiter);
		if (waiting?.isEmpty) this.#byScope.delete(waiter.scopeKey);
	}

	/** Wakes the waiters. All waiters of a scope get the same array. */
	wake(events: readonly CacheEvent[], applied: Revision): void {
		if (this.#byScope.size === 0) return;
		if (this.#byScope.size === 1 && this.#byScope.has(everything)) {
			this.#wakeScope(everything, events, applied);
			return;
		}
		for (const [key, wanted] of this.#group(events)) this.#wakeScope(key, wanted, applied);
	}

	fail(error: Error): void {
		const all = [...this.#byScope.values()];
		this.#byScope.clear();
		for (const waiting of all) waiting.fail(error);
	}

	#wakeScope(key: string, events: readonly CacheEvent[], applied: Revision): void {
		const waiting = this.#byScope.get(key);
		waiting?.wake(events, applied);
		if (waiting?.isEmpty) this.#byScope.delete(key);
	}

	#addByField({ object, previous }: CacheEvent, field: string, keys: Set<string>): void {
		for (const each of previous === undefined || previous === object ? [object] : [object, previous]) {
			const value = fieldOf(each, field);
			if (value === undefined) {
				// The waiter itself decides about an unknown value.
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

/** Separator before a field. */
const only = '?';

/** Returns the key of a scope. Namespaces and names contain neither slash nor question mark. */
function keyOf(namespace: string, name: string, wanted?: FieldValue): string {
	return wanted === undefined ? `${namespace}/${name}` : `${namespace}/${name}${only}${wanted.field}=${wanted.value}`;
}
