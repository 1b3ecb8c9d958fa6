/**
 * ExtendedResourceToleration: adds tolerations of taints that are named after the extended resources that a pod requests (seed 3, "Built-in
 * admission plugins"). Nodes with such resources can thus be reserved.
 */
import type { Pod } from '../../../generated/types/core/v1.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';
import type { AdmissionPlugin } from '../contract.ts';

export const extendedResourceToleration: AdmissionPlugin = {
	name: 'ExtendedResourceToleration',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ vocabulary }) {
		return {
			mutate({ object, subresource }) {
				if (subresource !== '') return;
				const { spec } = object as unknown as Required<Pick<Pod, 'spec'>>;
				const requested = [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources }) => Object.keys(resources?.requests ?? {}));
				for (const key of [...new Set(requested)].sort()) {
					if (!isExtended(key, vocabulary.labelDomain)) continue;
					const tolerations = spec.tolerations ?? [];
					const others = tolerations.filter((one) => !(one.key === key && one.operator === 'Exists' && one.effect === 'NoSchedule' && !one.value));
					if (others.length === tolerations.length) spec.tolerations = [...tolerations, { key, operator: 'Exists', effect: 'NoSchedule' }];
				}
			},
		};
	},
};

const quotaPrefix = 'requests.';

/** Reports whether a resource has a domain of its own and can be named in a quota. */
function isExtended(name: string, labelDomain: string): boolean {
	if (!name.includes('/') || name.includes(`${labelDomain}/`) || name.startsWith(quotaPrefix)) return false;
	return checkQualifiedName(`${quotaPrefix}${name}`).length === 0;
}
