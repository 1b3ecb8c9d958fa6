/**
 * StorageObjectInUseProtection: adds a finalizer to new claims, volumes and, from release 1.33 on, classes of volume attributes (seed 3,
 * "Built-in admission plugins"). Controllers remove the finalizer when a deleted object is no longer in use.
 */

import type { ObjectMeta } from '../../../generated/types/meta/v1.ts';
import { attributesClasses, attributesClassGate, protectionFinalizers } from '../../api/storage-protection.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import type { AdmissionPlugin } from '../contract.ts';

export const storageObjectInUseProtection: AdmissionPlugin = {
	name: 'StorageObjectInUseProtection',
	onByDefault: { from: '1.0' },
	operations: ['CREATE'],
	only: ({ groupDomain }) => ['persistentvolumeclaims', 'persistentvolumes', attributesClasses(groupDomain)],
	start({ gates, release, vocabulary: { groupDomain, labelDomain } }) {
		const names = protectionFinalizers(labelDomain);
		const protectsClasses = compareReleases(release, '1.33') >= 0 && gates.get(attributesClassGate) === true;
		const finalizers: Readonly<Record<string, string>> = {
			persistentvolumeclaims: names.claim,
			persistentvolumes: names.volume,
			...(protectsClasses && { [attributesClasses(groupDomain)]: names.attributesClass }),
		};
		return {
			mutate({ kind, subresource, object = {} }) {
				const finalizer = finalizers[kind.storageName];
				if (finalizer === undefined || subresource !== '') return;
				const { metadata } = object as { readonly metadata?: ObjectMeta };
				const given = metadata?.finalizers ?? [];
				if (!given.includes(finalizer)) object.metadata = { ...metadata, finalizers: [...given, finalizer] } as object as JsonObject;
			},
		};
	},
};
