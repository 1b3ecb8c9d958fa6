/** Reviews to repeat in the second pass: those that asked for it and whose object changed after them. */
export class Reinvocations {
	/** True when any review has changed the object. */
	isChanged = false;
	readonly #asked = new Set<string>();
	readonly #due = new Set<string>();

	/** Records a review that asks to be repeated. */
	asked(id: string): void {
		this.#asked.add(id);
	}

	/** Records a change of the object. */
	changed(): void {
		this.isChanged = true;
		for (const id of this.#asked) this.#due.add(id);
		this.#asked.clear();
	}

	/** True when a review will be repeated if the object changes later. */
	get isWaiting(): boolean {
		return this.#asked.size > 0;
	}

	isDue(id: string): boolean {
		return this.#due.has(id);
	}
}
