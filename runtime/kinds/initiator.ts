/** Names of iSCSI initiators: a custom initiator's session is identified by the names of volume and target portal together. */
import { type Cause, invalidValue } from '../model/cause.ts';

const longest = 64;

/**
 * Checks the length of the combined name. `field` and `shown` are the path and value in the cause: the volume in a pod, the target in a
 * persistent volume.
 */
export function initiatorViolations(
	volumeName: string,
	iscsi: { readonly targetPortal?: string; readonly initiatorName?: string } | undefined,
	field: string,
	shown: string,
): Cause[] {
	if (iscsi?.initiatorName === undefined || `${volumeName}:${iscsi.targetPortal ?? ''}`.length <= longest) return [];
	const why = `Total length of <volume name>:<iscsi.targetPortal> must be under ${longest} characters if iscsi.initiatorName is specified.`;
	return [invalidValue(field, shown, why)];
}
