/** Volumes of pods: their types, paths of the node, and drivers. */
import type { PodSpec, ProjectedVolumeSource, Volume } from '../../../../generated/types/core/v1.ts';
import type { PodSecurityPolicySpec } from '../../../../generated/types/policy/v1beta1.ts';
import { allContainers } from '../../../kinds/pod/annotations.ts';
import { volumeTypes } from '../../../kinds/pod-security-policy.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import type { PolicyParts } from './policy.ts';

export function volumeProblems(spec: PodSpec, policy: PolicyParts): readonly Cause[] {
	return (spec.volumes ?? []).flatMap((volume, i) => {
		const at = `spec.volumes[${i}]`;
		const type = typeOf(volume);
		if (type === undefined) return [invalidValue(at, '', `unknown volume type for volume: ${JSON.stringify(volume)}`)];
		if (!isAllowed(type, volume, policy)) return [invalidValue(at, type, `${type} volumes are not allowed to be used`)];
		return detailProblems(spec, volume, at, policy.spec);
	});
}

/** Returns the type by the name that policies use, which differs in case for one of them. */
function typeOf(volume: Volume): string | undefined {
	const fields = Object.keys(volume).filter((field) => field !== 'name');
	return volumeTypes.find((type) => fields.some((field) => field.toLowerCase() === type.toLowerCase()));
}

function isAllowed(type: string, { projected }: Volume, { spec: { volumes = [] }, terms }: PolicyParts): boolean {
	if (volumes.includes('*') || volumes.includes(type)) return true;
	// The token of the pod's account replaces a Secret, and is allowed where Secrets are.
	return projected !== undefined && volumes.includes('secret') && isAccountToken(projected, terms.rootCertificates);
}

function isAccountToken({ sources }: ProjectedVolumeSource, rootCertificates: string): boolean {
	return (sources ?? []).every(({ serviceAccountToken: token, configMap, downwardAPI, ...others }) => {
		if (token === undefined && configMap === undefined && downwardAPI === undefined) return Object.keys(others).length < 0;
		if (token !== undefined && (token.path !== 'token' || (token.audience ?? '') !== '')) return false;
		if (configMap !== undefined && configMap.name !== rootCertificates) return false;
		return (downwardAPI?.items ?? []).every(
			({ path, fieldRef }) => path === 'namespace' && fieldRef?.apiVersion === 'v1' && fieldRef.fieldPath === 'metadata.namespace',
		);
	});
}

function detailProblems(spec: PodSpec, { name, hostPath, flexVolume, csi }: Volume, at: string, policy: PodSecurityPolicySpec): readonly Cause[] {
	const { allowedHostPaths = [], allowedFlexVolumes = [], allowedCSIDrivers = [] } = policy;
	if (hostPath !== undefined && allowedHostPaths.length > 0) {
		const allowing = allowedHostPaths.filter(({ pathPrefix = '' }) => isBelow(hostPath.path ?? '', pathPrefix));
		if (allowing.length === 0) return [invalidValue(`${at}.hostPath.pathPrefix`, hostPath.path ?? '', 'is not allowed to be used')];
		return allowing.every(({ readOnly }) => readOnly === true) ? writableMounts(spec, name ?? '') : [];
	}
	if (flexVolume !== undefined && allowedFlexVolumes.length > 0 && !allowedFlexVolumes.some(({ driver }) => driver === flexVolume.driver))
		return [invalidValue(`${at}.driver`, flexVolume.driver ?? '', 'Flexvolume driver is not allowed to be used')];
	if (csi !== undefined && allowedCSIDrivers.length > 0 && !allowedCSIDrivers.some((each) => each.name === csi.driver))
		return [invalidValue(`${at}.csi.driver`, csi.driver ?? '', 'Inline CSI driver is not allowed to be used')];
	return [];
}

function writableMounts(spec: PodSpec, volume: string): readonly Cause[] {
	return allContainers(spec).flatMap(({ path, container }) =>
		(container.volumeMounts ?? []).flatMap((mount, i) =>
			mount.name === volume && mount.readOnly !== true ? [invalidValue(`spec.${path}.volumeMounts[${i}].readOnly`, false, 'must be read-only')] : [],
		),
	);
}

/** Reports whether a path is a prefix or below it, by whole parts. */
function isBelow(path: string, prefix: string): boolean {
	const [inner, outer] = [path, prefix].map((text) => text.replace(/\/$/, '')) as [string, string];
	return inner === outer || inner.startsWith(`${outer}/`);
}
