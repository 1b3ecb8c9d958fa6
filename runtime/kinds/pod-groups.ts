/** Workload and PodGroup: pods that are scheduled together. Hardly any field is mutable, so only creates are validated. */
import type {
	PodGroup,
	PodGroupResourceClaim,
	PodGroupSchedulingConstraints,
	PodGroupSchedulingPolicy,
	PodGroupTemplateReference,
	Workload,
} from '../../generated/types/scheduling/v1alpha2.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue } from '../model/catalog.ts';
import { type Cause, duplicate, invalidValue, required } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { keptByStatus } from './preserved-metadata.ts';

/** Limits in the schema, which reports longer lists; their items are not validated. */
const mostTemplates = 8;
const mostClaims = 4;

export const workloadHooks: KindHooks<Workload> = {
	validateCreate: ({ spec }) => {
		const templates = spec?.podGroupTemplates ?? [];
		if (templates.length > mostTemplates) return [];
		return [
			...repeated(templates, 'spec.podGroupTemplates'),
			...templates.flatMap((template, index) => groupViolations(template, `spec.podGroupTemplates[${index}]`)),
		];
	},
};

export const podGroupHooks: KindHooks<PodGroup, 'Status'> = {
	preservedMetadata: keptByStatus,
	cells: ({ status }) => ({ Status: stateOf(status?.conditions ?? []) }),
	prepareForCreate(group) {
		group.status = {};
	},
	validateCreate: ({ spec }) => [...groupViolations(spec ?? {}, 'spec'), ...referenceViolations(spec?.podGroupTemplateRef, 'spec.podGroupTemplateRef')],
	validateUpdate: (group, old, { subresource }) => (subresource === 'status' ? claimStatusViolations(group, old) : []),
};

interface Group {
	readonly schedulingPolicy?: PodGroupSchedulingPolicy;
	readonly schedulingConstraints?: PodGroupSchedulingConstraints | null;
	readonly resourceClaims?: readonly PodGroupResourceClaim[];
}

function groupViolations({ schedulingPolicy: policy = {}, schedulingConstraints: constraints, resourceClaims: claims = [] }: Group, path: string): Cause[] {
	const topology = constraints?.topology ?? [];
	const at = `${path}.schedulingConstraints.topology`;
	return [
		...oneOf(policy, ['basic', 'gang'], `${path}.schedulingPolicy`),
		...(policy.gang === undefined ? [] : countViolations(policy.gang.minCount, `${path}.schedulingPolicy.gang.minCount`)),
		...(topology.length > 1 ? [{ reason: 'FieldValueTooMany', field: at, message: `Too many: ${topology.length}: must have at most 1 item` } as const] : []),
		...(claims.length > mostClaims ? [] : claimViolations(claims, `${path}.resourceClaims`)),
	];
}

function claimViolations(claims: readonly PodGroupResourceClaim[], path: string): Cause[] {
	return [
		...repeated(claims, path),
		...claims.flatMap((claim, index) => oneOf(claim, ['resourceClaimName', 'resourceClaimTemplateName'], `${path}[${index}]`)),
	];
}

function countViolations(count: number, path: string): Cause[] {
	if (count === 0) return [required(path)];
	return count < 1 ? [invalidValue(path, count, 'must be greater than or equal to 1')] : [];
}

/** Checks the optional reference to a workload's template. */
function referenceViolations(reference: PodGroupTemplateReference | null | undefined, path: string): Cause[] {
	return reference === null || reference === undefined ? [] : oneOf(reference, ['workload'], path);
}

/** Checks that exactly one of the fields is set. */
function oneOf<T extends object>(object: T, fields: readonly (keyof T & string)[], path: string): Cause[] {
	const given = fields.filter((field) => object[field] !== undefined && object[field] !== null);
	const all = fields.map((field) => `\`${field}\``).join(', ');
	if (given.length === 1) return [];
	if (given.length === 0) return [invalidValue(path, '', `must specify one of: ${all}`)];
	return [invalidValue(path, `{${given.join(', ')}}`, `must specify exactly one of: ${all}`)];
}

function repeated(entries: readonly { readonly name: string }[], path: string): Cause[] {
	const isRepeated = (index: number): boolean => entries.findIndex(({ name }) => name === entries[index]?.name) < index;
	return entries.flatMap((entry, index) => (isRepeated(index) ? [duplicate(`${path}[${index}]`, entry)] : []));
}

/** Validates claim statuses that changed. */
function claimStatusViolations({ spec, status }: PodGroup, { status: before }: PodGroup): Cause[] {
	const path = 'status.resourceClaimStatuses';
	const statuses = status?.resourceClaimStatuses ?? [];
	if (deepEqual(asJson(statuses), asJson(before?.resourceClaimStatuses ?? []))) return [];
	const known = new Set((spec?.resourceClaims ?? []).map(({ name }) => name));
	return [
		...statuses.flatMap(({ name }, index) =>
			known.has(name) ? [] : [invalidValue(`${path}[${index}].name`, name, 'must match the name of an entry in `spec.resourceClaims`')],
		),
		...(statuses.length > mostClaims ? [] : repeated(statuses, path)),
	];
}

function asJson(value: unknown): JsonValue {
	return value as JsonValue;
}

function stateOf(conditions: readonly { readonly type: string; readonly status: string; readonly reason: string }[]): string {
	const last = (wanted: string) => conditions.findLast(({ type }) => type === wanted);
	const gone = last('DisruptionTarget');
	if (gone !== undefined) return gone.reason;
	const placed = last('PodGroupScheduled');
	if (placed === undefined) return 'Pending';
	return placed.status === 'True' ? 'Scheduled' : 'Unschedulable';
}
