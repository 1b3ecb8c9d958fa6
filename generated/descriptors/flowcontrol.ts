// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'flowcontrol/v1.ExemptPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1.ExemptPriorityLevelConfiguration',
		fields: [
			{ name: 'nominalConcurrencyShares', schema: { kind: 'int32' }, number: 1, default: 0 },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 2, default: 0 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.ExemptPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1.FlowDistinguisherMethod': () => ({
		name: 'flowcontrol/v1.FlowDistinguisherMethod',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.FlowDistinguisherMethod`,
	}),
	'flowcontrol/v1.FlowSchema': () => ({
		name: 'flowcontrol/v1.FlowSchema',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1.FlowSchemaSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1.FlowSchemaStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.FlowSchema`,
	}),
	'flowcontrol/v1.FlowSchemaCondition': () => ({
		name: 'flowcontrol/v1.FlowSchemaCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.FlowSchemaCondition`,
	}),
	'flowcontrol/v1.FlowSchemaList': () => ({
		name: 'flowcontrol/v1.FlowSchemaList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.FlowSchema' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.FlowSchemaList`,
	}),
	'flowcontrol/v1.FlowSchemaSpec': () => ({
		name: 'flowcontrol/v1.FlowSchemaSpec',
		fields: [
			{ name: 'priorityLevelConfiguration', schema: { kind: 'struct', type: 'flowcontrol/v1.PriorityLevelConfigurationReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'matchingPrecedence', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 1000 },
			{ name: 'distinguisherMethod', schema: { kind: 'struct', type: 'flowcontrol/v1.FlowDistinguisherMethod' }, number: 3 },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.PolicyRulesWithSubjects' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.FlowSchemaSpec`,
	}),
	'flowcontrol/v1.FlowSchemaStatus': () => ({
		name: 'flowcontrol/v1.FlowSchemaStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.FlowSchemaCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.FlowSchemaStatus`,
	}),
	'flowcontrol/v1.GroupSubject': () => ({
		name: 'flowcontrol/v1.GroupSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.GroupSubject`,
	}),
	'flowcontrol/v1.LimitResponse': () => ({
		name: 'flowcontrol/v1.LimitResponse',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'queuing', schema: { kind: 'struct', type: 'flowcontrol/v1.QueuingConfiguration' }, number: 2, union: 'response' },
		],
		unions: [{ name: 'response', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.LimitResponse`,
	}),
	'flowcontrol/v1.LimitedPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1.LimitedPriorityLevelConfiguration',
		fields: [
			{ name: 'nominalConcurrencyShares', schema: { kind: 'int32' }, number: 1, presence: 'nullable', default: 30 },
			{ name: 'limitResponse', schema: { kind: 'struct', type: 'flowcontrol/v1.LimitResponse' }, number: 2, presence: 'always' },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 3, default: 0, introduced: '1.26' },
			{ name: 'borrowingLimitPercent', schema: { kind: 'int32' }, number: 4, introduced: '1.26' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.LimitedPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1.NonResourcePolicyRule': () => ({
		name: 'flowcontrol/v1.NonResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 6, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.NonResourcePolicyRule`,
	}),
	'flowcontrol/v1.PolicyRulesWithSubjects': () => ({
		name: 'flowcontrol/v1.PolicyRulesWithSubjects',
		fields: [
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.Subject' }, listType: 'atomic' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.ResourcePolicyRule' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'nonResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.NonResourcePolicyRule' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PolicyRulesWithSubjects`,
	}),
	'flowcontrol/v1.PriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1.PriorityLevelConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1.PriorityLevelConfigurationSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1.PriorityLevelConfigurationStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PriorityLevelConfiguration`,
	}),
	'flowcontrol/v1.PriorityLevelConfigurationCondition': () => ({
		name: 'flowcontrol/v1.PriorityLevelConfigurationCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PriorityLevelConfigurationCondition`,
	}),
	'flowcontrol/v1.PriorityLevelConfigurationList': () => ({
		name: 'flowcontrol/v1.PriorityLevelConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.PriorityLevelConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PriorityLevelConfigurationList`,
	}),
	'flowcontrol/v1.PriorityLevelConfigurationReference': () => ({
		name: 'flowcontrol/v1.PriorityLevelConfigurationReference',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PriorityLevelConfigurationReference`,
	}),
	'flowcontrol/v1.PriorityLevelConfigurationSpec': () => ({
		name: 'flowcontrol/v1.PriorityLevelConfigurationSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'limited', schema: { kind: 'struct', type: 'flowcontrol/v1.LimitedPriorityLevelConfiguration' }, number: 2, union: 'enablement' },
			{ name: 'exempt', schema: { kind: 'struct', type: 'flowcontrol/v1.ExemptPriorityLevelConfiguration' }, number: 3, union: 'enablement', introduced: '1.28' },
		],
		unions: [{ name: 'enablement', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PriorityLevelConfigurationSpec`,
	}),
	'flowcontrol/v1.PriorityLevelConfigurationStatus': () => ({
		name: 'flowcontrol/v1.PriorityLevelConfigurationStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1.PriorityLevelConfigurationCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.PriorityLevelConfigurationStatus`,
	}),
	'flowcontrol/v1.QueuingConfiguration': () => ({
		name: 'flowcontrol/v1.QueuingConfiguration',
		fields: [
			{ name: 'queues', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 64 },
			{ name: 'handSize', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 8 },
			{ name: 'queueLengthLimit', schema: { kind: 'int32' }, number: 3, presence: 'always', default: 50 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.QueuingConfiguration`,
	}),
	'flowcontrol/v1.ResourcePolicyRule': () => ({
		name: 'flowcontrol/v1.ResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clusterScope', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'namespaces', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 5, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.ResourcePolicyRule`,
	}),
	'flowcontrol/v1.ServiceAccountSubject': () => ({
		name: 'flowcontrol/v1.ServiceAccountSubject',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.ServiceAccountSubject`,
	}),
	'flowcontrol/v1.Subject': () => ({
		name: 'flowcontrol/v1.Subject',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'user', schema: { kind: 'struct', type: 'flowcontrol/v1.UserSubject' }, number: 2, union: 'subject' },
			{ name: 'group', schema: { kind: 'struct', type: 'flowcontrol/v1.GroupSubject' }, number: 3, union: 'subject' },
			{ name: 'serviceAccount', schema: { kind: 'struct', type: 'flowcontrol/v1.ServiceAccountSubject' }, number: 4, union: 'subject' },
		],
		unions: [{ name: 'subject', members: 'described', discriminator: 'kind' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.Subject`,
	}),
	'flowcontrol/v1.UserSubject': () => ({
		name: 'flowcontrol/v1.UserSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1.UserSubject`,
	}),
	'flowcontrol/v1beta1.ExemptPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta1.ExemptPriorityLevelConfiguration',
		fields: [
			{ name: 'nominalConcurrencyShares', schema: { kind: 'int32' }, number: 1, default: 0 },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 2, default: 0 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.ExemptPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta1.FlowDistinguisherMethod': () => ({
		name: 'flowcontrol/v1beta1.FlowDistinguisherMethod',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.FlowDistinguisherMethod`,
	}),
	'flowcontrol/v1beta1.FlowSchema': () => ({
		name: 'flowcontrol/v1beta1.FlowSchema',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.FlowSchemaSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.FlowSchemaStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.FlowSchema`,
	}),
	'flowcontrol/v1beta1.FlowSchemaCondition': () => ({
		name: 'flowcontrol/v1beta1.FlowSchemaCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.FlowSchemaCondition`,
	}),
	'flowcontrol/v1beta1.FlowSchemaList': () => ({
		name: 'flowcontrol/v1beta1.FlowSchemaList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.FlowSchema' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.FlowSchemaList`,
	}),
	'flowcontrol/v1beta1.FlowSchemaSpec': () => ({
		name: 'flowcontrol/v1beta1.FlowSchemaSpec',
		fields: [
			{ name: 'priorityLevelConfiguration', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.PriorityLevelConfigurationReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'matchingPrecedence', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 1000 },
			{ name: 'distinguisherMethod', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.FlowDistinguisherMethod' }, number: 3 },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.PolicyRulesWithSubjects' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.FlowSchemaSpec`,
	}),
	'flowcontrol/v1beta1.FlowSchemaStatus': () => ({
		name: 'flowcontrol/v1beta1.FlowSchemaStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.FlowSchemaCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.FlowSchemaStatus`,
	}),
	'flowcontrol/v1beta1.GroupSubject': () => ({
		name: 'flowcontrol/v1beta1.GroupSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.GroupSubject`,
	}),
	'flowcontrol/v1beta1.LimitResponse': () => ({
		name: 'flowcontrol/v1beta1.LimitResponse',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'queuing', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.QueuingConfiguration' }, number: 2, union: 'response' },
		],
		unions: [{ name: 'response', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.LimitResponse`,
	}),
	'flowcontrol/v1beta1.LimitedPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta1.LimitedPriorityLevelConfiguration',
		fields: [
			{ name: 'assuredConcurrencyShares', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 30 },
			{ name: 'limitResponse', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.LimitResponse' }, number: 2, presence: 'always' },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 3, default: 0, introduced: '1.26' },
			{ name: 'borrowingLimitPercent', schema: { kind: 'int32' }, number: 4, introduced: '1.26' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.LimitedPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta1.NonResourcePolicyRule': () => ({
		name: 'flowcontrol/v1beta1.NonResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 6, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.NonResourcePolicyRule`,
	}),
	'flowcontrol/v1beta1.PolicyRulesWithSubjects': () => ({
		name: 'flowcontrol/v1beta1.PolicyRulesWithSubjects',
		fields: [
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.Subject' }, listType: 'atomic' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.ResourcePolicyRule' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'nonResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.NonResourcePolicyRule' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PolicyRulesWithSubjects`,
	}),
	'flowcontrol/v1beta1.PriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta1.PriorityLevelConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.PriorityLevelConfigurationSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.PriorityLevelConfigurationStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta1.PriorityLevelConfigurationCondition': () => ({
		name: 'flowcontrol/v1beta1.PriorityLevelConfigurationCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PriorityLevelConfigurationCondition`,
	}),
	'flowcontrol/v1beta1.PriorityLevelConfigurationList': () => ({
		name: 'flowcontrol/v1beta1.PriorityLevelConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.PriorityLevelConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PriorityLevelConfigurationList`,
	}),
	'flowcontrol/v1beta1.PriorityLevelConfigurationReference': () => ({
		name: 'flowcontrol/v1beta1.PriorityLevelConfigurationReference',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PriorityLevelConfigurationReference`,
	}),
	'flowcontrol/v1beta1.PriorityLevelConfigurationSpec': () => ({
		name: 'flowcontrol/v1beta1.PriorityLevelConfigurationSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'limited', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.LimitedPriorityLevelConfiguration' }, number: 2, union: 'enablement' },
			{ name: 'exempt', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.ExemptPriorityLevelConfiguration' }, number: 3, union: 'enablement', introduced: '1.28' },
		],
		unions: [{ name: 'enablement', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PriorityLevelConfigurationSpec`,
	}),
	'flowcontrol/v1beta1.PriorityLevelConfigurationStatus': () => ({
		name: 'flowcontrol/v1beta1.PriorityLevelConfigurationStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta1.PriorityLevelConfigurationCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.PriorityLevelConfigurationStatus`,
	}),
	'flowcontrol/v1beta1.QueuingConfiguration': () => ({
		name: 'flowcontrol/v1beta1.QueuingConfiguration',
		fields: [
			{ name: 'queues', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 64 },
			{ name: 'handSize', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 8 },
			{ name: 'queueLengthLimit', schema: { kind: 'int32' }, number: 3, presence: 'always', default: 50 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.QueuingConfiguration`,
	}),
	'flowcontrol/v1beta1.ResourcePolicyRule': () => ({
		name: 'flowcontrol/v1beta1.ResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clusterScope', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'namespaces', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 5, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.ResourcePolicyRule`,
	}),
	'flowcontrol/v1beta1.ServiceAccountSubject': () => ({
		name: 'flowcontrol/v1beta1.ServiceAccountSubject',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.ServiceAccountSubject`,
	}),
	'flowcontrol/v1beta1.Subject': () => ({
		name: 'flowcontrol/v1beta1.Subject',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'user', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.UserSubject' }, number: 2, union: 'subject' },
			{ name: 'group', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.GroupSubject' }, number: 3, union: 'subject' },
			{ name: 'serviceAccount', schema: { kind: 'struct', type: 'flowcontrol/v1beta1.ServiceAccountSubject' }, number: 4, union: 'subject' },
		],
		unions: [{ name: 'subject', members: 'described', discriminator: 'kind' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.Subject`,
	}),
	'flowcontrol/v1beta1.UserSubject': () => ({
		name: 'flowcontrol/v1beta1.UserSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta1.UserSubject`,
	}),
	'flowcontrol/v1beta2.ExemptPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta2.ExemptPriorityLevelConfiguration',
		fields: [
			{ name: 'nominalConcurrencyShares', schema: { kind: 'int32' }, number: 1, default: 0 },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 2, default: 0 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.ExemptPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta2.FlowDistinguisherMethod': () => ({
		name: 'flowcontrol/v1beta2.FlowDistinguisherMethod',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.FlowDistinguisherMethod`,
	}),
	'flowcontrol/v1beta2.FlowSchema': () => ({
		name: 'flowcontrol/v1beta2.FlowSchema',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.FlowSchemaSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.FlowSchemaStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.FlowSchema`,
	}),
	'flowcontrol/v1beta2.FlowSchemaCondition': () => ({
		name: 'flowcontrol/v1beta2.FlowSchemaCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.FlowSchemaCondition`,
	}),
	'flowcontrol/v1beta2.FlowSchemaList': () => ({
		name: 'flowcontrol/v1beta2.FlowSchemaList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.FlowSchema' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.FlowSchemaList`,
	}),
	'flowcontrol/v1beta2.FlowSchemaSpec': () => ({
		name: 'flowcontrol/v1beta2.FlowSchemaSpec',
		fields: [
			{ name: 'priorityLevelConfiguration', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.PriorityLevelConfigurationReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'matchingPrecedence', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 1000 },
			{ name: 'distinguisherMethod', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.FlowDistinguisherMethod' }, number: 3 },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.PolicyRulesWithSubjects' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.FlowSchemaSpec`,
	}),
	'flowcontrol/v1beta2.FlowSchemaStatus': () => ({
		name: 'flowcontrol/v1beta2.FlowSchemaStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.FlowSchemaCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.FlowSchemaStatus`,
	}),
	'flowcontrol/v1beta2.GroupSubject': () => ({
		name: 'flowcontrol/v1beta2.GroupSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.GroupSubject`,
	}),
	'flowcontrol/v1beta2.LimitResponse': () => ({
		name: 'flowcontrol/v1beta2.LimitResponse',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'queuing', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.QueuingConfiguration' }, number: 2, union: 'response' },
		],
		unions: [{ name: 'response', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.LimitResponse`,
	}),
	'flowcontrol/v1beta2.LimitedPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta2.LimitedPriorityLevelConfiguration',
		fields: [
			{ name: 'assuredConcurrencyShares', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 30 },
			{ name: 'limitResponse', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.LimitResponse' }, number: 2, presence: 'always' },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 3, default: 0, introduced: '1.26' },
			{ name: 'borrowingLimitPercent', schema: { kind: 'int32' }, number: 4, introduced: '1.26' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.LimitedPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta2.NonResourcePolicyRule': () => ({
		name: 'flowcontrol/v1beta2.NonResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 6, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.NonResourcePolicyRule`,
	}),
	'flowcontrol/v1beta2.PolicyRulesWithSubjects': () => ({
		name: 'flowcontrol/v1beta2.PolicyRulesWithSubjects',
		fields: [
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.Subject' }, listType: 'atomic' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.ResourcePolicyRule' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'nonResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.NonResourcePolicyRule' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PolicyRulesWithSubjects`,
	}),
	'flowcontrol/v1beta2.PriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta2.PriorityLevelConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.PriorityLevelConfigurationSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.PriorityLevelConfigurationStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta2.PriorityLevelConfigurationCondition': () => ({
		name: 'flowcontrol/v1beta2.PriorityLevelConfigurationCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PriorityLevelConfigurationCondition`,
	}),
	'flowcontrol/v1beta2.PriorityLevelConfigurationList': () => ({
		name: 'flowcontrol/v1beta2.PriorityLevelConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.PriorityLevelConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PriorityLevelConfigurationList`,
	}),
	'flowcontrol/v1beta2.PriorityLevelConfigurationReference': () => ({
		name: 'flowcontrol/v1beta2.PriorityLevelConfigurationReference',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PriorityLevelConfigurationReference`,
	}),
	'flowcontrol/v1beta2.PriorityLevelConfigurationSpec': () => ({
		name: 'flowcontrol/v1beta2.PriorityLevelConfigurationSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'limited', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.LimitedPriorityLevelConfiguration' }, number: 2, union: 'enablement' },
			{ name: 'exempt', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.ExemptPriorityLevelConfiguration' }, number: 3, union: 'enablement', introduced: '1.28' },
		],
		unions: [{ name: 'enablement', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PriorityLevelConfigurationSpec`,
	}),
	'flowcontrol/v1beta2.PriorityLevelConfigurationStatus': () => ({
		name: 'flowcontrol/v1beta2.PriorityLevelConfigurationStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta2.PriorityLevelConfigurationCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.PriorityLevelConfigurationStatus`,
	}),
	'flowcontrol/v1beta2.QueuingConfiguration': () => ({
		name: 'flowcontrol/v1beta2.QueuingConfiguration',
		fields: [
			{ name: 'queues', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 64 },
			{ name: 'handSize', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 8 },
			{ name: 'queueLengthLimit', schema: { kind: 'int32' }, number: 3, presence: 'always', default: 50 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.QueuingConfiguration`,
	}),
	'flowcontrol/v1beta2.ResourcePolicyRule': () => ({
		name: 'flowcontrol/v1beta2.ResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clusterScope', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'namespaces', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 5, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.ResourcePolicyRule`,
	}),
	'flowcontrol/v1beta2.ServiceAccountSubject': () => ({
		name: 'flowcontrol/v1beta2.ServiceAccountSubject',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.ServiceAccountSubject`,
	}),
	'flowcontrol/v1beta2.Subject': () => ({
		name: 'flowcontrol/v1beta2.Subject',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'user', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.UserSubject' }, number: 2, union: 'subject' },
			{ name: 'group', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.GroupSubject' }, number: 3, union: 'subject' },
			{ name: 'serviceAccount', schema: { kind: 'struct', type: 'flowcontrol/v1beta2.ServiceAccountSubject' }, number: 4, union: 'subject' },
		],
		unions: [{ name: 'subject', members: 'described', discriminator: 'kind' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.Subject`,
	}),
	'flowcontrol/v1beta2.UserSubject': () => ({
		name: 'flowcontrol/v1beta2.UserSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta2.UserSubject`,
	}),
	'flowcontrol/v1beta3.ExemptPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta3.ExemptPriorityLevelConfiguration',
		fields: [
			{ name: 'nominalConcurrencyShares', schema: { kind: 'int32' }, number: 1, default: 0 },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 2, default: 0 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.ExemptPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta3.FlowDistinguisherMethod': () => ({
		name: 'flowcontrol/v1beta3.FlowDistinguisherMethod',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.FlowDistinguisherMethod`,
	}),
	'flowcontrol/v1beta3.FlowSchema': () => ({
		name: 'flowcontrol/v1beta3.FlowSchema',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.FlowSchemaSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.FlowSchemaStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.FlowSchema`,
	}),
	'flowcontrol/v1beta3.FlowSchemaCondition': () => ({
		name: 'flowcontrol/v1beta3.FlowSchemaCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.FlowSchemaCondition`,
	}),
	'flowcontrol/v1beta3.FlowSchemaList': () => ({
		name: 'flowcontrol/v1beta3.FlowSchemaList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.FlowSchema' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.FlowSchemaList`,
	}),
	'flowcontrol/v1beta3.FlowSchemaSpec': () => ({
		name: 'flowcontrol/v1beta3.FlowSchemaSpec',
		fields: [
			{ name: 'priorityLevelConfiguration', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.PriorityLevelConfigurationReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'matchingPrecedence', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 1000 },
			{ name: 'distinguisherMethod', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.FlowDistinguisherMethod' }, number: 3 },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.PolicyRulesWithSubjects' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.FlowSchemaSpec`,
	}),
	'flowcontrol/v1beta3.FlowSchemaStatus': () => ({
		name: 'flowcontrol/v1beta3.FlowSchemaStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.FlowSchemaCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.FlowSchemaStatus`,
	}),
	'flowcontrol/v1beta3.GroupSubject': () => ({
		name: 'flowcontrol/v1beta3.GroupSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.GroupSubject`,
	}),
	'flowcontrol/v1beta3.LimitResponse': () => ({
		name: 'flowcontrol/v1beta3.LimitResponse',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'queuing', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.QueuingConfiguration' }, number: 2, union: 'response' },
		],
		unions: [{ name: 'response', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.LimitResponse`,
	}),
	'flowcontrol/v1beta3.LimitedPriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta3.LimitedPriorityLevelConfiguration',
		fields: [
			{ name: 'nominalConcurrencyShares', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 30 },
			{ name: 'limitResponse', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.LimitResponse' }, number: 2, presence: 'always' },
			{ name: 'lendablePercent', schema: { kind: 'int32' }, number: 3, default: 0, introduced: '1.26' },
			{ name: 'borrowingLimitPercent', schema: { kind: 'int32' }, number: 4, introduced: '1.26' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.LimitedPriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta3.NonResourcePolicyRule': () => ({
		name: 'flowcontrol/v1beta3.NonResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 6, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.NonResourcePolicyRule`,
	}),
	'flowcontrol/v1beta3.PolicyRulesWithSubjects': () => ({
		name: 'flowcontrol/v1beta3.PolicyRulesWithSubjects',
		fields: [
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.Subject' }, listType: 'atomic' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.ResourcePolicyRule' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'nonResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.NonResourcePolicyRule' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PolicyRulesWithSubjects`,
	}),
	'flowcontrol/v1beta3.PriorityLevelConfiguration': () => ({
		name: 'flowcontrol/v1beta3.PriorityLevelConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.PriorityLevelConfigurationSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.PriorityLevelConfigurationStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PriorityLevelConfiguration`,
	}),
	'flowcontrol/v1beta3.PriorityLevelConfigurationCondition': () => ({
		name: 'flowcontrol/v1beta3.PriorityLevelConfigurationCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PriorityLevelConfigurationCondition`,
	}),
	'flowcontrol/v1beta3.PriorityLevelConfigurationList': () => ({
		name: 'flowcontrol/v1beta3.PriorityLevelConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.PriorityLevelConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PriorityLevelConfigurationList`,
	}),
	'flowcontrol/v1beta3.PriorityLevelConfigurationReference': () => ({
		name: 'flowcontrol/v1beta3.PriorityLevelConfigurationReference',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PriorityLevelConfigurationReference`,
	}),
	'flowcontrol/v1beta3.PriorityLevelConfigurationSpec': () => ({
		name: 'flowcontrol/v1beta3.PriorityLevelConfigurationSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'limited', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.LimitedPriorityLevelConfiguration' }, number: 2, union: 'enablement' },
			{ name: 'exempt', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.ExemptPriorityLevelConfiguration' }, number: 3, union: 'enablement', introduced: '1.28' },
		],
		unions: [{ name: 'enablement', members: 'described', discriminator: 'type' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PriorityLevelConfigurationSpec`,
	}),
	'flowcontrol/v1beta3.PriorityLevelConfigurationStatus': () => ({
		name: 'flowcontrol/v1beta3.PriorityLevelConfigurationStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'flowcontrol/v1beta3.PriorityLevelConfigurationCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.PriorityLevelConfigurationStatus`,
	}),
	'flowcontrol/v1beta3.QueuingConfiguration': () => ({
		name: 'flowcontrol/v1beta3.QueuingConfiguration',
		fields: [
			{ name: 'queues', schema: { kind: 'int32' }, number: 1, presence: 'always', default: 64 },
			{ name: 'handSize', schema: { kind: 'int32' }, number: 2, presence: 'always', default: 8 },
			{ name: 'queueLengthLimit', schema: { kind: 'int32' }, number: 3, presence: 'always', default: 50 },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.QueuingConfiguration`,
	}),
	'flowcontrol/v1beta3.ResourcePolicyRule': () => ({
		name: 'flowcontrol/v1beta3.ResourcePolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clusterScope', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'namespaces', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 5, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.ResourcePolicyRule`,
	}),
	'flowcontrol/v1beta3.ServiceAccountSubject': () => ({
		name: 'flowcontrol/v1beta3.ServiceAccountSubject',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.ServiceAccountSubject`,
	}),
	'flowcontrol/v1beta3.Subject': () => ({
		name: 'flowcontrol/v1beta3.Subject',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'user', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.UserSubject' }, number: 2, union: 'subject' },
			{ name: 'group', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.GroupSubject' }, number: 3, union: 'subject' },
			{ name: 'serviceAccount', schema: { kind: 'struct', type: 'flowcontrol/v1beta3.ServiceAccountSubject' }, number: 4, union: 'subject' },
		],
		unions: [{ name: 'subject', members: 'described', discriminator: 'kind' }],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.Subject`,
	}),
	'flowcontrol/v1beta3.UserSubject': () => ({
		name: 'flowcontrol/v1beta3.UserSubject',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.flowcontrol.v1beta3.UserSubject`,
	}),
};
