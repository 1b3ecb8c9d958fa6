/** What is refused in an older version is said in its words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/schema/model.ts';
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
