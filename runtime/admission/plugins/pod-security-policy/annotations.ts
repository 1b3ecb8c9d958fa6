/** Writes annotations of a pod. */
import type { Pod } from '../../../../generated/types/core/v1.ts';

export function setAnnotation(pod: Pod, key: string, value: string): void {
	pod.metadata = { ...pod.metadata, annotations: { ...pod.metadata?.annotations, [key]: value } };
}
