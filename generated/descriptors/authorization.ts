// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'authorization/v1.FieldSelectorAttributes': () => ({
		name: 'authorization/v1.FieldSelectorAttributes',
		fields: [
			{ name: 'rawSelector', schema: { kind: 'string' }, number: 1 },
			{ name: 'requirements', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.FieldSelectorRequirement' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.FieldSelectorAttributes`,
	}),
	'authorization/v1.LabelSelectorAttributes': () => ({
		name: 'authorization/v1.LabelSelectorAttributes',
		fields: [
			{ name: 'rawSelector', schema: { kind: 'string' }, number: 1 },
			{ name: 'requirements', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.LabelSelectorRequirement' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.LabelSelectorAttributes`,
	}),
	'authorization/v1.LocalSubjectAccessReview': () => ({
		name: 'authorization/v1.LocalSubjectAccessReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.LocalSubjectAccessReview`,
	}),
	'authorization/v1.NonResourceAttributes': () => ({
		name: 'authorization/v1.NonResourceAttributes',
		fields: [
			{ name: 'path', schema: { kind: 'string' }, number: 1 },
			{ name: 'verb', schema: { kind: 'string' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.NonResourceAttributes`,
	}),
	'authorization/v1.NonResourceRule': () => ({
		name: 'authorization/v1.NonResourceRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.NonResourceRule`,
	}),
	'authorization/v1.ResourceAttributes': () => ({
		name: 'authorization/v1.ResourceAttributes',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1 },
			{ name: 'verb', schema: { kind: 'string' }, number: 2 },
			{ name: 'group', schema: { kind: 'string' }, number: 3 },
			{ name: 'version', schema: { kind: 'string' }, number: 4 },
			{ name: 'resource', schema: { kind: 'string' }, number: 5 },
			{ name: 'subresource', schema: { kind: 'string' }, number: 6 },
			{ name: 'name', schema: { kind: 'string' }, number: 7 },
			{ name: 'fieldSelector', schema: { kind: 'struct', type: 'authorization/v1.FieldSelectorAttributes' }, number: 8, gate: 'AuthorizeWithSelectors', introduced: '1.31' },
			{ name: 'labelSelector', schema: { kind: 'struct', type: 'authorization/v1.LabelSelectorAttributes' }, number: 9, gate: 'AuthorizeWithSelectors', introduced: '1.31' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.ResourceAttributes`,
	}),
	'authorization/v1.ResourceRule': () => ({
		name: 'authorization/v1.ResourceRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'resourceNames', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.ResourceRule`,
	}),
	'authorization/v1.SelfSubjectAccessReview': () => ({
		name: 'authorization/v1.SelfSubjectAccessReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authorization/v1.SelfSubjectAccessReviewSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SelfSubjectAccessReview`,
	}),
	'authorization/v1.SelfSubjectAccessReviewSpec': () => ({
		name: 'authorization/v1.SelfSubjectAccessReviewSpec',
		fields: [
			{ name: 'resourceAttributes', schema: { kind: 'struct', type: 'authorization/v1.ResourceAttributes' }, number: 1 },
			{ name: 'nonResourceAttributes', schema: { kind: 'struct', type: 'authorization/v1.NonResourceAttributes' }, number: 2 },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!(has(self.resourceAttributes) && has(self.nonResourceAttributes))', message: 'cannot be specified in combination with resourceAttributes', fieldPath: '.nonResourceAttributes' }, { rule: 'has(self.resourceAttributes) || has(self.nonResourceAttributes)', message: 'exactly one of nonResourceAttributes or resourceAttributes must be specified', fieldPath: '.resourceAttributes' }] }],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SelfSubjectAccessReviewSpec`,
	}),
	'authorization/v1.SelfSubjectRulesReview': () => ({
		name: 'authorization/v1.SelfSubjectRulesReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authorization/v1.SelfSubjectRulesReviewSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authorization/v1.SubjectRulesReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SelfSubjectRulesReview`,
	}),
	'authorization/v1.SelfSubjectRulesReviewSpec': () => ({
		name: 'authorization/v1.SelfSubjectRulesReviewSpec',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SelfSubjectRulesReviewSpec`,
	}),
	'authorization/v1.SubjectAccessReview': () => ({
		name: 'authorization/v1.SubjectAccessReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SubjectAccessReview`,
	}),
	'authorization/v1.SubjectAccessReviewSpec': () => ({
		name: 'authorization/v1.SubjectAccessReviewSpec',
		fields: [
			{ name: 'resourceAttributes', schema: { kind: 'struct', type: 'authorization/v1.ResourceAttributes' }, number: 1 },
			{ name: 'nonResourceAttributes', schema: { kind: 'struct', type: 'authorization/v1.NonResourceAttributes' }, number: 2 },
			{ name: 'user', schema: { kind: 'string' }, number: 3 },
			{ name: 'groups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 4, presence: 'omitZero' },
			{ name: 'extra', schema: { kind: 'map', values: { kind: 'list', items: { kind: 'string' } } }, number: 5, presence: 'omitZero' },
			{ name: 'uid', schema: { kind: 'string' }, number: 6 },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!(has(self.resourceAttributes) && has(self.nonResourceAttributes))', message: 'cannot be specified in combination with resourceAttributes', fieldPath: '.nonResourceAttributes' }, { rule: 'has(self.resourceAttributes) || has(self.nonResourceAttributes)', message: 'exactly one of nonResourceAttributes or resourceAttributes must be specified', fieldPath: '.resourceAttributes' }, { rule: 'self.?user.orValue(\'\') != \'\' || self.?groups.orValue([]).size() > 0', message: 'at least one of user or group must be specified', fieldPath: '.user' }] }],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SubjectAccessReviewSpec`,
	}),
	'authorization/v1.SubjectAccessReviewStatus': () => ({
		name: 'authorization/v1.SubjectAccessReviewStatus',
		fields: [
			{ name: 'allowed', schema: { kind: 'boolean' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'denied', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'reason', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'evaluationError', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SubjectAccessReviewStatus`,
	}),
	'authorization/v1.SubjectRulesReviewStatus': () => ({
		name: 'authorization/v1.SubjectRulesReviewStatus',
		fields: [
			{ name: 'resourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'authorization/v1.ResourceRule' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nonResourceRules', schema: { kind: 'list', items: { kind: 'struct', type: 'authorization/v1.NonResourceRule' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'incomplete', schema: { kind: 'boolean' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'evaluationError', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1.SubjectRulesReviewStatus`,
	}),
	'authorization/v1beta1.LocalSubjectAccessReview': () => ({
		name: 'authorization/v1beta1.LocalSubjectAccessReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authorization/v1beta1.SubjectAccessReviewSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1beta1.LocalSubjectAccessReview`,
	}),
	'authorization/v1beta1.SubjectAccessReview': () => ({
		name: 'authorization/v1beta1.SubjectAccessReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authorization/v1beta1.SubjectAccessReviewSpec' }, number: 2, presence: 'always', required: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1beta1.SubjectAccessReview`,
	}),
	'authorization/v1beta1.SubjectAccessReviewSpec': () => ({
		name: 'authorization/v1beta1.SubjectAccessReviewSpec',
		fields: [
			{ name: 'resourceAttributes', schema: { kind: 'struct', type: 'authorization/v1.ResourceAttributes' }, number: 1 },
			{ name: 'nonResourceAttributes', schema: { kind: 'struct', type: 'authorization/v1.NonResourceAttributes' }, number: 2 },
			{ name: 'user', schema: { kind: 'string' }, number: 3 },
			{ name: 'group', schema: { kind: 'list', items: { kind: 'string' } }, number: 4, presence: 'omitZero' },
			{ name: 'extra', schema: { kind: 'map', values: { kind: 'list', items: { kind: 'string' } } }, number: 5, presence: 'omitZero' },
			{ name: 'uid', schema: { kind: 'string' }, number: 6 },
		],
		openapi: `${words.groupDomainReversed}.api.authorization.v1beta1.SubjectAccessReviewSpec`,
	}),
};
