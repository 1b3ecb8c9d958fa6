/** Containers add only capabilities of the default set. */
import { type Check, type CheckedContainer, containersText, type FindViolation, namesWhere, quotedList, sorted } from './check.ts';

const allowed: ReadonlySet<string> = new Set([
	'AUDIT_WRITE',
	'CHOWN',
	'DAC_OVERRIDE',
	'FOWNER',
	'FSETID',
	'KILL',
	'MKNOD',
	'NET_BIND_SERVICE',
	'SETFCAP',
	'SETGID',
	'SETPCAP',
	'SETUID',
	'SYS_CHROOT',
]);

function forbiddenIn({ securityContext }: CheckedContainer): readonly string[] {
	return (securityContext?.capabilities?.add ?? []).filter((capability) => !allowed.has(capability));
}

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, (container) => forbiddenIn(container).length > 0);
	if (names.length === 0) return undefined;
	const capabilities = sorted(pod.containers.flatMap(forbiddenIn));
	return {
		reason: 'non-default capabilities',
		detail: `${containersText(names)} must not include ${quotedList(capabilities)} in securityContext.capabilities.add`,
	};
};

export const capabilitiesBaseline: Check = { name: 'capabilities_baseline', level: 'baseline', versions: [{ from: 0, find }] };
