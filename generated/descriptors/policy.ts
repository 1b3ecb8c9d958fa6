// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'policy/v1.Eviction': () => ({
		name: 'policy/v1.Eviction',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'deleteOptions', schema: { kind: 'struct', type: 'meta/v1.DeleteOptions' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.Eviction`,
	}),
	'policy/v1.PodDisruptionBudget': () => ({
		name: 'policy/v1.PodDisruptionBudget',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'policy/v1.PodDisruptionBudgetSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'policy/v1.PodDisruptionBudgetStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudget`,
	}),
	'policy/v1.PodDisruptionBudgetList': () => ({
		name: 'policy/v1.PodDisruptionBudgetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1.PodDisruptionBudget' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudgetList`,
	}),
	'policy/v1.PodDisruptionBudgetSpec': () => ({
		name: 'policy/v1.PodDisruptionBudgetSpec',
		fields: [
			{ name: 'minAvailable', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 1 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, patchStrategy: ['replace'] },
			{ name: 'maxUnavailable', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 3 },
			{ name: 'unhealthyPodEvictionPolicy', schema: { kind: 'string', enum: ['AlwaysAllow', 'IfHealthyBudget'] }, number: 4, gate: 'PDBUnhealthyPodEvictionPolicy', introduced: '1.26' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!(has(self.minAvailable) && has(self.maxUnavailable))', message: 'minAvailable and maxUnavailable cannot be both set' }, { rule: '!string(self.?minAvailable.orValue(\'\')).matches(\'^0*([2-9][0-9]{2}|1[1-9][0-9]|10[1-9]|[1-9][0-9]{3,})%$\')', message: 'must not be greater than 100%', fieldPath: '.minAvailable' }, { rule: '!string(self.?maxUnavailable.orValue(\'\')).matches(\'^0*([2-9][0-9]{2}|1[1-9][0-9]|10[1-9]|[1-9][0-9]{3,})%$\')', message: 'must not be greater than 100%', fieldPath: '.maxUnavailable' }] }],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudgetSpec`,
	}),
	'policy/v1.PodDisruptionBudgetStatus': () => ({
		name: 'policy/v1.PodDisruptionBudgetStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1, presence: 'omitZero' },
			{ name: 'disruptedPods', schema: { kind: 'map', values: { kind: 'time' } }, number: 2, presence: 'omitZero' },
			{ name: 'disruptionsAllowed', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'currentHealthy', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'desiredHealthy', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 5, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'expectedPods', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 6, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 7, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudgetStatus`,
	}),
	'policy/v1beta1.PodDisruptionBudget': () => ({
		name: 'policy/v1beta1.PodDisruptionBudget',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'policy/v1beta1.PodDisruptionBudgetSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'policy/v1.PodDisruptionBudgetStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodDisruptionBudget`,
	}),
	'policy/v1beta1.PodDisruptionBudgetList': () => ({
		name: 'policy/v1beta1.PodDisruptionBudgetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.PodDisruptionBudget' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodDisruptionBudgetList`,
	}),
	'policy/v1beta1.PodDisruptionBudgetSpec': () => ({
		name: 'policy/v1beta1.PodDisruptionBudgetSpec',
		fields: [
			{ name: 'minAvailable', schema: { kind: 'intOrString' }, number: 1 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'maxUnavailable', schema: { kind: 'intOrString' }, number: 3 },
			{ name: 'unhealthyPodEvictionPolicy', schema: { kind: 'string' }, number: 4, gate: 'PDBUnhealthyPodEvictionPolicy', introduced: '1.26' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodDisruptionBudgetSpec`,
	}),
};
