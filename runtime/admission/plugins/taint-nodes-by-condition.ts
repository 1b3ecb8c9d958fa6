/**
 * TaintNodesByCondition: adds a taint to new nodes, which keeps pods away until the node controller removes it (seed 3, "Built-in admission
 * plugins").
 */
import type { Node } from '../../../generated/types/core/v1.ts';
import type { AdmissionPlugin } from '../contract.ts';

export const taintNodesByCondition: AdmissionPlugin = {
	name: 'TaintNodesByCondition',
	onByDefault: { from: '1.17' },
	operations: ['CREATE'],
	only: () => ['nodes'],
	start({ vocabulary: { labelDomain } }) {
		const key = `node.${labelDomain}/not-ready`;
		return {
			mutate({ kind, subresource, object }) {
				if (kind.storageName !== 'nodes' || subresource !== '') return;
				const node = object as Node;
				const { taints = [] } = node.spec ?? {};
				if (taints.some((taint) => taint.key === key && taint.effect === 'NoSchedule')) return;
				node.spec = { ...node.spec, taints: [...taints, { key, effect: 'NoSchedule' }] };
			},
		};
	},
};
