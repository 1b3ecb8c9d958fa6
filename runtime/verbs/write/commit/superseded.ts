/**
 * Restart of a write whose object was written after a newer snapshot replaced the one with which the write began. The old snapshot would
 * lose any data that only the new one knows. The write therefore starts over in the current snapshot.
 */

/** Thrown by attempts and never shown to a client: the caller that began the write restarts it. */
export class Superseded extends Error {
	override readonly name = 'Superseded';

	constructor() {
		super('the object was written after a newer snapshot was served: the write must run again in that snapshot');
	}
}

/** Runs `write` until it is not superseded. `write` takes the current snapshot on each call. */
export async function inPresent<T>(write: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await write();
		} catch (error) {
			if (!(error instanceof Superseded)) throw error;
		}
	}
}
