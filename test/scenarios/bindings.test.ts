/** Tests bindings of pods to nodes: the built server answers as kube-apiserver does. */
import { beforeAll, describe, expect, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type SharedServer, sharedServer } from '../setup/shared-server.ts';
import { podsIn } from './pods.ts';

const namespace = 'bindings';
const bindings = `/api/v1/namespaces/${namespace}/bindings`;
const { pods } = podsIn(namespace);

let server: SharedServer;
const expectStatus = expecting(() => server);
const binding = (name: string, metadata: object = {}): object => ({
	apiVersion: 'v1',
	kind: 'Binding',
	metadata: { name, ...metadata },
	target: { kind: 'Node', name: 'n1' },
});
const bind = (status: number, name: string, metadata?: object, query = ''): Promise<Loose> =>
	expectStatus(status, 'POST', `${pods}/${name}/binding${query}`, binding(name, metadata));
const makePod = (name: string, spec: object = {}): Promise<Loose> =>
	expectStatus(201, 'POST', pods, { metadata: { name, annotations: { a: '1', b: '2' } }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

describe('a binding', () => {
	beforeAll(async () => {
		server = await sharedServer({ namespace });
	});

	it('assigns the pod, adds its annotations and owns no fields', async () => {
		const made = await makePod('a');
		const labels = { 'topology.kubernetes.io/zone': 'z' };
		expect(await bind(201, 'a', { annotations: { b: '3', c: '4' }, labels })).toEqual(success);
		const { metadata, spec, status } = await expectStatus(200, 'GET', `${pods}/a`);
		expect([spec.nodeName, metadata.annotations, metadata.labels]).toEqual(['n1', { a: '1', b: '3', c: '4' }, undefined]);
		expect(status.conditions).toEqual([{ type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: expect.stringMatching(/Z$/) }]);
		expect(metadata.managedFields).toEqual(made.metadata.managedFields);
		expect((await expectStatus(200, 'GET', `${pods}?fieldSelector=spec.nodeName%3Dn1`)).items.map(({ metadata }: Loose) => metadata.name)).toEqual(['a']);
	});

	it('is made once', async () => {
		await makePod('b');
		const answers = await Promise.all(Array.from({ length: 5 }, () => server.call('POST', `${pods}/b/binding`, binding('b'))));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
		expect(await bind(409, 'b')).toMatchObject({
			reason: 'Conflict',
			message: 'Operation cannot be fulfilled on pods/binding "b": pod b is already assigned to node "n1"',
			details: { name: 'b', kind: 'pods/binding' },
		});
	});

	it('is refused for a terminating pod', async () => {
		await makePod('c');
		await expectStatus(200, 'PATCH', `${pods}/c`, { metadata: { finalizers: ['example.com/a'] } }, patchTypes.merge);
		await expectStatus(200, 'DELETE', `${pods}/c`);
		expect((await bind(409, 'c')).message).toContain('pod c is being deleted, cannot be assigned to a host');
	});

	it('checks the UID of the pod, and supports a dry run', async () => {
		await makePod('d');
		expect((await bind(409, 'd', { uid: 'x' })).message).toContain('Precondition failed: UID in precondition: x, UID in object meta: ');
		expect((await bind(409, 'd', { resourceVersion: '1' })).message).toContain('Precondition failed: ResourceVersion in precondition: 1, ');
		await bind(201, 'd', {}, '?dryRun=All');
		const { metadata, spec } = await expectStatus(200, 'GET', `${pods}/d`);
		expect(spec.nodeName).toBeUndefined();
		await bind(201, 'd', { uid: metadata.uid, resourceVersion: metadata.resourceVersion });
	});

	it('for another pod or without a node is refused', async () => {
		await makePod('e');
		for (const body of [binding('other'), { target: { name: 'n1' } }])
			expect((await expectStatus(400, 'POST', `${pods}/e/binding`, body)).message).toBe('name in URL does not match name in Binding object');
		const refused = await expectStatus(422, 'POST', `${pods}/e/binding`, { metadata: { name: 'e' }, target: { kind: 'Moon' } });
		expect(refused.details.causes).toEqual([
			{ reason: 'FieldValueNotSupported', field: 'target.kind', message: 'Unsupported value: "Moon": supported values: "Node", "<empty>"' },
			{ reason: 'FieldValueRequired', field: 'target.name', message: 'Required value' },
		]);
		expect((await bind(404, 'nope')).message).toBe('pods "nope" not found');
	});

	it('may be posted to the collection of bindings', async () => {
		await makePod('f');
		expect(await expectStatus(201, 'POST', bindings, binding('f', { uid: 'means nothing here' }))).toEqual(success);
		expect((await expectStatus(200, 'GET', `${pods}/f`)).spec.nodeName).toBe('n1');
		await expectStatus(409, 'POST', bindings, binding('f'));
		expect((await expectStatus(404, 'POST', bindings, binding('nope'))).details).toEqual({ name: 'nope', kind: 'pods' });
		expect((await expectStatus(400, 'POST', bindings, { target: { name: 'n1' } })).message).toBe('Name parameter required.');
		await expectStatus(405, 'GET', bindings);
		await expectStatus(404, 'GET', '/api/v1/bindings');
	});
});

describe('a binding in 1.36', () => {
	it('copies labels, clears the nominated node, and waits for gates', async () => {
		server = await sharedServer({ namespace, release: '1.36' });
		await makePod('a');
		await expectStatus(200, 'PATCH', `${pods}/a/status`, { status: { nominatedNodeName: 'n2' } }, patchTypes.merge);
		await bind(201, 'a', { labels: { zone: 'z' } });
		const { metadata, status } = await expectStatus(200, 'GET', `${pods}/a`);
		expect([metadata.labels, status.nominatedNodeName]).toEqual([{ zone: 'z' }, undefined]);
		await makePod('b', { schedulingGates: [{ name: 'example.com/quota' }] });
		expect((await bind(409, 'b')).message).toContain('pod b has non-empty .spec.schedulingGates');
	});
});
