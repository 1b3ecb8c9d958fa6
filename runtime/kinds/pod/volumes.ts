/** The volumes of a pod: what they say together. Each by itself is described in the specs. */
import type { ProjectedVolumeSource, Volume } from '../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';

/** `podName` is empty where it is not known yet, as in templates. */
export function volumeViolations(volumes: readonly Volume[], path: string, podName: string): Cause[] {
	const claimed =
		podName === '' ? new Set<string>() : new Set(volumes.flatMap(({ name, ephemeral }) => (ephemeral === undefined ? [] : [`${podName}-${name}`])));
	return volumes.flatMap((volume, index) => [
		...projectedViolations(volume.projected, `${path}[${index}].projected`),
		...ephemeralViolations(volume, `${path}[${index}]`, podName),
		...secretViolations(volume.csi?.nodePublishSecretRef?.name ?? '', `${path}[${index}].csi.nodePublishSecretRef.name`),
		...claimViolations(volume, `${path}[${index}].persistentVolumeClaim.claimName`, claimed),
	]);
}

/** No two files of a projected volume have the same path. */
function projectedViolations(projected: ProjectedVolumeSource | undefined, path: string): Cause[] {
	const seen = new Set<string>();
	const causes: Cause[] = [];
	for (const { secret, configMap, downwardAPI } of projected?.sources ?? []) {
		const files = [
			...(secret?.items ?? []).map((item) => ({ path: item.path, blamed: secret?.name })),
			...(configMap?.items ?? []).map((item) => ({ path: item.path, blamed: configMap?.name })),
			...(downwardAPI?.items ?? []).map((item) => ({ path: item.path, blamed: item.path })),
		];
		for (const file of files) {
			if (!file.path) continue;
			if (seen.has(file.path)) causes.push(invalidValue(path, file.blamed ?? '', 'conflicting duplicate paths'));
			seen.add(file.path);
		}
	}
	return causes;
}

/** The claim made for an ephemeral volume takes labels and annotations only, and its name from the pod and the volume. */
function ephemeralViolations({ name = '', ephemeral }: Volume, path: string, podName: string): Cause[] {
	const template = ephemeral?.volumeClaimTemplate;
	if (template === undefined) return [];
	const others = Object.entries(template.metadata ?? {}).filter(([field, value]) => field !== 'labels' && field !== 'annotations' && value !== null);
	const extra = others.map(([field]) => forbiddenField(`${path}.ephemeral.volumeClaimTemplate.${field}`, 'cannot be set for an ephemeral volume'));
	if (podName === '') return extra;
	const claim = `${podName}-${name}`;
	return [...extra, ...checkDnsSubdomain(claim).map((why) => invalidValue(`${path}.name`, name, `PVC name ${JSON.stringify(claim)}: ${why}`))];
}

function secretViolations(name: string, path: string): Cause[] {
	return name === '' ? [] : checkDnsSubdomain(name).map((why) => invalidValue(path, name, why));
}

function claimViolations({ persistentVolumeClaim }: Volume, path: string, claimed: ReadonlySet<string>): Cause[] {
	const name = persistentVolumeClaim?.claimName ?? '';
	return claimed.has(name) ? [invalidValue(path, name, 'must not reference a PVC that gets created for an ephemeral volume')] : [];
}
