/**
 * Cursors that wait for events of one scope. The states of the cursors are scattered in memory, and with slow events they are no longer in
 * a processor cache. Therefore a single event touches as few cursors as possible. One cursor of a class (`TakerClass`) decides for the
 * others. Only cursors that name a value of the object are asked separately.
 */
import type { Revision } from '../storage/store.ts';
import type { CacheEvent, NamedValue, TakerClass } from './contract.ts';

/** A waiting cursor. */
export interface Waiter {
	/** Class of the waiter, which is constant while it waits. Undefined when the waiter must be asked about each event separately. */
	readonly takerClass: TakerClass | undefined;
	/**
	 * Returns the bytes that `tellAlone` would deliver for a single event. Undefined when the event is not for it and it keeps waiting.
	 * Null when only `wake` can decide.
	 */
	madeAlone(event: CacheEvent): Buffer | undefined | null;
	/** Delivers a single event. Returns false when the waiter keeps waiting. The event may be older than the position at which it waits. */
	tellAlone(events: readonly CacheEvent[], bytes: Buffer): boolean;
	/** Delivers events. Returns false when the waiter keeps waiting. */
	wake(events: readonly CacheEvent[], applied: Revision): boolean;
	/** Ends the wait: no more events will come. */
	fail(error: Error): void;
}

/**
 * Waiters of one scope. The most common scope has a single waiter and is created again after each of its waits. Therefore fields are
 * allocated lazily.
 */
export class ScopeWaiters {
	/** Waiters that are asked separately: those without a class, or alone in their class. */
	readonly #alone = new Set<Waiter>();
	/** Waiters of `#alone` that have a class, by class name. Undefined until a lookup needs it. */
	#aloneByClass: Map<string, Waiter> | undefined;
	/** Classes by name. Each is created for two waiters. */
	#classes: Map<string, WaiterClass> | undefined;

	get isEmpty(): boolean {
		return this.#alone.size === 0 && (this.#classes === undefined || this.#classes.size === 0);
	}

	add(waiter: Waiter): void {
		const { takerClass } = waiter;
		if (takerClass === undefined || this.isEmpty) this.#addAlone(waiter);
		else this.#addTo(takerClass, waiter);
	}

	#addTo({ name, named }: TakerClass, waiter: Waiter): void {
		const known = this.#classes?.get(name);
		if (known !== undefined) {
			known.add(waiter);
			return;
		}
		this.#aloneByClass ??= new Map([...this.#alone].flatMap((each) => (each.takerClass === undefined ? [] : [[each.takerClass.name, each]])));
		const first = this.#aloneByClass.get(name);
		if (first === undefined) {
			this.#addAlone(waiter);
			return;
		}
		this.#removeAlone(first);
		this.#classes ??= new Map();
		this.#classes.set(name, new WaiterClass(named, [first, waiter]));
	}

	#addAlone(waiter: Waiter): void {
		this.#alone.add(waiter);
		if (waiter.takerClass !== undefined) this.#aloneByClass?.set(waiter.takerClass.name, waiter);
	}

	#removeAlone(waiter: Waiter): void {
		this.#alone.delete(waiter);
		const name = waiter.takerClass?.name;
		if (name !== undefined && this.#aloneByClass?.get(name) === waiter) this.#aloneByClass.delete(name);
	}

	remove(waiter: Waiter): void {
		const name = waiter.takerClass?.name;
		const known = name === undefined ? undefined : this.#classes?.get(name);
		if (name === undefined || known === undefined) this.#removeAlone(waiter);
		else {
			known.remove(waiter);
			if (known.isEmpty) this.#classes?.delete(name);
		}
	}

	wake(events: readonly CacheEvent[], applied: Revision): void {
		const [event] = events;
		if (event === undefined || events.length > 1) {
			const wake = (waiter: Waiter): void => {
				if (waiter.wake(events, applied)) this.remove(waiter);
			};
			for (const waiter of this.#alone) wake(waiter);
			for (const one of this.#classes?.values() ?? []) for (const waiter of one.concernedBy(events)) wake(waiter);
			return;
		}
		const woken: Delivery = { event, events, applied };
		for (const waiter of askEach(this.#alone, woken)) this.remove(waiter);
		for (const one of this.#classes?.values() ?? []) for (const waiter of one.wakeAlone(woken)) this.remove(waiter);
	}

	fail(error: Error): void {
		const classes = [...(this.#classes?.values() ?? [])].map(({ waiters }) => waiters);
		const all = [this.#alone, ...classes].flatMap((waiters) => [...waiters]);
		for (const waiter of all) waiter.fail(error);
	}
}

/** Delivery of a single event. */
interface Delivery {
	readonly event: CacheEvent;
	readonly events: readonly CacheEvent[];
	readonly applied: Revision;
}

class WaiterClass {
	readonly waiters = new Set<Waiter>();
	/** Value that a waiter names. All of them read it in the same way. */
	readonly #named: NamedValue | undefined;
	readonly #byText = new Map<string, Set<Waiter>>();

	constructor(named: NamedValue | undefined, waiters: readonly Waiter[]) {
		this.#named = named;
		for (const waiter of waiters) this.add(waiter);
	}

	get isEmpty(): boolean {
		return this.waiters.size === 0;
	}

	add(waiter: Waiter): void {
		this.waiters.add(waiter);
		const text = waiter.takerClass?.named?.text;
		if (text === undefined) return;
		const those = this.#byText.get(text);
		if (those !== undefined) those.add(waiter);
		else this.#byText.set(text, new Set([waiter]));
	}

	remove(waiter: Waiter): void {
		this.waiters.delete(waiter);
		const text = waiter.takerClass?.named?.text;
		if (text === undefined) return;
		const those = this.#byText.get(text);
		those?.delete(waiter);
		if (those?.size === 0) this.#byText.delete(text);
	}

	/** Returns the waiters for which some of the events may be. */
	concernedBy(events: readonly CacheEvent[]): ReadonlySet<Waiter> {
		return this.#named === undefined || this.#named.negated ? this.waiters : (this.#naming(events) ?? this.waiters);
	}

	/** Delivers a single event. Returns the waiters that stopped waiting. */
	wakeAlone(woken: Delivery): Waiter[] {
		const naming = this.#naming(woken.events);
		if (naming === undefined) return askEach(this.waiters, woken);
		const over = askEach(naming, woken);
		if (this.#named === undefined || this.#named.negated) this.#tellOthers(naming, woken, over);
		return over;
	}

	/** Returns the waiters that name a value which the object has or had. Returns undefined when the value cannot be read. */
	#naming(events: readonly CacheEvent[]): ReadonlySet<Waiter> | undefined {
		const named = this.#named;
		if (named === undefined) return none;
		const found = new Set<ReadonlySet<Waiter>>();
		try {
			for (const { object, previous } of events) {
				for (const each of previous === undefined ? [object] : [object, previous]) {
					const text = named.valueIn(each);
					const those = text === undefined ? undefined : this.#byText.get(text);
					if (those !== undefined) found.add(those);
				}
			}
		} catch {
			return undefined;
		}
		const [first = none] = found;
		return found.size <= 1 ? first : new Set([...found].flatMap((those) => [...those]));
	}

	/** Delivers the same bytes to all waiters that do not name the value. Adds the waiters that stopped waiting to `over`. */
	#tellOthers(naming: ReadonlySet<Waiter>, { event, events, applied }: Delivery, over: Waiter[]): void {
		let bytes: Buffer | undefined | null;
		for (const waiter of this.waiters) {
			if (naming.size > 0 && naming.has(waiter)) continue;
			// The bytes are asked for until one waiter has made them.
			bytes ??= waiter.madeAlone(event);
			if (bytes === undefined) continue;
			if (bytes === null ? waiter.wake(events, applied) : waiter.tellAlone(events, bytes)) over.push(waiter);
		}
	}
}

const none: ReadonlySet<Waiter> = new Set();

/**
 * Number of waiters to ask before any of them gets bytes. A loop that only asks lets the processor fetch several waiters at once. A loop
 * that also delivers waits for each of them.
 */
const askedAtOnce = 64;

/** Delivers a single event to each waiter. Returns those that stopped waiting. */
function askEach(waiters: Iterable<Waiter>, { event, events, applied }: Delivery): Waiter[] {
	const over: Waiter[] = [];
	const asked: Waiter[] = [];
	const told: (Buffer | null)[] = [];
	const tell = (): void => {
		for (let i = 0; i < asked.length; i++) {
			const waiter = asked[i] as Waiter;
			const bytes = told[i] as Buffer | null;
			if (bytes === null ? waiter.wake(events, applied) : waiter.tellAlone(events, bytes)) over.push(waiter);
		}
		asked.length = 0;
		told.length = 0;
	};
	for (const waiter of waiters) {
		const bytes = waiter.madeAlone(event);
		if (bytes === undefined) continue;
		asked.push(waiter);
		told.push(bytes);
		if (asked.length === askedAtOnce) tell();
	}
	tell();
	return over;
}
