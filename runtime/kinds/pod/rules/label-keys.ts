/**
 * Label keys of affinity terms and spread constraints (KEP 3633, KEP 3243): selected pods must have the same values as the pod, or other
 * values. On create the values are added to the selector as requirements.
 */

import type { Pod, PodAffinityTerm, PodSpec, TopologySpreadConstraint } from '../../../../generated/types/core/v1.ts';
import type { LabelSelector } from '../../../../generated/types/meta/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';
import { checkQualifiedName } from '../../../scalars/formats.ts';

/** First release in which the keys of spread constraints are merged; earlier ones only validate them. */
const spreadsMergedSince: Release = '1.34';

interface Keys {
	readonly selector: LabelSelector | undefined;
	readonly match: readonly string[];
	readonly mismatch: readonly string[];
	readonly path: string;
}

/** Merges the keys of a new pod into its selectors, in place. Fields of disabled features were dropped before. */
export function mergeLabelKeys({ metadata, spec }: Pod, { spreads }: { readonly spreads: boolean }): void {
	if (spec === undefined) return;
	const labels = metadata?.labels ?? {};
	for (const { term } of affinityTerms(spec, '')) merge(keysOfTerm(term, ''), labels);
	if (spreads) for (const constraint of spec.topologySpreadConstraints ?? []) merge(keysOfSpread(constraint, ''), labels);
}

function merge({ selector, match, mismatch }: Keys, labels: Readonly<Record<string, string>>): void {
	// An absent selector selects no pods and stays absent.
	if (selector === undefined) return;
	const added = (keys: readonly string[], operator: string) =>
		keys.flatMap((key) => (Object.hasOwn(labels, key) ? [{ key, operator, values: [labels[key] ?? ''] }] : []));
	const conditions = [...added(match, 'In'), ...added(mismatch, 'NotIn')];
	if (conditions.length > 0) selector.matchExpressions = [...(selector.matchExpressions ?? []), ...conditions];
}

export function labelKeyViolations(spec: PodSpec, path: string, release: Release): Cause[] {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const merged = since(spreadsMergedSince);
	const needsSelector = since('1.27');
	const spreads = (spec.topologySpreadConstraints ?? []).map((constraint, index) => keysOfSpread(constraint, `${path}.topologySpreadConstraints[${index}]`));
	return [
		...affinityTerms(spec, `${path}.affinity`).flatMap(({ term, at }) => keyViolations(keysOfTerm(term, at), keysOfTwo)),
		// The schema validates the form of the keys.
		...spreads.flatMap((keys) => [
			...(needsSelector ? withoutSelector(keys, 'matchLabelKeys', keys.match) : []),
			...repeatedKeys(keys, merged ? keysOfTwo : keysOfAny),
		]),
	];
}

function keyViolations(keys: Keys, repeated: (selector: LabelSelector) => ReadonlySet<string>): Cause[] {
	const { match, mismatch, path } = keys;
	const malformed = (field: string, list: readonly string[]): Cause[] =>
		keys.selector === undefined
			? withoutSelector(keys, field, list)
			: list.flatMap((key, index) => checkQualifiedName(key).map((why) => invalidValue(`${path}.${field}[${index}]`, key, why)));
	const both = match.flatMap((key, index) =>
		mismatch.includes(key) ? [invalidValue(`${path}.matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys')] : [],
	);
	return [...malformed('matchLabelKeys', match), ...malformed('mismatchLabelKeys', mismatch), ...repeatedKeys(keys, repeated), ...both];
}

function withoutSelector({ selector, path }: Keys, field: string, list: readonly string[]): Cause[] {
	return list.length > 0 && selector === undefined ? [forbiddenField(`${path}.${field}`, 'must not be specified when labelSelector is not set')] : [];
}

function repeatedKeys({ selector, match, path }: Keys, repeated: (selector: LabelSelector) => ReadonlySet<string>): Cause[] {
	if (selector === undefined || match.length === 0) return [];
	const taken = repeated(selector);
	return match.flatMap((key, index) =>
		taken.has(key) ? [invalidValue(`${path}.matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')] : [],
	);
}

/** Returns the keys that the selector has besides the merged requirements. */
function keysOfTwo({ matchLabels = {}, matchExpressions = [] }: LabelSelector): ReadonlySet<string> {
	const all = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
	return new Set(matchExpressions.map(({ key }) => key).filter((key) => all.indexOf(key) !== all.lastIndexOf(key)));
}

function keysOfAny({ matchLabels = {}, matchExpressions = [] }: LabelSelector): ReadonlySet<string> {
	return new Set([...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]);
}

function keysOfTerm({ labelSelector: selector, matchLabelKeys: match = [], mismatchLabelKeys: mismatch = [] }: PodAffinityTerm, path: string): Keys {
	return { selector, match, mismatch, path };
}

function keysOfSpread({ labelSelector: selector, matchLabelKeys: match = [] }: TopologySpreadConstraint, path: string): Keys {
	return { selector, match, mismatch: [], path };
}

function affinityTerms({ affinity }: PodSpec, path: string): { readonly term: PodAffinityTerm; readonly at: string }[] {
	return (['podAffinity', 'podAntiAffinity'] as const).flatMap((name) => {
		const { requiredDuringSchedulingIgnoredDuringExecution: required = [], preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } =
			affinity?.[name] ?? {};
		const at = `${path}.${name}`;
		return [
			...required.map((term, index) => ({ term, at: `${at}.requiredDuringSchedulingIgnoredDuringExecution[${index}]` })),
			...preferred.map(({ podAffinityTerm: term }, index) => ({ term, at: `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm` })),
		];
	});
}
