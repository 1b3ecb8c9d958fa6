/**
 * LimitPodHardAntiAffinityTopology: refuses required anti-affinity beyond single nodes, because one pod could keep others out of a whole
 * zone (seed 3, "Built-in admission plugins").
 */
import type { Pod } from '../../../generated/types/core/v1.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
	name: 'LimitPodHardAntiAffinityTopology',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ vocabulary }) {
		const allowed = `${vocabulary.labelDomain}/hostname`;
		return {
			validate(request) {
				if (request.subresource !== '') return;
				const { spec } = request.object as Pod;
				const terms = spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
				const wrong = terms.find(({ topologyKey }) => topologyKey !== allowed);
				if (wrong === undefined) return;
				const field = 'affinity.PodAntiAffinity.RequiredDuringScheduling';
				throw refused(request, `${field} has TopologyKey ${wrong.topologyKey} but only key ${allowed} is allowed`);
			},
		};
	},
};
