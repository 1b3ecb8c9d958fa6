/**
 * Restarts a write that began under an old serving snapshot, when a newer snapshot has already written the same object. The old snapshot
 * would lose data that only the new one knows.
 */

/** Thrown by attempts, and never shown to a client: the caller that began the write restarts it. */
export class Superseded extends Error {
	override readonly name = 'Superseded';

	constructor() {
		super('the object was written after a newer snapshot was served: the write must run again in that snapshot');
	}
}

/** Runs `write` again until it is not superseded. `write` must use the current snapshot on each call. */
export async function inPresent<T>(write: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await write();
		} catch (error) {
			if (!(error instanceof Superseded)) throw error;
		}
	}
}
