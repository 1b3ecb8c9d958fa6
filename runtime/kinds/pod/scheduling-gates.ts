/**
 * Scheduling gates hold a pod back from scheduling. They are set on create and removed one by one. Until then, node selection may be
 * narrowed.
 */
import type { NodeSelectorTerm, PodSpec, PodStatus } from '../../../generated/types/core/v1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { withCondition } from './condition.ts';

const reason = 'SchedulingGated';

function isGated({ schedulingGates = [] }: PodSpec): boolean {
	return schedulingGates.length > 0;
}

export function withGatedCondition(status: PodStatus, spec: PodSpec): PodStatus {
	if (!isGated(spec)) return status;
	return withCondition(status, { type: 'PodScheduled', status: 'False', reason, message: 'Scheduling is blocked due to non-empty scheduling gates' });
}

/** Reports whether the PodScheduled condition names gates, as it does until a scheduler handles the pod. */
export function hasSchedulingGates({ conditions = [] }: PodStatus): boolean {
	return conditions.some((condition) => condition.type === 'PodScheduled' && condition.reason === reason);
}

export { reason as gatedReason };

export function placedBehindGates(spec: PodSpec): Cause[] {
	return spec.nodeName && isGated(spec) ? [forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')] : [];
}

export function gateChanges(spec: PodSpec, old: PodSpec): Cause[] {
	const before = new Set(old.schedulingGates?.map(({ name }) => name));
	const added = (spec.schedulingGates ?? []).flatMap(({ name }, index) => {
		const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
		return before.has(name) ? [] : [forbiddenField(`spec.schedulingGates[${index}].name`, why)];
	});
	return isGated(old) ? [...added, ...selectorChanges(spec, old), ...affinityChanges(spec, old)] : added;
}

function selectorChanges({ nodeSelector = {} }: PodSpec, old: PodSpec): Cause[] {
	const kept = Object.entries(old.nodeSelector ?? {}).every(([key, value]) => nodeSelector[key] === value);
	return kept ? [] : [invalidValue('spec.nodeSelector', nodeSelector, 'only additions to spec.nodeSelector are allowed (no mutations or deletions)')];
}

/**
 * Checks node affinity. Terms are alternatives: another term would widen the choice of nodes, while another requirement in a term narrows
 * it.
 */
function affinityChanges(spec: PodSpec, old: PodSpec): Cause[] {
	const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
	const before = termsOf(old);
	const terms = termsOf(spec);
	if (before.length === 0) return [];
	if (terms.length !== before.length) return [invalidValue(path, terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
	return terms.flatMap((term, index) =>
		hasOnlyAdditions(term, before[index] ?? {}) ? [] : [invalidValue(`${path}[${index}]`, term, 'only additions are allowed (no mutations or deletions)')],
	);
}

const termsOf = ({ affinity }: PodSpec): readonly NodeSelectorTerm[] =>
	affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];

/** Reports whether the term only gained requirements. An empty term matches no node, so any requirement would widen it. */
function hasOnlyAdditions(term: NodeSelectorTerm, before: NodeSelectorTerm): boolean {
	const lists = (['matchExpressions', 'matchFields'] as const).map((name) => [term[name] ?? [], before[name] ?? []] as const);
	if (lists.every(([, was]) => was.length === 0)) return lists.every(([is]) => is.length === 0);
	return lists.every(([is, was]) => deepEqual(is.slice(0, was.length) as unknown as JsonValue, was as unknown as JsonValue));
}

/** Returns the spec without the fields that `gateChanges` checks. */
export function withoutGated(spec: PodSpec, old: PodSpec): PodSpec {
	const { schedulingGates: _gates, ...rest } = spec;
	if (!isGated(old)) return rest;
	const { nodeSelector: _selector, affinity, ...others } = rest;
	const { nodeAffinity: _nodes, ...ofPods } = affinity ?? {};
	return { ...others, affinity: ofPods };
}
