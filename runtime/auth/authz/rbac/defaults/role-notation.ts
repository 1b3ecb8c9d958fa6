/**
 * Notation of default roles. A rule is a line: `VERBS | GROUPS | RESOURCES`, optionally followed by `| NAMES`, or `VERBS | PATHS`.
 * Differences between releases and gates are marked. Words are separated by spaces, and the core group is written `core`. Words in braces are
 * placeholders for the vocabulary.
 */
import type { PolicyRule } from '../../../../../generated/types/rbac/v1.ts';
import type { Release } from '../../../../model/catalog.ts';
import { compareReleases } from '../../../../model/release.ts';

/** Emulated release, and its feature gates. */
export interface Emulated {
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
}

/** Range of releases, from `since` up to but not including `until`, in which `gate` must be on. */
export interface ReleaseRange {
	readonly since?: Release;
	readonly until?: Release;
	readonly gate?: string;
}

export interface LastingText extends ReleaseRange {
	readonly text: string;
}

export interface DefaultRole extends ReleaseRange {
	readonly name: string;
	/** Namespace of a Role. Absent: a ClusterRole. */
	readonly namespace?: string;
	/** Role that this role's rules are aggregated into. */
	readonly aggregateTo?: string;
	/** Role whose rules are the union of all roles with this value in `aggregateTo`. */
	readonly aggregates?: string;
	readonly rules?: readonly (string | LastingText)[];
	/** Subjects: `User NAME`, `Group NAME` or `ServiceAccount NAMESPACE/NAME`. Absent: the role has no binding. */
	readonly boundTo?: readonly (string | LastingText)[];
	/** Name of the binding, where it differs from the role's name. */
	readonly binding?: string;
}

export function since(release: Release, text: string): LastingText {
	return { since: release, text };
}

export function until(release: Release, text: string): LastingText {
	return { until: release, text };
}

export function between(first: Release, end: Release, text: string): LastingText {
	return { since: first, until: end, text };
}

/** A text for releases that have the gate, while it is on. */
export function gated(gate: string, text: string): LastingText {
	return { gate, text };
}

export function isThere({ since: first, until: end, gate }: ReleaseRange, { release, gates }: Emulated): boolean {
	if (gate !== undefined && gates.get(gate) !== true) return false;
	return (first === undefined || compareReleases(first, release) <= 0) && (end === undefined || compareReleases(release, end) < 0);
}

/** Returns the texts that apply to a release and its gates. */
export function textsAt(all: readonly (string | LastingText)[], emulated: Emulated): readonly string[] {
	return all.flatMap((each) => (typeof each === 'string' ? each : isThere(each, emulated) ? each.text : []));
}

/** Parses a line. Fields are in the order that objects have them. */
export function ruleOf(line: string): PolicyRule {
	const [verbs = [], ...parts] = line.split(' | ').map((words) => words.split(' '));
	const [groups = [], resources, names] = parts;
	if (resources === undefined) return { verbs, nonResourceURLs: groups };
	return { verbs, apiGroups: groups.map((group) => (group === 'core' ? '' : group)), resources, ...(names !== undefined && { resourceNames: names }) };
}
