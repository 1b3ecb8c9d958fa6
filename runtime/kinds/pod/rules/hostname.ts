/** Host name of a pod that replaces all others (`hostnameOverride`): conflicting fields are refused. */
import type { PodSpec } from '../../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, tooLong } from '../../../model/cause.ts';

/** Longest host name that Linux allows, in bytes. */
const longest = 64;

/** Validates the host name. `path`: path of the spec. */
export function hostnameViolations({ hostnameOverride: name, hostNetwork, setHostnameAsFQDN }: PodSpec, path: string): Cause[] {
	if (name === undefined) return [];
	const at = `${path}.hostnameOverride`;
	return [
		...(hostNetwork === true ? [forbiddenField(at, 'may not be specified when hostNetwork is true')] : []),
		...(setHostnameAsFQDN === true ? [forbiddenField(at, 'may not be specified when setHostnameAsFQDN is true')] : []),
		...(Buffer.byteLength(name) > longest ? [tooLong(at, longest)] : []),
	];
}
