// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { vocabulary, words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'rbac/v1.AggregationRule': () => ({
		name: 'rbac/v1.AggregationRule',
		fields: [
			{ name: 'clusterRoleSelectors', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.LabelSelector' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
		],
		rules: [{ rule: 'requiredWhen', argument: { cel: 'true', fields: ['clusterRoleSelectors'], message: 'at least one clusterRoleSelector required if aggregationRule is non-nil' } }],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.AggregationRule`,
	}),
	'rbac/v1.ClusterRole': () => ({
		name: 'rbac/v1.ClusterRole',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.PolicyRule' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'always' },
			{ name: 'aggregationRule', schema: { kind: 'struct', type: 'rbac/v1.AggregationRule' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.ClusterRole`,
	}),
	'rbac/v1.ClusterRoleBinding': () => ({
		name: 'rbac/v1.ClusterRoleBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.Subject', rules: [{ rule: 'requiredWhen', argument: { cel: 'self.?kind.orValue(\'\') == \'ServiceAccount\'', fields: ['namespace'] } }] }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'roleRef', schema: { kind: 'struct', type: 'rbac/v1.RoleRef', rules: [{ rule: 'cel', argument: [{ rule: 'self.?kind.orValue(\'\') in [\'ClusterRole\']', message: 'supported values: "ClusterRole"', reason: 'FieldValueNotSupported', fieldPath: '.kind' }] }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.ClusterRoleBinding`,
	}),
	'rbac/v1.ClusterRoleBindingList': () => ({
		name: 'rbac/v1.ClusterRoleBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.ClusterRoleBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.ClusterRoleBindingList`,
	}),
	'rbac/v1.ClusterRoleList': () => ({
		name: 'rbac/v1.ClusterRoleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.ClusterRole' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.ClusterRoleList`,
	}),
	'rbac/v1.PolicyRule': () => ({
		name: 'rbac/v1.PolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'resourceNames', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 4, presence: 'omitZero' },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 5, presence: 'omitZero' },
		],
		rules: [{ rule: 'requiredWhen', argument: [{ cel: 'true', fields: ['verbs'], message: 'verbs must contain at least one value' }, { cel: '!has(self.nonResourceURLs)', fields: ['apiGroups'], message: 'resource rules must supply at least one api group' }, { cel: '!has(self.nonResourceURLs)', fields: ['resources'], message: 'resource rules must supply at least one resource' }] }],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.PolicyRule`,
	}),
	'rbac/v1.Role': () => ({
		name: 'rbac/v1.Role',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.PolicyRule' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.Role`,
	}),
	'rbac/v1.RoleBinding': () => ({
		name: 'rbac/v1.RoleBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.Subject' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'roleRef', schema: { kind: 'struct', type: 'rbac/v1.RoleRef', rules: [{ rule: 'cel', argument: [{ rule: 'self.?kind.orValue(\'\') in [\'Role\', \'ClusterRole\']', message: 'supported values: "Role", "ClusterRole"', reason: 'FieldValueNotSupported', fieldPath: '.kind' }] }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.RoleBinding`,
	}),
	'rbac/v1.RoleBindingList': () => ({
		name: 'rbac/v1.RoleBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.RoleBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.RoleBindingList`,
	}),
	'rbac/v1.RoleList': () => ({
		name: 'rbac/v1.RoleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1.Role' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.RoleList`,
	}),
	'rbac/v1.RoleRef': () => ({
		name: 'rbac/v1.RoleRef',
		fields: [
			{ name: 'apiGroup', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, default: `rbac.authorization.${vocabulary.groupDomain}`, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'kind', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 3, presence: 'always', required: true },
		],
		rules: [{ rule: 'cel', argument: [{ rule: `self.?apiGroup.orValue('') == 'rbac.authorization.${vocabulary.groupDomain}'`, message: `supported values: "rbac.authorization.${vocabulary.groupDomain}"`, reason: 'FieldValueNotSupported', fieldPath: '.apiGroup' }] }],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.RoleRef`,
		mapType: 'atomic',
	}),
	'rbac/v1.Subject': () => ({
		name: 'rbac/v1.Subject',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroup', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
			{ name: 'namespace', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
		],
		rules: [{ rule: 'derive', argument: { field: 'apiGroup', when: 'self.kind in [\'User\', \'Group\']', value: `rbac.authorization.${vocabulary.groupDomain}` } }, { rule: 'cel', argument: [{ rule: 'self.?kind.orValue(\'\') in [\'ServiceAccount\', \'User\', \'Group\']', message: 'supported values: "ServiceAccount", "User", "Group"', reason: 'FieldValueNotSupported', fieldPath: '.kind' }, { rule: 'self.?kind.orValue(\'\') != \'ServiceAccount\' || self.?apiGroup.orValue(\'\') == \'\'', message: 'supported values: ""', reason: 'FieldValueNotSupported', fieldPath: '.apiGroup' }, { rule: `!(self.?kind.orValue('') in ['User', 'Group']) || self.?apiGroup.orValue('') == 'rbac.authorization.${vocabulary.groupDomain}'`, message: `supported values: "rbac.authorization.${vocabulary.groupDomain}"`, reason: 'FieldValueNotSupported', fieldPath: '.apiGroup' }] }],
		openapi: `${words.groupDomainReversed}.api.rbac.v1.Subject`,
		mapType: 'atomic',
	}),
	'rbac/v1alpha1.ClusterRole': () => ({
		name: 'rbac/v1alpha1.ClusterRole',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.PolicyRule' } }, number: 2, presence: 'always' },
			{ name: 'aggregationRule', schema: { kind: 'struct', type: 'rbac/v1.AggregationRule' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.ClusterRole`,
	}),
	'rbac/v1alpha1.ClusterRoleBinding': () => ({
		name: 'rbac/v1alpha1.ClusterRoleBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.Subject' } }, number: 2, presence: 'omitZero' },
			{ name: 'roleRef', schema: { kind: 'struct', type: 'rbac/v1.RoleRef' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.ClusterRoleBinding`,
	}),
	'rbac/v1alpha1.ClusterRoleBindingList': () => ({
		name: 'rbac/v1alpha1.ClusterRoleBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.ClusterRoleBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.ClusterRoleBindingList`,
	}),
	'rbac/v1alpha1.ClusterRoleList': () => ({
		name: 'rbac/v1alpha1.ClusterRoleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.ClusterRole' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.ClusterRoleList`,
	}),
	'rbac/v1alpha1.PolicyRule': () => ({
		name: 'rbac/v1alpha1.PolicyRule',
		fields: [
			{ name: 'verbs', schema: { kind: 'list', items: { kind: 'string' } }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiGroups', schema: { kind: 'list', items: { kind: 'string' } }, number: 3, presence: 'omitZero' },
			{ name: 'resources', schema: { kind: 'list', items: { kind: 'string' } }, number: 4, presence: 'omitZero' },
			{ name: 'resourceNames', schema: { kind: 'list', items: { kind: 'string' } }, number: 5, presence: 'omitZero' },
			{ name: 'nonResourceURLs', schema: { kind: 'list', items: { kind: 'string' } }, number: 6, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.PolicyRule`,
	}),
	'rbac/v1alpha1.Role': () => ({
		name: 'rbac/v1alpha1.Role',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.PolicyRule' } }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.Role`,
	}),
	'rbac/v1alpha1.RoleBinding': () => ({
		name: 'rbac/v1alpha1.RoleBinding',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'subjects', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.Subject' } }, number: 2, presence: 'omitZero' },
			{ name: 'roleRef', schema: { kind: 'struct', type: 'rbac/v1.RoleRef' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.RoleBinding`,
	}),
	'rbac/v1alpha1.RoleBindingList': () => ({
		name: 'rbac/v1alpha1.RoleBindingList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.RoleBinding' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.RoleBindingList`,
	}),
	'rbac/v1alpha1.RoleList': () => ({
		name: 'rbac/v1alpha1.RoleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'rbac/v1alpha1.Role' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.RoleList`,
	}),
	'rbac/v1alpha1.Subject': () => ({
		name: 'rbac/v1alpha1.Subject',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
			{ name: 'namespace', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
		],
		rules: [{ rule: 'derive', argument: { field: 'apiVersion', when: 'self.kind in [\'User\', \'Group\']', value: `rbac.authorization.${vocabulary.groupDomain}/v1alpha1` } }],
		openapi: `${words.groupDomainReversed}.api.rbac.v1alpha1.Subject`,
	}),
};
