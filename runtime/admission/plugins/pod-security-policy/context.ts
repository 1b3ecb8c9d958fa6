/** Security context in force for a container: its own values, then those of the pod. */
import type { Container, PodSpec, SecurityContext } from '../../../../generated/types/core/v1.ts';
import type { JsonObject, JsonValue } from '../../../model/catalog.ts';
import { deepEqual } from '../../../model/equal.ts';

/** Fields that a container takes from its pod. */
const inherited = ['seLinuxOptions', 'runAsUser', 'runAsGroup', 'runAsNonRoot'] as const;

export function effective({ securityContext: ofPod = {} }: PodSpec, { securityContext: own = {} }: Container): SecurityContext {
	const taken = inherited.flatMap((field) => (own[field] === undefined && ofPod[field] !== undefined ? [[field, ofPod[field]]] : []));
	return { ...Object.fromEntries(taken), ...own };
}

/** Sets a field on the container, unless the value is in force already or undefined. */
export function setOnContainer<F extends keyof SecurityContext>(spec: PodSpec, container: Container, field: F, value: SecurityContext[F]): void {
	const current: JsonValue | undefined = (effective(spec, container) as JsonObject)[field];
	if (value === undefined || (current !== undefined && deepEqual(current, value as JsonValue))) return;
	container.securityContext = { ...container.securityContext, [field]: value };
}
