/** PersistentVolumeClaim: `dataSource` and `dataSourceRef` say the same (seed 2, "PersistentVolumeClaim"). */
import type { PersistentVolumeClaim as Claim, TypedLocalObjectReference as Reference } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Vocabulary } from '../schema/vocabulary.ts';

export function persistentVolumeClaimHooks({ groupDomain }: Vocabulary): KindHooks<Claim> {
	const snapshots = `snapshot.storage.${groupDomain}`;
	const isAllowed = ({ apiGroup, kind }: Reference): boolean =>
		(kind === 'PersistentVolumeClaim' && !apiGroup) || (kind === 'VolumeSnapshot' && apiGroup === snapshots);
	const settle = (claim: Claim, hadSource: boolean): void => {
		const spec = { ...claim.spec };
		if (!hadSource && spec.dataSourceRef === undefined && spec.dataSource !== undefined && !isAllowed(spec.dataSource)) delete spec.dataSource;
		const source = spec.dataSource ?? spec.dataSourceRef;
		if (source !== undefined) claim.spec = { ...spec, dataSource: source, dataSourceRef: spec.dataSourceRef ?? source };
		else claim.spec = spec;
	};
	return {
		prepareForCreate: (claim) => settle(claim, false),
		prepareForUpdate: (claim, old) => settle(claim, old.spec?.dataSource !== undefined || old.spec?.dataSourceRef !== undefined),
	};
}
