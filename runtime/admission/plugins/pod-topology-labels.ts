/** PodTopologyLabels: copies the zone and region of a node to the pods that are placed on it (KEP 4742). */
import type { Binding, Node, Pod } from '../../../generated/types/core/v1.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { Lookup } from '../lookup.ts';
import { whenKnown } from '../when-known.ts';

const gate = 'PodTopologyLabelsAdmission';

export const podTopologyLabels: AdmissionPlugin = {
	name: 'PodTopologyLabels',
	exists: { from: '1.33' },
	onByDefault: { from: '1.33' },
	operations: ['CREATE'],
	only: () => ['pods'],
	start({ cache, gates, vocabulary: { labelDomain } }) {
		if (gates.get(gate) !== true) return {};
		const nodes = new Lookup<Node>(cache, 'nodes');
		const copied = [`topology.${labelDomain}/zone`, `topology.${labelDomain}/region`];
		return {
			mutate(request) {
				if (request.kind.storageName !== 'pods') return;
				const placed = placedObject(request.subresource, request.object as Pod | Binding);
				if (placed === undefined) return;
				return whenKnown(nodes.orLatest('', placed.nodeName, request), (node) => {
					const labels = node?.metadata?.labels ?? {};
					const own = Object.fromEntries(copied.flatMap((key) => (labels[key] === undefined ? [] : [[key, labels[key]]])));
					if (Object.keys(own).length === 0) return;
					const { object } = placed;
					object.metadata = { ...object.metadata, labels: { ...object.metadata?.labels, ...own } };
				});
			},
		};
	},
};

interface Placed {
	/** Pod or Binding that gets the labels. */
	readonly object: Pod | Binding;
	readonly nodeName: string;
}

function placedObject(subresource: string, object: Pod | Binding): Placed | undefined {
	if (subresource === '' && 'spec' in object && object.spec?.nodeName) return { object, nodeName: object.spec.nodeName };
	if (subresource === 'binding' && 'target' in object && object.target.kind === 'Node') return { object, nodeName: object.target.name ?? '' };
	return undefined;
}
