/** PodSecurityConfiguration: the policy of namespaces without labels, and exemptions. */
import type { Json, Release } from '../../../model/catalog.ts';
import { compareReleases } from '../../../model/release.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../../scalars/formats.ts';
import { ConfigError, mapAt, only, placeIn, textAt } from '../../../wire/config-parts.ts';
import type { PluginConfiguration } from '../../contract.ts';
import { type Mode, modes, type Policy, unrestrictedPolicy } from './policy.ts';
import { latest, levelExpected, levelNamed, type Standard, versionExpected, versionNamed } from './standard.ts';

export interface PodSecurityConfiguration {
	readonly defaults: Policy;
	readonly exempt: Exemptions;
}

export interface Exemptions {
	readonly usernames: ReadonlySet<string>;
	readonly namespaces: ReadonlySet<string>;
	readonly runtimeClasses: ReadonlySet<string>;
}

export const usualConfiguration: PodSecurityConfiguration = {
	defaults: unrestrictedPolicy,
	exempt: { usernames: new Set(), namespaces: new Set(), runtimeClasses: new Set() },
};

/** First release that reads each version. */
const versions: Readonly<Record<string, Release>> = { v1alpha1: '1.22', v1beta1: '1.23', v1: '1.25' };

export const configurationSection: PluginConfiguration<PodSecurityConfiguration> = {
	kinds({ vocabulary, release }) {
		const read = Object.entries(versions).filter(([, first]) => compareReleases(first, release) <= 0);
		const group = `pod-security.admission.config.${vocabulary.groupDomain}`;
		return read.map(([version]) => ({ apiVersion: `${group}/${version}`, kind: 'PodSecurityConfiguration' }));
	},
	read(section, where) {
		only(section, where, ['apiVersion', 'kind', 'defaults', 'exemptions']);
		return {
			defaults: defaultsOf(section.defaults ?? {}, placeIn(where, 'defaults')),
			exempt: exemptionsOf(section.exemptions ?? {}, placeIn(where, 'exemptions')),
		};
	},
};

function defaultsOf(value: Json, where: string): Policy {
	const map = mapAt(value, where);
	only(
		map,
		where,
		modes.flatMap((mode) => [mode, `${mode}-version`]),
	);
	const standardOf = (mode: Mode): Standard => ({
		level: valueAt(map[mode], placeIn(where, mode), 'privileged', levelNamed, levelExpected),
		version: valueAt(map[`${mode}-version`], placeIn(where, `${mode}-version`), latest.text, versionNamed, versionExpected),
	});
	return { enforce: standardOf('enforce'), audit: standardOf('audit'), warn: standardOf('warn') };
}

function valueAt<T>(given: Json | undefined, where: string, otherwise: string, read: (text: string) => T | undefined, expected: string): T {
	const text = given === undefined || given === null || given === '' ? otherwise : textAt(given, where);
	const value = read(text);
	if (value === undefined) throw new ConfigError(where, `${JSON.stringify(text)} ${expected}`);
	return value;
}

function exemptionsOf(value: Json, where: string): Exemptions {
	const map = mapAt(value, where);
	only(map, where, ['usernames', 'namespaces', 'runtimeClasses']);
	return {
		usernames: namesOf(map.usernames, placeIn(where, 'usernames'), () => []),
		namespaces: namesOf(map.namespaces, placeIn(where, 'namespaces'), checkDnsLabel),
		runtimeClasses: namesOf(map.runtimeClasses, placeIn(where, 'runtimeClasses'), checkDnsSubdomain),
	};
}

function namesOf(list: Json = [], where: string, check: (name: string) => readonly string[]): ReadonlySet<string> {
	if (!Array.isArray(list)) throw new ConfigError(where, 'expected a list');
	const names = new Set<string>();
	for (const [i, entry] of list.entries()) {
		const at = `${where}[${i}]`;
		const name = textAt(entry, at);
		const wrong = check(name);
		if (wrong.length > 0) throw new ConfigError(at, `${JSON.stringify(name)} ${wrong.join(', ')}`);
		if (names.has(name)) throw new ConfigError(at, `${JSON.stringify(name)} is listed twice`);
		names.add(name);
	}
	return names;
}
