/** Policy of a namespace: the standards that it enforces, audits and warns about. They come from its labels and the configured defaults. */
import type { Release } from '../../../model/catalog.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';
import {
	isEquivalent,
	isStricter,
	type Level,
	latest,
	levelExpected,
	levelNamed,
	type PolicyVersion,
	type Standard,
	standardText,
	versionExpected,
	versionNamed,
} from './standard.ts';

export const modes = ['enforce', 'audit', 'warn'] as const;

export type Mode = (typeof modes)[number];

export type Policy = Readonly<Record<Mode, Standard>>;

export interface LabelledPolicy {
	/** Always usable: with an invalid label, the strictest standard is enforced, and nothing is audited or warned about. */
	readonly policy: Policy;
	/** Invalid labels. */
	readonly causes: readonly Cause[];
}

type Labels = Readonly<Record<string, string>>;

const unrestricted: Standard = { level: 'privileged', version: latest };

export const unrestrictedPolicy: Policy = { enforce: unrestricted, audit: unrestricted, warn: unrestricted };

const levelWhenInvalid: Readonly<Record<Mode, Level>> = { enforce: 'restricted', audit: 'privileged', warn: 'privileged' };

export interface PolicyLabels {
	/** Prefix of the labels, and of the audit annotations. */
	readonly prefix: string;
	/** Complete label names, so that no write has to build them. */
	readonly names: Readonly<Record<Mode, { readonly level: string; readonly version: string }>>;
	/** True when a namespace warns by the standard that it enforces, unless its labels say otherwise (from 1.26 on). */
	readonly warnsAsEnforced: boolean;
}

export function policyLabels(labelDomain: string, release: Release): PolicyLabels {
	const prefix = `pod-security.${labelDomain}/`;
	const namesOf = (mode: Mode) => ({ level: prefix + mode, version: `${prefix}${mode}-version` });
	const names = { enforce: namesOf('enforce'), audit: namesOf('audit'), warn: namesOf('warn') };
	return { prefix, names, warnsAsEnforced: compareReleases(release, '1.26') >= 0 };
}

/** Reads the labels of a namespace. */
export function policyOf(labels: Labels, defaults: Policy, { names, warnsAsEnforced }: PolicyLabels): LabelledPolicy {
	if (modes.every((mode) => labels[names[mode].level] === undefined && labels[names[mode].version] === undefined)) return { policy: defaults, causes: none };
	const causes: Cause[] = [];
	const standardOf = (mode: Mode): Standard => {
		const [level, version] = [labels[names[mode].level], labels[names[mode].version]];
		return {
			level: level === undefined ? defaults[mode].level : labelledLevel(names[mode].level, level, mode, causes),
			version: version === undefined ? defaults[mode].version : labelledVersion(names[mode].version, version, causes),
		};
	};
	const [enforce, audit, warn] = [standardOf('enforce'), standardOf('audit'), standardOf('warn')];
	const enforced = levelNamed(labels[names.enforce.level] ?? '');
	const follows = warnsAsEnforced && labels[names.warn.level] === undefined && enforced !== undefined && isStricter(enforced, warn.level);
	if (!follows) return { policy: { enforce, audit, warn }, causes };
	const version = labels[names.warn.version] === undefined ? enforce.version : warn.version;
	return { policy: { enforce, audit, warn: { level: enforced, version } }, causes };
}

const none: readonly Cause[] = [];

function labelledLevel(label: string, text: string, mode: Mode, causes: Cause[]): Level {
	const level = levelNamed(text);
	if (level === undefined) causes.push(invalidValue(`metadata.labels[${label}]`, text, levelExpected));
	return level ?? levelWhenInvalid[mode];
}

function labelledVersion(label: string, text: string, causes: Cause[]): PolicyVersion {
	const version = versionNamed(text);
	if (version === undefined) causes.push(invalidValue(`metadata.labels[${label}]`, text, versionExpected));
	return version ?? latest;
}

export function isUnrestricted(policy: Policy, among: readonly Mode[] = modes): boolean {
	return among.every((mode) => policy[mode].level === 'privileged');
}

export function isEquivalentPolicy(a: Policy, b: Policy): boolean {
	return modes.every((mode) => isEquivalent(a[mode], b[mode]));
}

/** Formats the modes with a restriction: `enforce=baseline:latest, warn=restricted:v1.25`. `shows`: selects the modes. */
export function policyText(policy: Policy, shows: (mode: Mode) => boolean): string {
	const shown = modes.filter((mode) => policy[mode].level !== 'privileged' && shows(mode));
	return shown.map((mode) => `${mode}=${standardText(policy[mode])}`).join(', ');
}
