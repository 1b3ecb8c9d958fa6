/** Single flight: callers that await the same result of another thread share one request to it. */
export class SingleFlight {
	readonly #of = new WeakMap<object, Map<string, Promise<Buffer>>>();

	/** Returns the pending result for `of` and `name`, or starts it with `make`. `make` returns undefined when no work is needed. */
	once(of: object, name: string, make: () => Promise<Buffer> | undefined): Promise<Buffer> | undefined {
		const made = this.#of.get(of) ?? new Map<string, Promise<Buffer>>();
		const known = made.get(name);
		if (known !== undefined) return known;
		const pending = make()?.finally(() => made.delete(name));
		if (pending !== undefined) this.#of.set(of, made.set(name, pending));
		return pending;
	}
}
