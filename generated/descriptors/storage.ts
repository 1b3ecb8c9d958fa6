// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/schema/model.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'storage/v1.CSIDriver': () => ({
		name: 'storage/v1.CSIDriver',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'storage/v1.CSIDriverSpec' }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSIDriver`,
	}),
	'storage/v1.CSIDriverList': () => ({
		name: 'storage/v1.CSIDriverList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.CSIDriver' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSIDriverList`,
	}),
	'storage/v1.CSIDriverSpec': () => ({
		name: 'storage/v1.CSIDriverSpec',
		fields: [
			{ name: 'attachRequired', schema: { kind: 'boolean' }, number: 1 },
			{ name: 'podInfoOnMount', schema: { kind: 'boolean' }, number: 2 },
			{ name: 'volumeLifecycleModes', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set' }, number: 3, presence: 'omitZero' },
			{ name: 'storageCapacity', schema: { kind: 'boolean' }, number: 4 },
			{ name: 'fsGroupPolicy', schema: { kind: 'string' }, number: 5 },
			{ name: 'tokenRequests', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.TokenRequest' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'requiresRepublish', schema: { kind: 'boolean' }, number: 7 },
			{ name: 'seLinuxMount', schema: { kind: 'boolean' }, number: 8 },
			{ name: 'nodeAllocatableUpdatePeriodSeconds', schema: { kind: 'int64' }, number: 9, introduced: '1.33' },
			{ name: 'serviceAccountTokenInSecrets', schema: { kind: 'boolean' }, number: 10, introduced: '1.35' },
			{ name: 'preventPodSchedulingIfMissing', schema: { kind: 'boolean' }, number: 11, introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSIDriverSpec`,
	}),
	'storage/v1.CSINode': () => ({
		name: 'storage/v1.CSINode',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'storage/v1.CSINodeSpec' }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSINode`,
	}),
	'storage/v1.CSINodeDriver': () => ({
		name: 'storage/v1.CSINodeDriver',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'nodeID', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'topologyKeys', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 3, presence: 'always' },
			{ name: 'allocatable', schema: { kind: 'struct', type: 'storage/v1.VolumeNodeResources' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSINodeDriver`,
	}),
	'storage/v1.CSINodeList': () => ({
		name: 'storage/v1.CSINodeList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.CSINode' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSINodeList`,
	}),
	'storage/v1.CSINodeSpec': () => ({
		name: 'storage/v1.CSINodeSpec',
		fields: [
			{ name: 'drivers', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.CSINodeDriver' }, listType: 'map', mapKeys: ['name'] }, number: 1, presence: 'always', required: true, patchStrategy: ['merge'], patchMergeKey: 'name' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSINodeSpec`,
	}),
	'storage/v1.StorageClass': () => ({
		name: 'storage/v1.StorageClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'provisioner', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'parameters', schema: { kind: 'map', values: { kind: 'string' } }, number: 3, presence: 'omitZero' },
			{ name: 'reclaimPolicy', schema: { kind: 'string' }, number: 4 },
			{ name: 'mountOptions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 5, presence: 'omitZero' },
			{ name: 'allowVolumeExpansion', schema: { kind: 'boolean' }, number: 6 },
			{ name: 'volumeBindingMode', schema: { kind: 'string', enum: ['Immediate', 'WaitForFirstConsumer'] }, number: 7 },
			{ name: 'allowedTopologies', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.TopologySelectorTerm' }, listType: 'atomic' }, number: 8, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.StorageClass`,
	}),
	'storage/v1.StorageClassList': () => ({
		name: 'storage/v1.StorageClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.StorageClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.StorageClassList`,
	}),
	'storage/v1.TokenRequest': () => ({
		name: 'storage/v1.TokenRequest',
		fields: [
			{ name: 'audience', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'expirationSeconds', schema: { kind: 'int64' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.TokenRequest`,
	}),
	'storage/v1.VolumeNodeResources': () => ({
		name: 'storage/v1.VolumeNodeResources',
		fields: [
			{ name: 'count', schema: { kind: 'int32' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeNodeResources`,
	}),
};
