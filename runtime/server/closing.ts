/** Stack of opened resources. The resource opened last is closed first. */
export class Closing {
	readonly #closers: (() => Promise<void>)[] = [];

	add(close: () => Promise<void>): void {
		this.#closers.push(close);
	}

	/** Closes all resources, even when one fails. Rejects with the first failure after all have been tried. */
	async close(): Promise<void> {
		const failures: unknown[] = [];
		for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
			try {
				await close();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0) throw failures[0];
	}

	/** Closes all resources after a failure. Ignores further errors, because the first failure matters more. */
	async abandon(): Promise<void> {
		await this.close().catch(() => undefined);
	}
}
