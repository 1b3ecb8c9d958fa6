/** Tests that adding a kind takes one YAML file (journey 1 of DESIGN section 1), with every verb of the built server. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;

beforeAll(async () => {
	server = await startServer(inject('built').extended);
});
afterAll(() => server.remove());

const collection = '/apis/example.com/v1/namespaces/default/widgets';
const red = {
	apiVersion: 'example.com/v1',
	kind: 'Widget',
	metadata: { name: 'red', labels: { tier: 'front' } },
	spec: { color: 'red', battery: 'AA', parts: [{ name: 'wheel' }] },
};

const expectStatus = expecting(() => server);
const { merge, strategic, json } = patchTypes;

describe('a kind of one YAML file', () => {
	it('is discovered and documented', async () => {
		const resources = await expectStatus(200, 'GET', '/apis/example.com/v1');
		expect(resources.resources.map((resource: Loose) => resource.name)).toEqual(['notes', 'widgets', 'widgets/scale', 'widgets/status']);
		const document = await expectStatus(200, 'GET', '/openapi/v3/apis/example.com/v1');
		expect(Object.keys(document.components.schemas)).toContain('com.example.v1.Widget');
		const { text } = await server.call('GET', '/openapi/v3/apis/example.com/v1');
		expect(text).toContain('"format":"int64","default":9007199254740993');
	});

	it('is created with its defaults, and read', async () => {
		const made = await expectStatus(201, 'POST', collection, red);
		expect(made.spec).toEqual({ color: 'red', replicas: 1, parts: [{ name: 'wheel', count: 1 }], battery: 'AA' });
		expect(made.metadata.generation).toBe(1);
		expect(await expectStatus(200, 'GET', `${collection}/red`)).toEqual(made);
		await expectStatus(409, 'POST', collection, red);
	});

	it('keeps no field that is written only', async () => {
		const parts = [{ name: 'safe', code: 'secret' }];
		const made = await expectStatus(201, 'POST', collection, { ...red, metadata: { name: 'closed' }, spec: { ...red.spec, parts } });
		expect(made.spec.parts).toEqual([{ name: 'safe', count: 1 }]);
		const patched = await expectStatus(200, 'PATCH', `${collection}/closed`, { spec: { parts } }, merge);
		expect(patched.spec.parts).toEqual([{ name: 'safe', count: 1 }]);
		expect(patched.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
		const wrong = { ...red, metadata: { name: 'longer' }, spec: { ...red.spec, parts: [{ name: 'safe', code: 'too long a code' }] } };
		expect((await expectStatus(422, 'POST', collection, wrong)).details.causes.map(({ field }: Loose) => field)).toEqual(['spec.parts[0].code']);
		await expectStatus(422, 'PATCH', `${collection}/closed`, { spec: wrong.spec }, merge);
		const changed = await expectStatus(200, 'PATCH', `${collection}/closed`, { metadata: { labels: { a: 'b' } }, spec: { parts } }, merge);
		expect(changed.metadata.generation).toBe(made.metadata.generation);
		expect(await expectStatus(200, 'DELETE', `${collection}/closed`)).toBeTruthy();
	});

	it('is validated: enum, minimum, union, list map, set, CEL, required', async () => {
		const refuse = async (spec: object): Promise<string[]> => {
			const status = await expectStatus(422, 'POST', collection, { ...red, metadata: { name: 'bad' }, spec: { ...red.spec, ...spec } });
			return status.details.causes.map((cause: Loose) => `${cause.field} ${cause.reason}`);
		};
		expect(await refuse({ color: 'pink' })).toEqual(['spec.color FieldValueNotSupported']);
		expect(await refuse({ color: undefined })).toEqual(['spec.color FieldValueRequired']);
		expect(await refuse({ replicas: -1 })).toEqual(['spec.replicas FieldValueInvalid']);
		expect((await refuse({ cable: 'usb' })).length).toBe(1);
		expect((await refuse({ battery: undefined })).length).toBe(1);
		expect(await refuse({ battery: '', cable: 'usb' })).toEqual(['spec.cable FieldValueForbidden']);
		expect(await refuse({ parts: [{ name: 'a' }, { name: 'a' }] })).toEqual(['spec.parts[1].name FieldValueDuplicate']);
		expect(await refuse({ tags: ['x', 'x'] })).toEqual(['spec.tags[1] FieldValueDuplicate']);
		expect(await refuse({ tags: ['a', 'b', 'c', 'd'] })).toEqual(['spec FieldValueInvalid']);
		expect(await refuse({ replicas: 'many' })).toEqual(['spec.replicas FieldValueTypeInvalid', '<nil> FieldValueInvalid']);
		await expectStatus(400, 'POST', `${collection}?fieldValidation=Strict`, { ...red, metadata: { name: 'strict' }, spec: { ...red.spec, wings: 2 } });
	});

	it('is updated and patched in three ways; list maps merge by key', async () => {
		const current = await expectStatus(200, 'GET', `${collection}/red`);
		const updated = await expectStatus(200, 'PUT', `${collection}/red`, { ...current, spec: { ...current.spec, color: 'green' }, status: { replicas: 9 } });
		expect(updated.metadata.generation).toBe(2);
		expect(updated.status?.replicas).toBeUndefined();
		await expectStatus(409, 'PUT', `${collection}/red`, current);
		expect((await expectStatus(200, 'PATCH', `${collection}/red`, { spec: { tags: ['x'] } }, merge)).spec.tags).toEqual(['x']);
		const patched = await expectStatus(200, 'PATCH', `${collection}/red`, [{ op: 'add', path: '/spec/tags/-', value: 'y' }], json);
		expect(patched.spec.tags).toEqual(['x', 'y']);
		await server.call('PATCH', `${collection}/red`, { spec: { parts: [{ name: 'door' }] } }, strategic);
		const { spec } = await expectStatus(200, 'GET', `${collection}/red`);
		expect(spec.parts.map((part: Loose) => part.name).sort()).toEqual(['door', 'wheel']);
	});

	it('has a status and a scale of their own', async () => {
		const current = await expectStatus(200, 'GET', `${collection}/red`);
		const status = await expectStatus(200, 'PUT', `${collection}/red/status`, {
			...current,
			spec: { ...current.spec, color: 'blue' },
			status: { replicas: 2, selector: 'app=red' },
		});
		expect([status.spec.color, status.status]).toEqual(['green', { replicas: 2, selector: 'app=red' }]);
		const scale = await expectStatus(200, 'GET', `${collection}/red/scale`);
		expect([scale.kind, scale.spec.replicas, scale.status]).toEqual(['Scale', 1, { replicas: 2, selector: 'app=red' }]);
		await expectStatus(200, 'PATCH', `${collection}/red/scale`, { spec: { replicas: 7 } }, merge);
		expect((await expectStatus(200, 'GET', `${collection}/red`)).spec.replicas).toBe(7);
	});

	it('is listed and selected, as a Table too', async () => {
		await expectStatus(201, 'POST', collection, { ...red, metadata: { name: 'blue' }, spec: { color: 'blue', cable: 'usb' } });
		const names = async (query: string): Promise<string[]> =>
			(await expectStatus(200, 'GET', `${collection}?${query}`)).items.map((item: Loose) => item.metadata.name);
		expect(await names('')).toEqual(['blue', 'red']);
		expect(await names('labelSelector=tier%3Dfront')).toEqual(['red']);
		expect(await names('fieldSelector=spec.color%3Dblue')).toEqual(['blue']);
		expect((await expectStatus(200, 'GET', '/apis/example.com/v1/widgets')).items.length).toBe(2);
		// List items carry kind and apiVersion, like those of CustomResourceDefinitions and unlike those of built-in kinds.
		const whole = ['example.com/v1 Widget', 'example.com/v1 Widget'];
		expect((await expectStatus(200, 'GET', collection)).items.map((item: Loose) => `${item.apiVersion} ${item.kind}`)).toEqual(whole);
		expect(parse((await server.call('GET', collection, undefined, { accept: 'application/yaml' })).text).items[0].kind).toBe('Widget');
		const table = await expectStatus(200, 'GET', collection, undefined, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
		expect(table.columnDefinitions.map((column: Loose) => column.name)).toEqual(['Name', 'Color', 'Parts', 'Age']);
		expect(table.rows.map((row: Loose) => row.cells.slice(0, 3))).toEqual([
			['blue', 'blue', 0],
			['red', 'green', 2],
		]);
	});

	it('is served as protobuf and YAML', async () => {
		const protobuf = await server.call('GET', `${collection}/red`, undefined, { accept: 'application/vnd.kubernetes.protobuf' });
		expect(protobuf.bytes.subarray(0, 4).toString('latin1')).toBe('k8s\0');
		const copy = await server.call('PUT', `${collection}/red`, protobuf.bytes, { 'content-type': 'application/vnd.kubernetes.protobuf' });
		expect(copy.status).toBe(200);
		expect((await server.call('GET', `${collection}/red`, undefined, { accept: 'application/yaml' })).text).toMatch(
			/^apiVersion: example.com\/v1\nkind: Widget\n/,
		);
	});

	it('is watched', async () => {
		const list = await expectStatus(200, 'GET', collection);
		const since = `${collection}?watch=1&timeoutSeconds=1&resourceVersion=${list.metadata.resourceVersion}`;
		await expectStatus(200, 'PATCH', `${collection}/blue`, { spec: { tags: ['t'] } }, merge);
		const events = (await server.call('GET', since)).text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Loose);
		expect(events.map((event) => `${event.type} ${event.object.metadata.name}`)).toEqual(['MODIFIED blue']);
	});

	it('is deleted, alone and all together', async () => {
		await expectStatus(200, 'DELETE', `${collection}/blue`);
		await expectStatus(404, 'GET', `${collection}/blue`);
		await expectStatus(200, 'DELETE', `${collection}?labelSelector=tier%3Dfront`);
		expect((await expectStatus(200, 'GET', collection)).items).toEqual([]);
	});
});

describe('a kind without protobuf numbers', () => {
	const path = '/apis/example.com/v1/namespaces/default/notes';
	const protobuf = 'application/vnd.kubernetes.protobuf';
	const object = { apiVersion: 'example.com/v1', kind: 'Note', metadata: { name: 'one' }, spec: { text: 'x' } };

	it('is served in JSON and YAML', async () => {
		expect((await expectStatus(201, 'POST', path, object)).spec).toEqual(object.spec);
		expect(parse((await server.call('GET', `${path}/one`, undefined, { accept: 'application/yaml' })).text).spec).toEqual(object.spec);
	});

	it('is not offered as protobuf', async () => {
		const document = await expectStatus(200, 'GET', '/openapi/v3/apis/example.com/v1');
		const paths = Object.entries<Loose>(document.paths).filter(([name]) => name.includes('/notes'));
		expect(paths.length).toBeGreaterThan(3);
		expect(JSON.stringify(paths)).not.toContain('protobuf');
		expect(JSON.stringify(paths)).toContain('application/json;stream=watch');
		const v2 = await expectStatus(200, 'GET', '/openapi/v2');
		expect(JSON.stringify(Object.entries(v2.paths).filter(([name]) => name.includes('/notes')))).not.toContain('protobuf');
		expect(JSON.stringify(v2.paths['/apis/example.com/v1/namespaces/{namespace}/widgets'])).toContain('protobuf');
	});

	it.each(['', '/one', '?watch=1&timeoutSeconds=1'])('refuses protobuf when no other type is accepted: %s', async (rest) => {
		const refused = await server.call('GET', `${path}${rest}`, undefined, { accept: protobuf });
		expect([refused.status, refused.text]).toEqual([406, expect.not.stringContaining('kubernetes.protobuf')]);
		const next = await server.call('GET', `${path}${rest}`, undefined, { accept: `${protobuf}, application/json` });
		expect([next.status, next.headers['content-type']]).toEqual([200, 'application/json']);
	});

	it('refuses protobuf as a body', async () => {
		const wire = Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x0a, 0x00])]);
		for (const [method, where] of [
			['POST', path],
			['PUT', `${path}/one`],
		] as const) {
			const refused = await server.call(method, where, wire, { 'content-type': protobuf });
			expect([method, refused.status, (refused.json() as Loose).reason]).toEqual([method, 415, 'UnsupportedMediaType']);
			expect((refused.json() as Loose).message).not.toContain('protobuf');
		}
	});
});
