/** Environment variables from a file (KEP 3721), which must be in an emptyDir volume of the pod. */
import type { Container, Volume } from '../../../../generated/types/core/v1.ts';
import { type Cause, invalidValue, notFoundValue } from '../../../model/cause.ts';

/** `path`: field path of the container. */
export function fileKeyViolations({ env = [] }: Container, volumes: ReadonlyMap<string, Volume>, path: string): Cause[] {
	return env.flatMap(({ valueFrom }, index) => {
		if (valueFrom?.fileKeyRef === undefined) return [];
		const { volumeName = '' } = valueFrom.fileKeyRef;
		const at = `${path}.env[${index}].valueFrom.fileKeyRef.volumeName`;
		const volume = volumes.get(volumeName);
		if (volume === undefined) return [notFoundValue(at, volumeName)];
		return volume.emptyDir === undefined ? [invalidValue(at, volumeName, 'referenced volume must be of type emptyDir')] : [];
	});
}
