/** Seccomp profiles of pods and containers, which fields and older annotations name. */
import type { Container, Pod, SeccompProfile } from '../../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField } from '../../../model/cause.ts';
import { setAnnotation } from './annotations.ts';
import type { PolicyParts } from './policy.ts';

const runtimeDefault = ['runtime/default', 'docker/default'];

export function defaultSeccomp(pod: Pod, { annotations, terms }: PolicyParts): void {
	const key = terms.ofPods.seccompPod;
	if ((pod.metadata?.annotations?.[key] ?? '') !== '') return;
	const field = pod.spec?.securityContext?.seccompProfile;
	const profile = field === undefined ? (annotations[terms.ofPolicies.seccompDefault] ?? '') : annotationOf(field);
	if (profile !== '') setAnnotation(pod, key, profile);
}

export function podSeccompProblems(pod: Pod, policy: PolicyParts): readonly Cause[] {
	const key = policy.terms.ofPods.seccompPod;
	const annotation = pod.metadata?.annotations?.[key] ?? '';
	const field = pod.spec?.securityContext?.seccompProfile;
	return problems(annotation === '' && field !== undefined ? annotationOf(field) : annotation, key, policy);
}

export function containerSeccompProblems(pod: Pod, container: Container, policy: PolicyParts): readonly Cause[] {
	const { seccompPod, seccompPrefix } = policy.terms.ofPods;
	const annotations = pod.metadata?.annotations ?? {};
	const [own, ofPod] = [container.securityContext?.seccompProfile, pod.spec?.securityContext?.seccompProfile];
	const key = seccompPrefix + container.name;
	const inherited = ofPod === undefined ? (annotations[seccompPod] ?? '') : annotationOf(ofPod);
	return problems(own === undefined ? (annotations[key] ?? inherited) : annotationOf(own), key, policy);
}

function problems(profile: string, key: string, { annotations, terms }: PolicyParts): readonly Cause[] {
	const text = annotations[terms.ofPolicies.seccompAllowed];
	const listed = text?.split(',') ?? [];
	const at = `pod.metadata.annotations[${key}]`;
	if (listed.includes('*')) return [];
	if (listed.length === 0) return profile === '' ? [] : [forbiddenField(at, 'seccomp may not be set')];
	const isAllowed = listed.includes(profile) || (runtimeDefault.includes(profile) && runtimeDefault.some((each) => listed.includes(each)));
	return isAllowed ? [] : [forbiddenField(at, `${profile} is not an allowed seccomp profile. Valid values are ${text}`)];
}

/** Returns the annotation that says the same as a field. */
function annotationOf({ type, localhostProfile }: SeccompProfile): string {
	if (type === 'Unconfined') return 'unconfined';
	if (type === 'RuntimeDefault') return 'runtime/default';
	return type === 'Localhost' && localhostProfile !== undefined ? `localhost/${localhostProfile}` : '';
}
