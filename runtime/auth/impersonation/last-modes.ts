/**
 * Mode of each user's last impersonation. It is tried first, since users mostly keep to one mode. Only the order of the checks depends on
 * it.
 */
export class LastModes<T> {
	readonly #byUser = new Map<string, T>();
	readonly #most: number;

	/** `most`: limit of remembered users; the least recent user is evicted. */
	constructor(most = 10_000) {
		this.#most = most;
	}

	get(user: string): T | undefined {
		return this.#byUser.get(user);
	}

	set(user: string, mode: T): void {
		this.#byUser.delete(user);
		this.#byUser.set(user, mode);
		for (const oldest of this.#byUser.keys()) {
			if (this.#byUser.size <= this.#most) return;
			this.#byUser.delete(oldest);
		}
	}
}
