/**
 * StorageObjectInUseProtection: adds a finalizer to new claims, volumes and, from release 1.33 on, classes of volume attributes (seed 3,
 * "Built-in admission plugins"). Controllers remove it when a deleted object is no longer in use.
 */

import { attributesClasses, attributesClassGate, protectionFinalizers } from '../../kinds/storage-protection.ts';
import { compareReleases } from '../../model/release.ts';
import { metadataOf } from '../../verbs/write/metadata/metadata.ts';
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
				const metadata = metadataOf(object);
				const given = (metadata.finalizers ?? []) as readonly string[];
				if (!given.includes(finalizer)) object.metadata = { ...metadata, finalizers: [...given, finalizer] };
			},
		};
	},
};
