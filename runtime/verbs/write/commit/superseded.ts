/**
 * A write whose object has been written since another snapshot of what is served took the place of the one that the write began
 * with. What that snapshot alone knows of the object, the write could only lose: it is made anew, from its beginning, in the
 * snapshot of now.
 */

/** Thrown by attempts, and never shown to a client: whoever began the write begins it again. */
export class Superseded extends Error {
	override readonly name = 'Superseded';

	constructor() {
		super('the object has been written since another snapshot was served: the write has to be made anew in that one');
	}
}

/** `write` takes the snapshot of now each time it is called. */
export async function inPresent<T>(write: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await write();
		} catch (error) {
			if (!(error instanceof Superseded)) throw error;
		}
	}
}
