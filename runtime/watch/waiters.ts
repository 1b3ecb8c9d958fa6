/** Cursors that wait for events of one resource, found by what they wait for: an event wakes those that want it and touches no other. */
import type { Revision } from '../storage/store.ts';
import type { CacheEvent } from './contract.ts';

/** Which objects; empty: any. */
export interface Scope {
	readonly namespace: string;
	readonly name: string;
}

/** Who waits. */
export interface Waiter {
	/** `scopeKey` of its scope: it waits again for each batch, and a text made anew each time would show in profiles. */
	readonly scopeKey: string;
	/** False: it goes on waiting. */
	wake(events: readonly CacheEvent[], applied: Revision): boolean;
	/** There will be no more events. */
	fail(error: Error): void;
}

const everything = '/';

export class Waiters {
	readonly #byScope = new Map<string, Set<Waiter>>();

	add(waiter: Waiter): void {
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
		for (const waiter of waiting) if (waiter.wake(events, applied)) waiting.delete(waiter);
		if (waiting.size === 0) this.#byScope.delete(key);
	}

	#group(events: readonly CacheEvent[]): Map<string, CacheEvent[]> {
		const groups = new Map<string, CacheEvent[]>();
		for (const event of events) {
			const { namespace, name } = event.object;
			const keys = new Set([everything, keyOf(namespace, ''), keyOf('', name), keyOf(namespace, name)]);
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

export function scopeKey({ namespace, name }: Scope): string {
	return keyOf(namespace, name);
}

/** Neither part may hold a slash. */
function keyOf(namespace: string, name: string): string {
	return `${namespace}/${name}`;
}
