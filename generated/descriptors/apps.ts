// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'apps/v1.Deployment': () => ({
		name: 'apps/v1.Deployment',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'apps/v1.DeploymentSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'apps/v1.DeploymentStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.apps.v1.Deployment`,
	}),
	'apps/v1.DeploymentCondition': () => ({
		name: 'apps/v1.DeploymentCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastUpdateTime', schema: { kind: 'time' }, number: 6, presence: 'always' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 7, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.apps.v1.DeploymentCondition`,
	}),
	'apps/v1.DeploymentList': () => ({
		name: 'apps/v1.DeploymentList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'apps/v1.Deployment' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.apps.v1.DeploymentList`,
	}),
	'apps/v1.DeploymentSpec': () => ({
		name: 'apps/v1.DeploymentSpec',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1, default: 1 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, presence: 'nullable', required: true, immutable: true },
			{ name: 'template', schema: { kind: 'struct', type: 'core/v1.PodTemplateSpec' }, number: 3, presence: 'always', required: true },
			{ name: 'strategy', schema: { kind: 'struct', type: 'apps/v1.DeploymentStrategy' }, number: 4, presence: 'always', patchStrategy: ['retainKeys'] },
			{ name: 'minReadySeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 5, presence: 'omitZero' },
			{ name: 'revisionHistoryLimit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 6, default: 10 },
			{ name: 'paused', schema: { kind: 'boolean' }, number: 7, presence: 'omitZero' },
			{ name: 'progressDeadlineSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 9, default: 600 },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!has(self.progressDeadlineSeconds) || self.progressDeadlineSeconds > self.?minReadySeconds.orValue(0)', message: 'must be greater than minReadySeconds', fieldPath: '.progressDeadlineSeconds' }] }],
		openapi: `${words.groupDomainReversed}.api.apps.v1.DeploymentSpec`,
	}),
	'apps/v1.DeploymentStatus': () => ({
		name: 'apps/v1.DeploymentStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1, presence: 'omitZero' },
			{ name: 'replicas', schema: { kind: 'int32' }, number: 2, presence: 'omitZero' },
			{ name: 'updatedReplicas', schema: { kind: 'int32' }, number: 3, presence: 'omitZero' },
			{ name: 'readyReplicas', schema: { kind: 'int32' }, number: 7, presence: 'omitZero' },
			{ name: 'availableReplicas', schema: { kind: 'int32' }, number: 4, presence: 'omitZero' },
			{ name: 'unavailableReplicas', schema: { kind: 'int32' }, number: 5, presence: 'omitZero' },
			{ name: 'terminatingReplicas', schema: { kind: 'int32' }, number: 9, gate: 'DeploymentReplicaSetTerminatingReplicas', introduced: '1.33' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'apps/v1.DeploymentCondition' }, listType: 'map', mapKeys: ['type'], markedSince: '1.30', mayRepeat: 'silently' }, number: 6, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
			{ name: 'collisionCount', schema: { kind: 'int32' }, number: 8 },
		],
		openapi: `${words.groupDomainReversed}.api.apps.v1.DeploymentStatus`,
	}),
	'apps/v1.DeploymentStrategy': () => ({
		name: 'apps/v1.DeploymentStrategy',
		fields: [
			{ name: 'type', schema: { kind: 'string', enum: ['Recreate', 'RollingUpdate'] }, number: 1, presence: 'omitZero', default: 'RollingUpdate' },
			{ name: 'rollingUpdate', schema: { kind: 'struct', type: 'apps/v1.RollingUpdateDeployment' }, number: 2 },
		],
		rules: [{ rule: 'derive', argument: { field: 'rollingUpdate', when: 'self.type == \'RollingUpdate\'', value: {} } }, { rule: 'cel', argument: [{ rule: 'self.type != \'Recreate\' || !has(self.rollingUpdate)', message: 'may not be specified when strategy `type` is \'Recreate\'', reason: 'FieldValueForbidden', fieldPath: '.rollingUpdate' }] }],
		openapi: `${words.groupDomainReversed}.api.apps.v1.DeploymentStrategy`,
	}),
	'apps/v1.RollingUpdateDeployment': () => ({
		name: 'apps/v1.RollingUpdateDeployment',
		fields: [
			{ name: 'maxUnavailable', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 1, default: '25%' },
			{ name: 'maxSurge', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 2, default: '25%' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!(string(self.maxUnavailable) in [\'0\', \'0%\'] && string(self.maxSurge) in [\'0\', \'0%\'])', message: 'may not be 0 when `maxSurge` is 0', fieldPath: '.maxUnavailable' }, { rule: '!string(self.maxUnavailable).matches(\'^0*([2-9][0-9]{2}|1[1-9][0-9]|10[1-9]|[1-9][0-9]{3,})%$\')', message: 'must not be greater than 100%', fieldPath: '.maxUnavailable' }] }],
		openapi: `${words.groupDomainReversed}.api.apps.v1.RollingUpdateDeployment`,
	}),
};
