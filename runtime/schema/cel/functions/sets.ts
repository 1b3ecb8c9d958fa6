/** Set functions of lists: `sets.contains`, `sets.equivalent`, `sets.intersects`. */
import type { CelLibrary } from './library.ts';
import { identityOf } from './values.ts';

class Sets {}

const setOf = (list: readonly unknown[]): ReadonlySet<string> => new Set(list.map(identityOf));

function contains(list: readonly unknown[], part: readonly unknown[]): boolean {
	const all = setOf(list);
	return part.every((item) => all.has(identityOf(item)));
}

export const sets: CelLibrary = {
	types: [{ name: 'SetsNamespace', ctor: Sets, namespace: 'sets' }],
	functions: [
		{ signature: 'SetsNamespace.contains(list, list): bool', handler: (_, list, part) => contains(list, part) },
		{ signature: 'SetsNamespace.equivalent(list, list): bool', handler: (_, a, b) => contains(a, b) && contains(b, a) },
		{
			signature: 'SetsNamespace.intersects(list, list): bool',
			handler: (_, a, b: readonly unknown[]) => {
				const all = setOf(a);
				return b.some((item) => all.has(identityOf(item)));
			},
		},
	],
};
