/** Containers keep the masks of /proc. From policy version 1.35 on, baseline exempts pods in a user namespace of their own. */
import {
	type Check,
	type CheckedContainer,
	containersText,
	type FindViolation,
	namesWhere,
	quotedList,
	sorted,
	unlessInUserNamespace,
	unlessRelaxed,
} from './check.ts';

function forbiddenIn({ securityContext }: CheckedContainer): readonly string[] {
	const { procMount = 'Default' } = securityContext ?? {};
	return procMount === 'Default' ? [] : [procMount];
}

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, (container) => forbiddenIn(container).length > 0);
	if (names.length === 0) return undefined;
	const types = quotedList(sorted(pod.containers.flatMap(forbiddenIn)));
	return { reason: 'procMount', detail: `${containersText(names)} must not set securityContext.procMount to ${types}` };
};

export const procMountBaseline: Check = {
	name: 'procMount',
	level: 'baseline',
	versions: [
		{ from: 0, find: unlessRelaxed(find, '1.31') },
		{ from: 35, find: unlessInUserNamespace(find) },
	],
};

export const procMountRestricted: Check = {
	name: 'procMount_restricted',
	level: 'restricted',
	versions: [{ from: 35, find, replaces: ['procMount'] }],
};
