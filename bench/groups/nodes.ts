/**
 * Cost of deciding whether an agent may read objects of 150,000 pods on 5,000 nodes. It is measured with access reviews, compared with
 * those for an administrator.
 */
import { named } from '../figures.ts';
import { report } from '../report.ts';
import { endSubject, type LoadResult, load, startSubject } from '../subject.ts';

const nodes = 5000;
const podsPerNode = 30;
const reviews = 20_000;
const clients = 4;

export async function nodeRights(built: string): Promise<void> {
	const subject = await startSubject(built);
	const writes = { method: 'POST', path: '/api/v1/namespaces/default/pods', body: podOf('pod-{n}', 'node-{i}', 'of-{i}'), wrap: nodes };
	await load(subject, { ...writes, clients: 64, requests: nodes * podsPerNode });
	const asked = (body: string, requests: number): Promise<LoadResult> =>
		load(subject, { method: 'POST', path: '/apis/authorization.orch.io/v1/subjectaccessreviews', body, wrap: nodes, clients, requests });
	const before = performance.now();
	await subject.server.call('POST', '/apis/authorization.orch.io/v1/subjectaccessreviews', JSON.parse(review('node-{i}', 'of-{i}').replaceAll('{i}', '7')));
	const firstMs = performance.now() - before;
	report({ figure: `first question of a node, with ${nodes * podsPerNode} pods`, value: firstMs, unit: 'ms', sense: 'atMost', target: 250 });
	const forAll = JSON.stringify({ spec: { ...JSON.parse(review('x', 'of-{i}')).spec, groups: ['system:masters'] } });
	await asked(forAll, reviews);
	const limit = await asked(forAll, reviews);
	for (const [what, secret] of [
		['a secret that its pods name', 'of-{i}'],
		['a secret that none of them names', 'none-{i}'],
	] as const) {
		const { cpuPerRequest, p99Ms } = await asked(review('node-{i}', secret), reviews);
		const name = named(`whether a node may get ${what}`, clients);
		report({
			...{ figure: `${name}, CPU of a review`, value: cpuPerRequest * 1e6, unit: 'µs', sense: 'atMost' },
			...{ limit: limit.cpuPerRequest * 1e6, limitIs: 'a review for who may do all' },
		});
		report({
			figure: `${name}, p99 of a review`,
			value: p99Ms,
			unit: 'ms',
			sense: 'atMost',
			target: 5,
			limit: limit.p99Ms,
			limitIs: 'a review for who may do all',
		});
	}
	await endSubject(subject);
}

function review(node: string, name: string): string {
	const resourceAttributes = { verb: 'get', version: 'v1', resource: 'secrets', namespace: 'default', name };
	return JSON.stringify({ spec: { user: `system:node:${node}`, groups: ['system:nodes', 'system:authenticated'], resourceAttributes } });
}

/** Makes a pod of the size of a Deployment's pods, with the additions of a webhook and a scheduler. */
function podOf(name: string, nodeName: string, secretName: string): string {
	const env = Array.from({ length: 12 }, (_, i) => ({ name: `SETTING_${i}`, value: `what-it-is-set-to-${i}` }));
	const mount = { name: 'credentials', mountPath: '/var/run/credentials', readOnly: true };
	const probe = { httpGet: { path: '/livez', port: 8080 }, periodSeconds: 10 };
	const container = { name: 'web', image: 'registry.example/web:1.2', env, volumeMounts: [mount], livenessProbe: probe, readinessProbe: probe };
	const volumes = [
		{ name: 'settings', configMap: { name: 'settings' } },
		{ name: 'credentials', secret: { secretName } },
	];
	return JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: 'web' } }, spec: { nodeName, containers: [container], volumes } });
}
