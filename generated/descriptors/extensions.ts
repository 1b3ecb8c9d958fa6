// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'extensions/v1beta1.DaemonSet': () => ({
		name: 'extensions/v1beta1.DaemonSet',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'extensions/v1beta1.DaemonSetSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'apps/v1.DaemonSetStatus' }, number: 3, presence: 'always' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'spec.selector.matchLabels', from: 'spec.template.metadata.labels', when: '!has(self.spec.selector)' }, { field: 'metadata.labels', from: 'spec.template.metadata.labels', when: 'size(self.metadata.?labels.orValue({})) == 0' }, { field: 'spec.updateStrategy', when: '!has(self.spec.updateStrategy)', value: { type: 'OnDelete' } }] }],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DaemonSet`,
	}),
	'extensions/v1beta1.DaemonSetList': () => ({
		name: 'extensions/v1beta1.DaemonSetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'extensions/v1beta1.DaemonSet' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DaemonSetList`,
	}),
	'extensions/v1beta1.DaemonSetSpec': () => ({
		name: 'extensions/v1beta1.DaemonSetSpec',
		fields: [
			{ name: 'minReadySeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4, presence: 'omitZero' },
			{ name: 'revisionHistoryLimit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 6, default: 10 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1 },
			{ name: 'template', schema: { kind: 'struct', type: 'core/v1.PodTemplateSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'updateStrategy', schema: { kind: 'struct', type: 'extensions/v1beta1.DaemonSetUpdateStrategy' }, number: 3, presence: 'always' },
			{ name: 'templateGeneration', schema: { kind: 'int64' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DaemonSetSpec`,
	}),
	'extensions/v1beta1.DaemonSetUpdateStrategy': () => ({
		name: 'extensions/v1beta1.DaemonSetUpdateStrategy',
		fields: [
			{ name: 'type', schema: { kind: 'string', enum: ['OnDelete', 'RollingUpdate'], enumOpen: true }, number: 1, presence: 'omitZero', default: 'OnDelete' },
			{ name: 'rollingUpdate', schema: { kind: 'struct', type: 'apps/v1.RollingUpdateDaemonSet' }, number: 2 },
		],
		rules: [{ rule: 'derive', argument: { field: 'rollingUpdate', when: 'self.type == \'RollingUpdate\'', value: {} } }],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DaemonSetUpdateStrategy`,
	}),
	'extensions/v1beta1.Deployment': () => ({
		name: 'extensions/v1beta1.Deployment',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'extensions/v1beta1.DeploymentSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'apps/v1.DeploymentStatus' }, number: 3, presence: 'always' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'spec.selector.matchLabels', from: 'spec.template.metadata.labels', when: '!has(self.spec.selector)' }, { field: 'metadata.labels', from: 'spec.template.metadata.labels', when: 'size(self.metadata.?labels.orValue({})) == 0' }] }],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.Deployment`,
	}),
	'extensions/v1beta1.DeploymentList': () => ({
		name: 'extensions/v1beta1.DeploymentList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'extensions/v1beta1.Deployment' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DeploymentList`,
	}),
	'extensions/v1beta1.DeploymentSpec': () => ({
		name: 'extensions/v1beta1.DeploymentSpec',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1, default: 1 },
			{ name: 'strategy', schema: { kind: 'struct', type: 'extensions/v1beta1.DeploymentStrategy' }, number: 4, presence: 'always', patchStrategy: ['retainKeys'] },
			{ name: 'minReadySeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 5, presence: 'omitZero' },
			{ name: 'revisionHistoryLimit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 6, default: 2147483647 },
			{ name: 'paused', schema: { kind: 'boolean' }, number: 7, presence: 'omitZero' },
			{ name: 'progressDeadlineSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 9, default: 2147483647 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'rollbackTo', schema: { kind: 'struct', type: 'extensions/v1beta1.RollbackConfig' }, number: 8 },
			{ name: 'template', schema: { kind: 'struct', type: 'core/v1.PodTemplateSpec' }, number: 3, presence: 'always', required: true },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!has(self.progressDeadlineSeconds) || self.progressDeadlineSeconds > self.?minReadySeconds.orValue(0)', message: 'must be greater than minReadySeconds', fieldPath: '.progressDeadlineSeconds' }] }],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DeploymentSpec`,
	}),
	'extensions/v1beta1.DeploymentStrategy': () => ({
		name: 'extensions/v1beta1.DeploymentStrategy',
		fields: [
			{ name: 'type', schema: { kind: 'string', enum: ['Recreate', 'RollingUpdate'] }, number: 1, presence: 'omitZero', default: 'RollingUpdate' },
			{ name: 'rollingUpdate', schema: { kind: 'struct', type: 'extensions/v1beta1.RollingUpdateDeployment' }, number: 2 },
		],
		rules: [{ rule: 'derive', argument: { field: 'rollingUpdate', when: 'self.type == \'RollingUpdate\'', value: {} } }],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.DeploymentStrategy`,
	}),
	'extensions/v1beta1.ReplicaSet': () => ({
		name: 'extensions/v1beta1.ReplicaSet',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'extensions/v1beta1.ReplicaSetSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'apps/v1.ReplicaSetStatus' }, number: 3, presence: 'always' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'spec.selector.matchLabels', from: 'spec.template.metadata.labels', when: '!has(self.spec.selector)' }, { field: 'metadata.labels', from: 'spec.template.metadata.labels', when: 'size(self.metadata.?labels.orValue({})) == 0' }] }],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.ReplicaSet`,
	}),
	'extensions/v1beta1.ReplicaSetList': () => ({
		name: 'extensions/v1beta1.ReplicaSetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'extensions/v1beta1.ReplicaSet' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.ReplicaSetList`,
	}),
	'extensions/v1beta1.ReplicaSetSpec': () => ({
		name: 'extensions/v1beta1.ReplicaSetSpec',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1, default: 1 },
			{ name: 'minReadySeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4, presence: 'omitZero' },
			{ name: 'template', schema: { kind: 'struct', type: 'core/v1.PodTemplateSpec' }, number: 3, presence: 'always' },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.ReplicaSetSpec`,
	}),
	'extensions/v1beta1.RollbackConfig': () => ({
		name: 'extensions/v1beta1.RollbackConfig',
		fields: [
			{ name: 'revision', schema: { kind: 'int64' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.RollbackConfig`,
	}),
	'extensions/v1beta1.RollingUpdateDeployment': () => ({
		name: 'extensions/v1beta1.RollingUpdateDeployment',
		fields: [
			{ name: 'maxUnavailable', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 1, default: 1 },
			{ name: 'maxSurge', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 2, default: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.extensions.v1beta1.RollingUpdateDeployment`,
	}),
};
