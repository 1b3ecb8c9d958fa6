/** Processes many objects in one round, such that a damaged object does not stop the others. */
import { damageOf } from '../storage/errors.ts';

/** Number of objects processed per event loop iteration. */
const atOnce = 64;

/** Processes the objects in order. A failure other than damage rejects at once. After all objects, rejects with the first damage. */
export async function eachObject<T>(objects: Iterable<T>, work: (object: T) => Promise<void>): Promise<void> {
	let worked = 0;
	let damage: { readonly error: unknown } | undefined;
	for (const object of objects) {
		if (worked++ % atOnce === atOnce - 1) await new Promise((resolve) => setImmediate(resolve));
		try {
			await work(object);
		} catch (error) {
			if (damageOf(error) === undefined) throw error;
			damage ??= { error };
		}
	}
	if (damage !== undefined) throw damage.error;
}
