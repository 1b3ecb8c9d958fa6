/** Catalog of this server together with the group versions of other servers, for discovery. */
import type { Catalog, GroupDescriptor } from '../model/catalog.ts';
import { newestFirst } from '../model/version-order.ts';
import type { RemoteApi, RemoteApis } from './remote-apis.ts';

/** Priorities of a group and a version that declare none, as for custom kinds. */
const usual = { group: 1_000, version: 100 };

/** Merges the catalog of a snapshot with the present table, once for each state of the table. */
export class MergedCatalog {
	readonly #base: Catalog;
	readonly #apis: Pick<RemoteApis, 'all' | 'edition'>;
	#made: { readonly edition: number; readonly catalog: Catalog } | undefined;

	constructor(base: Catalog, apis: Pick<RemoteApis, 'all' | 'edition'>) {
		this.#base = base;
		this.#apis = apis;
	}

	/** Returns the merged catalog; the same value as long as nothing changes. */
	current(): Catalog {
		const { edition } = this.#apis;
		if (this.#made?.edition !== edition) this.#made = { edition, catalog: mergedCatalog(this.#base, this.#apis.all()) };
		return this.#made.catalog;
	}
}

/** The highest priority among the versions of a group is that of the group. Versions are sorted by priority, then newest first. */
export function mergedCatalog(base: Catalog, apis: readonly RemoteApi[]): Catalog {
	if (apis.length === 0) return base;
	const byGroup = Map.groupBy(apis, ({ group }) => group);
	const local = new Map(base.groups.map((group) => [group.group, group]));
	const merged = [...byGroup].map(([group, remote]) => mergedGroup(local.get(group), group, remote));
	const remoteVersions = new Map([...byGroup].map(([group, remote]) => [group, remote.map(({ version }) => version)]));
	return { ...base, groups: [...base.groups.filter(({ group }) => !byGroup.has(group)), ...merged], remoteVersions };
}

function mergedGroup(local: GroupDescriptor | undefined, group: string, remote: readonly RemoteApi[]): GroupDescriptor {
	const priorities: Record<string, number> = Object.fromEntries(
		(local?.versions ?? []).map((version) => [version, local?.versionPriorities?.[version] ?? usual.version]),
	);
	for (const { version, versionPriority } of remote) priorities[version] = versionPriority;
	return {
		...(local ?? { group, package: `remote:${group}` }),
		versions: Object.keys(priorities).sort((a, b) => (priorities[b] ?? 0) - (priorities[a] ?? 0) || newestFirst(a, b)),
		versionPriorities: priorities,
		priority: Math.max(local === undefined ? 0 : (local.priority ?? usual.group), ...remote.map(({ groupPriority }) => groupPriority)),
	};
}
