/**
 * Warnings for deprecated node labels in the `nodeTopology` selector of a CSIStorageCapacity. Fields of other kinds get theirs from the
 * specs (`core/types#/NodeLabel`).
 */
import type { LabelSelector } from '../../generated/types/meta/v1.ts';

/** Returns, by label, the deprecating release and the replacement. The specs have the same table in `core/types#/NodeLabel`. */
function deprecatedLabels(labelDomain: string): ReadonlyMap<string, string> {
	const rows = [
		[`beta.${labelDomain}/arch`, 'v1.14', `${labelDomain}/arch`],
		[`beta.${labelDomain}/os`, 'v1.14', `${labelDomain}/os`],
		[`failure-domain.beta.${labelDomain}/region`, 'v1.17', `topology.${labelDomain}/region`],
		[`failure-domain.beta.${labelDomain}/zone`, 'v1.17', `topology.${labelDomain}/zone`],
		[`beta.${labelDomain}/instance-type`, 'v1.17', `node.${labelDomain}/instance-type`],
	] as const;
	return new Map(rows.map(([label, since, instead]) => [label, `deprecated since ${since}; use "${instead}" instead`]));
}

export function nodeSelectorWarnings({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}, path: string, labelDomain: string): string[] {
	const deprecated = deprecatedLabels(labelDomain);
	const warning = (label: string, before: string): string[] => (deprecated.has(label) ? [`${before}${deprecated.get(label)}`] : []);
	return [
		...matchExpressions.flatMap(({ key = '' }, index) => warning(key, `${path}.matchExpressions[${index}].key: ${key} is `)),
		...Object.keys(matchLabels).flatMap((label) => warning(label, `${path}.matchLabels.${label}: `)),
	];
}
