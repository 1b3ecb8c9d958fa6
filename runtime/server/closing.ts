/** What has been opened, to be closed in the opposite order: last opened, first closed. */
export class Closing {
	readonly #closers: (() => Promise<void>)[] = [];

	add(close: () => Promise<void>): void {
		this.#closers.push(close);
	}

	/** One that fails does not keep the others open. Rejects with the first failure, when all have been tried. */
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

	/** After a failure: what cannot be closed is of no interest beside it. */
	async abandon(): Promise<void> {
		await this.close().catch(() => undefined);
	}
}
