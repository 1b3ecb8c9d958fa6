/** Tests ReplicationController and PodTemplate: refusals beyond their templates, defaults, and the dependents that a delete leaves. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { expectRefusal, merge, podSpec, type Row, server, withServer } from './fixture.ts';

withServer();

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const template = (fields: JsonObject = {}, labels: JsonObject = { a: 'b' }) => ({ metadata: { labels }, spec: { ...podSpec, ...fields } });

describe('ReplicationController', () => {
	const path = '/api/v1/namespaces/default/replicationcontrollers';
	const controller = (fields: JsonObject) => ({ spec: { template: template(), ...fields } });
	const disk = { volumes: [{ name: 'v', gcePersistentDisk: { pdName: 'x' } }] };
	const rows: Row[] = [
		['a template', controller({}), ''],
		['nothing', {}, 'spec.template: Required value'],
		['no selector', controller({ template: template({}, {}) }), 'spec.selector: Required value'],
		[
			'another selector',
			controller({ selector: { a: 'c' } }),
			'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
		],
		['fewer than none', controller({ replicas: -1 }), 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
		['less than no time', controller({ minReadySeconds: -1 }), 'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0'],
		[
			'pods that end',
			controller({ template: template({ restartPolicy: 'Never' }) }),
			'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
		],
		[
			'pods that are told to end',
			controller({ template: template({ activeDeadlineSeconds: 5 }) }),
			'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicationController is not Supported',
		],
		['a disk of one pod', controller({ template: template(disk) }), ''],
		[
			'a disk of two pods',
			controller({ replicas: 2, template: template(disk) }),
			'gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1',
		],
		['no container', controller({ template: template({ containers: [] }) }), 'spec.template.spec.containers: Required value'],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	test('labels default to those of the template', async () => {
		const { body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, ...controller({}) } });
		expect([body.metadata.labels, body.metadata.generation, body.spec.selector, body.spec.replicas, body.status]).toEqual([
			{ a: 'b' },
			1,
			{ a: 'b' },
			1,
			{ replicas: 0 },
		]);
		const said = { metadata: { name: 'x', labels: { own: 'one' } }, ...controller({ selector: { a: 'b' } }) };
		expect((await server.call('POST', `${path}?dryRun=All`, { body: said })).body.metadata.labels).toEqual({ own: 'one' });
	});

	test('has a scale with its selector, and its status counts at most the replicas', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'scaled' }, ...controller({}) } });
		const scale = await server.call('PATCH', `${path}/scaled/scale`, { type: merge, body: { spec: { replicas: 3 } } });
		expect([scale.body.spec, scale.body.status]).toEqual([{ replicas: 3 }, { replicas: 0, selector: 'a=b' }]);
		const count = async (replicas: number) =>
			(await server.call('GET', `${path}?fieldSelector=status.replicas%3D${replicas},metadata.name%3Dscaled`)).body.items.length;
		expect([await count(0), await count(2)]).toEqual([1, 0]);
		const status = (fields: JsonObject) => server.call('PATCH', `${path}/scaled/status`, { type: merge, body: { status: fields } });
		const { body } = await status({ replicas: 1, readyReplicas: 2, availableReplicas: 3, fullyLabeledReplicas: -1 });
		expect(body.details.causes.map(({ field }: { field: string }) => field).sort()).toEqual(
			['availableReplicas', 'availableReplicas', 'fullyLabeledReplicas', 'readyReplicas'].map((field) => `status.${field}`),
		);
		await status({ replicas: 2, readyReplicas: 2 });
		expect([await count(0), await count(2)]).toEqual([0, 1]);
		const { rows: shown } = (await server.call('GET', `${path}/scaled`, { accept: table })).body;
		expect(shown[0].cells).toEqual(['scaled', 3, 2, 2, expect.any(String), 'c', 'i', 'a=b']);
	});

	test('keeps its pods unless the delete requests otherwise', async () => {
		const finalizers = async (name: string, options?: JsonObject) => {
			await server.call('POST', path, { body: { metadata: { name }, ...controller({}) } });
			await server.call('DELETE', `${path}/${name}?dryRun=All`, { ...(options && { body: { ...options, dryRun: ['All'] } }) });
			await server.call('DELETE', `${path}/${name}`, { ...(options && { body: options }) });
			return (await server.call('GET', `${path}/${name}`)).body.metadata?.finalizers;
		};
		expect(await finalizers('left')).toEqual(['orphan']);
		expect(await finalizers('taken', { propagationPolicy: 'Background' })).toBeUndefined();
		expect(await finalizers('waiting', { propagationPolicy: 'Foreground' })).toEqual(['foregroundDeletion']);
	});
});

describe('PodTemplate', () => {
	const path = '/api/v1/namespaces/default/podtemplates';
	const rows: Row[] = [
		['a template', { template: template() }, ''],
		['a template whose pods end', { template: template({ restartPolicy: 'Never' }) }, ''],
		['nothing', {}, 'template.spec.containers: Required value'],
		['a label that is none', { template: template({}, { 'a b': 'c' }) }, 'template.labels: Invalid value: "a b": name part must consist of'],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	test('counts changes of the template alone, and a Table shows it', async () => {
		const { body } = await server.call('POST', path, { body: { metadata: { name: 'kept' }, template: template({}, { z: 'y', a: 'b' }) } });
		expect(body.metadata.generation).toBe(1);
		const patch = async (fields: JsonObject) => (await server.call('PATCH', `${path}/kept`, { type: merge, body: fields })).body.metadata.generation;
		expect([await patch({ metadata: { labels: { a: 'b' } } }), await patch({ template: { spec: { restartPolicy: 'Never' } } })]).toEqual([1, 2]);
		const shown = (await server.call('GET', `${path}/kept`, { accept: table })).body;
		expect(shown.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Containers', 'Images', 'Pod Labels']);
		expect(shown.rows[0].cells).toEqual(['kept', 'c', 'i', 'a=b,z=y']);
	});
});
