/**
 * DefaultStorageClass: gives new claims without a storage class the default one (seed 3, "Built-in admission plugins"). If several classes
 * are marked as the default, releases up to 1.25 refuse the claim, and later ones take the newest class.
 */
import type { PersistentVolumeClaim as Claim } from '../../../generated/types/core/v1.ts';
import type { StorageClass } from '../../../generated/types/storage/v1.ts';
import { compareReleases } from '../../model/release.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { defaultClasses, tooManyDefaults } from '../default-class.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';
import { classAnnotation } from '../storage-class.ts';

export const defaultStorageClass: AdmissionPlugin = {
	name: 'DefaultStorageClass',
	onByDefault: { from: '1.0' },
	operations: ['CREATE'],
	only: () => ['persistentvolumeclaims'],
	start({ cache, release, vocabulary: { groupDomain, labelDomain } }) {
		const classes = new Lookup<StorageClass>(cache, `storageclasses.storage.${groupDomain}`);
		const marks = [`storageclass.${labelDomain}/is-default-class`, `storageclass.beta.${labelDomain}/is-default-class`];
		const refusesSeveral = compareReleases(release, '1.25') <= 0;
		const annotation = classAnnotation(labelDomain);
		return {
			mutate(request) {
				if (request.kind.storageName !== 'persistentvolumeclaims' || request.subresource !== '') return;
				const claim = request.object as Claim;
				if (claim.metadata?.annotations?.[annotation] !== undefined || claim.spec?.storageClassName !== undefined) return;
				const found = defaultClasses(classes, marks);
				if (found.length > 1 && refusesSeveral) throw refused(request, tooManyDefaults(found.length, 'StorageClasses'));
				const [name] = found;
				if (name !== undefined) claim.spec = { ...claim.spec, storageClassName: name };
			},
		};
	},
};
