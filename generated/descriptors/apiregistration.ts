// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { vocabulary, words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'apiregistration/v1.APIService': () => ({
		name: 'apiregistration/v1.APIService',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'apiregistration/v1.APIServiceSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'apiregistration/v1.APIServiceStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1.APIService`,
	}),
	'apiregistration/v1.APIServiceCondition': () => ({
		name: 'apiregistration/v1.APIServiceCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition`,
	}),
	'apiregistration/v1.APIServiceList': () => ({
		name: 'apiregistration/v1.APIServiceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'apiregistration/v1.APIService' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1.APIServiceList`,
	}),
	'apiregistration/v1.APIServiceSpec': () => ({
		name: 'apiregistration/v1.APIServiceSpec',
		fields: [
			{ name: 'service', schema: { kind: 'struct', type: 'apiregistration/v1.ServiceReference' }, number: 1 },
			{ name: 'group', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'version', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'insecureSkipTLSVerify', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'caBundle', schema: { kind: 'bytes', listType: 'atomic' }, number: 5, presence: 'omitZero' },
			{ name: 'groupPriorityMinimum', schema: { kind: 'int32' }, number: 7, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'versionPriority', schema: { kind: 'int32' }, number: 8, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec`,
	}),
	'apiregistration/v1.APIServiceStatus': () => ({
		name: 'apiregistration/v1.APIServiceStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'apiregistration/v1.APIServiceCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus`,
	}),
	'apiregistration/v1.ServiceReference': () => ({
		name: 'apiregistration/v1.ServiceReference',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'port', schema: { kind: 'int32' }, number: 3, default: 443 },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1.ServiceReference`,
	}),
	'apiregistration/v1beta1.APIService': () => ({
		name: 'apiregistration/v1beta1.APIService',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'apiregistration/v1beta1.APIServiceSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'apiregistration/v1beta1.APIServiceStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1beta1.APIService`,
	}),
	'apiregistration/v1beta1.APIServiceCondition': () => ({
		name: 'apiregistration/v1beta1.APIServiceCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1beta1.APIServiceCondition`,
	}),
	'apiregistration/v1beta1.APIServiceList': () => ({
		name: 'apiregistration/v1beta1.APIServiceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'apiregistration/v1beta1.APIService' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1beta1.APIServiceList`,
	}),
	'apiregistration/v1beta1.APIServiceSpec': () => ({
		name: 'apiregistration/v1beta1.APIServiceSpec',
		fields: [
			{ name: 'service', schema: { kind: 'struct', type: 'apiregistration/v1beta1.ServiceReference' }, number: 1 },
			{ name: 'group', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'version', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'insecureSkipTLSVerify', schema: { kind: 'boolean' }, number: 4, presence: 'omitZero' },
			{ name: 'caBundle', schema: { kind: 'bytes', listType: 'atomic' }, number: 5, presence: 'omitZero' },
			{ name: 'groupPriorityMinimum', schema: { kind: 'int32' }, number: 7, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'versionPriority', schema: { kind: 'int32' }, number: 8, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1beta1.APIServiceSpec`,
	}),
	'apiregistration/v1beta1.APIServiceStatus': () => ({
		name: 'apiregistration/v1beta1.APIServiceStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'apiregistration/v1beta1.APIServiceCondition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1beta1.APIServiceStatus`,
	}),
	'apiregistration/v1beta1.ServiceReference': () => ({
		name: 'apiregistration/v1beta1.ServiceReference',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'port', schema: { kind: 'int32' }, number: 3, default: 443 },
		],
		openapi: `${words.groupDomainReversed}.${vocabulary.shortPrefix}-aggregator.pkg.apis.apiregistration.v1beta1.ServiceReference`,
	}),
};
