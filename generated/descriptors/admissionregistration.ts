// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'admissionregistration/v1.MatchCondition': () => ({
		name: 'admissionregistration/v1.MatchCondition',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MatchCondition`,
	}),
	'admissionregistration/v1.MutatingWebhook': () => ({
		name: 'admissionregistration/v1.MutatingWebhook',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clientConfig', schema: { kind: 'struct', type: 'admissionregistration/v1.WebhookClientConfig' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.RuleWithOperations' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'], markedSince: '1.26' }, number: 4, default: 'Fail' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'], markedSince: '1.26' }, number: 9, default: 'Equivalent' },
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 5, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 11, default: {} },
			{ name: 'sideEffects', schema: { kind: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'], enumOpen: true, markedSince: '1.26' }, number: 6, presence: 'nullable', required: true, mayBeEmpty: true },
			{ name: 'timeoutSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 1, message: 'the timeout value must be between 1 and 30 seconds' }, { rule: 'maximum', argument: 30, message: 'the timeout value must be between 1 and 30 seconds' }] }, number: 7, default: 10 },
			{ name: 'admissionReviewVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 8, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'reinvocationPolicy', schema: { kind: 'string', enum: ['IfNeeded', 'Never'], markedSince: '1.26' }, number: 10, default: 'Never' },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MatchCondition' }, listType: 'map', mapKeys: ['name'] }, number: 12, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name', gate: 'AdmissionWebhookMatchConditions', introduced: '1.27' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingWebhook`,
	}),
	'admissionregistration/v1.MutatingWebhookConfiguration': () => ({
		name: 'admissionregistration/v1.MutatingWebhookConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'webhooks', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MutatingWebhook' }, listType: 'map', mapKeys: ['name'], markedSince: '1.30', mayRepeat: 'silently' }, number: 2, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingWebhookConfiguration`,
	}),
	'admissionregistration/v1.MutatingWebhookConfigurationList': () => ({
		name: 'admissionregistration/v1.MutatingWebhookConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MutatingWebhookConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingWebhookConfigurationList`,
	}),
	'admissionregistration/v1.Rule': () => ({
		name: 'admissionregistration/v1.Rule',
		fields: [
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
			{ name: 'apiVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'scope', schema: { kind: 'string', enum: ['*', 'Cluster', 'Namespaced'], markedSince: '1.26' }, number: 4, default: '*' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.Rule`,
	}),
	'admissionregistration/v1.RuleWithOperations': () => ({
		name: 'admissionregistration/v1.RuleWithOperations',
		fields: [
			{ name: 'operations', schema: { kind: 'list', items: { kind: 'string', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'], markedSince: '1.26' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
			{ name: 'rule', schema: { kind: 'struct', type: 'admissionregistration/v1.Rule' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.RuleWithOperations`,
	}),
	'admissionregistration/v1.ServiceReference': () => ({
		name: 'admissionregistration/v1.ServiceReference',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'path', schema: { kind: 'string' }, number: 3 },
			{ name: 'port', schema: { kind: 'int32' }, number: 4, default: 443 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ServiceReference`,
	}),
	'admissionregistration/v1.ValidatingWebhook': () => ({
		name: 'admissionregistration/v1.ValidatingWebhook',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clientConfig', schema: { kind: 'struct', type: 'admissionregistration/v1.WebhookClientConfig' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.RuleWithOperations' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'], markedSince: '1.26' }, number: 4, default: 'Fail' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'], markedSince: '1.26' }, number: 9, default: 'Equivalent' },
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 5, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 10, default: {} },
			{ name: 'sideEffects', schema: { kind: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'], enumOpen: true, markedSince: '1.26' }, number: 6, presence: 'nullable', required: true, mayBeEmpty: true },
			{ name: 'timeoutSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 1, message: 'the timeout value must be between 1 and 30 seconds' }, { rule: 'maximum', argument: 30, message: 'the timeout value must be between 1 and 30 seconds' }] }, number: 7, default: 10 },
			{ name: 'admissionReviewVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 8, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MatchCondition' }, listType: 'map', mapKeys: ['name'] }, number: 11, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name', gate: 'AdmissionWebhookMatchConditions', introduced: '1.27' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingWebhook`,
	}),
	'admissionregistration/v1.ValidatingWebhookConfiguration': () => ({
		name: 'admissionregistration/v1.ValidatingWebhookConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'webhooks', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.ValidatingWebhook' }, listType: 'map', mapKeys: ['name'], markedSince: '1.30', mayRepeat: 'silently' }, number: 2, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingWebhookConfiguration`,
	}),
	'admissionregistration/v1.ValidatingWebhookConfigurationList': () => ({
		name: 'admissionregistration/v1.ValidatingWebhookConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.ValidatingWebhookConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingWebhookConfigurationList`,
	}),
	'admissionregistration/v1.WebhookClientConfig': () => ({
		name: 'admissionregistration/v1.WebhookClientConfig',
		fields: [
			{ name: 'url', schema: { kind: 'string' }, number: 3 },
			{ name: 'service', schema: { kind: 'struct', type: 'admissionregistration/v1.ServiceReference' }, number: 1 },
			{ name: 'caBundle', schema: { kind: 'bytes' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.WebhookClientConfig`,
	}),
	'admissionregistration/v1beta1.MutatingWebhook': () => ({
		name: 'admissionregistration/v1beta1.MutatingWebhook',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clientConfig', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.WebhookClientConfig' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.RuleWithOperations' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'], markedSince: '1.26' }, number: 4, default: 'Ignore' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'], markedSince: '1.26' }, number: 9, default: 'Exact' },
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 5, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 11, default: {} },
			{ name: 'sideEffects', schema: { kind: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'], enumOpen: true, markedSince: '1.26' }, number: 6, default: 'Unknown' },
			{ name: 'timeoutSeconds', schema: { kind: 'int32' }, number: 7, default: 30 },
			{ name: 'admissionReviewVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 8, presence: 'omitZero', default: ['v1beta1'] },
			{ name: 'reinvocationPolicy', schema: { kind: 'string', enum: ['IfNeeded', 'Never'], markedSince: '1.26' }, number: 10, default: 'Never' },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MatchCondition' }, listType: 'map', mapKeys: ['name'] }, number: 12, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name', gate: 'AdmissionWebhookMatchConditions', introduced: '1.27' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingWebhook`,
	}),
	'admissionregistration/v1beta1.MutatingWebhookConfiguration': () => ({
		name: 'admissionregistration/v1beta1.MutatingWebhookConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'webhooks', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.MutatingWebhook' } }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingWebhookConfiguration`,
	}),
	'admissionregistration/v1beta1.MutatingWebhookConfigurationList': () => ({
		name: 'admissionregistration/v1beta1.MutatingWebhookConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.MutatingWebhookConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingWebhookConfigurationList`,
	}),
	'admissionregistration/v1beta1.Rule': () => ({
		name: 'admissionregistration/v1beta1.Rule',
		fields: [
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
			{ name: 'apiVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'scope', schema: { kind: 'string', enum: ['*', 'Cluster', 'Namespaced'], markedSince: '1.26' }, number: 4, default: '*' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.Rule`,
	}),
	'admissionregistration/v1beta1.RuleWithOperations': () => ({
		name: 'admissionregistration/v1beta1.RuleWithOperations',
		fields: [
			{ name: 'operations', schema: { kind: 'list', items: { kind: 'string', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'], markedSince: '1.26' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
			{ name: 'rule', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.Rule' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.RuleWithOperations`,
	}),
	'admissionregistration/v1beta1.ServiceReference': () => ({
		name: 'admissionregistration/v1beta1.ServiceReference',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'path', schema: { kind: 'string' }, number: 3 },
			{ name: 'port', schema: { kind: 'int32' }, number: 4, default: 443 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ServiceReference`,
	}),
	'admissionregistration/v1beta1.ValidatingWebhook': () => ({
		name: 'admissionregistration/v1beta1.ValidatingWebhook',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'clientConfig', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.WebhookClientConfig' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.RuleWithOperations' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'], markedSince: '1.26' }, number: 4, default: 'Ignore' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'], markedSince: '1.26' }, number: 9, default: 'Exact' },
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 5, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 10, default: {} },
			{ name: 'sideEffects', schema: { kind: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'], enumOpen: true, markedSince: '1.26' }, number: 6, default: 'Unknown' },
			{ name: 'timeoutSeconds', schema: { kind: 'int32' }, number: 7, default: 30 },
			{ name: 'admissionReviewVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 8, presence: 'omitZero', default: ['v1beta1'] },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MatchCondition' }, listType: 'map', mapKeys: ['name'] }, number: 11, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name', gate: 'AdmissionWebhookMatchConditions', introduced: '1.27' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ValidatingWebhook`,
	}),
	'admissionregistration/v1beta1.ValidatingWebhookConfiguration': () => ({
		name: 'admissionregistration/v1beta1.ValidatingWebhookConfiguration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'webhooks', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.ValidatingWebhook' } }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ValidatingWebhookConfiguration`,
	}),
	'admissionregistration/v1beta1.ValidatingWebhookConfigurationList': () => ({
		name: 'admissionregistration/v1beta1.ValidatingWebhookConfigurationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.ValidatingWebhookConfiguration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ValidatingWebhookConfigurationList`,
	}),
	'admissionregistration/v1beta1.WebhookClientConfig': () => ({
		name: 'admissionregistration/v1beta1.WebhookClientConfig',
		fields: [
			{ name: 'url', schema: { kind: 'string' }, number: 3 },
			{ name: 'service', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.ServiceReference' }, number: 1 },
			{ name: 'caBundle', schema: { kind: 'bytes' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.WebhookClientConfig`,
	}),
};
