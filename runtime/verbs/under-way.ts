/** What another thread makes of something: asked for once, however many wait for it. */
export class UnderWay {
	readonly #of = new WeakMap<object, Map<string, Promise<Buffer>>>();

	/** What is made of `of` under that name. `make` may say that nobody need wait. */
	once(of: object, name: string, make: () => Promise<Buffer> | undefined): Promise<Buffer> | undefined {
		const made = this.#of.get(of) ?? new Map<string, Promise<Buffer>>();
		const known = made.get(name);
		if (known !== undefined) return known;
		const pending = make()?.finally(() => made.delete(name));
		if (pending !== undefined) this.#of.set(of, made.set(name, pending));
		return pending;
	}
}
