/** Tests that the default roles and bindings equal those that kube-apiserver creates. */
import { describe, expect, inject, it } from 'vitest';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn(
		'SKIPPED: default roles were not compared with those of kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled',
	);
}

interface Found {
	readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: object; readonly annotations?: object };
	readonly aggregationRule?: object;
	readonly rules?: object[];
}

/** Returns the objects by kind and name, without values that differ between servers. A controller creates the rules of aggregated roles. */
async function rolesOf(server: Server): Promise<Readonly<Record<string, object>>> {
	const all: Record<string, object> = {};
	for (const resource of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']) {
		const { body } = await server.ask('GET', `/apis/rbac.authorization.k8s.io/v1/${resource}`);
		for (const { metadata, rules, ...rest } of (body as { items: Found[] }).items) {
			const { name, namespace = '', labels, annotations } = metadata;
			all[`${resource} ${namespace}/${name}`] = { ...rest, labels, annotations, ...(rest.aggregationRule === undefined && { rules }) };
		}
	}
	return all;
}

describe.skipIf(peers === undefined)('against kube-apiserver', () => {
	it.each(['1.25', '1.36'])('default roles of %s', async (release) => {
		const peer = await startPeer(peers ?? '', release, ['--authorization-mode', 'RBAC']);
		const own = await startOrch(inject('built').kubernetes, release);
		try {
			const expected = await rolesOf(peer);
			expect(Object.keys(expected).length).toBeGreaterThan(100);
			expect(await rolesOf(own)).toEqual(expected);
		} finally {
			await own.stop();
			await peer.stop();
		}
	});
});
