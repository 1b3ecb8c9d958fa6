/**
 * Of those who have written other than by applying, ten keep entries of their own: the oldest are joined, version by version,
 * so that an object that thousands of managers write does not grow with them.
 */

import { compareText } from '../model/text-order.ts';
import { ManagerEntry, secondsOf } from './managers.ts';
import { union } from './sets/field-set.ts';
import type { Versions } from './versions.ts';

const mostUpdateManagers = 10;
const joinedName = 'ancient-changes';

export function capUpdateManagers(entries: readonly ManagerEntry[], versions: Versions): readonly ManagerEntry[] {
	const updaters = entries.filter(({ manager }) => manager.operation === 'Update');
	let excess = updaters.length - mostUpdateManagers;
	if (excess <= 0) return entries;
	const left = new Map(entries.map((entry) => [entry.id, entry]));
	/** The oldest of each version, into which the next is joined. */
	const oldest = new Map<string, ManagerEntry>();
	for (const entry of updaters.toSorted(byAge)) {
		if (excess <= 0) break;
		const { apiVersion } = entry.manager;
		const type = versions.of(apiVersion)?.type;
		const into = oldest.get(apiVersion);
		if (type === undefined || into === undefined) {
			oldest.set(apiVersion, entry);
			continue;
		}
		const manager = { name: joinedName, operation: 'Update', apiVersion, subresource: '' } as const;
		const joined = ManagerEntry.of(manager, entry.time, union(into.set(type), entry.set(type)));
		left.delete(into.id);
		left.delete(entry.id);
		left.set(joined.id, joined);
		oldest.set(apiVersion, joined);
		excess--;
	}
	return [...left.values()];
}

function byAge(a: ManagerEntry, b: ManagerEntry): number {
	return secondsOf(a.time) - secondsOf(b.time) || compareText(a.id, b.id);
}
