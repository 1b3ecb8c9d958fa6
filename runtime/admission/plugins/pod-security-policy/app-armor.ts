/** AppArmor profiles of containers, which annotations name. */
import type { Pod } from '../../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField } from '../../../model/cause.ts';
import { setAnnotation } from './annotations.ts';
import type { PolicyParts } from './policy.ts';

export function defaultAppArmor(pod: Pod, container: string, { annotations, terms }: PolicyParts): void {
	const profile = annotations[terms.ofPolicies.appArmorDefault] ?? '';
	const key = terms.ofPods.appArmorPrefix + container;
	if (profile !== '' && (pod.metadata?.annotations?.[key] ?? '') === '') setAnnotation(pod, key, profile);
}

export function appArmorProblems(pod: Pod, container: string, { annotations, terms }: PolicyParts): readonly Cause[] {
	const allowed = annotations[terms.ofPolicies.appArmorAllowed];
	if (allowed === undefined) return [];
	const key = terms.ofPods.appArmorPrefix + container;
	const profile = pod.metadata?.annotations?.[key] ?? '';
	const at = `pod.metadata.annotations[${key}]`;
	if (profile === '') return [forbiddenField(at, 'AppArmor profile must be set')];
	if (allowed.split(',').includes(profile)) return [];
	return [forbiddenField(at, `${profile} is not an allowed profile. Allowed values: ${JSON.stringify(allowed)}`)];
}
