/** An iSCSI initiator: a session of its own is told from others by the names of volume and target together. */
import { type Cause, invalidValue } from '../model/cause.ts';

const longest = 64;

/** `field` and `shown` are what is blamed: the volume in a pod, the target in a persistent volume. */
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
