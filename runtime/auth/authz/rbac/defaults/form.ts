/**
 * How default roles are written down: a rule is a line, and what differs between releases says so.
 * `VERBS | GROUPS | RESOURCES`, with `| NAMES` where only some are meant, or `VERBS | PATHS`; words are separated by spaces, and the
 * group without a name is `core`. Words in braces name the vocabulary.
 */
import type { PolicyRule } from '../../../../../generated/types/rbac/v1.ts';
import type { Release } from '../../../../model/catalog.ts';
import { compareReleases } from '../../../../model/release.ts';

/** In releases from `since` on and before `until`. */
export interface Lasting {
	readonly since?: Release;
	readonly until?: Release;
}

export interface LastingText extends Lasting {
	readonly text: string;
}

export interface DefaultRole extends Lasting {
	readonly name: string;
	/** Absent: of the cluster. */
	readonly namespace?: string;
	/** Its rules are part of this role's. */
	readonly aggregateTo?: string;
	/** Its rules are those of the roles that say so of this one. */
	readonly aggregates?: string;
	readonly rules?: readonly (string | LastingText)[];
	/** `User NAME`, `Group NAME` or `ServiceAccount NAMESPACE/NAME`; absent: nobody is bound to it. */
	readonly boundTo?: readonly (string | LastingText)[];
	/** Name of the binding, where it is not that of the role. */
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

export function isThere({ since: first, until: end }: Lasting, release: Release): boolean {
	return (first === undefined || compareReleases(first, release) <= 0) && (end === undefined || compareReleases(release, end) < 0);
}

/** The texts of a release. */
export function textsAt(all: readonly (string | LastingText)[], release: Release): readonly string[] {
	return all.flatMap((each) => (typeof each === 'string' ? each : isThere(each, release) ? each.text : []));
}

/** Members in the order in which objects have them. */
export function ruleOf(line: string): PolicyRule {
	const [verbs = [], ...parts] = line.split(' | ').map((words) => words.split(' '));
	const [groups = [], resources, names] = parts;
	if (resources === undefined) return { verbs, nonResourceURLs: groups };
	return { verbs, apiGroups: groups.map((group) => (group === 'core' ? '' : group)), resources, ...(names !== undefined && { resourceNames: names }) };
}
