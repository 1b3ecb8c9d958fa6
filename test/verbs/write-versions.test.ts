/** Tests that refusals and warnings for an older version use its field names. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from './write-fixture.ts';

const path = (group: string) => `/apis/${group}/namespaces/default/ingresses`;
const v1 = path('networking.orch.io/v1');
const beta = path('networking.orch.io/v1beta1');

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.21' });
});
afterAll(() => server.close());

async function causes(url: string, spec: JsonObject): Promise<string[]> {
	const { status, body } = await server.call('POST', url, { body: { metadata: { name: 'refused' }, spec } });
	expect([status, body.reason]).toEqual([422, 'Invalid']);
	return body.details.causes.map((cause: { field: string; message: string }) => `${cause.field}: ${cause.message}`);
}

describe.each([beta, path('extensions/v1beta1')])('%s', (url) => {
	const rule = (backend: JsonObject): JsonObject => ({ rules: [{ http: { paths: [{ path: '/', backend }] } }] });
	const rows: [string, JsonObject, (string | RegExp)[]][] = [
		['nothing', {}, [/^spec: Invalid value: .*: either `backend` or `rules` must be specified$/]],
		['a name', { backend: { serviceName: 'A', servicePort: 80 } }, [/^spec\.backend\.serviceName: Invalid value: "A"/]],
		['no name', { backend: { servicePort: 80 } }, ['spec.backend.serviceName: Required value']],
		['no port', { backend: { serviceName: 'a' } }, [/^spec\.backend: .*port name or number is required$/]],
		['a number', { backend: { serviceName: 'a', servicePort: 70000 } }, [/^spec\.backend\.servicePort: Invalid value: 70000/]],
		['a port by name', rule({ serviceName: 'a', servicePort: 'A_B' }), [/^spec\.rules\[0\]\.http\.paths\[0\]\.backend\.servicePort: Invalid value: "A_B"/]],
		['a name in a rule', rule({ serviceName: 'A', servicePort: 1 }), [/^spec\.rules\[0\]\.http\.paths\[0\]\.backend\.serviceName: Invalid value: "A"/]],
	];
	it.each(rows)('%s', async (_, spec, expected) => {
		const found = await causes(url, spec);
		for (const [index, text] of expected.entries()) typeof text === 'string' ? expect(found[index]).toBe(text) : expect(found[index]).toMatch(text);
	});
});

it('v1 keeps its own names', async () => {
	expect(await causes(v1, { defaultBackend: { service: { port: { number: 1 } } } })).toEqual(['spec.defaultBackend.service.name: Required value']);
	expect((await causes(v1, {}))[0]).toContain('either `defaultBackend` or `rules` must be specified');
});

it('warnings name fields as the version of the request does', async () => {
	const { hooks } = server.context.resource('networking.orch.io', 'v1', 'ingresses') ?? expect.fail();
	const said = ['spec.defaultBackend.service.name: is odd', 'spec.rules[0].http.paths[0].backend.service.port.number: is odd', 'odd: spec.defaultBackend'];
	const validate = vi.spyOn(hooks, 'validateCreate').mockImplementation((_object, { warnings }) => {
		warnings.push(...said);
		return [];
	});
	const service = { service: { name: 'a', port: { number: 80 } } };
	const of = (url: string, spec: JsonObject) => server.call('POST', `${url}?dryRun=All`, { body: { metadata: { name: 'odd' }, spec } });
	expect((await of(v1, { defaultBackend: service })).warnings).toEqual(said);
	expect((await of(beta, { backend: { serviceName: 'a', servicePort: 80 } })).warnings.slice(-3)).toEqual([
		'spec.backend.serviceName: is odd',
		'spec.rules[0].http.paths[0].backend.servicePort: is odd',
		'odd: spec.defaultBackend',
	]);
	validate.mockRestore();
});

describe('fields that v1beta1 does not validate', () => {
	const backend = { serviceName: 'a', servicePort: 80 };
	const service = { service: { name: 'a', port: { number: 80 } } };
	const oneRule = (host: string, path: JsonObject): JsonObject => ({ rules: [{ host, http: { paths: [path] } }] });
	const rows: [string, JsonObject, JsonObject, string][] = [
		['a name of a Secret', { backend, tls: [{ secretName: 'A_B' }] }, { defaultBackend: service, tls: [{ secretName: 'A_B' }] }, 'spec.tls[0].secretName'],
		[
			'a rule of a wildcard host',
			oneRule('*.example.com', { path: 'a', backend }),
			oneRule('*.example.com', { path: 'a', pathType: 'ImplementationSpecific', backend: service }),
			'spec.rules[0].http.paths[0].path',
		],
	];
	it.each(rows)('%s: comes in, stays writable in v1, and is refused when it is new there', async (_, old, current, field) => {
		const made = await server.call('POST', beta, { body: { metadata: { name: 'lenient' }, spec: old } });
		expect([made.status, made.body.message]).toEqual([201, undefined]);
		for (const url of [`${v1}/lenient`, `${v1}/lenient/status`]) {
			const patched = await server.call('PATCH', url, { type: 'application/merge-patch+json', body: { metadata: { labels: { a: url.slice(-3) } } } });
			expect([patched.status, patched.body.message]).toEqual([200, undefined]);
		}
		const refused = await server.call('POST', v1, { body: { metadata: { name: 'strict' }, spec: current } });
		expect(refused.body.details.causes.map((cause: { field: string }) => cause.field)).toEqual([field]);
		await server.call('DELETE', `${v1}/lenient`);
	});
	it('other hosts, and hosts of certificates, are looked at', async () => {
		expect((await causes(beta, oneRule('example.com', { path: 'a', backend })))[0]).toContain('must be an absolute path');
		expect((await causes(beta, { backend, tls: [{ hosts: ['A_B'] }] }))[0]).toContain('spec.tls[0].hosts[0]');
	});
	it('a v1 update cannot bring in the first of them', async () => {
		await server.call('POST', v1, { body: { metadata: { name: 'sound' }, spec: { defaultBackend: service } } });
		const patched = await server.call('PATCH', `${v1}/sound`, { type: 'application/merge-patch+json', body: { spec: { tls: [{ secretName: 'A' }] } } });
		expect(patched.status).toBe(422);
	});
});
