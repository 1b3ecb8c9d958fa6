/** In which mode users last acted as others: it is tried first, as they mostly keep to one. Only the order of questions depends on it. */
export class LastModes<T> {
	readonly #byUser = new Map<string, T>();
	readonly #most: number;

	/** `most`: users remembered; whoever has not asked for longest is forgotten. */
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
