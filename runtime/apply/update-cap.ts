/**
 * Limits the entries of updaters to ten: the oldest are joined by version. An object with thousands of writers thus does not grow without
 * bound.
 */

import { compareText } from '../model/text-order.ts';
import { ManagerEntry, secondsOf } from './managers.ts';
import { unionAll } from './sets/field-set.ts';
import type { Versions } from './versions.ts';

export const mostUpdateManagers = 10;
const joinedName = 'ancient-changes';

export function capUpdateManagers(entries: readonly ManagerEntry[], versions: Versions): readonly ManagerEntry[] {
	const updaters = entries.filter(({ manager }) => manager.operation === 'Update');
	let excess = updaters.length - mostUpdateManagers;
	if (excess <= 0) return entries;
	/** Oldest entries by version, to be joined. The first of a version does not reduce the excess: one joined entry replaces them all. */
	const oldest = new Map<string, ManagerEntry[]>();
	for (const entry of updaters.toSorted(byAge)) {
		if (excess <= 0) break;
		const { apiVersion } = entry.manager;
		const group = oldest.get(apiVersion);
		if (group === undefined) {
			oldest.set(apiVersion, [entry]);
			continue;
		}
		group.push(entry);
		excess--;
	}
	const groups = [...oldest.values()].filter(({ length }) => length > 1);
	const gone = new Set(groups.flat());
	return [...entries.filter((entry) => !gone.has(entry)), ...groups.map((group) => joined(group, versions))];
}

/** Joins entries into one, with the time of the newest. */
function joined(group: readonly ManagerEntry[], versions: Versions): ManagerEntry {
	const youngest = group.at(-1) as ManagerEntry;
	const { apiVersion } = youngest.manager;
	const type = versions.of(apiVersion)?.type;
	if (type === undefined) throw new Error(`${apiVersion} is not served: its entries have been dropped before`);
	const manager = { name: joinedName, operation: 'Update', apiVersion, subresource: '' } as const;
	return ManagerEntry.of(manager, youngest.time, unionAll(group.map((entry) => entry.set(type))));
}

function byAge(a: ManagerEntry, b: ManagerEntry): number {
	return secondsOf(a.time) - secondsOf(b.time) || compareText(a.id, b.id);
}
