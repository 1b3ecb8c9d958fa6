/** Rules across the volumes of a pod. Rules for single volumes are in the specs. */
import type { PersistentVolumeClaimTemplate, ProjectedVolumeSource, Volume, VolumeProjection } from '../../../../generated/types/core/v1.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { checkDnsSubdomain } from '../../../scalars/formats.ts';
import { claimSpecViolations } from '../../claim-spec.ts';
import { initiatorViolations } from '../../initiator.ts';
import { templateMetadataViolations } from '../../template-metadata.ts';

/** `podName`: empty when unknown, as in templates. */
export function volumeViolations(volumes: readonly Volume[], path: string, podName: string): Cause[] {
	const claimed =
		podName === '' ? new Set<string>() : new Set(volumes.flatMap(({ name, ephemeral }) => (ephemeral === undefined ? [] : [`${podName}-${name}`])));
	return volumes.flatMap((volume, index) => [
		...projectedViolations(volume.projected, `${path}[${index}].projected`),
		...ephemeralViolations(volume, `${path}[${index}]`, podName),
		...secretViolations(volume.csi?.nodePublishSecretRef?.name ?? '', `${path}[${index}].csi.nodePublishSecretRef.name`),
		...initiatorViolations(volume.name ?? '', volume.iscsi, `${path}[${index}].name`, volume.name ?? ''),
		...claimViolations(volume, `${path}[${index}].persistentVolumeClaim.claimName`, claimed),
	]);
}

/** Checks that the files of a projected volume have different paths. */
function projectedViolations(projected: ProjectedVolumeSource | undefined, path: string): Cause[] {
	const seen = new Set<string>();
	const causes: Cause[] = [];
	for (const source of projected?.sources ?? []) {
		for (const file of filesOf(source)) {
			if (!file.path) continue;
			if (seen.has(file.path)) causes.push(invalidValue(path, file.blamed ?? '', 'conflicting duplicate paths'));
			seen.add(file.path);
		}
	}
	return causes;
}

interface ProjectedFile {
	readonly path: string | undefined;
	/** Value in the cause of a conflict: the file's source object, or the path. */
	readonly blamed: string | undefined;
}

function filesOf({ secret, configMap, downwardAPI, serviceAccountToken }: VolumeProjection): readonly ProjectedFile[] {
	return [
		...(secret?.items ?? []).map((item) => ({ path: item.path, blamed: secret?.name })),
		...(configMap?.items ?? []).map((item) => ({ path: item.path, blamed: configMap?.name })),
		...[...(downwardAPI?.items ?? []), ...(serviceAccountToken === undefined ? [] : [serviceAccountToken])].map(({ path }) => ({ path, blamed: path })),
	];
}

/** Validates the claim template of an ephemeral volume like a claim, except the name, which is made of pod and volume. */
function ephemeralViolations({ name = '', ephemeral }: Volume, path: string, podName: string): Cause[] {
	const template = ephemeral?.volumeClaimTemplate;
	if (template === undefined) return [];
	const causes = claimTemplateViolations(template, `${path}.ephemeral.volumeClaimTemplate`);
	if (podName === '') return causes;
	const claim = `${podName}-${name}`;
	return [...causes, ...checkDnsSubdomain(claim).map((why) => invalidValue(`${path}.name`, name, `PVC name ${JSON.stringify(claim)}: ${why}`))];
}

function claimTemplateViolations({ metadata, spec = {} }: PersistentVolumeClaimTemplate, path: string): Cause[] {
	const ofMetadata = templateMetadataViolations(metadata, `${path}.metadata`, 'cannot be set for an ephemeral volume');
	return [...ofMetadata, ...claimSpecViolations(spec, `${path}.spec`)];
}

function secretViolations(name: string, path: string): Cause[] {
	return name === '' ? [] : checkDnsSubdomain(name).map((why) => invalidValue(path, name, why));
}

function claimViolations({ persistentVolumeClaim }: Volume, path: string, claimed: ReadonlySet<string>): Cause[] {
	const name = persistentVolumeClaim?.claimName ?? '';
	return claimed.has(name) ? [invalidValue(path, name, 'must not reference a PVC that gets created for an ephemeral volume')] : [];
}
