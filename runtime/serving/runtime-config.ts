/** `--runtime-config`: versions and resources that are switched off are not served and not shown (seed 1, API group switches). */
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';

/** Switches that speak of many versions at once, the most particular first: kube-apiserver's words. */
const together: readonly { readonly word: string; readonly of: RegExp }[] = [
	{ word: 'api/ga', of: /^v\d+$/ },
	{ word: 'api/beta', of: /^v\d+beta\d+$/ },
	{ word: 'api/alpha', of: /^v\d+alpha\d+$/ },
	{ word: 'api/all', of: /^/ },
];

/** A key: `GROUP/VERSION` (the core group's is `v1` or `api/v1`), or `GROUP/VERSION/RESOURCE`. `ever`: of all releases. Throws an Error that names a key that none of them has. */
export function servedCatalog(catalog: Catalog, ever: Catalog, switches: Readonly<Record<string, boolean>>): Catalog {
	const keys = Object.keys(switches);
	if (keys.length === 0) return catalog;
	checkKeys(ever, keys);
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
	return switches[`${groupVersion}/${kind.plural}`] ?? switches[groupVersion] ?? switches[`api/${groupVersion}`] ?? ofMany(version, switches) ?? true;
}

function ofMany({ version }: VersionDescriptor, switches: Readonly<Record<string, boolean>>): boolean | undefined {
	const found = together.find(({ word, of }) => switches[word] !== undefined && of.test(version));
	return found && switches[found.word];
}

/** `ever`: of all releases. What another release serves can be switched here too, to no effect: a sentence for each. */
export function withoutEffect(catalog: Catalog, ever: Catalog, switches: Readonly<Record<string, boolean>>): readonly string[] {
	const known = keysOf(catalog);
	return Object.keys(switches)
		.filter((key) => !known.has(key) && keysOf(ever).has(key))
		.map((key) => `--runtime-config: ${key} is of another release than ${catalog.release}, and switches nothing`);
}

/** Throws an Error that names the first key that no release has. */
function checkKeys(ever: Catalog, keys: readonly string[]): void {
	const known = keysOf(ever);
	const wrong = keys.find((key) => !known.has(key));
	if (wrong !== undefined)
		throw new Error(`--runtime-config: "${wrong}" is not a version or a resource that this server has (such as apps/v1 or apps/v1/deployments)`);
}

function keysOf({ kinds }: Catalog): ReadonlySet<string> {
	const known = new Set(together.map(({ word }) => word));
	for (const { plural, versions } of kinds) {
		for (const version of versions) {
			const key = apiVersionOf(version);
			known.add(key).add(`${key}/${plural}`);
			if (version.group === '') known.add(`api/${key}`);
		}
	}
	return known;
}
