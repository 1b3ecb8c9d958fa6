/** A pod's `hostnameOverride`: conflicting fields are refused. */
import type { PodSpec } from '../../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, tooLong } from '../../../model/cause.ts';

/** Maximum length of a host name on Linux, in bytes. */
const longest = 64;

/** `path`: field path of the spec. */
export function hostnameViolations({ hostnameOverride: name, hostNetwork, setHostnameAsFQDN }: PodSpec, path: string): Cause[] {
	if (name === undefined) return [];
	const at = `${path}.hostnameOverride`;
	return [
		...(hostNetwork === true ? [forbiddenField(at, 'may not be specified when hostNetwork is true')] : []),
		...(setHostnameAsFQDN === true ? [forbiddenField(at, 'may not be specified when setHostnameAsFQDN is true')] : []),
		...(Buffer.byteLength(name) > longest ? [tooLong(at, longest)] : []),
	];
}
