/** Resize policies of a container (KEP 1287): one per resource, without restarts in a pod that never restarts containers. */
import type { Container, PodSpec } from '../../../../generated/types/core/v1.ts';
import { type Cause, duplicate, invalidValue } from '../../../model/cause.ts';

/** `path`: field path of the container. */
export function resizePolicyViolations({ resizePolicy = [] }: Container, { restartPolicy }: PodSpec, path: string): Cause[] {
	const seen = new Set<string>();
	return resizePolicy.flatMap(({ resourceName = '', restartPolicy: leadsTo }, index) => {
		const repeated = seen.has(resourceName);
		seen.add(resourceName);
		return [
			...(repeated ? [duplicate(`${path}.resizePolicy[${index}]`, resourceName)] : []),
			...(restartPolicy === 'Never' && leadsTo !== 'NotRequired'
				? [invalidValue(`${path}.resizePolicy`, leadsTo ?? '', "must be 'NotRequired' when pod `restartPolicy` is 'Never'")]
				: []),
		];
	});
}
