// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'scheduling/v1.PriorityClass': () => ({
		name: 'scheduling/v1.PriorityClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'value', schema: { kind: 'int32' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'globalDefault', schema: { kind: 'boolean' }, number: 3, presence: 'omitZero' },
			{ name: 'description', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'preemptionPolicy', schema: { kind: 'string', enum: ['Never', 'PreemptLowerPriority'], markedSince: '1.26' }, number: 5, default: 'PreemptLowerPriority', immutable: true, mayBeEmpty: true, gate: 'NonPreemptingPriority' },
		],
		rules: [{ rule: 'frozenWhen', argument: { cel: 'true', fields: ['value'], message: 'may not be changed in an update.' } }],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1.PriorityClass`,
	}),
	'scheduling/v1.PriorityClassList': () => ({
		name: 'scheduling/v1.PriorityClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1.PriorityClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1.PriorityClassList`,
	}),
	'scheduling/v1alpha2.BasicSchedulingPolicy': () => ({
		name: 'scheduling/v1alpha2.BasicSchedulingPolicy',
		fields: [
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.BasicSchedulingPolicy`,
	}),
	'scheduling/v1alpha2.GangSchedulingPolicy': () => ({
		name: 'scheduling/v1alpha2.GangSchedulingPolicy',
		fields: [
			{ name: 'minCount', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.GangSchedulingPolicy`,
	}),
	'scheduling/v1alpha2.PodGroup': () => ({
		name: 'scheduling/v1alpha2.PodGroup',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroup`,
	}),
	'scheduling/v1alpha2.PodGroupList': () => ({
		name: 'scheduling/v1alpha2.PodGroupList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroup' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupList`,
	}),
	'scheduling/v1alpha2.PodGroupResourceClaim': () => ({
		name: 'scheduling/v1alpha2.PodGroupResourceClaim',
		fields: [
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 1, presence: 'always', required: true },
			{ name: 'resourceClaimName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 2 },
			{ name: 'resourceClaimTemplateName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupResourceClaim`,
	}),
	'scheduling/v1alpha2.PodGroupResourceClaimStatus': () => ({
		name: 'scheduling/v1alpha2.PodGroupResourceClaimStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceClaimName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupResourceClaimStatus`,
	}),
	'scheduling/v1alpha2.PodGroupSchedulingConstraints': () => ({
		name: 'scheduling/v1alpha2.PodGroupSchedulingConstraints',
		fields: [
			{ name: 'topology', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.TopologyConstraint' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupSchedulingConstraints`,
	}),
	'scheduling/v1alpha2.PodGroupSchedulingPolicy': () => ({
		name: 'scheduling/v1alpha2.PodGroupSchedulingPolicy',
		fields: [
			{ name: 'basic', schema: { kind: 'struct', type: 'scheduling/v1alpha2.BasicSchedulingPolicy' }, number: 1, union: 'policy' },
			{ name: 'gang', schema: { kind: 'struct', type: 'scheduling/v1alpha2.GangSchedulingPolicy' }, number: 2, union: 'policy' },
		],
		unions: [{ name: 'policy', members: 'described' }],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupSchedulingPolicy`,
	}),
	'scheduling/v1alpha2.PodGroupSpec': () => ({
		name: 'scheduling/v1alpha2.PodGroupSpec',
		fields: [
			{ name: 'podGroupTemplateRef', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupTemplateReference' }, number: 1, presence: 'nullable', immutable: true },
			{ name: 'schedulingPolicy', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupSchedulingPolicy' }, number: 2, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
			{ name: 'schedulingConstraints', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupSchedulingConstraints' }, number: 3, immutable: true, gate: 'TopologyAwareWorkloadScheduling' },
			{ name: 'resourceClaims', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupResourceClaim' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 4, presence: 'omitZero', immutable: true, patchStrategy: ['merge', 'retainKeys'], patchMergeKey: 'name', gate: 'DRAWorkloadResourceClaims' },
			{ name: 'disruptionMode', schema: { kind: 'string', enum: ['Pod', 'PodGroup'], enumHidden: true }, number: 5, default: 'Pod', defaultShown: '1.36', immutable: true, gate: 'WorkloadAwarePreemption' },
			{ name: 'priorityClassName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 6, presence: 'omitZero', immutable: true, gate: 'WorkloadAwarePreemption' },
			{ name: 'priority', schema: { kind: 'int32', rules: [{ rule: 'maximum', argument: 1000000000 }] }, number: 7, immutable: true, gate: 'WorkloadAwarePreemption' },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupSpec`,
	}),
	'scheduling/v1alpha2.PodGroupStatus': () => ({
		name: 'scheduling/v1alpha2.PodGroupStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
			{ name: 'resourceClaimStatuses', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupResourceClaimStatus' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 2, presence: 'omitZero', patchStrategy: ['merge', 'retainKeys'], patchMergeKey: 'name', gate: 'DRAWorkloadResourceClaims' },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupStatus`,
	}),
	'scheduling/v1alpha2.PodGroupTemplate': () => ({
		name: 'scheduling/v1alpha2.PodGroupTemplate',
		fields: [
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 1, presence: 'always', required: true },
			{ name: 'schedulingPolicy', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupSchedulingPolicy' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'schedulingConstraints', schema: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupSchedulingConstraints' }, number: 3, presence: 'nullable', gate: 'TopologyAwareWorkloadScheduling' },
			{ name: 'resourceClaims', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupResourceClaim' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 4, presence: 'omitZero', patchStrategy: ['merge', 'retainKeys'], patchMergeKey: 'name', gate: 'DRAWorkloadResourceClaims' },
			{ name: 'disruptionMode', schema: { kind: 'string', enum: ['Pod', 'PodGroup'], enumHidden: true }, number: 5, gate: 'WorkloadAwarePreemption' },
			{ name: 'priorityClassName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 6, presence: 'omitZero', gate: 'WorkloadAwarePreemption' },
			{ name: 'priority', schema: { kind: 'int32', rules: [{ rule: 'maximum', argument: 1000000000 }] }, number: 7, gate: 'WorkloadAwarePreemption' },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupTemplate`,
	}),
	'scheduling/v1alpha2.PodGroupTemplateReference': () => ({
		name: 'scheduling/v1alpha2.PodGroupTemplateReference',
		fields: [
			{ name: 'workload', schema: { kind: 'struct', type: 'scheduling/v1alpha2.WorkloadPodGroupTemplateReference' }, number: 1, presence: 'nullable', union: 'of' },
		],
		unions: [{ name: 'of', members: 'described' }],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.PodGroupTemplateReference`,
	}),
	'scheduling/v1alpha2.TopologyConstraint': () => ({
		name: 'scheduling/v1alpha2.TopologyConstraint',
		fields: [
			{ name: 'key', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'label-key' }] }, number: 1, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.TopologyConstraint`,
	}),
	'scheduling/v1alpha2.TypedLocalObjectReference': () => ({
		name: 'scheduling/v1alpha2.TypedLocalObjectReference',
		fields: [
			{ name: 'apiGroup', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 1, presence: 'omitZero' },
			{ name: 'kind', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 2, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 3, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.TypedLocalObjectReference`,
	}),
	'scheduling/v1alpha2.Workload': () => ({
		name: 'scheduling/v1alpha2.Workload',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'scheduling/v1alpha2.WorkloadSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.Workload`,
	}),
	'scheduling/v1alpha2.WorkloadList': () => ({
		name: 'scheduling/v1alpha2.WorkloadList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.Workload' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.WorkloadList`,
	}),
	'scheduling/v1alpha2.WorkloadPodGroupTemplateReference': () => ({
		name: 'scheduling/v1alpha2.WorkloadPodGroupTemplateReference',
		fields: [
			{ name: 'workloadName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 1, presence: 'always', required: true },
			{ name: 'podGroupTemplateName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.WorkloadPodGroupTemplateReference`,
	}),
	'scheduling/v1alpha2.WorkloadSpec': () => ({
		name: 'scheduling/v1alpha2.WorkloadSpec',
		fields: [
			{ name: 'controllerRef', schema: { kind: 'struct', type: 'scheduling/v1alpha2.TypedLocalObjectReference' }, number: 1, immutable: true },
			{ name: 'podGroupTemplates', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1alpha2.PodGroupTemplate' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently', rules: [{ rule: 'maxItems', argument: 8 }] }, number: 2, presence: 'always', required: true, immutable: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1alpha2.WorkloadSpec`,
	}),
};
