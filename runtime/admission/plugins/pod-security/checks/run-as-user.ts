/** Containers do not run as root. */
import { type Check, type FindViolation, namesWhere, settersText, unlessInUserNamespace, unlessRelaxed } from './check.ts';

const isRoot = (user: number | bigint | undefined): boolean => user !== undefined && Number(user) === 0;

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, ({ securityContext }) => isRoot(securityContext?.runAsUser));
	const setters = settersText(isRoot(pod.spec.securityContext?.runAsUser), names);
	return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};

export const runAsUser: Check = {
	name: 'runAsUser',
	level: 'restricted',
	versions: [
		{ from: 23, find: unlessRelaxed(find, '1.29') },
		{ from: 35, find: unlessInUserNamespace(find) },
	],
};
