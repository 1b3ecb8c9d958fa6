/** Containers disallow privilege escalation. */
import { type Check, containersText, type FindViolation, namesWhere, unlessWindows } from './check.ts';

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
	if (names.length === 0) return undefined;
	return {
		reason: 'allowPrivilegeEscalation != false',
		detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
	};
};

export const allowPrivilegeEscalation: Check = {
	name: 'allowPrivilegeEscalation',
	level: 'restricted',
	versions: [
		{ from: 8, find },
		{ from: 25, find: unlessWindows(find) },
	],
};
