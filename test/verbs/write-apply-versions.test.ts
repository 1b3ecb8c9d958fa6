/** Tests owners of fields in several versions of a kind: each names the fields as in the version that it wrote. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gadgetCatalog, gadgetGroup } from '../setup/gadgets.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await gadgetCatalog() });
});
afterAll(() => server.close());

const path = (version: string, name = ''): string => `/apis/${gadgetGroup}/${version}/namespaces/default/gadgets${name && `/${name}`}`;
const merge = 'application/merge-patch+json';

function gadget(version: string, name: string, spec: object): Loose {
	return { apiVersion: `${gadgetGroup}/${version}`, kind: 'Gadget', metadata: { name }, spec };
}

function apply(manager: string, version: string, name: string, spec: object, query = ''): Promise<Answer> {
	const url = `${path(version, name)}?fieldManager=${manager}${query}`;
	return server.call('PATCH', url, { type: 'application/apply-patch+yaml', body: gadget(version, name, spec) });
}

/** Returns owned fields by manager, operation, version and subresource. */
function owners({ body }: Answer): Loose {
	return Object.fromEntries(
		(body.metadata.managedFields ?? []).map(({ manager, operation, apiVersion, subresource = '', fieldsV1 }: Loose) => [
			`${manager} ${operation} ${apiVersion.split('/')[1]} ${subresource}`.trim(),
			fieldsV1,
		]),
	);
}

describe('owners in several versions', () => {
	test('are recorded in their own version, and lost to changes through another', async () => {
		const made = await server.call('POST', `${path('v1')}?fieldManager=old`, { body: gadget('v1', 'renamed', { copies: 1, level: 2 }) });
		expect(owners(made)).toEqual({ 'old Update v1': { 'f:spec': { '.': {}, 'f:copies': {}, 'f:level': {} } } });
		const body = { spec: { retention: { copies: 5 } } };
		const patched = await server.call('PATCH', `${path('v2', 'renamed')}?fieldManager=new`, { type: merge, body });
		expect(owners(patched)).toEqual({
			'old Update v1': { 'f:spec': { '.': {}, 'f:level': {} } },
			'new Update v2': { 'f:spec': { 'f:retention': { 'f:copies': {} } } },
		});
	});
	test('inexpressible fields keep their owner when another version writes', async () => {
		const spec = { mode: 'Auto', retention: { copies: 1, days: 7 } };
		await server.call('POST', `${path('v2')}?fieldManager=new`, { body: gadget('v2', 'unsaid', spec) });
		const patched = await server.call('PATCH', `${path('v1', 'unsaid')}?fieldManager=old`, { type: merge, body: { spec: { copies: 2 } } });
		expect(owners(patched)).toEqual({
			'new Update v2': { 'f:spec': { '.': {}, 'f:mode': {}, 'f:retention': { '.': {}, 'f:days': {} } } },
			'old Update v1': { 'f:spec': { 'f:copies': {} } },
		});
		const read = await server.call('GET', path('v2', 'unsaid'));
		expect(read.body.spec).toEqual({ mode: 'Auto', retention: { copies: 2, days: 7 } });
	});
	test('conflict across versions', async () => {
		await apply('new', 'v2', 'fought', { mode: 'Auto', retention: { copies: 1 } });
		const refused = await apply('old', 'v1', 'fought', { copies: 2 });
		expect(refused).toMatchObject({ status: 409, body: { message: 'Apply failed with 1 conflict: conflict with "new": .spec.retention.copies' } });
		const forced = await apply('old', 'v1', 'fought', { copies: 2 }, '&force=true');
		expect(owners(forced)).toEqual({
			'old Apply v1': { 'f:spec': { 'f:copies': {} } },
			'new Apply v2': { 'f:spec': { 'f:mode': {} } },
		});
	});
	test('a manager that applies in another version stays the same, and loses fields that it no longer applies', async () => {
		await apply('me', 'v1', 'moved', { copies: 1, level: 2, size: 's' });
		const moved = await apply('me', 'v2', 'moved', { mode: 'Auto', retention: { copies: 1 } });
		expect(owners(moved)).toEqual({ 'me Apply v2': { 'f:spec': { 'f:mode': {}, 'f:retention': { 'f:copies': {} } } } });
		expect(moved.body.spec).toEqual({ mode: 'Auto', retention: { copies: 1 } });
	});
	test('replicas are named as the version of the request calls them', async () => {
		await server.call('POST', `${path('v2')}?fieldManager=maker`, { body: gadget('v2', 'scaled', { mode: 'Auto', retention: { copies: 1 } }) });
		await server.call('PATCH', `${path('v1', 'scaled')}/scale?fieldManager=scaler`, { type: merge, body: { spec: { replicas: 3 } } });
		const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: {}, spec: { replicas: 4 } };
		const url = `${path('v1', 'scaled')}/scale?fieldManager=applier&force=true`;
		expect(await server.call('PATCH', url, { type: 'application/apply-patch+yaml', body: scale })).toMatchObject({
			status: 200,
			body: { spec: { replicas: 4 } },
		});
		expect(owners(await server.call('GET', path('v1', 'scaled')))).toEqual({
			'applier Apply v1 scale': { 'f:spec': { 'f:copies': {} } },
			'maker Update v2': { 'f:spec': { '.': {}, 'f:mode': {}, 'f:retention': {} } },
		});
	});
	test('in an unserved version are dropped with the next change', async () => {
		const { body } = await apply('me', 'v2', 'gone', { mode: 'Auto' });
		const [entry] = body.metadata.managedFields;
		const managedFields = [entry, { ...entry, manager: 'gone', apiVersion: `${gadgetGroup}/v0` }];
		const edited = await server.call('PATCH', path('v2', 'gone'), { type: merge, body: { metadata: { managedFields } } });
		expect(Object.keys(owners(edited))).toEqual(['me Apply v2']);
	});
});
