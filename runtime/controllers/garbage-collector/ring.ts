/** Owners that wait for each other in a ring: none of them would ever go. */
import type { Slices } from '../../verbs/slices.ts';
import { type Dependents, type Identity, keyOf } from './dependents.ts';

/** Whether an owner blocks one that waits, which blocks one that waits, and so on until itself. */
export async function isInRing(from: Identity, dependents: Dependents, isWaiting: (owner: Identity) => boolean, slices: Slices): Promise<boolean> {
	const seen = new Set<string>();
	const left = [...dependents.blockedBy(from)];
	for (let owner = left.pop(); owner !== undefined; owner = left.pop()) {
		if (!slices.hasRoom()) await slices.later(() => undefined);
		const key = keyOf(owner);
		if (seen.has(key) || !isWaiting(owner)) continue;
		if (key === keyOf(from)) return true;
		seen.add(key);
		left.push(...dependents.blockedBy(owner));
	}
	return false;
}
