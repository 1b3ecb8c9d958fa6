/**
 * Tests that Kubernetes' own controllers and scheduler run workloads on the built server. KWOK plays the nodes. A spec root beside the
 * built-in one serves `metrics.k8s.io`, in which the test plays the metrics server.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindProgram, findKubectls } from '../clients/kubectl.ts';
import { split } from '../clients/kubectl-session.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { type Cluster, ClusterSetup, missingIn, node } from './cluster/cluster.ts';
import { unexpectedErrors } from './cluster/errors.ts';
import * as manifests from './cluster/manifests.ts';

const root = resolve(import.meta.dirname, '../..');
const programs = process.env.ORCH_PEERS;
const kubectl = findKubectls().at(-1);
const isPossible = programs !== undefined && missingIn(programs).length === 0 && kubectl !== undefined;
if (!isPossible) {
	console.warn(
		'SKIPPED: no cluster was started; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR --cluster` has filled, and kubectl is on PATH',
	);
}
const nodes = ['node-0', 'node-1', 'node-2'];
/** A CronJob runs each minute. */
const patient = { timeout: 100_000, interval: 500 };

describe.skipIf(!isPossible)('a cluster', { timeout: 240_000 }, () => {
	const folder = mkdtempSync(join(tmpdir(), 'orch-cluster-'));
	const built = join(folder, 'built');
	const setup = new ClusterSetup(join(folder, 'cluster'));
	let server: ServerProcess;
	let cluster: Cluster;
	let invoke: ReturnType<typeof bindProgram>;

	async function ok(command: string, input = ''): Promise<string> {
		const { code, stdout, stderr } = await invoke(split(command), { input, timeoutMs: 120_000 });
		expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
		return stdout.trim();
	}
	const apply = (namespace: string, ...objects: readonly object[]): Promise<string> =>
		ok(`-n ${namespace} apply -f -`, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
	/** Returns a value of each object, sorted. */
	const values = async (namespace: string, what: string, path: string): Promise<readonly string[]> => {
		const text = await ok(`-n ${namespace} get ${what} -o ${JSON.stringify(`jsonpath={range .items[*]}{${path}}{"\\n"}{end}`)}`);
		return text.split('\n').filter(Boolean).sort();
	};

	beforeAll(async () => {
		const specs = join(import.meta.dirname, 'cluster/specs');
		const build = ['build', '--quiet', '--vocabulary', 'kubernetes', '--specs', specs, '--out', built];
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), ...build], { stdio: 'ignore' });
		server = await startServer(built, { flags: setup.serverFlags });
		invoke = bindProgram(kubectl?.path ?? '', server.kubeconfig, folder);
		await apply('default', ...nodes.map(node));
		cluster = setup.start(programs ?? '', server.url, server.dataDir);
		await ok(`wait --for=condition=Ready ${nodes.map((name) => `node/${name}`).join(' ')} --timeout=90s`);
		for (const namespace of ['shop', 'spare']) await ok(`create namespace ${namespace}`);
	}, 240_000);
	afterAll(async () => {
		await cluster?.end();
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	it('rolls a Deployment out, scales it, rolls it back, and collects what it owns', async () => {
		const rollOut = (): Promise<string> => ok('-n shop rollout status deployment/web --timeout=90s');
		const images = (): Promise<readonly string[]> => values('shop', 'pods -l app=web', '.spec.containers[0].image');
		await ok('-n shop create deployment web --image=web:1 --replicas=3');
		await rollOut();
		await ok('-n shop set image deployment/web web=web:2');
		await rollOut();
		await expect.poll(images, patient).toEqual(['web:2', 'web:2', 'web:2']);
		await ok('-n shop scale deployment/web --replicas=5');
		await rollOut();
		expect(await images()).toHaveLength(5);
		await ok('-n shop rollout undo deployment/web');
		await rollOut();
		await expect.poll(images, patient).toEqual(Array(5).fill('web:1'));
		await ok('-n shop delete deployment web');
		await expect.poll(() => values('shop', 'replicasets,pods', '.metadata.name'), patient).toEqual([]);
	});

	it('gives pods an account, its token and the default tolerations', async () => {
		await ok('-n shop run one --image=one');
		await ok('-n shop wait --for=condition=Ready pod/one --timeout=60s');
		const { spec } = JSON.parse(await ok('-n shop get pod one -o json')) as manifests.Pod;
		expect(spec.serviceAccountName).toBe('default');
		expect(spec.volumes).toMatchObject([{ name: expect.stringMatching(/^kube-api-access-/), projected: {} }]);
		expect(spec.tolerations?.map(({ key }) => key)).toEqual(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);
		await ok('-n shop delete pod one');
	});

	it('runs a StatefulSet in order, with claims that outlive its pods', async () => {
		await apply('shop', ...[0, 1, 2].map(manifests.volume), manifests.statefulSet);
		await ok('-n shop rollout status statefulset/db --timeout=90s');
		const claims = (): Promise<readonly string[]> => values('shop', 'persistentvolumeclaims', '.metadata.name} {.status.phase');
		expect(await claims()).toEqual(['data-db-0 Bound', 'data-db-1 Bound', 'data-db-2 Bound']);
		const [first = '', second = '', third = ''] = await values('shop', 'pods -l app=db', '.metadata.name} {.metadata.creationTimestamp');
		expect([first.split(' ')[1], second.split(' ')[1], third.split(' ')[1]]).toEqual([first, second, third].map((line) => line.split(' ')[1]).sort());
		await ok('-n shop scale statefulset/db --replicas=1');
		await expect.poll(() => values('shop', 'pods -l app=db', '.metadata.name'), patient).toEqual(['db-0']);
		expect(await claims()).toHaveLength(3);
		await ok('-n shop delete statefulset db');
		await ok('-n shop delete persistentvolumeclaims --all --timeout=60s');
		await expect.poll(() => values('shop', 'persistentvolumes', '.status.phase'), patient).toEqual(['Released', 'Released', 'Released']);
	});

	it('completes a Job and deletes it after its time', async () => {
		await apply('shop', manifests.job('count', {}), manifests.job('gone', { ttlSecondsAfterFinished: 0 }));
		await ok('-n shop wait --for=condition=complete job/count --timeout=90s');
		expect(await ok('-n shop get job count -o jsonpath={.status.succeeded}')).toBe('3');
		await expect.poll(() => values('shop', 'jobs', '.metadata.name'), patient).toEqual(['count']);
		await ok('-n shop delete job count');
		await expect.poll(() => values('shop', 'pods', '.metadata.name'), patient).toEqual([]);
	});

	it('starts a Job of a CronJob each minute', async () => {
		await apply('shop', manifests.cronJob);
		await expect.poll(() => values('shop', 'jobs', '.status.succeeded'), patient).toContain('1');
		await ok('-n shop delete cronjob tick');
		await expect.poll(() => values('shop', 'jobs,pods', '.metadata.name'), patient).toEqual([]);
	});

	it('runs a DaemonSet on every node, and on each that joins', async () => {
		await apply('shop', manifests.daemonSet);
		await ok('-n shop rollout status daemonset/agent --timeout=90s');
		const places = (): Promise<readonly string[]> => values('shop', 'pods -l app=agent', '.spec.nodeName');
		expect(await places()).toEqual(nodes);
		await apply('default', node('node-3'));
		await expect.poll(places, patient).toEqual([...nodes, 'node-3']);
		await ok('delete node node-3');
		await expect.poll(places, patient).toEqual(nodes);
	});

	it('scales by a HorizontalPodAutoscaler', async () => {
		await apply('shop', manifests.deployment('busy', { cpu: '100m' }), manifests.autoscaler);
		await ok('-n shop rollout status deployment/busy --timeout=90s');
		const replicas = (): Promise<string> => ok('-n shop get deployment busy -o jsonpath={.spec.replicas}');
		const use = async (cpu: string): Promise<void> => {
			const pods = await values('shop', 'pods -l app=busy', '.metadata.name');
			await apply('shop', ...pods.map((name) => manifests.podMetrics(name, cpu)));
		};
		await use('200m');
		await expect.poll(replicas, patient).toBe('4');
		await ok('-n shop rollout status deployment/busy --timeout=90s');
		await use('1m');
		await expect.poll(replicas, patient).toBe('1');
		await ok('-n shop delete deployment,horizontalpodautoscaler busy');
	});

	it('drains a node within a disruption budget', async () => {
		await apply('spare', manifests.deployment('calm', {}, 4), manifests.budget);
		await ok('-n spare rollout status deployment/calm --timeout=90s');
		await expect.poll(() => values('spare', 'poddisruptionbudgets', '.status.disruptionsAllowed'), patient).toEqual(['1']);
		await ok('drain node-1 --ignore-daemonsets --timeout=110s');
		await ok('-n spare rollout status deployment/calm --timeout=90s');
		const places = await values('spare', 'pods -l app=calm', '.spec.nodeName');
		expect(places).toHaveLength(4);
		expect(places).not.toContain('node-1');
		await ok('uncordon node-1');
		await ok('-n spare delete deployment,poddisruptionbudget calm');
	});

	it('preempts pods of lower priority, and keeps to quotas', async () => {
		await apply('spare', manifests.priorityClass, manifests.deployment('low', { cpu: '6' }, 3));
		await ok('-n spare rollout status deployment/low --timeout=90s');
		await apply('spare', manifests.pod('urgent', { cpu: '6' }, 'urgent'));
		await ok('-n spare wait --for=condition=Ready pod/urgent --timeout=90s');
		await expect.poll(() => values('spare', 'pods -l app=low', '.status.phase'), patient).toEqual(['Pending', 'Running', 'Running']);
		await ok('-n spare delete deployment low');
		await apply('spare', manifests.quota(3), manifests.deployment('many', { cpu: '1' }, 4));
		await expect.poll(() => values('spare', 'deployments', '.status.readyReplicas'), patient).toEqual(['2']);
		await expect.poll(() => values('spare', 'resourcequotas', '.status.used.pods'), patient).toEqual(['3']);
		expect(await values('spare', 'events', '.reason')).toContain('FailedCreate');
	});

	it('continues after the server was killed', async () => {
		await server.kill();
		server = await startServer(built, { dataDir: server.dataDir, flags: [...setup.serverFlags, '--secure-port', `${server.port}`] });
		await ok('-n shop create deployment after --image=after --replicas=3');
		await ok('-n shop rollout status deployment/after --timeout=90s');
		await ok('-n shop delete deployment after');
		await expect.poll(() => values('shop', 'replicasets,pods -l app=after', '.metadata.name'), patient).toEqual([]);
		expect(cluster.programs.map(({ name, child }) => ({ name, exitCode: child.exitCode }))).toEqual(
			cluster.programs.map(({ name }) => ({ name, exitCode: null })),
		);
	});

	it('deletes a namespace with all that is in it', async () => {
		await ok('delete namespace shop spare --timeout=110s');
		expect((await values('shop', 'all', '.metadata.name')).concat(await values('spare', 'all', '.metadata.name'))).toEqual([]);
	});

	it('causes no error in the logs of the programs', () => {
		expect(cluster.programs.flatMap(unexpectedErrors)).toEqual([]);
	});
});
