/**
 * `--runtime-config`: versions and resources that are off are neither served nor documented (seed 1, API group switches). Alpha versions,
 * and those marked so in their spec, are off by default.
 */
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';

const alpha = { word: 'api/alpha', of: /^v\d+alpha\d+$/ };
const all = { word: 'api/all', of: /^/ };

/** Keys that switch many versions at once, most specific first; the words are those of kube-apiserver. */
const together: readonly { readonly word: string; readonly of: RegExp }[] = [
	{ word: 'api/ga', of: /^v\d+$/ },
	{ word: 'api/beta', of: /^v\d+beta\d+$/ },
	alpha,
	all,
];

export type Switches = Readonly<Record<string, boolean>>;

/**
 * Applies the switches. A key is `GROUP/VERSION` (core group: `v1` or `api/v1`) or `GROUP/VERSION/RESOURCE`. `ever`: catalog of all
 * releases. Throws an Error that names a key which no release has.
 */
export function servedCatalog(catalog: Catalog, ever: Catalog, switches: Switches): Catalog {
	const keys = Object.keys(switches);
	checkKeys(ever, keys);
	if (keys.length === 1 && switches[all.word] === false)
		throw new Error(`--runtime-config: invalid key with only ${all.word}=false, which would disable all versions: enable some, such as v1=true`);
	if (catalog.kinds.every((kind) => kind.versions.every((version) => isOn(kind, version, switches)))) return catalog;
	const kinds = catalog.kinds.flatMap((kind) => {
		const versions = kind.versions.filter((version) => isOn(kind, version, switches));
		if (versions.length === kind.versions.length) return [kind];
		if (versions.length === 0) return [];
		// If the storage version is off, the index is that of the preferred version; `stored` still finds stored objects.
		const storage = versions.indexOf(kind.versions[kind.storageVersion] as VersionDescriptor);
		return [{ ...kind, versions, storageVersion: Math.max(0, storage) }];
	});
	return { ...catalog, kinds, type: (name) => catalog.type(name) };
}

function isOn(kind: KindDescriptor, version: VersionDescriptor, switches: Switches): boolean {
	return switchOf(kind, version, switches) ?? !(version.onRequest ?? alpha.of.test(version.version));
}

/** Returns the value of the most specific matching switch, or undefined. */
function switchOf({ plural }: KindDescriptor, version: VersionDescriptor, switches: Switches): boolean | undefined {
	const groupVersion = apiVersionOf(version);
	return switches[`${groupVersion}/${plural}`] ?? switches[groupVersion] ?? switches[`api/${groupVersion}`] ?? ofMany(version, switches);
}

function ofMany({ version }: VersionDescriptor, switches: Switches): boolean | undefined {
	const found = together.find(({ word, of }) => switches[word] !== undefined && of.test(version));
	return found && switches[found.word];
}

/** Returns a sentence for each switch of a version or resource that only other releases have. `ever`: catalog of all releases. */
export function withoutEffect(catalog: Catalog, ever: Catalog, switches: Switches): readonly string[] {
	const known = keysOf(catalog);
	return Object.keys(switches)
		.filter((key) => !known.has(key) && keysOf(ever).has(key))
		.map((key) => `--runtime-config: ${key} is of another release than ${catalog.release}, and has no effect`);
}

/** Returns a sentence for each version of a custom group that is off by default, since its author expects it to be served. */
export function silentlyOff({ kinds, groups }: Catalog, switches: Switches): readonly string[] {
	const own = new Set(groups.filter(({ custom }) => custom === true).map(({ group }) => group));
	const off = kinds.flatMap((kind) =>
		kind.versions
			.filter((version) => own.has(version.group) && !isOn(kind, version, switches) && switchOf(kind, version, switches) === undefined)
			.map(apiVersionOf),
	);
	return [...new Set(off)].map(
		(key) =>
			`${key} is ${alpha.of.test(key.slice(key.lastIndexOf('/') + 1)) ? 'an alpha version and ' : ''}not served: --runtime-config ${key}=true serves it, ${key}=false disables it`,
	);
}

/** Throws an Error that names the first key which no release has. */
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
