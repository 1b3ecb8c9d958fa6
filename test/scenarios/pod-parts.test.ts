/** Tests parts of a pod with own subresources: ephemeral containers, and resizing from 1.33 on; answers are those of kube-apiserver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { bindProgram, findKubectls } from '../clients/kubectl.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type SharedServer, sharedServer } from '../setup/shared-server.ts';
import { podsIn } from './pods.ts';

const namespace = 'pod-parts';
const { pods } = podsIn(namespace);

let server: SharedServer;
const expectStatus = expecting(() => server);
const patch = (status: number, path: string, body: unknown, headers = patchTypes.strategic as Readonly<Record<string, string>>): Promise<Loose> =>
	expectStatus(status, 'PATCH', `${pods}/${path}`, body, headers);
const causesOf = ({ details }: Loose): string[] => details.causes.map(({ field, message }: Loose) => `${field ?? ''}: ${message}`);
const names = (containers: Loose[] = []): string[] => containers.map(({ name }) => name);

describe('ephemeral containers', () => {
	const part = 'a/ephemeralcontainers';
	const debug = (name: string, more: object = {}): object => ({ spec: { ephemeralContainers: [{ name, image: 'busybox', ...more }] } });
	beforeAll(async () => {
		server = await sharedServer({ namespace });
		await expectStatus(201, 'POST', pods, { metadata: { name: 'a', labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } });
	});

	it('are added by patches, PUT and apply, without other changes of fields or owners', async () => {
		const { metadata } = await expectStatus(200, 'GET', `${pods}/a`);
		const others = { metadata: { labels: { x: 'y' }, annotations: { x: 'y' } }, status: { phase: 'Running' } };
		const containers = [{ name: 'c', image: 'other' }];
		const patched = await patch(200, part, { ...others, spec: { containers, ...(debug('d1', { targetContainerName: 'c', tty: true }) as Loose).spec } });
		expect([patched.metadata.labels, patched.metadata.annotations, patched.spec.containers[0].image, patched.status.phase]).toEqual([
			{ a: 'b' },
			undefined,
			'i',
			'Pending',
		]);
		expect(patched.spec.ephemeralContainers).toEqual([
			{
				name: 'd1',
				image: 'busybox',
				resources: {},
				terminationMessagePath: '/dev/termination-log',
				terminationMessagePolicy: 'File',
				imagePullPolicy: 'Always',
				tty: true,
				targetContainerName: 'c',
			},
		]);
		patched.spec.ephemeralContainers.push({ name: 'd2', image: 'busybox' });
		await expectStatus(200, 'PUT', `${pods}/${part}`, patched);
		const applied = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, ...debug('d3') };
		const read = await expectStatus(200, 'PATCH', `${pods}/${part}?fieldManager=m`, applied, { 'content-type': 'application/apply-patch+yaml' });
		expect(names(read.spec.ephemeralContainers).sort()).toEqual(['d1', 'd2', 'd3']);
		expect(read.metadata.managedFields).toEqual(metadata.managedFields);
		expect(await expectStatus(200, 'GET', `${pods}/${part}`)).toEqual(await expectStatus(200, 'GET', `${pods}/a`));
	});

	it('stay as they are', async () => {
		const forbidden = 'spec.ephemeralContainers: Forbidden: existing ephemeral containers "d1" may not be';
		expect(causesOf(await patch(422, part, debug('d1', { image: 'other' })))).toEqual([`${forbidden} changed\n`]);
		const none = [{ op: 'remove', path: '/spec/ephemeralContainers' }];
		expect(causesOf(await patch(422, part, none, patchTypes.json))).toContain(`${forbidden} removed\n`);
		expect((await patch(422, 'a', debug('d9'))).message).toContain('spec: Forbidden: pod updates may not change fields other than');
	});

	it('are checked', async () => {
		expect(causesOf(await patch(422, part, debug('c')))).toEqual(['spec.ephemeralContainers[0].name: Duplicate value: "c"']);
		expect(causesOf(await patch(422, part, debug('d9', { targetContainerName: 'x' })))).toEqual([
			'spec.ephemeralContainers[0].targetContainerName: Not found: "x"',
		]);
		expect(causesOf(await patch(422, part, debug('d9', { ports: [{ containerPort: 80 }] })))).toEqual([
			'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
		]);
		for (const method of ['POST', 'DELETE']) await expectStatus(405, method, `${pods}/${part}`, {});
		await patch(404, 'nope/ephemeralcontainers', debug('d1'));
	});

	const newest = findKubectls().at(-1);
	it.skipIf(newest === undefined)('are added by kubectl debug', async () => {
		if (newest === undefined) throw new Error('there is no kubectl');
		const folder = mkdtempSync(join(tmpdir(), 'orch-debug-'));
		const { code, stderr } = await bindProgram(
			newest.path,
			server.kubeconfig,
			folder,
		)(['debug', 'a', '--image=busybox', '-c', 'shell', '--attach=false', '--profile=general', '-n', namespace]);
		expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
		expect(names((await expectStatus(200, 'GET', `${pods}/a`)).spec.ephemeralContainers)).toContain('shell');
		rmSync(folder, { recursive: true });
	});
});

describe('how much a pod may use', () => {
	const resources = (amounts: object, name = 'c'): object => ({ spec: { containers: [{ name, resources: amounts }] } });
	const onlyThese = 'spec: Forbidden: only cpu and memory resources are mutable';
	beforeAll(async () => {
		server = await sharedServer({ namespace, release: '1.36' });
		const limits = { limits: { memory: '128Mi' }, requests: { cpu: '100m', memory: '64Mi' } };
		const initContainers = [
			{ name: 'once', image: 'i', resources: { requests: { cpu: '1' } } },
			{ name: 'beside', image: 'i', restartPolicy: 'Always', resources: { requests: { cpu: '1' } } },
		];
		const containers = [
			{ name: 'c', image: 'i', resources: limits },
			{ name: 'd', image: 'i' },
		];
		await expectStatus(201, 'POST', pods, { metadata: { name: 'a', labels: { a: 'b' } }, spec: { containers, initContainers } });
	});

	it('changes through its subresource alone, and nothing else does', async () => {
		const { spec, metadata } = await patch(200, 'a/resize', {
			metadata: { labels: { x: 'y' } },
			spec: {
				containers: [{ name: 'c', image: 'other', resources: { requests: { cpu: '200m' } } }],
				initContainers: [{ name: 'beside', resources: { requests: { cpu: '2' } } }],
			},
			status: { phase: 'Running' },
		});
		expect([spec.containers[0].resources.requests, spec.containers[0].image, spec.initContainers[1].resources.requests, metadata.labels]).toEqual([
			{ cpu: '200m', memory: '64Mi' },
			'i',
			{ cpu: '2' },
			{ a: 'b' },
		]);
		expect(metadata.managedFields.at(-1)).toMatchObject({ subresource: 'resize' });
		expect((await patch(422, 'a', resources({ requests: { cpu: '300m' } }))).message).toContain('pod updates may not change fields other than');
	});

	it.each<[string, object, string]>([
		['other resources', resources({ requests: { 'ephemeral-storage': '1Gi' } }), onlyThese],
		['what happens then', { spec: { containers: [{ name: 'c', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }] } }, onlyThese],
		['a limit that goes', resources({ limits: { memory: null } }), 'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed'],
		['a container more', resources({}, 'e'), 'spec.containers: Forbidden: containers may not be added or removed on resize'],
		['a limit for a container', resources({ requests: { cpu: '100m' } }, 'd'), ''],
	])('%s', async (_, body, expected) => {
		if (expected === '') await patch(200, 'a/resize', body);
		else expect(causesOf(await patch(422, 'a/resize', body))).toContain(expected);
	});

	it('keeps names and order of containers, and the class of the pod', async () => {
		const renamed = await patch(422, 'a/resize', [{ op: 'replace', path: '/spec/containers/0/name', value: 'x' }], patchTypes.json);
		expect(causesOf(renamed)).toContain('spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize');
		await expectStatus(201, 'POST', pods, { metadata: { name: 'b' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
		expect(causesOf(await patch(422, 'b/resize', resources({ requests: { cpu: '1' } })))).toEqual([
			'spec: Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing',
		]);
	});

	it('is left alone where the node cannot change it', async () => {
		await expectStatus(201, 'POST', pods, { metadata: { name: 'w' }, spec: { os: { name: 'windows' }, containers: [{ name: 'c', image: 'i' }] } });
		expect(causesOf(await patch(422, 'w/resize', {}))).toEqual([': Forbidden: windows pods cannot be resized']);
		const running = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, state: { running: { startedAt: '2024-01-01T00:00:00Z' } } };
		await patch(200, 'a/status', { status: { containerStatuses: [running] } }, patchTypes.merge);
		expect(causesOf(await patch(422, 'a/resize', resources({ requests: { cpu: '400m' } })))).toEqual([
			'spec: Forbidden: Pod running on node without support for resize',
		]);
	});
});

describe('in earlier releases', () => {
	it.each([
		['1.25', 'resize', false],
		['1.32', 'resize', false],
		['1.33', 'resize', true],
		['1.22', 'ephemeralcontainers', false],
		['1.23', 'ephemeralcontainers', true],
	])('%s: %s %s', (release, part, there) => {
		const pod = narrow(catalog, release, {}).kinds.find(({ plural }) => plural === 'pods');
		expect(pod?.subresources.other?.some(({ name }) => name === part)).toBe(there);
	});
});
