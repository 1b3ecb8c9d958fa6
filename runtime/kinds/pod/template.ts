/** Validates pod specs, in pods and in templates of workloads. */
import type { PodSpec, PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import { checkAnnotations, checkLabels } from '../../api/labels.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField } from '../../model/cause.ts';
import { annotationViolations, type PodAnnotations, profileConflicts } from './annotations.ts';
import { hostAddressViolations } from './rules/addresses.ts';
import { containerViolations } from './rules/containers.ts';
import { hostNetworkViolations } from './rules/host-network.ts';
import { hostnameViolations } from './rules/hostname.ts';
import { labelKeyViolations } from './rules/label-keys.ts';
import { podResourceViolations, resourceViolations } from './rules/requests-and-limits.ts';
import { podSecurityViolations } from './rules/security.ts';
import { sleepViolations } from './rules/sleep.ts';
import { sysctlViolations } from './rules/sysctls.ts';
import { volumeViolations } from './rules/volumes.ts';

/** `podName`: empty in templates. */
export function podSpecViolations(spec: PodSpec, path: string, labelDomain: string, release: Release, podName = ''): Cause[] {
	return [
		...volumeViolations(spec.volumes ?? [], `${path}.volumes`, podName),
		...containerViolations(spec, path, labelDomain),
		...hostNetworkViolations(spec, path, release, podName === ''),
		...podSecurityViolations(spec, path, release),
		...sysctlViolations(spec, path, release),
		...hostnameViolations(spec, path),
		...hostAddressViolations(spec, path, release),
		...labelKeyViolations(spec, path, release),
		...sleepViolations(spec, path, release),
		...podResourceViolations(spec, `${path}.resources`, labelDomain),
		...(spec.overhead === undefined ? [] : resourceViolations({ limits: spec.overhead }, `${path}.overhead`, labelDomain)),
	];
}

/** Validates a pod template. Pods get its labels and annotations; other metadata is ignored, as in Kubernetes. */
export function podTemplateViolations(
	{ metadata, spec = noSpec }: PodTemplateSpec,
	path: string,
	labelDomain: string,
	known: PodAnnotations,
	release: Release,
): Cause[] {
	const { labels = {}, annotations = {} } = metadata ?? {};
	const causes: Cause[] = [];
	checkLabels(labels, `${path}.labels`, causes);
	checkAnnotations(annotations, `${path}.annotations`, causes);
	const ephemeral = (spec.ephemeralContainers ?? []).length > 0;
	return [
		...causes,
		...annotationViolations(annotations, spec, `${path}.annotations`, known),
		...podSpecViolations(spec, `${path}.spec`, labelDomain, release),
		...profileConflicts(annotations, spec, `${path}.spec`, known),
		...(ephemeral ? [forbiddenField(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')] : []),
	];
}

const noSpec: PodSpec = { containers: [] };
