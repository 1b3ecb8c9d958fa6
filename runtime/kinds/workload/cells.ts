/** Table cells of a pod template's containers. */
import type { PodTemplateSpec } from '../../../generated/types/core/v1.ts';

export function containerCells(template: PodTemplateSpec | undefined) {
	const containers = template?.spec?.containers ?? [];
	return { Containers: containers.map(({ name }) => name).join(','), Images: containers.map(({ image = '' }) => image).join(',') };
}
