/** Selects the plugins that run: those of the emulated release that are on by default or enabled by a flag, in their order. */
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { AdmissionPlugin, Releases } from './contract.ts';

export interface AdmissionSwitches {
	/** Plugins enabled in addition to those that are on by default. */
	readonly enable?: readonly string[];
	readonly disable?: readonly string[];
	/** Authorization modes in force. */
	readonly modes?: readonly string[];
}

/**
 * Returns the plugins that run. Throws an Error that names the flag for a plugin that the release does not have, and for one that is both
 * enabled and disabled.
 */
export function pluginsInForce(
	{ enable = [], disable = [], modes = [] }: AdmissionSwitches,
	release: Release,
	plugins: readonly AdmissionPlugin[],
): readonly AdmissionPlugin[] {
	checkNames('--enable-admission-plugins', enable, release, plugins);
	checkNames('--disable-admission-plugins', disable, release, plugins);
	const both = enable.find((name) => disable.includes(name));
	if (both !== undefined) throw new Error(`--disable-admission-plugins: ${both} is enabled by --enable-admission-plugins too`);
	const isOn = ({ name, onByDefault, onWithMode }: AdmissionPlugin): boolean =>
		enable.includes(name) || includesRelease(onByDefault, release) || (onWithMode !== undefined && modes.includes(onWithMode));
	return pluginsOf(release, plugins).filter((plugin) => isOn(plugin) && !disable.includes(plugin.name));
}

/** Returns the plugins that a release has, in their order. */
export function pluginsOf(release: Release, plugins: readonly AdmissionPlugin[]): readonly AdmissionPlugin[] {
	return plugins.filter(({ exists }) => exists === undefined || includesRelease(exists, release));
}

/** Returns a sentence why a release does not have the plugin `name`. Returns undefined when the release has it. */
export function absence(name: string, release: Release, plugins: readonly AdmissionPlugin[]): string | undefined {
	const plugin = plugins.find((one) => one.name === name);
	const names = pluginsOf(release, plugins).map((one) => one.name);
	if (plugin === undefined) return `unknown admission plugin ${JSON.stringify(name)} (release ${release} has ${names.join(', ')})`;
	if (names.includes(name)) return undefined;
	return `admission plugin ${name} exists ${rangeText(plugin.exists)} only; the emulated release is ${release}`;
}

/** Describes a range of releases, such as `from release 1.26 on`. Empty for all releases. */
export function rangeText(range: Releases | undefined): string {
	const from = range === undefined || range.from === earliest ? [] : [`from release ${range.from} on`];
	const before = range?.before === undefined ? [] : [`before release ${range.before}`];
	return [...from, ...before].join(' and ');
}

/** Start of ranges without a first release. */
export const earliest: Release = '1.0';

function includesRelease(range: Releases | 'never', release: Release): boolean {
	if (range === 'never' || compareReleases(range.from, release) > 0) return false;
	return range.before === undefined || compareReleases(release, range.before) < 0;
}

function checkNames(flag: string, names: readonly string[], release: Release, plugins: readonly AdmissionPlugin[]): void {
	for (const name of names) {
		const problem = absence(name, release, plugins);
		if (problem !== undefined) throw new Error(`${flag}: ${problem}`);
	}
}
