/** SELinux types are those of containers; user and role are not set. */
import type { SELinuxOptions } from '../../../../../generated/types/core/v1.ts';
import { type Check, type FindViolation, isSince, namesWhere, plural, quotedList, settersText, sorted } from './check.ts';

const types = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

function withTypes(allowed: readonly string[]): FindViolation {
	const isTypeForbidden = ({ type = '' }: SELinuxOptions): boolean => !allowed.includes(type);
	const isForbidden = (options: SELinuxOptions | undefined): options is SELinuxOptions =>
		options !== undefined && (isTypeForbidden(options) || Boolean(options.user) || Boolean(options.role));
	return (pod, server) => {
		const ofPod = pod.spec.securityContext?.seLinuxOptions;
		const all = [ofPod, ...pod.containers.map(({ securityContext }) => securityContext?.seLinuxOptions)].filter(isForbidden);
		if (all.length === 0) return undefined;
		const badTypes = sorted(all.filter(isTypeForbidden).map(({ type = '' }) => type));
		// Up to 1.25, user and role are reported only next to a forbidden type.
		const namesOthers = badTypes.length > 0 || isSince(server, '1.26');
		const values = [
			...(badTypes.length > 0 ? [`${plural('type', badTypes.length)} ${quotedList(badTypes)}`] : []),
			...(namesOthers && all.some(({ user }) => user) ? ['user may not be set'] : []),
			...(namesOthers && all.some(({ role }) => role) ? ['role may not be set'] : []),
		];
		const names = namesWhere(pod, ({ securityContext }) => isForbidden(securityContext?.seLinuxOptions));
		const setters = settersText(isForbidden(ofPod), names);
		return { reason: 'seLinuxOptions', detail: `${setters} set forbidden securityContext.seLinuxOptions: ${values.join('; ')}` };
	};
}

export const seLinuxOptions: Check = {
	name: 'seLinuxOptions',
	level: 'baseline',
	versions: [
		{ from: 0, find: withTypes(types) },
		{ from: 31, find: withTypes([...types, 'container_engine_t']) },
	],
};
