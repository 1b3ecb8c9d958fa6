import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
	await server.call('POST', configMaps, { body: { metadata: { name: 'x' }, data: { a: '1' } } });
});
afterAll(() => server.close());

const configMaps = '/api/v1/namespaces/default/configmaps';

describe('hostile bodies are refused without a server failure', () => {
	const bodies = [
		'',
		' ',
		'null',
		'1',
		'"x"',
		'[]',
		'[[]]',
		'true',
		'{',
		'{"metadata":null}',
		'{"metadata":[]}',
		'{"metadata":"x"}',
		'{"metadata":{"name":5}}',
	];
	const more = [
		'{"metadata":{"name":"x","labels":[]}}',
		'{"metadata":{"name":"x","labels":{"a":null}}}',
		'{"metadata":{"name":"x","finalizers":"a"}}',
		'{"metadata":{"name":"x","finalizers":[null]}}',
		'{"metadata":{"name":"x","ownerReferences":[null]}}',
		'{"metadata":{"name":"x","ownerReferences":[{}]}}',
		'{"metadata":{"name":"x","uid":{}}}',
		'{"metadata":{"name":"x","resourceVersion":5}}',
		'{"metadata":{"name":"x","resourceVersion":"-1"}}',
		'{"metadata":{"name":"x","generation":9007199254740993}}',
		'{"metadata":{"name":"x","generation":-1}}',
		'{"metadata":{"name":"x","deletionTimestamp":"yesterday"}}',
		'{"kind":5,"apiVersion":{}}',
		'{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"../../secrets/x"}}',
		'{"metadata":{"name":"x","namespace":"../kube"}}',
		'{"metadata":{"__proto__":{"name":"y"},"name":"z-proto"}}',
		'{"__proto__":{"metadata":{"name":"y"}}}',
		'{"data":{"a":{"b":1}}}',
		`${'['.repeat(100_000)}`,
		`{"data":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
		'{"propagationPolicy":5}',
		'{"gracePeriodSeconds":"x"}',
		'{"gracePeriodSeconds":1e400}',
		'{"preconditions":[]}',
		'{"preconditions":{"uid":5}}',
		'{"dryRun":"All"}',
		'[{"op":"replace"}]',
		'[{"op":"add","path":"/metadata/__proto__/x","value":1}]',
		'[{"op":"remove","path":"/metadata"}]',
		'[{"op":"replace","path":"/metadata","value":null}]',
		'[{"op":"replace","path":"","value":5}]',
		'{"metadata":{"name":null}}',
		'{"$patch":"delete"}',
		'{"metadata":{"$patch":"replace"}}',
	];
	const requests: [string, string, string | undefined][] = [
		['POST', configMaps, undefined],
		['PUT', `${configMaps}/x`, undefined],
		['POST', configMaps, 'application/yaml'],
		['POST', configMaps, 'application/vnd.orch.protobuf'],
		['PATCH', `${configMaps}/x`, 'application/merge-patch+json'],
		['PATCH', `${configMaps}/x`, 'application/json-patch+json'],
		['PATCH', `${configMaps}/x`, 'application/strategic-merge-patch+json'],
		['DELETE', `${configMaps}/not-there`, undefined],
		['DELETE', `${configMaps}/not-there`, 'application/vnd.orch.protobuf'],
	];
	test.each(requests)('%s %s as %s', async (method, url, type) => {
		for (const body of [...bodies, ...more]) {
			const separator = url.includes('?') ? '&' : '?';
			const answer = await server.call(method, `${url}${separator}dryRun=All`, { body, ...(type !== undefined && { type }) }).catch((error: unknown) => {
				throw new Error(`${method} ${url} with ${body.slice(0, 100)} failed the server`, { cause: error });
			});
			expect(answer.status, body.slice(0, 100)).toBeLessThan(500);
			expect(answer.status, `${body.slice(0, 100)}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(200);
		}
		expect(Object.keys(Object.prototype)).toEqual([]);
		expect(({} as Record<string, unknown>).name).toBeUndefined();
	});
});

// Quadratic work would exceed the timeout of a test.
describe('objects with very many mistakes', () => {
	const owner = (i: number, more: object) => ({ apiVersion: 'v1', kind: 'Pod', name: `p${i}`, uid: `u${i}`, ...more });
	const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
	test.each<[what: string, metadata: object, message: RegExp]>([
		['finalizers', { finalizers: many(200_000, () => '!') }, /^ConfigMap "x" is invalid: \[.*, and more\]$/],
		['labels', { labels: Object.fromEntries(many(50_000, (i): [string, string] => [`!${i}`, '?'])) }, /, and more\]$/],
		['owners', { ownerReferences: many(10_000, (i) => owner(i, { uid: '' })) }, /, and more\]$/],
		[
			'controllers',
			{ ownerReferences: many(10_000, (i) => owner(i, { controller: true })) },
			/Only one reference can have Controller set to true. Found "true" in references for p0 and p1$/,
		],
	])('report a hundred: %s', async (_what, metadata, message) => {
		const answer = await server.call('POST', configMaps, {
			body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', ...metadata } }),
		});
		expect(answer.status).toBe(422);
		expect(answer.body.message).toMatch(message);
		expect((answer.body.details as { causes: unknown[] }).causes.length).toBeLessThanOrEqual(100);
		expect(answer.text.length).toBeLessThan(200_000);
	});

	test('may have 15,000 different owners', async () => {
		const ownerReferences = many(15_000, (i) => owner(i, {}));
		const answer = await server.call('POST', `${configMaps}?dryRun=All`, {
			body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owned-by-many', ownerReferences } }),
		});
		expect(answer.status).toBe(201);
	});
});
