/** Reference implementation of node relations: follows all edges of the cluster that lead to the node. */
import type { RandomCluster } from './random-cluster.ts';

export function reachableFrom({ pods, volumes, attachments }: RandomCluster, node: string): ReadonlySet<string> {
	const edges: (readonly [from: string, to: string])[] = attachments.map((each) => [`volumeattachments//${each.name}`, `node ${each.node}`]);
	for (const pod of pods) {
		const { namespace, isMirror, account, secrets, configMaps, claims, ephemeral, devices } = pod;
		const self = `pods/${namespace}/${pod.name}`;
		if (pod.node === '') continue;
		edges.push([self, `node ${pod.node}`]);
		if (isMirror) continue;
		const point = (resource: string, names: readonly string[]): void => {
			for (const name of names) edges.push([`${resource}/${namespace}/${name}`, self]);
		};
		point('serviceaccounts', [account]);
		point('secrets', secrets);
		point('configmaps', configMaps);
		point('resourceclaims', devices);
		point('persistentvolumeclaims', [...claims, ...ephemeral.map((name) => `${pod.name}-${name}`)]);
	}
	for (const { name, claim, secrets } of volumes) {
		if (claim === undefined) continue;
		edges.push([`persistentvolumes//${name}`, `persistentvolumeclaims/${claim.namespace}/${claim.name}`]);
		for (const secret of secrets) edges.push([`secrets/${secret.namespace}/${secret.name}`, `persistentvolumes//${name}`]);
	}
	const reached = new Set([`node ${node}`]);
	for (let before = 0; before < reached.size; ) {
		before = reached.size;
		for (const [from, to] of edges) if (reached.has(to)) reached.add(from);
	}
	return reached;
}
