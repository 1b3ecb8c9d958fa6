/** PersistentVolumeClaimResize: lets a claim grow only if it is bound and its class allows that (seed 3, "Built-in admission plugins"). */
import type { PersistentVolumeClaim as Claim } from '../../../generated/types/core/v1.ts';
import type { StorageClass } from '../../../generated/types/storage/v1.ts';
import { compareQuantities, parseQuantity } from '../../scalars/quantity.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';
import { classOfClaim } from '../storage-class.ts';
import { whenKnown } from '../when-known.ts';

export const persistentVolumeClaimResize: AdmissionPlugin = {
	name: 'PersistentVolumeClaimResize',
	onByDefault: { from: '1.0' },
	operations: ['UPDATE'],
	only: () => ['persistentvolumeclaims'],
	start({ cache, vocabulary: { groupDomain, labelDomain } }) {
		const classes = new Lookup<StorageClass>(cache, `storageclasses.storage.${groupDomain}`);
		return {
			validate(request) {
				if (request.kind.storageName !== 'persistentvolumeclaims' || request.subresource !== '') return;
				const [claim, old] = [request.object as Claim, request.oldObject as Claim];
				if (!isLarger(sizeOf(claim), sizeOf(old))) return;
				if (old.status?.phase !== 'Bound') throw refused(request, 'Only bound persistent volume claims can be expanded');
				const name = classOfClaim(claim, labelDomain);
				const fixed = (): Error =>
					refused(request, 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize');
				if (name === '' || name !== classOfClaim(old, labelDomain)) throw fixed();
				return whenKnown(classes.orLatest('', name, request), (found) => {
					if (found?.allowVolumeExpansion !== true) throw fixed();
				});
			},
		};
	},
};

function sizeOf({ spec }: Claim): string {
	return spec?.resources?.requests?.storage ?? '0';
}

function isLarger(a: string, b: string): boolean {
	return a !== b && compareQuantities(parseQuantity(a), parseQuantity(b)) > 0;
}
