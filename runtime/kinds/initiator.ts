/** iSCSI: with a custom initiator name, volume name and target portal together name the session, so their joint length is limited. */
import { type Cause, invalidValue } from '../model/cause.ts';

const longest = 64;

/**
 * Checks the length of the joint name. `field` and `shown`: path and value in the cause; the volume in a pod, the target in a persistent
 * volume.
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
