/** The host name of a pod in place of all others (`hostnameOverride`): what else there is of names has no place beside it. */
import type { PodSpec } from '../../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, tooLong } from '../../../model/cause.ts';

/** In bytes: as long as Linux lets the name of a host be. */
const longest = 64;

/** `path` is that of the spec. */
export function hostnameViolations({ hostnameOverride: name, hostNetwork, setHostnameAsFQDN }: PodSpec, path: string): Cause[] {
	if (name === undefined) return [];
	const at = `${path}.hostnameOverride`;
	return [
		...(hostNetwork === true ? [forbiddenField(at, 'may not be specified when hostNetwork is true')] : []),
		...(setHostnameAsFQDN === true ? [forbiddenField(at, 'may not be specified when setHostnameAsFQDN is true')] : []),
		...(Buffer.byteLength(name) > longest ? [tooLong(at, longest)] : []),
	];
}
