/** Changes to an existing job: hardly any to its pod template, unless the job is suspended. */
import type { Job, JobSpec } from '../../../generated/types/batch/v1.ts';
import type { Affinity, Container, PodSpec, PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import type { JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import { isIndexed } from './job-spec.ts';
import { hasCondition } from './job-status.ts';

export interface JobChanges {
	violations(spec: JobSpec, old: Job): Cause[];
}

const fixed = ['selector', 'completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const;

export function jobChanges(gates: ReadonlyMap<string, boolean>, release: Release): JobChanges {
	const isOn = (gate: string): boolean => gates.get(gate) === true;
	const scales = compareReleases(release, '1.27') >= 0;
	return {
		violations(spec, old) {
			const before = old.spec ?? { template: {} };
			return [
				...completionViolations(spec, before, scales),
				...fixed.flatMap((field) => immutable(`spec.${field}`, spec[field], before[field])),
				...templateViolations(spec.template ?? {}, old, {
					directives: mayMove(old, isOn),
					resources: isOn('MutablePodResourcesForSuspendedJobs') && isIdle(old),
					gates: scales,
				}),
			];
		},
	};
}

function same(a: unknown, b: unknown): boolean {
	return deepEqual((a ?? null) as JsonValue, (b ?? null) as JsonValue);
}

function immutable(path: string, value: unknown, before: unknown): Cause[] {
	return same(value, before) ? [] : [invalidValue(path, value ?? null, 'field is immutable')];
}

/** Checks `completions`. `scales`: releases in which Indexed jobs can be scaled. */
function completionViolations(spec: JobSpec, before: JobSpec, scales: boolean): Cause[] {
	const { completions, parallelism } = spec;
	if (!scales || !isIndexed(spec)) return immutable('spec.completions', completions, before.completions);
	if (completions === undefined || completions === before.completions || completions === parallelism) return [];
	return [invalidValue('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')];
}

function isSuspended({ spec }: Job): boolean {
	return spec?.suspend === true;
}

/** Returns whether the job is suspended and has no active pods. */
function isIdle(old: Job): boolean {
	return isSuspended(old) && hasCondition(old.status ?? {}, 'Suspended') && (old.status?.active ?? 0) === 0;
}

/** Reports whether the scheduling fields of the job's pods may change. */
function mayMove(old: Job, isOn: (gate: string) => boolean): boolean {
	if (isOn('MutableSchedulingDirectivesForSuspendedJobs')) return isIdle(old);
	return isOn('JobMutableNodeSchedulingDirectives') && isSuspended(old) && old.status?.startTime === undefined;
}

interface Mutable {
	readonly directives: boolean;
	readonly resources: boolean;
	/** Whether scheduling gates are among them. */
	readonly gates: boolean;
}

function templateViolations(template: PodTemplateSpec, old: Job, mutable: Mutable): Cause[] {
	const stored = old.spec?.template ?? {};
	if (same(template, stored)) return [];
	const before = mutable.directives ? moved(stored, template, mutable.gates) : stored;
	if (!mutable.resources) return immutable('spec.template', template, before);
	return immutable('spec.template.spec', template.spec, before.spec === undefined ? undefined : resized(before.spec, template.spec));
}

/** Returns the old template with the scheduling fields of the new one. */
function moved(before: PodTemplateSpec, after: PodTemplateSpec, withGates: boolean): PodTemplateSpec {
	const { nodeSelector: _selector, tolerations: _tolerations, affinity, ...rest } = before.spec ?? { containers: [] };
	const { nodeSelector, tolerations, schedulingGates, affinity: wanted } = after.spec ?? {};
	const spec: PodSpec = { ...rest, ...(nodeSelector && { nodeSelector }), ...(tolerations && { tolerations }) };
	const placed = affinityAfter(affinity, wanted);
	if (placed !== undefined) spec.affinity = placed;
	if (withGates) {
		delete spec.schedulingGates;
		if (schedulingGates !== undefined) spec.schedulingGates = schedulingGates;
	}
	const { labels: _labels, annotations: _annotations, ...metadata } = before.metadata ?? {};
	const { labels, annotations } = after.metadata ?? {};
	return { ...before, metadata: { ...metadata, ...(labels && { labels }), ...(annotations && { annotations }) }, spec };
}

/** Returns the old affinity with the new node affinity; pod affinities are immutable. */
function affinityAfter(before: Affinity | undefined, after: Affinity | undefined): Affinity | undefined {
	const { nodeAffinity: _nodes, ...others } = before ?? {};
	if (after === undefined) return Object.keys(others).length === 0 ? undefined : others;
	return after.nodeAffinity === undefined ? others : { ...others, nodeAffinity: after.nodeAffinity };
}

/** Returns the old pod spec with the new container resources. */
function resized(before: PodSpec, after: PodSpec | undefined): PodSpec {
	const each = (containers: readonly Container[], others: readonly Container[]): Container[] =>
		containers.map((container, index) => {
			const other = others.length === containers.length ? others[index] : undefined;
			if (other === undefined || other.name !== container.name) return container;
			const { resources: _resources, ...rest } = container;
			return other.resources === undefined ? rest : { ...rest, resources: other.resources };
		});
	return {
		...before,
		containers: each(before.containers, after?.containers ?? []),
		...(before.initContainers && { initContainers: each(before.initContainers, after?.initContainers ?? []) }),
	};
}
