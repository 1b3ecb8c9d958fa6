/** Seccomp profiles are those of the container runtime or of the node; `restricted` requires one. */
import {
	type Check,
	type CheckedPod,
	containersText,
	type FindViolation,
	namesWhere,
	plural,
	quotedList,
	settersText,
	sorted,
	unlessWindows,
	type Violation,
} from './check.ts';

const reason = 'seccompProfile';

const isTypeAllowed = (type: string): boolean => type === 'Localhost' || type === 'RuntimeDefault';
const isTypeForbidden = (type: string | undefined): type is string => type !== undefined && !isTypeAllowed(type);

function isAnnotationAllowed(profile: string): boolean {
	return profile === 'runtime/default' || profile === 'docker/default' || profile.startsWith('localhost/');
}

/** Before the fields existed, annotations of the pod set the profiles. */
const findAnnotations: FindViolation = ({ annotations, containers }, { labelDomain }) => {
	const prefix = `container.seccomp.security.alpha.${labelDomain}/`;
	const keys = [`seccomp.security.alpha.${labelDomain}/pod`, ...containers.map(({ name }) => `${prefix}${name}`)];
	const forbidden = sorted(
		keys.flatMap((key) => {
			const value = annotations[key];
			return value === undefined || isAnnotationAllowed(value) ? [] : [`${key}=${JSON.stringify(value)}`];
		}),
	);
	return forbidden.length === 0 ? undefined : { reason, detail: `forbidden ${plural('annotation', forbidden.length)} ${forbidden.join(', ')}` };
};

function forbiddenTypes(pod: CheckedPod): Violation | undefined {
	const ofPod = pod.spec.securityContext?.seccompProfile?.type;
	const names = namesWhere(pod, ({ securityContext }) => isTypeForbidden(securityContext?.seccompProfile?.type));
	const setters = settersText(isTypeForbidden(ofPod), names);
	if (setters === '') return undefined;
	const types: readonly (string | undefined)[] = [ofPod, ...pod.containers.map(({ securityContext }) => securityContext?.seccompProfile?.type)];
	return { reason, detail: `${setters} must not set securityContext.seccompProfile.type to ${quotedList(sorted(types.filter(isTypeForbidden)))}` };
}

const findRestricted: FindViolation = (pod) => {
	const forbidden = forbiddenTypes(pod);
	if (forbidden !== undefined || pod.spec.securityContext?.seccompProfile !== undefined) return forbidden;
	const silent = namesWhere(pod, ({ securityContext }) => securityContext?.seccompProfile === undefined);
	if (silent.length === 0) return undefined;
	return { reason, detail: `pod or ${containersText(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"` };
};

export const seccompProfileBaseline: Check = {
	name: 'seccompProfile_baseline',
	level: 'baseline',
	versions: [
		{ from: 0, find: findAnnotations },
		{ from: 19, find: forbiddenTypes },
	],
};

const replaces = ['seccompProfile_baseline'];

export const seccompProfileRestricted: Check = {
	name: 'seccompProfile_restricted',
	level: 'restricted',
	versions: [
		{ from: 19, find: findRestricted, replaces },
		{ from: 25, find: unlessWindows(findRestricted), replaces },
	],
};
