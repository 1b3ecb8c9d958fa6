/** Continues with a value that is usually known at once. */

/** Calls `use` with the value. Returns a promise only if the value is one, so that the write path stays synchronous otherwise. */
export function whenKnown<T>(value: T | Promise<T>, use: (value: T) => void): void | Promise<void> {
	if (value instanceof Promise) return value.then(use);
	use(value);
}
