/** One round over many objects: damage of one keeps none of the others from being worked on. */
import { damageOf } from '../storage/errors.ts';

/** Objects worked on before others have their turn of the event loop. */
const atOnce = 64;

/** One after the other. Rejects with the first failure that is not damage, or, after all objects, with the first that is. */
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
