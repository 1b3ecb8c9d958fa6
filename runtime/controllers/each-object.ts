/** Processes many objects in one round, so that a damaged object does not block the others. */
import { damageOf } from '../storage/errors.ts';

/** Number of objects processed before the loop yields to the event loop. */
const atOnce = 64;

/**
 * Processes the objects one after the other. Rejects at once with a failure other than damage; rejects with the first damage after all
 * objects.
 */
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
