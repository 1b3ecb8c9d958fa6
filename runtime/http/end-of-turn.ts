/**
 * Writing is put off to the end of the event loop's turn: all requests that arrived together are worked on first, then
 * their answers go out one behind the other. A client process that shares its connections is woken once for all of them
 * and not once for each, which at 64 connections is a third of the server's CPU for a GET.
 */

/** What several write to in one turn. */
export interface Flushed {
	/** Must not throw. */
	flush(): void;
}

export class EndOfTurn {
	readonly #before: () => void;
	#waiting: (() => void)[] = [];
	#last: Flushed[] = [];
	#isScheduled = false;

	/** `before` is called ahead of what is written; it must not throw either. */
	constructor(before: () => void) {
		this.#before = before;
	}

	/** `write` must not throw. */
	add(write: () => void): void {
		this.#waiting.push(write);
		this.#schedule();
	}

	/** Flushed behind all that is written then. To be called once before each flush. */
	addLast(flushed: Flushed): void {
		this.#last.push(flushed);
		this.#schedule();
	}

	/** Writes now what waits. */
	flush(): void {
		if (!this.#isEmpty) this.#run();
	}

	get #isEmpty(): boolean {
		return this.#waiting.length === 0 && this.#last.length === 0;
	}

	#schedule(): void {
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		setImmediate(() => this.#run());
	}

	#run(): void {
		const waiting = this.#waiting;
		this.#waiting = [];
		this.#isScheduled = true;
		this.#before();
		for (let i = 0; i < waiting.length; i++) waiting[i]?.();
		const last = this.#last;
		this.#last = [];
		for (let i = 0; i < last.length; i++) last[i]?.flush();
		this.#isScheduled = false;
		if (!this.#isEmpty) this.#schedule();
	}
}
