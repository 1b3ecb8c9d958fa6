/** Containers drop all capabilities, and add at most NET_BIND_SERVICE. */
import { type Check, type CheckedContainer, containersText, type FindViolation, namesWhere, quotedList, sorted, unlessWindows } from './check.ts';

function dropsAll({ securityContext }: CheckedContainer): boolean {
	return securityContext?.capabilities?.drop?.includes('ALL') === true;
}

function forbiddenIn({ securityContext }: CheckedContainer): readonly string[] {
	return (securityContext?.capabilities?.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE');
}

const find: FindViolation = (pod) => {
	const keeping = namesWhere(pod, (container) => !dropsAll(container));
	const adding = namesWhere(pod, (container) => forbiddenIn(container).length > 0);
	if (keeping.length === 0 && adding.length === 0) return undefined;
	const added = quotedList(sorted(pod.containers.flatMap(forbiddenIn)));
	return {
		reason: 'unrestricted capabilities',
		detail: [
			...(keeping.length > 0 ? [`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
			...(adding.length > 0 ? [`${containersText(adding)} must not include ${added} in securityContext.capabilities.add`] : []),
		].join('; '),
	};
};

const replaces = ['capabilities_baseline'];

export const capabilitiesRestricted: Check = {
	name: 'capabilities_restricted',
	level: 'restricted',
	versions: [
		{ from: 22, find, replaces },
		{ from: 25, find: unlessWindows(find), replaces },
	],
};
