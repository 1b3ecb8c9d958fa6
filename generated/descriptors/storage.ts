// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'storage/v1.CSIDriver': () => ({
		name: 'storage/v1.CSIDriver',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'storage/v1.CSIDriverSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
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
			{ name: 'attachRequired', schema: { kind: 'boolean' }, number: 1, default: true, immutable: true },
			{ name: 'podInfoOnMount', schema: { kind: 'boolean' }, number: 2, default: false, immutable: true, history: [{ from: '1.30', set: { immutable: false } }] },
			{ name: 'volumeLifecycleModes', schema: { kind: 'list', items: { kind: 'string', enum: ['Persistent', 'Ephemeral'], enumHidden: true }, listType: 'set' }, number: 3, presence: 'omitZero', default: ['Persistent'], immutable: true, introduced: '1.16' },
			{ name: 'storageCapacity', schema: { kind: 'boolean' }, number: 4, default: false, immutable: true, introduced: '1.19', history: [{ from: '1.23', set: { immutable: false } }] },
			{ name: 'fsGroupPolicy', schema: { kind: 'string', enum: ['File', 'None', 'ReadWriteOnceWithFSType'], enumHidden: true }, number: 5, default: 'ReadWriteOnceWithFSType', immutable: true, introduced: '1.19', history: [{ from: '1.30', set: { immutable: false } }] },
			{ name: 'tokenRequests', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.TokenRequest' }, listType: 'atomic', rules: [{ rule: 'unique', argument: 'audience' }] }, number: 6, presence: 'omitZero', introduced: '1.20' },
			{ name: 'requiresRepublish', schema: { kind: 'boolean' }, number: 7, default: false, introduced: '1.20' },
			{ name: 'seLinuxMount', schema: { kind: 'boolean' }, number: 8, default: false, introduced: '1.25' },
			{ name: 'nodeAllocatableUpdatePeriodSeconds', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 10, message: 'must be greater than or equal to 10 seconds' }] }, number: 9, gate: 'MutableCSINodeAllocatableCount', introduced: '1.33' },
			{ name: 'serviceAccountTokenInSecrets', schema: { kind: 'boolean' }, number: 10, gate: 'CSIServiceAccountTokenSecrets', introduced: '1.35' },
			{ name: 'preventPodSchedulingIfMissing', schema: { kind: 'boolean' }, number: 11, gate: 'VolumeLimitScaling', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSIDriverSpec`,
	}),
	'storage/v1.CSINode': () => ({
		name: 'storage/v1.CSINode',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'storage/v1.CSINodeSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSINode`,
	}),
	'storage/v1.CSINodeDriver': () => ({
		name: 'storage/v1.CSINodeDriver',
		fields: [
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'csi-driver-name' }] }, number: 1, presence: 'always', required: true },
			{ name: 'nodeID', schema: { kind: 'string', rules: [{ rule: 'maxLength', argument: 256, message: 'must be 256 characters or less' }] }, number: 2, presence: 'always', required: true },
			{ name: 'topologyKeys', schema: { kind: 'list', items: { kind: 'string', rules: [{ rule: 'format', argument: 'qualified-name' }] }, listType: 'atomic', markedSince: '1.30', rules: [{ rule: 'uniqueItems', argument: true }] }, number: 3, presence: 'always' },
			{ name: 'allocatable', schema: { kind: 'struct', type: 'storage/v1.VolumeNodeResources' }, number: 4, introduced: '1.16' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: 'self == oldSelf', message: 'field is immutable' }] }],
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
			{ name: 'drivers', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.CSINodeDriver' }, listType: 'map', mapKeys: ['name'], markedSince: '1.30' }, number: 1, presence: 'always', required: true, mayBeEmpty: true, patchStrategy: ['merge'], patchMergeKey: 'name' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSINodeSpec`,
	}),
	'storage/v1.CSIStorageCapacity': () => ({
		name: 'storage/v1.CSIStorageCapacity',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'nodeTopology', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, immutable: true },
			{ name: 'storageClassName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 3, presence: 'always', required: true, immutable: true },
			{ name: 'capacity', schema: { kind: 'quantity', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4 },
			{ name: 'maximumVolumeSize', schema: { kind: 'quantity' }, number: 5, introduced: '1.21' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSIStorageCapacity`,
	}),
	'storage/v1.CSIStorageCapacityList': () => ({
		name: 'storage/v1.CSIStorageCapacityList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.CSIStorageCapacity' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.CSIStorageCapacityList`,
	}),
	'storage/v1.StorageClass': () => ({
		name: 'storage/v1.StorageClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'provisioner', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'qualified-name-any-case' }] }, number: 2, presence: 'always', required: true, immutable: true },
			{ name: 'parameters', schema: { kind: 'map', values: { kind: 'string' }, keys: { rules: [{ rule: 'minLength', argument: 1, message: 'field can not be empty.' }] } }, number: 3, presence: 'omitZero', immutable: true },
			{ name: 'reclaimPolicy', schema: { kind: 'string', enum: ['Delete', 'Recycle', 'Retain'], enumOpen: true, markedSince: '1.26', rules: [{ rule: 'cel', argument: [{ rule: 'self in [\'Delete\', \'Retain\']', message: 'supported values: "Delete", "Retain"', reason: 'FieldValueNotSupported' }] }] }, number: 4, default: 'Delete', immutable: true, mayBeEmpty: true },
			{ name: 'mountOptions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 5, presence: 'omitZero' },
			{ name: 'allowVolumeExpansion', schema: { kind: 'boolean' }, number: 6 },
			{ name: 'volumeBindingMode', schema: { kind: 'string', enum: ['Immediate', 'WaitForFirstConsumer'], markedSince: '1.26' }, number: 7, default: 'Immediate', immutable: true },
			{ name: 'allowedTopologies', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.TopologySelectorTerm', rules: [{ rule: 'requiredWhen', argument: { cel: 'true', fields: ['matchLabelExpressions'], message: 'a term without conditions chooses nothing' } }] }, listType: 'atomic', rules: [{ rule: 'uniqueItems', argument: true }] }, number: 8, presence: 'omitZero' },
		],
		rules: [{ rule: 'totalSize', argument: { of: ['parameters'], max: '256Ki', keys: true, entries: 512 } }],
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
			{ name: 'audience', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expirationSeconds', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 600, message: 'may not specify a duration less than 10 minutes' }, { rule: 'maximum', argument: 4294967296, message: 'may not specify a duration larger than 2^32 seconds' }] }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.TokenRequest`,
	}),
	'storage/v1.VolumeAttachment': () => ({
		name: 'storage/v1.VolumeAttachment',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'storage/v1.VolumeAttachmentSpec' }, number: 2, presence: 'always', required: true, immutable: true },
			{ name: 'status', schema: { kind: 'struct', type: 'storage/v1.VolumeAttachmentStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttachment`,
	}),
	'storage/v1.VolumeAttachmentList': () => ({
		name: 'storage/v1.VolumeAttachmentList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.VolumeAttachment' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttachmentList`,
	}),
	'storage/v1.VolumeAttachmentSource': () => ({
		name: 'storage/v1.VolumeAttachmentSource',
		fields: [
			{ name: 'persistentVolumeName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }, { rule: 'cel', argument: [{ rule: 'self != \'\'', message: 'must specify non empty persistentVolumeName', reason: 'FieldValueRequired' }] }] }, number: 1 },
			{ name: 'inlineVolumeSpec', schema: { kind: 'struct', type: 'core/v1.PersistentVolumeSpec', rules: [{ rule: 'requiredWhen', argument: { cel: 'true', fields: ['csi'], message: 'has to be specified in the context of inline volumes' } }, { rule: 'cel', argument: [{ rule: '!has(self.claimRef)', message: 'may not be specified in the context of inline volumes', reason: 'FieldValueForbidden', fieldPath: '.claimRef' }, { rule: 'size(self.?capacity.orValue({})) == 0', message: 'may not be specified in the context of inline volumes', reason: 'FieldValueForbidden', fieldPath: '.capacity' }, { rule: '!has(self.nodeAffinity)', message: 'may not be specified in the context of inline volumes', reason: 'FieldValueForbidden', fieldPath: '.nodeAffinity' }, { rule: 'self.?persistentVolumeReclaimPolicy.orValue(\'\') in [\'\', \'Retain\']', message: 'may only be Retain in the context of inline volumes', reason: 'FieldValueForbidden', fieldPath: '.persistentVolumeReclaimPolicy' }, { rule: 'self.?storageClassName.orValue(\'\') == \'\'', message: 'may not be specified in the context of inline volumes', reason: 'FieldValueForbidden', fieldPath: '.storageClassName' }, { rule: 'self.?volumeMode.orValue(\'Filesystem\') == \'Filesystem\'', message: 'may not specify volumeMode other than Filesystem in the context of inline volumes', reason: 'FieldValueForbidden', fieldPath: '.volumeMode' }] }] }, number: 2 },
		],
		rules: [{ rule: 'cel', argument: [{ rule: 'has(self.persistentVolumeName) || has(self.inlineVolumeSpec)', message: 'must specify exactly one of inlineVolumeSpec and persistentVolumeName', reason: 'FieldValueRequired' }, { rule: '!has(self.persistentVolumeName) || !has(self.inlineVolumeSpec)', message: 'must specify exactly one of inlineVolumeSpec and persistentVolumeName', reason: 'FieldValueForbidden' }] }],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttachmentSource`,
	}),
	'storage/v1.VolumeAttachmentSpec': () => ({
		name: 'storage/v1.VolumeAttachmentSpec',
		fields: [
			{ name: 'attacher', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'csi-driver-name' }] }, number: 1, presence: 'always', required: true },
			{ name: 'source', schema: { kind: 'struct', type: 'storage/v1.VolumeAttachmentSource' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nodeName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 3, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttachmentSpec`,
	}),
	'storage/v1.VolumeAttachmentStatus': () => ({
		name: 'storage/v1.VolumeAttachmentStatus',
		fields: [
			{ name: 'attached', schema: { kind: 'boolean' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'attachmentMetadata', schema: { kind: 'map', values: { kind: 'string' } }, number: 2, presence: 'omitZero' },
			{ name: 'attachError', schema: { kind: 'struct', type: 'storage/v1.VolumeError' }, number: 3 },
			{ name: 'detachError', schema: { kind: 'struct', type: 'storage/v1.VolumeError' }, number: 4 },
		],
		rules: [{ rule: 'totalSize', argument: { of: ['attachmentMetadata'], max: '256Ki', keys: true } }],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttachmentStatus`,
	}),
	'storage/v1.VolumeAttributesClass': () => ({
		name: 'storage/v1.VolumeAttributesClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'driverName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'qualified-name-any-case' }] }, number: 2, presence: 'always', required: true },
			{ name: 'parameters', schema: { kind: 'map', values: { kind: 'string' }, keys: { rules: [{ rule: 'minLength', argument: 1, message: 'field can not be empty.' }] } }, number: 3, presence: 'omitZero' },
		],
		rules: [{ rule: 'requiredWhen', argument: { cel: 'true', fields: ['parameters'], message: 'must contain at least one key/value pair' } }, { rule: 'totalSize', argument: { of: ['parameters'], max: '256Ki', keys: true, entries: 512 } }, { rule: 'frozenWhen', argument: [{ cel: 'true', fields: ['driverName'], message: 'updates to driverName are forbidden.' }, { cel: 'true', fields: ['parameters'], message: 'updates to parameters are forbidden.' }] }],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttributesClass`,
	}),
	'storage/v1.VolumeAttributesClassList': () => ({
		name: 'storage/v1.VolumeAttributesClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1.VolumeAttributesClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeAttributesClassList`,
	}),
	'storage/v1.VolumeError': () => ({
		name: 'storage/v1.VolumeError',
		fields: [
			{ name: 'time', schema: { kind: 'time' }, number: 1, presence: 'always' },
			{ name: 'message', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'errorCode', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be between 0 and 2147483647, inclusive' }] }, number: 3, gate: 'MutableCSINodeAllocatableCount', introduced: '1.33' },
		],
		rules: [{ rule: 'totalSize', argument: { of: ['message'], max: 1024 } }],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeError`,
	}),
	'storage/v1.VolumeNodeResources': () => ({
		name: 'storage/v1.VolumeNodeResources',
		fields: [
			{ name: 'count', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1.VolumeNodeResources`,
	}),
	'storage/v1beta1.CSIStorageCapacity': () => ({
		name: 'storage/v1beta1.CSIStorageCapacity',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'nodeTopology', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'storageClassName', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
			{ name: 'capacity', schema: { kind: 'quantity' }, number: 4 },
			{ name: 'maximumVolumeSize', schema: { kind: 'quantity' }, number: 5, introduced: '1.21' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1beta1.CSIStorageCapacity`,
	}),
	'storage/v1beta1.CSIStorageCapacityList': () => ({
		name: 'storage/v1beta1.CSIStorageCapacityList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1beta1.CSIStorageCapacity' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1beta1.CSIStorageCapacityList`,
	}),
	'storage/v1beta1.VolumeAttributesClass': () => ({
		name: 'storage/v1beta1.VolumeAttributesClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'driverName', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'parameters', schema: { kind: 'map', values: { kind: 'string' } }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1beta1.VolumeAttributesClass`,
	}),
	'storage/v1beta1.VolumeAttributesClassList': () => ({
		name: 'storage/v1beta1.VolumeAttributesClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storage/v1beta1.VolumeAttributesClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storage.v1beta1.VolumeAttributesClassList`,
	}),
};
