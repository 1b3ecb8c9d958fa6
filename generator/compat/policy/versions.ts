/** Rules 3, 4 and 5: replacements of deprecated versions, earliest removal, and preferred and storage versions. */
import { compareReleases, releaseNumbers } from '../../../runtime/model/release.ts';
import { listOf } from '../diff/finding.ts';
import { isRecord, type JsonRecord } from '../json.ts';
import { compareStability, type Stability, stabilityOf } from '../stability.ts';
import { ownKey, type Parts, versionKey } from '../surface.ts';
import { missing, type ReleaseDates } from './calendar.ts';

/** A broken rule, and what to do instead. */
export interface RuleBreak {
	readonly message: string;
	readonly instead: string;
}

const betaLife = { months: 9, releases: 3 };

export function versionOf(apiVersion: string): string {
	return apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
}

/** Returns the versions, most preferred first. */
export function apiVersionsOf(kind: Parts): readonly string[] {
	return listOf(kind[ownKey]?.versions).map(String);
}

/** Checks rule 3: the replacement of a deprecated version is not less stable. */
export function lessStableReplacement(apiVersion: string, kind: Parts): RuleBreak | undefined {
	const version = kind[versionKey(apiVersion)];
	if (version === undefined || typeof version.deprecated !== 'string') return undefined;
	const stability = stabilityOf(versionOf(apiVersion));
	const instead = 'deprecate it when a version that is as stable is there';
	if (isRecord(version.replacement)) {
		const replacement = String(version.replacement.version);
		if (compareStability(stabilityOf(replacement), stability) >= 0) return undefined;
		return { message: `${stability} is deprecated in favour of ${replacement}, which is ${stabilityOf(replacement)}`, instead };
	}
	const remaining = apiVersionsOf(kind).filter((other) => other !== apiVersion && kind[versionKey(other)]?.deprecated === undefined);
	if (remaining.length === 0 || remaining.some((other) => compareStability(stabilityOf(versionOf(other)), stability) >= 0)) return undefined;
	return { message: `${stability} is deprecated, and the only other versions (${remaining.join(', ')}) are less stable`, instead };
}

/** Checks rule 4: how long a deprecated version stays served. */
export function tooShortLife(apiVersion: string, version: JsonRecord, dates: ReleaseDates): RuleBreak | undefined {
	const { deprecated, removed } = version;
	if (typeof removed !== 'string') return undefined;
	const stability: Stability = stabilityOf(versionOf(apiVersion));
	if (stability === 'alpha') return undefined;
	if (typeof deprecated !== 'string')
		return { message: `is removed in ${removed} without having been deprecated`, instead: 'set "deprecated" to an earlier release' };
	if (stability === 'stable') {
		if (releaseNumbers(removed).major > releaseNumbers(deprecated).major) return undefined;
		return { message: `is stable, and would be removed within the major release, in ${removed}`, instead: 'keep it, and mark it deprecated' };
	}
	const lacks = missing(deprecated, removed, betaLife, dates);
	if (lacks === undefined) return undefined;
	return {
		message: `is beta, deprecated in ${deprecated}, and would be removed in ${removed}: only ${lacks} later`,
		instead: `remove it ${betaLife.months} months and ${betaLife.releases} releases after its deprecation at the earliest`,
	};
}

/** Checks rule 4: specs may drop a version when no remaining release serves it; alpha versions at any time. */
export function goneTooSoon(apiVersion: string, version: JsonRecord, oldest: string | undefined): RuleBreak | undefined {
	if (stabilityOf(versionOf(apiVersion)) === 'alpha') return undefined;
	if (typeof version.removed === 'string' && oldest !== undefined && compareReleases(version.removed, oldest) <= 0) return undefined;
	return {
		message: 'is gone from the specs, while releases that serve it are still there',
		instead: 'keep it in the spec, with "deprecated" and "removed", until no release of the calendar serves it',
	};
}

/** Checks rule 5: a preferred or storage version must have existed together with the version that it replaces. */
export function advancesTooSoon(was: string, is: string, before: Parts, now: Parts, releases: readonly string[]): RuleBreak | undefined {
	// Alpha versions may change without notice.
	if (stabilityOf(versionOf(was)) === 'alpha') return undefined;
	const old = now[versionKey(was)];
	if (old === undefined) return { message: `instead of ${was}, which is removed immediately`, instead: `leave ${was} in the spec` };
	if (before[versionKey(is)] === undefined)
		return {
			message: `instead of ${was}, though no release has had both yet`,
			instead: `release ${is} in addition first (and lock that), so that an upgrade can be reverted`,
		};
	const isServed = (version: JsonRecord | undefined, release: string) =>
		version !== undefined &&
		(typeof version.introduced !== 'string' || compareReleases(version.introduced, release) <= 0) &&
		(typeof version.removed !== 'string' || compareReleases(version.removed, release) > 0);
	if (releases.some((release) => isServed(old, release) && isServed(now[versionKey(is)], release))) return undefined;
	return { message: `instead of ${was}, although no release serves both`, instead: 'serve both in one release first' };
}
