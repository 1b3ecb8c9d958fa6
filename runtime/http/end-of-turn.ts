/**
 * Writing is put off to the end of the event loop's turn: all requests that arrived together are worked on first, then
 * their answers go out one behind the other. A client process that shares its connections is woken once for all of them
 * and not once for each, which at 64 connections is a third of the server's CPU for a GET.
 */
export class EndOfTurn {
	readonly #before: () => void;
	#waiting: (() => void)[] = [];

	/** `before` is called ahead of what is written; it must not throw either. */
	constructor(before: () => void) {
		this.#before = before;
	}

	/** `write` must not throw. */
	add(write: () => void): void {
		if (this.#waiting.length === 0) setImmediate(() => this.#run());
		this.#waiting.push(write);
	}

	/** Writes now what waits. */
	flush(): void {
		if (this.#waiting.length > 0) this.#run();
	}

	#run(): void {
		const waiting = this.#waiting;
		this.#waiting = [];
		this.#before();
		for (let i = 0; i < waiting.length; i++) waiting[i]?.();
	}
}
