/** What a pod is asked to be, in pods and in the templates that workloads make pods from. */
import type { PodSpec, PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { checkLabelValue, checkQualifiedName } from '../../scalars/formats.ts';
import { containerViolations } from './containers.ts';
import { podSecurityViolations } from './security.ts';
import { volumeViolations } from './volumes.ts';

/** `podName` is empty in templates. */
export function podSpecViolations(spec: PodSpec, path: string, labelDomain: string, podName = ''): Cause[] {
	return [
		...volumeViolations(spec.volumes ?? [], `${path}.volumes`, podName),
		...containerViolations(spec, path, labelDomain),
		...podSecurityViolations(spec, path),
	];
}

export function podTemplateViolations({ metadata, spec = { containers: [] } }: PodTemplateSpec, path: string, labelDomain: string): Cause[] {
	const labels = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => [
		...checkQualifiedName(key).map((why) => invalidValue(`${path}.labels`, key, why)),
		...checkLabelValue(value).map((why) => invalidValue(`${path}.labels`, value, why)),
	]);
	const annotations = Object.keys(metadata?.annotations ?? {}).flatMap((key) =>
		checkQualifiedName(key.toLowerCase()).map((why) => invalidValue(`${path}.annotations`, key, why)),
	);
	const ephemeral = (spec.ephemeralContainers ?? []).length > 0;
	return [
		...labels,
		...annotations,
		...podSpecViolations(spec, `${path}.spec`, labelDomain),
		...(ephemeral ? [forbiddenField(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')] : []),
	];
}
