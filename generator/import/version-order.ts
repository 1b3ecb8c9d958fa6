/** Insertion of versions in their order. */
import { newestFirst } from '../../runtime/model/version-order.ts';

/** Inserts a version before the first less preferred one. The others keep their order, which may be manual. */
export function insertVersion<T>(all: T[], added: T, nameOf: (one: T) => string): readonly T[] {
	const at = all.findIndex((one) => newestFirst(nameOf(added), nameOf(one)) < 0);
	all.splice(at < 0 ? all.length : at, 0, added);
	return all;
}
