/** The volumes of a pod: what they say together. Each by itself is described in the specs. */
import type { PersistentVolumeClaimTemplate, ProjectedVolumeSource, Volume, VolumeProjection } from '../../../../generated/types/core/v1.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { checkDnsSubdomain } from '../../../scalars/formats.ts';
import { claimSpecViolations } from '../../claim-spec.ts';
import { initiatorViolations } from '../../initiator.ts';
import { templateMetadataViolations } from '../../template-metadata.ts';

/** `podName` is empty where it is not known yet, as in templates. */
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

/** No two files of a projected volume have the same path. */
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
	/** Shown when another file has the path: the object that the file is of, or the path itself. */
	readonly blamed: string | undefined;
}

function filesOf({ secret, configMap, downwardAPI, serviceAccountToken }: VolumeProjection): readonly ProjectedFile[] {
	return [
		...(secret?.items ?? []).map((item) => ({ path: item.path, blamed: secret?.name })),
		...(configMap?.items ?? []).map((item) => ({ path: item.path, blamed: configMap?.name })),
		...[...(downwardAPI?.items ?? []), ...(serviceAccountToken === undefined ? [] : [serviceAccountToken])].map(({ path }) => ({ path, blamed: path })),
	];
}

/** The claim made for an ephemeral volume is one like any other, but for its name, which comes from the pod and the volume. */
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
