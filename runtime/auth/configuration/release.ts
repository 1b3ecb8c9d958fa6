/** Refuses configuration files, their versions and their flags in releases that do not have them. */
import type { Flag } from '../../api/flag.ts';
import type { Json, Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { ConfigError, type ConfigMap } from '../../wire/config-parts.ts';

export interface FileVersion {
	readonly version: string;
	/** First release that reads the version. */
	readonly since: Release;
}

/** A configuration file, with the releases in which it exists. */
export interface FileKind {
	readonly kind: string;
	readonly flag: Flag<string | undefined>;
	readonly gate: string;
	/** Preferred version first. */
	readonly versions: readonly FileVersion[];
}

export interface ReleaseContext {
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
}

/** Throws an Error that names the flag when the release has no such file, or its gate is off. */
export function checkFileExists({ flag, gate, versions }: FileKind, { release, gates }: ReleaseContext): void {
	const [first] = versions.map(({ since }) => since).toSorted(compareReleases);
	if (first !== undefined && !has(release, first)) throw new Error(`--${flag.name} exists from ${first} on; the emulated release is ${release}`);
	if (gates.get(gate) === false) throw new Error(`--${flag.name}: set --feature-gates=${gate}=true to use ${flag.name} file`);
}

/** Checks `apiVersion` and `kind` of a file. Throws a ConfigError. */
export function checkFileKind(map: ConfigMap, { kind, versions }: FileKind, { groupDomain }: Vocabulary, release: Release): void {
	const group = `apiserver.config.${groupDomain}`;
	const named = versions.find(({ version }) => map.apiVersion === `${group}/${version}`);
	const known = versions.filter(({ since }) => has(release, since)).map(({ version }) => `${group}/${version}`);
	if (named !== undefined && !has(release, named.since)) {
		throw new ConfigError(
			'apiVersion',
			`${group}/${named.version} exists from ${named.since} on; the emulated release is ${release} (expected ${known.join(' or ')})`,
		);
	}
	if (named === undefined) throw new ConfigError('apiVersion', `expected ${known.join(' or ')}`);
	if (map.kind !== kind) throw new ConfigError('kind', `expected ${kind}`);
}

/** Fields of a map by name, with the first release that has each. */
export type FieldsSince = Readonly<Record<string, Release | undefined>>;

/** Refuses fields that the release does not have. Throws a ConfigError. */
export function onlyFields(map: ConfigMap, where: string, fields: FieldsSince, release: Release): void {
	const known = Object.keys(fields).filter((name) => has(release, fields[name]));
	for (const name of Object.keys(map)) {
		if (known.includes(name)) continue;
		const since = Object.hasOwn(fields, name) ? fields[name] : undefined;
		const problem =
			since === undefined ? `is an unknown field (known fields: ${known.join(', ')})` : `exists from ${since} on; the emulated release is ${release}`;
		throw new ConfigError(where, `${JSON.stringify(name)} ${problem}`);
	}
}

export function has(release: Release, since: Release | undefined): boolean {
	return since === undefined || compareReleases(release, since) >= 0;
}

/** Returns a field's value; undefined when it is absent or null. */
export function given(map: ConfigMap, name: string): Json | undefined {
	return map[name] ?? undefined;
}
