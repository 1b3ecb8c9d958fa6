/** Tests HorizontalPodAutoscaler across releases (seed 1, "Versions removed by release"): one object in all its versions. */
import { rmSync } from 'node:fs';
import { afterAll, expect, inject, it } from 'vitest';
import { expecting, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
let dataDir = '';
const expectStatus = expecting(() => server);
const start = async (release: string): Promise<void> => {
	await server?.stop();
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags: ['--emulated-version', release] });
	dataDir = server.dataDir;
};
afterAll(async () => {
	await server.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

const at = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const target = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 4 };
const older = [
	{ type: 'Pods', pods: { metricName: 'requests', targetAverageValue: '10' } },
	{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 60 } },
];
const newer = [
	{ type: 'Pods', pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '10' } } },
	{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
];
const life = (version: string, since: string, removed: string) =>
	`299 - "autoscaling/${version} HorizontalPodAutoscaler is deprecated in v${since}+, unavailable in v${removed}+; use autoscaling/v2 HorizontalPodAutoscaler"`;
const shown = async (version: string) => (await expectStatus(200, 'GET', `${at(version)}/web`)).spec;

it('1.22 has no v2, and stores the second beta', async () => {
	await start('1.22');
	await expectStatus(404, 'GET', at('v2'));
	const made = await server.call('POST', at('v2beta1'), { metadata: { name: 'web' }, spec: { ...target, metrics: older } });
	expect([made.status, made.headers.warning]).toEqual([201, life('v2beta1', '1.22', '1.25')]);
	expect(await shown('v2beta1')).toEqual({ ...target, minReplicas: 1, metrics: older });
	expect(await shown('v2beta2')).toEqual({ ...target, minReplicas: 1, metrics: newer });
	const [requests] = older;
	const { spec, metadata } = await expectStatus(200, 'GET', `${at('v1')}/web`);
	expect(spec).toEqual({ ...target, minReplicas: 1, targetCPUUtilizationPercentage: 60 });
	expect(metadata.annotations).toEqual({ 'autoscaling.alpha.kubernetes.io/metrics': JSON.stringify([requests]) });
});

it('1.24 serves objects of 1.22 in v2beta1 of HorizontalPodAutoscaler, with a Warning', async () => {
	await start('1.24');
	const patched = await server.call('PATCH', `${at('v2beta1')}/web`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
	expect([patched.status, patched.headers.warning]).toEqual([200, life('v2beta1', '1.22', '1.25')]);
	expect(await shown('v2')).toEqual({ ...target, minReplicas: 1, metrics: newer });
});

it('1.25 no longer serves v2beta1 of HorizontalPodAutoscaler, and v2beta2 with a Warning', async () => {
	await start('1.25');
	await expectStatus(404, 'GET', at('v2beta1'));
	const read = await server.call('GET', `${at('v2beta2')}/web`);
	expect([read.status, read.headers.warning]).toEqual([200, life('v2beta2', '1.23', '1.26')]);
	const behavior = { scaleUp: { selectPolicy: 'Min' } };
	await expectStatus(200, 'PATCH', `${at('v2beta2')}/web`, { spec: { behavior } }, patchTypes.merge);
	expect(await shown('v2')).toMatchObject({ ...target, metrics: newer, behavior });
});

it('1.26 no longer serves v2beta2 of HorizontalPodAutoscaler, and stored objects stay readable', async () => {
	await start('1.26');
	await expectStatus(404, 'GET', at('v2beta2'));
	expect(await shown('v2')).toMatchObject({ ...target, metrics: newer, behavior: { scaleUp: { selectPolicy: 'Min' } } });
	await expectStatus(200, 'PATCH', `${at('v1')}/web`, { spec: { targetCPUUtilizationPercentage: 70 } }, patchTypes.merge);
	expect((await shown('v2')).metrics[1].resource.target.averageUtilization).toBe(70);
});
