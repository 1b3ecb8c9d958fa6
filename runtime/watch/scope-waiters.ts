/**
 * Cursors that wait for events of one scope. What is to be known of each lies somewhere else in memory, which at a steady pace no
 * cache has kept, so that an event that comes alone looks at as few of them as it can: of a class (`TakerClass`) one is asked what
 * all are told, and those by themselves alone that name a value which its object has or had.
 */
import type { Revision } from '../storage/store.ts';
import type { CacheEvent, NamedValue, TakerClass } from './contract.ts';

/** Who waits. */
export interface Waiter {
	/** The same for as long as it waits. Undefined: it is asked about each event by itself. */
	readonly takerClass: TakerClass | undefined;
	/** What `tellAlone` would tell of an event that came alone; undefined: nothing, and it goes on waiting; null: only `wake` can say. */
	madeAlone(event: CacheEvent): Buffer | undefined | null;
	/** False: it goes on waiting. `events` has that one event, which may be older than what it waits for. */
	tellAlone(events: readonly CacheEvent[], bytes: Buffer): boolean;
	/** False: it goes on waiting. */
	wake(events: readonly CacheEvent[], applied: Revision): boolean;
	/** There will be no more events. */
	fail(error: Error): void;
}

/** The commonest scope has one waiter alone, and is made anew whenever that has waited: nothing is in it before it is needed. */
export class ScopeWaiters {
	/** Each is asked by itself: of no class, or the only one of its own. */
	readonly #alone = new Set<Waiter>();
	/** Those among them that have a class, by its name; undefined until somebody looks for one. */
	#aloneByClass: Map<string, Waiter> | undefined;
	/** Of two waiters at first. */
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
		const woken: Woken = { event, events, applied };
		for (const waiter of askEach(this.#alone, woken)) this.remove(waiter);
		for (const one of this.#classes?.values() ?? []) for (const waiter of one.wakeAlone(woken)) this.remove(waiter);
	}

	fail(error: Error): void {
		const classes = [...(this.#classes?.values() ?? [])].map(({ waiters }) => waiters);
		const all = [this.#alone, ...classes].flatMap((waiters) => [...waiters]);
		for (const waiter of all) waiter.fail(error);
	}
}

/** An event that came alone. */
interface Woken {
	readonly event: CacheEvent;
	readonly events: readonly CacheEvent[];
	readonly applied: Revision;
}

class WaiterClass {
	readonly waiters = new Set<Waiter>();
	/** As one of them names it: how it is read is the same for all. */
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

	/** All that may be told one of these. */
	concernedBy(events: readonly CacheEvent[]): ReadonlySet<Waiter> {
		return this.#named === undefined || this.#named.negated ? this.waiters : (this.#naming(events) ?? this.waiters);
	}

	/** Those that wait no more. */
	wakeAlone(woken: Woken): Waiter[] {
		const naming = this.#naming(woken.events);
		if (naming === undefined) return askEach(this.waiters, woken);
		const over = askEach(naming, woken);
		if (this.#named === undefined || this.#named.negated) this.#tellOthers(naming, woken, over);
		return over;
	}

	/** Those that name a value which an object has or had; undefined: it cannot be read. */
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

	/** What one of them is told, all are. Adds to `over` those that wait no more. */
	#tellOthers(naming: ReadonlySet<Waiter>, { event, events, applied }: Woken, over: Waiter[]): void {
		let bytes: Buffer | undefined | null;
		for (const waiter of this.waiters) {
			if (naming.size > 0 && naming.has(waiter)) continue;
			// Until somebody has it made.
			bytes ??= waiter.madeAlone(event);
			if (bytes === undefined) continue;
			if (bytes === null ? waiter.wake(events, applied) : waiter.tellAlone(events, bytes)) over.push(waiter);
		}
	}
}

const none: ReadonlySet<Waiter> = new Set();

/**
 * So many are asked before they are told: a loop that only asks lets a processor fetch several of them at once, one that tells has it
 * wait for each.
 */
const askedAtOnce = 64;

/** Those that wait no more. */
function askEach(waiters: Iterable<Waiter>, { event, events, applied }: Woken): Waiter[] {
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
