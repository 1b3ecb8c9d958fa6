/** `--runtime-config`: versions and resources that are switched off are not served and not shown (seed 1, API group switches). */
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';

/** Switches that speak of all versions at once: kube-apiserver's words. */
const allVersions = 'api/all';

/** A key: `GROUP/VERSION` (the core group's is `v1` or `api/v1`), or `GROUP/VERSION/RESOURCE`. Throws an Error that names a key that switches nothing. */
export function servedCatalog(catalog: Catalog, switches: Readonly<Record<string, boolean>>): Catalog {
	const keys = Object.keys(switches);
	if (keys.length === 0) return catalog;
	checkKeys(catalog, keys);
	const kinds = catalog.kinds.flatMap((kind) => {
		const versions = kind.versions.filter((version) => isOn(kind, version, switches));
		if (versions.length === kind.versions.length) return [kind];
		if (versions.length === 0) return [];
		// Where the storage version is not served, the index means the preferred one; stored bytes are found by `stored`.
		const storage = versions.indexOf(kind.versions[kind.storageVersion] as VersionDescriptor);
		return [{ ...kind, versions, storageVersion: Math.max(0, storage) }];
	});
	return { ...catalog, kinds, type: (name) => catalog.type(name) };
}

/** The most particular switch decides. */
function isOn(kind: KindDescriptor, version: VersionDescriptor, switches: Readonly<Record<string, boolean>>): boolean {
	const groupVersion = apiVersionOf(version);
	return switches[`${groupVersion}/${kind.plural}`] ?? switches[groupVersion] ?? switches[`api/${groupVersion}`] ?? switches[allVersions] ?? true;
}

function checkKeys(catalog: Catalog, keys: readonly string[]): void {
	const known = new Set([allVersions]);
	for (const kind of catalog.kinds) {
		for (const version of kind.versions) {
			const key = apiVersionOf(version);
			known.add(key).add(`${key}/${kind.plural}`);
			if (version.group === '') known.add(`api/${key}`);
		}
	}
	const wrong = keys.find((key) => !known.has(key));
	if (wrong !== undefined)
		throw new Error(`--runtime-config: "${wrong}" is not a version or a resource that this server has (such as apps/v1 or apps/v1/deployments)`);
}
