// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'storagemigration/v1beta1.StorageVersionMigration': () => ({
		name: 'storagemigration/v1beta1.StorageVersionMigration',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'storagemigration/v1beta1.StorageVersionMigrationSpec' }, number: 2, presence: 'always', immutable: true },
			{ name: 'status', schema: { kind: 'struct', type: 'storagemigration/v1beta1.StorageVersionMigrationStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.storagemigration.v1beta1.StorageVersionMigration`,
	}),
	'storagemigration/v1beta1.StorageVersionMigrationList': () => ({
		name: 'storagemigration/v1beta1.StorageVersionMigrationList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'storagemigration/v1beta1.StorageVersionMigration' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.storagemigration.v1beta1.StorageVersionMigrationList`,
	}),
	'storagemigration/v1beta1.StorageVersionMigrationSpec': () => ({
		name: 'storagemigration/v1beta1.StorageVersionMigrationSpec',
		fields: [
			{ name: 'resource', schema: { kind: 'struct', type: 'meta/v1.GroupResource' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.storagemigration.v1beta1.StorageVersionMigrationSpec`,
	}),
	'storagemigration/v1beta1.StorageVersionMigrationStatus': () => ({
		name: 'storagemigration/v1beta1.StorageVersionMigrationStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
			{ name: 'resourceVersion', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.storagemigration.v1beta1.StorageVersionMigrationStatus`,
	}),
};
