// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'apiserverinternal/v1alpha1.ServerStorageVersion': () => ({
		name: 'apiserverinternal/v1alpha1.ServerStorageVersion',
		fields: [
			{ name: 'apiServerID', schema: { kind: 'string' }, number: 1, presence: 'omitZero', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
			{ name: 'encodingVersion', schema: { kind: 'string' }, number: 2, presence: 'omitZero', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
			{ name: 'decodableVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 3, presence: 'omitZero', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
			{ name: 'servedVersions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 4, presence: 'omitZero', introduced: '1.28' },
		],
		openapi: `${words.groupDomainReversed}.api.apiserverinternal.v1alpha1.ServerStorageVersion`,
	}),
	'apiserverinternal/v1alpha1.StorageVersion': () => ({
		name: 'apiserverinternal/v1alpha1.StorageVersion',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always', required: true },
			{ name: 'spec', schema: { kind: 'struct', type: 'apiserverinternal/v1alpha1.StorageVersionSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'status', schema: { kind: 'struct', type: 'apiserverinternal/v1alpha1.StorageVersionStatus' }, number: 3, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
		],
		openapi: `${words.groupDomainReversed}.api.apiserverinternal.v1alpha1.StorageVersion`,
	}),
	'apiserverinternal/v1alpha1.StorageVersionCondition': () => ({
		name: 'apiserverinternal/v1alpha1.StorageVersionCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 3, presence: 'omitZero' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 4, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 5, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'message', schema: { kind: 'string' }, number: 6, presence: 'omitZero', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
		],
		openapi: `${words.groupDomainReversed}.api.apiserverinternal.v1alpha1.StorageVersionCondition`,
	}),
	'apiserverinternal/v1alpha1.StorageVersionList': () => ({
		name: 'apiserverinternal/v1alpha1.StorageVersionList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'apiserverinternal/v1alpha1.StorageVersion' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.apiserverinternal.v1alpha1.StorageVersionList`,
	}),
	'apiserverinternal/v1alpha1.StorageVersionSpec': () => ({
		name: 'apiserverinternal/v1alpha1.StorageVersionSpec',
		fields: [
		],
		openapi: `${words.groupDomainReversed}.api.apiserverinternal.v1alpha1.StorageVersionSpec`,
	}),
	'apiserverinternal/v1alpha1.StorageVersionStatus': () => ({
		name: 'apiserverinternal/v1alpha1.StorageVersionStatus',
		fields: [
			{ name: 'storageVersions', schema: { kind: 'list', items: { kind: 'struct', type: 'apiserverinternal/v1alpha1.ServerStorageVersion' }, listType: 'map', mapKeys: ['apiServerID'], mayRepeat: 'silently' }, number: 1, presence: 'omitZero' },
			{ name: 'commonEncodingVersion', schema: { kind: 'string' }, number: 2 },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'apiserverinternal/v1alpha1.StorageVersionCondition' }, listType: 'map', mapKeys: ['type'], mayRepeat: 'silently' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.apiserverinternal.v1alpha1.StorageVersionStatus`,
	}),
};
