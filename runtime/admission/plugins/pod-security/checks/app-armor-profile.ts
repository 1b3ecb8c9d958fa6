/** AppArmor profiles, in annotations and fields, are those of the container runtime or of the node. */
import { type Check, type CheckedPod, type CheckServer, type FindViolation, isSince, namesWhere, plural, quotedList, settersText, sorted } from './check.ts';

const isFieldAllowed = (type: string): boolean => type === 'RuntimeDefault' || type === 'Localhost';

function isAnnotationAllowed(profile: string): boolean {
	return profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');
}

/** Returns the forbidden annotations as `key="value"`. */
function forbiddenAnnotations({ annotations }: CheckedPod, { labelDomain }: CheckServer): readonly string[] {
	const prefix = `container.apparmor.security.beta.${labelDomain}/`;
	const entries = Object.entries(annotations).filter(([key, value]) => key.startsWith(prefix) && !isAnnotationAllowed(value));
	return sorted(entries.map(([key, value]) => `${key}=${JSON.stringify(value)}`));
}

const reason = (values: number): string => plural('forbidden AppArmor profile', values);

const find: FindViolation = (pod, server) => {
	const annotations = forbiddenAnnotations(pod, server);
	if (!isSince(server, '1.30')) return annotations.length === 0 ? undefined : { reason: reason(annotations.length), detail: annotations.join(', ') };
	const ofPod = pod.spec.securityContext?.appArmorProfile?.type;
	const isForbidden = (type: string | undefined): type is string => type !== undefined && !isFieldAllowed(type);
	const names = namesWhere(pod, ({ securityContext }) => isForbidden(securityContext?.appArmorProfile?.type));
	const types: readonly (string | undefined)[] = [ofPod, ...pod.containers.map(({ securityContext }) => securityContext?.appArmorProfile?.type)];
	const values = [...sorted(types.filter(isForbidden)), ...annotations];
	if (values.length === 0) return undefined;
	const setters = [settersText(isForbidden(ofPod), names), annotations.length > 0 ? plural('annotation', annotations.length) : ''];
	return {
		reason: reason(values.length),
		detail: `${setters.filter((text) => text !== '').join(' and ')} must not set AppArmor profile type to ${quotedList(values)}`,
	};
};

export const appArmorProfile: Check = { name: 'appArmorProfile', level: 'baseline', versions: [{ from: 0, find }] };
