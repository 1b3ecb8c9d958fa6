// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'admissionregistration/v1.ApplyConfiguration': () => ({
		name: 'admissionregistration/v1.ApplyConfiguration',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ApplyConfiguration`,
	}),
	'admissionregistration/v1.AuditAnnotation': () => ({
		name: 'admissionregistration/v1.AuditAnnotation',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'valueExpression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.AuditAnnotation`,
	}),
	'admissionregistration/v1.ExpressionWarning': () => ({
		name: 'admissionregistration/v1.ExpressionWarning',
		fields: [
			{ name: 'fieldRef', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'warning', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ExpressionWarning`,
	}),
	'admissionregistration/v1.JSONPatch': () => ({
		name: 'admissionregistration/v1.JSONPatch',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.JSONPatch`,
	}),
	'admissionregistration/v1.MatchCondition': () => ({
		name: 'admissionregistration/v1.MatchCondition',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MatchCondition`,
	}),
	'admissionregistration/v1.MatchResources': () => ({
		name: 'admissionregistration/v1.MatchResources',
		fields: [
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, default: {} },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.NamedRuleWithOperations' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'excludeResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.NamedRuleWithOperations' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'] }, number: 7, default: 'Equivalent' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MatchResources`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1.MutatingAdmissionPolicy': () => ({
		name: 'admissionregistration/v1.MutatingAdmissionPolicy',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1.MutatingAdmissionPolicySpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingAdmissionPolicy`,
	}),
	'admissionregistration/v1.MutatingAdmissionPolicyBinding': () => ({
		name: 'admissionregistration/v1.MutatingAdmissionPolicyBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1.MutatingAdmissionPolicyBindingSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingAdmissionPolicyBinding`,
	}),
	'admissionregistration/v1.MutatingAdmissionPolicyBindingList': () => ({
		name: 'admissionregistration/v1.MutatingAdmissionPolicyBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MutatingAdmissionPolicyBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingAdmissionPolicyBindingList`,
	}),
	'admissionregistration/v1.MutatingAdmissionPolicyBindingSpec': () => ({
		name: 'admissionregistration/v1.MutatingAdmissionPolicyBindingSpec',
		fields: [
			{ name: 'policyName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'paramRef', schema: { kind: 'struct', type: 'admissionregistration/v1.ParamRef' }, number: 2 },
			{ name: 'matchResources', schema: { kind: 'struct', type: 'admissionregistration/v1.MatchResources' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec`,
	}),
	'admissionregistration/v1.MutatingAdmissionPolicyList': () => ({
		name: 'admissionregistration/v1.MutatingAdmissionPolicyList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MutatingAdmissionPolicy' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingAdmissionPolicyList`,
	}),
	'admissionregistration/v1.MutatingAdmissionPolicySpec': () => ({
		name: 'admissionregistration/v1.MutatingAdmissionPolicySpec',
		fields: [
			{ name: 'paramKind', schema: { kind: 'struct', type: 'admissionregistration/v1.ParamKind' }, number: 1 },
			{ name: 'matchConstraints', schema: { kind: 'struct', type: 'admissionregistration/v1.MatchResources' }, number: 2 },
			{ name: 'variables', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.Variable' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'mutations', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.Mutation' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'] }, number: 5, default: 'Fail' },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MatchCondition' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently' }, number: 6, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
			{ name: 'reinvocationPolicy', schema: { kind: 'string', enum: ['IfNeeded', 'Never'] }, number: 7, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.MutatingAdmissionPolicySpec`,
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
	'admissionregistration/v1.Mutation': () => ({
		name: 'admissionregistration/v1.Mutation',
		fields: [
			{ name: 'patchType', schema: { kind: 'string', enum: ['ApplyConfiguration', 'JSONPatch'] }, number: 2, presence: 'always', required: true },
			{ name: 'applyConfiguration', schema: { kind: 'struct', type: 'admissionregistration/v1.ApplyConfiguration' }, number: 3 },
			{ name: 'jsonPatch', schema: { kind: 'struct', type: 'admissionregistration/v1.JSONPatch' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.Mutation`,
	}),
	'admissionregistration/v1.NamedRuleWithOperations': () => ({
		name: 'admissionregistration/v1.NamedRuleWithOperations',
		fields: [
			{ name: 'resourceNames', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'ruleWithOperations', schema: { kind: 'struct', type: 'admissionregistration/v1.RuleWithOperations' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.NamedRuleWithOperations`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1.ParamKind': () => ({
		name: 'admissionregistration/v1.ParamKind',
		fields: [
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'kind', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ParamKind`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1.ParamRef': () => ({
		name: 'admissionregistration/v1.ParamRef',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'namespace', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 3 },
			{ name: 'parameterNotFoundAction', schema: { kind: 'string' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ParamRef`,
		mapType: 'atomic',
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
	'admissionregistration/v1.TypeChecking': () => ({
		name: 'admissionregistration/v1.TypeChecking',
		fields: [
			{ name: 'expressionWarnings', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.ExpressionWarning' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.TypeChecking`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicy': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicy',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1.ValidatingAdmissionPolicySpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'admissionregistration/v1.ValidatingAdmissionPolicyStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicy`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicyBinding': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicyBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicyBindingList': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicyBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.ValidatingAdmissionPolicyBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingList`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec',
		fields: [
			{ name: 'policyName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 1, presence: 'omitZero', required: true },
			{ name: 'paramRef', schema: { kind: 'struct', type: 'admissionregistration/v1.ParamRef' }, number: 2 },
			{ name: 'matchResources', schema: { kind: 'struct', type: 'admissionregistration/v1.MatchResources' }, number: 3 },
			{ name: 'validationActions', schema: { kind: 'list', items: { kind: 'string', enum: ['Audit', 'Deny', 'Warn'] }, listType: 'set' }, number: 4, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		rules: [{ rule: 'requiredWhen', argument: { cel: 'true', fields: ['validationActions'], message: 'at least one validation action is required' } }],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicyList': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicyList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.ValidatingAdmissionPolicy' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicyList`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicySpec': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicySpec',
		fields: [
			{ name: 'paramKind', schema: { kind: 'struct', type: 'admissionregistration/v1.ParamKind' }, number: 1 },
			{ name: 'matchConstraints', schema: { kind: 'struct', type: 'admissionregistration/v1.MatchResources' }, number: 2 },
			{ name: 'validations', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.Validation' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'] }, number: 4, default: 'Fail' },
			{ name: 'auditAnnotations', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.AuditAnnotation' }, listType: 'atomic' }, number: 5, presence: 'omitZero' },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.MatchCondition' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently' }, number: 6, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
			{ name: 'variables', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1.Variable' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently' }, number: 7, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicySpec`,
	}),
	'admissionregistration/v1.ValidatingAdmissionPolicyStatus': () => ({
		name: 'admissionregistration/v1.ValidatingAdmissionPolicyStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1, presence: 'omitZero' },
			{ name: 'typeChecking', schema: { kind: 'struct', type: 'admissionregistration/v1.TypeChecking' }, number: 2 },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus`,
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
	'admissionregistration/v1.Validation': () => ({
		name: 'admissionregistration/v1.Validation',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'message', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'reason', schema: { kind: 'string' }, number: 3 },
			{ name: 'messageExpression', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.Validation`,
	}),
	'admissionregistration/v1.Variable': () => ({
		name: 'admissionregistration/v1.Variable',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1.Variable`,
		mapType: 'atomic',
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
	'admissionregistration/v1alpha1.ApplyConfiguration': () => ({
		name: 'admissionregistration/v1alpha1.ApplyConfiguration',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.ApplyConfiguration`,
	}),
	'admissionregistration/v1alpha1.JSONPatch': () => ({
		name: 'admissionregistration/v1alpha1.JSONPatch',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.JSONPatch`,
	}),
	'admissionregistration/v1alpha1.MatchCondition': () => ({
		name: 'admissionregistration/v1alpha1.MatchCondition',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MatchCondition`,
	}),
	'admissionregistration/v1alpha1.MatchResources': () => ({
		name: 'admissionregistration/v1alpha1.MatchResources',
		fields: [
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, default: {} },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.NamedRuleWithOperations' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'excludeResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.NamedRuleWithOperations' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'] }, number: 7, default: 'Equivalent' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MatchResources`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1alpha1.MutatingAdmissionPolicy': () => ({
		name: 'admissionregistration/v1alpha1.MutatingAdmissionPolicy',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.MutatingAdmissionPolicySpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MutatingAdmissionPolicy`,
	}),
	'admissionregistration/v1alpha1.MutatingAdmissionPolicyBinding': () => ({
		name: 'admissionregistration/v1alpha1.MutatingAdmissionPolicyBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding`,
	}),
	'admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingList': () => ({
		name: 'admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.MutatingAdmissionPolicyBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingList`,
	}),
	'admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingSpec': () => ({
		name: 'admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingSpec',
		fields: [
			{ name: 'policyName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'paramRef', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.ParamRef' }, number: 2 },
			{ name: 'matchResources', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.MatchResources' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec`,
	}),
	'admissionregistration/v1alpha1.MutatingAdmissionPolicyList': () => ({
		name: 'admissionregistration/v1alpha1.MutatingAdmissionPolicyList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.MutatingAdmissionPolicy' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MutatingAdmissionPolicyList`,
	}),
	'admissionregistration/v1alpha1.MutatingAdmissionPolicySpec': () => ({
		name: 'admissionregistration/v1alpha1.MutatingAdmissionPolicySpec',
		fields: [
			{ name: 'paramKind', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.ParamKind' }, number: 1 },
			{ name: 'matchConstraints', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.MatchResources' }, number: 2 },
			{ name: 'variables', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.Variable' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'mutations', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.Mutation' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'] }, number: 5, default: 'Fail' },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1alpha1.MatchCondition' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently' }, number: 6, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
			{ name: 'reinvocationPolicy', schema: { kind: 'string', enum: ['IfNeeded', 'Never'] }, number: 7, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.MutatingAdmissionPolicySpec`,
	}),
	'admissionregistration/v1alpha1.Mutation': () => ({
		name: 'admissionregistration/v1alpha1.Mutation',
		fields: [
			{ name: 'patchType', schema: { kind: 'string', enum: ['ApplyConfiguration', 'JSONPatch'] }, number: 2, presence: 'always', required: true },
			{ name: 'applyConfiguration', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.ApplyConfiguration' }, number: 3 },
			{ name: 'jsonPatch', schema: { kind: 'struct', type: 'admissionregistration/v1alpha1.JSONPatch' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.Mutation`,
	}),
	'admissionregistration/v1alpha1.NamedRuleWithOperations': () => ({
		name: 'admissionregistration/v1alpha1.NamedRuleWithOperations',
		fields: [
			{ name: 'resourceNames', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'ruleWithOperations', schema: { kind: 'struct', type: 'admissionregistration/v1.RuleWithOperations' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.NamedRuleWithOperations`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1alpha1.ParamKind': () => ({
		name: 'admissionregistration/v1alpha1.ParamKind',
		fields: [
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'kind', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.ParamKind`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1alpha1.ParamRef': () => ({
		name: 'admissionregistration/v1alpha1.ParamRef',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'namespace', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 3 },
			{ name: 'parameterNotFoundAction', schema: { kind: 'string' }, number: 4, default: 'Deny' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.ParamRef`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1alpha1.Variable': () => ({
		name: 'admissionregistration/v1alpha1.Variable',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1alpha1.Variable`,
	}),
	'admissionregistration/v1beta1.ApplyConfiguration': () => ({
		name: 'admissionregistration/v1beta1.ApplyConfiguration',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ApplyConfiguration`,
	}),
	'admissionregistration/v1beta1.JSONPatch': () => ({
		name: 'admissionregistration/v1beta1.JSONPatch',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.JSONPatch`,
	}),
	'admissionregistration/v1beta1.MatchCondition': () => ({
		name: 'admissionregistration/v1beta1.MatchCondition',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MatchCondition`,
	}),
	'admissionregistration/v1beta1.MatchResources': () => ({
		name: 'admissionregistration/v1beta1.MatchResources',
		fields: [
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1, default: {} },
			{ name: 'objectSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, default: {} },
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.NamedRuleWithOperations' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'excludeResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.NamedRuleWithOperations' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'matchPolicy', schema: { kind: 'string', enum: ['Equivalent', 'Exact'] }, number: 7, default: 'Equivalent' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MatchResources`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1beta1.MutatingAdmissionPolicy': () => ({
		name: 'admissionregistration/v1beta1.MutatingAdmissionPolicy',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.MutatingAdmissionPolicySpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingAdmissionPolicy`,
	}),
	'admissionregistration/v1beta1.MutatingAdmissionPolicyBinding': () => ({
		name: 'admissionregistration/v1beta1.MutatingAdmissionPolicyBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.MutatingAdmissionPolicyBindingSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingAdmissionPolicyBinding`,
	}),
	'admissionregistration/v1beta1.MutatingAdmissionPolicyBindingList': () => ({
		name: 'admissionregistration/v1beta1.MutatingAdmissionPolicyBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.MutatingAdmissionPolicyBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingAdmissionPolicyBindingList`,
	}),
	'admissionregistration/v1beta1.MutatingAdmissionPolicyBindingSpec': () => ({
		name: 'admissionregistration/v1beta1.MutatingAdmissionPolicyBindingSpec',
		fields: [
			{ name: 'policyName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'paramRef', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.ParamRef' }, number: 2 },
			{ name: 'matchResources', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.MatchResources' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec`,
	}),
	'admissionregistration/v1beta1.MutatingAdmissionPolicyList': () => ({
		name: 'admissionregistration/v1beta1.MutatingAdmissionPolicyList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.MutatingAdmissionPolicy' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingAdmissionPolicyList`,
	}),
	'admissionregistration/v1beta1.MutatingAdmissionPolicySpec': () => ({
		name: 'admissionregistration/v1beta1.MutatingAdmissionPolicySpec',
		fields: [
			{ name: 'paramKind', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.ParamKind' }, number: 1 },
			{ name: 'matchConstraints', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.MatchResources' }, number: 2 },
			{ name: 'variables', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.Variable' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'mutations', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.Mutation' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'failurePolicy', schema: { kind: 'string', enum: ['Fail', 'Ignore'] }, number: 5, default: 'Fail' },
			{ name: 'matchConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'admissionregistration/v1beta1.MatchCondition' }, listType: 'map', mapKeys: ['name'], mayRepeat: 'silently' }, number: 6, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'name' },
			{ name: 'reinvocationPolicy', schema: { kind: 'string', enum: ['IfNeeded', 'Never'] }, number: 7, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.MutatingAdmissionPolicySpec`,
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
	'admissionregistration/v1beta1.Mutation': () => ({
		name: 'admissionregistration/v1beta1.Mutation',
		fields: [
			{ name: 'patchType', schema: { kind: 'string', enum: ['ApplyConfiguration', 'JSONPatch'] }, number: 2, presence: 'always', required: true },
			{ name: 'applyConfiguration', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.ApplyConfiguration' }, number: 3 },
			{ name: 'jsonPatch', schema: { kind: 'struct', type: 'admissionregistration/v1beta1.JSONPatch' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.Mutation`,
	}),
	'admissionregistration/v1beta1.NamedRuleWithOperations': () => ({
		name: 'admissionregistration/v1beta1.NamedRuleWithOperations',
		fields: [
			{ name: 'resourceNames', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'ruleWithOperations', schema: { kind: 'struct', type: 'admissionregistration/v1.RuleWithOperations' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.NamedRuleWithOperations`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1beta1.ParamKind': () => ({
		name: 'admissionregistration/v1beta1.ParamKind',
		fields: [
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'kind', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ParamKind`,
		mapType: 'atomic',
	}),
	'admissionregistration/v1beta1.ParamRef': () => ({
		name: 'admissionregistration/v1beta1.ParamRef',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'namespace', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 3 },
			{ name: 'parameterNotFoundAction', schema: { kind: 'string' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.ParamRef`,
		mapType: 'atomic',
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
	'admissionregistration/v1beta1.Variable': () => ({
		name: 'admissionregistration/v1beta1.Variable',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expression', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.admissionregistration.v1beta1.Variable`,
		mapType: 'atomic',
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
