/** Tests the switches that users set: each feature gate, and versions of the API. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
const expectStatus = expecting(() => server);
const configmaps = '/api/v1/namespaces/default/configmaps';

const start = async (...flags: string[]): Promise<void> => {
	server = await startServer(inject('built').orch, { flags });
};

const aggregated = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList';
const odd = '{"metadata":{"name":"odd"},"odd":1}';

/** Starts one server for all tests of a group. */
function oneServer(...flags: string[]): void {
	beforeAll(() => start(...flags));
	afterAll(() => server.remove());
}

/** Sends a large object and returns the encoding of three answers, which were asked for in gzip. */
async function encodings(): Promise<unknown[]> {
	const body = { metadata: { name: 'large' }, data: { a: 'x'.repeat(200_000) } };
	await expectStatus(201, 'POST', configmaps, body);
	const answers = [configmaps, `${configmaps}/large`, '/openapi/v2'].map((path) => server.call('GET', path, undefined, { 'accept-encoding': 'gzip' }));
	return (await Promise.all(answers)).map(({ headers }) => headers['content-encoding']);
}

describe('a feature gate that is off', () => {
	oneServer(
		'--feature-gates=OpenAPIV3=false',
		'--feature-gates',
		'OpenAPIEnums=false,RemainingItemCount=false,ServerSideFieldValidation=false,APIResponseCompression=false',
	);

	it('RemainingItemCount: chunks have no count of remaining items', async () => {
		const list = await expectStatus(200, 'GET', '/api/v1/namespaces?limit=1');
		expect(Object.keys(list.metadata).sort()).toEqual(['continue', 'resourceVersion']);
	});

	it('ServerSideFieldValidation: unknown fields are ignored in every mode', async () => {
		for (const query of ['', '?fieldValidation=Strict']) {
			const answer = await server.call('POST', `${configmaps}${query}`, odd.replace('"odd"}', `"odd${query.length}"}`));
			expect([answer.status, answer.headers.warning]).toEqual([201, undefined]);
		}
	});

	it('OpenAPIV3, OpenAPIEnums: one document is missing, the other lists no values', async () => {
		expect((await server.call('GET', '/openapi/v3')).status).toBe(404);
		expect((await server.call('GET', '/openapi/v3/api/v1')).status).toBe(404);
		// Matches the keyword with a list, because a field of schemas has that name.
		const document = await server.call('GET', '/openapi/v2', undefined, { accept: 'application/json' });
		expect(document.text.includes('"enum":[')).toBe(false);
	});

	it('APIResponseCompression: no answer is compressed', async () => {
		expect(await encodings()).toEqual([undefined, undefined, undefined]);
	});
});

describe('a feature gate of 1.28 that is off', () => {
	oneServer('--emulated-version', '1.28', '--feature-gates', 'AggregatedDiscoveryEndpoint=false,APIListChunking=false');

	it('APIListChunking, RemainingItemCount: a list is not split', async () => {
		const list = await expectStatus(200, 'GET', '/api/v1/namespaces?limit=1');
		expect(list.items.length).toBeGreaterThan(3);
		expect(list.metadata.continue).toBeUndefined();
	});

	it('AggregatedDiscoveryEndpoint: discovery is as it was', async () => {
		const answer = await server.call('GET', '/apis', undefined, { accept: `${aggregated}, application/json` });
		expect(answer.json()).toMatchObject({ kind: 'APIGroupList' });
	});
});

describe('WatchList', () => {
	afterEach(() => server.remove());
	const watch = (query: string) => server.call('GET', `${configmaps}?watch=1&timeoutSeconds=1${query}`);
	const streaming = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

	it('off: a watch begins with its state, without a final bookmark', async () => {
		await start('--emulated-version', '1.34', '--feature-gates', 'WatchList=false');
		const refused = await watch(streaming);
		const message = 'Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
		expect([refused.status, refused.json()]).toMatchObject([422, { details: { causes: [{ field: 'sendInitialEvents', message }] } }]);
		expect((await watch('')).text).toContain('"type":"ADDED"');
	});

	it('off by default in 1.33: clients that request streaming lists get them all the same', async () => {
		await start('--emulated-version', '1.33');
		expect((await watch(streaming)).text).toContain('initial-events-end');
	});
});

describe('a gate that is not named', () => {
	oneServer('--feature-gates', 'AllBeta=false,OpenAPIV3=true');

	it('is one of its stage, where it is not named', async () => {
		expect((await server.call('GET', '/openapi/v3')).status).toBe(200);
		expect((await expectStatus(200, 'GET', '/api/v1/namespaces?limit=1')).items.length).toBe(4);
	});
});

describe('default feature gates', () => {
	oneServer();

	it('are on', async () => {
		const list = await expectStatus(200, 'GET', '/api/v1/namespaces?limit=1');
		expect([list.items.length, list.metadata.remainingItemCount]).toEqual([1, 3]);
		expect((await server.call('POST', `${configmaps}?fieldValidation=Strict`, odd)).status).toBe(400);
		expect((await server.call('GET', '/openapi/v2', undefined, { accept: 'application/json' })).text).toContain('"enum"');
		expect((await server.call('GET', '/apis', undefined, { accept: aggregated })).json()).toMatchObject({ kind: 'APIGroupDiscoveryList' });
		expect(await encodings()).toEqual(['gzip', 'gzip', 'gzip']);
		expect(server.log()).toBe('');
	});
});

describe('a switch that does not do what it seems to', () => {
	afterEach(() => server.remove());

	it('is warned of, and the server starts', async () => {
		await start('--feature-gates', 'DryRun=true', '--emulated-version', '1.25', '--runtime-config', 'networking.orch.io/v1beta1=true,api/beta=true');
		await expect.poll(() => server.log()).toContain('Setting GA feature gate DryRun=true. It will be removed in a future release.');
		await expect.poll(() => server.log()).toContain('--runtime-config: networking.orch.io/v1beta1 is of another release than 1.25, and has no effect');
	});
});

describe('--runtime-config', () => {
	afterEach(() => server.remove());

	it('api/ga=false,apps/v1=true', async () => {
		await start('--runtime-config', 'api/ga=false,apps/v1=true');
		const statuses = ['/api/v1/configmaps', '/apis/apps/v1/deployments'].map(async (path) => (await server.call('GET', path)).status);
		expect(await Promise.all(statuses)).toEqual([404, 200]);
	});
});

describe('an alpha version', () => {
	const { extended } = inject('built');
	const sketches = '/apis/sketches.example.com/v1alpha1/sketches';
	const sketch = { apiVersion: 'sketches.example.com/v1alpha1', kind: 'Sketch', metadata: { name: 'first' }, spec: {} };
	const notServed = 'sketches.example.com/v1alpha1 is an alpha version and not served: --runtime-config sketches.example.com/v1alpha1=true serves it';

	afterEach(() => server.remove());

	it('is off by default, in documents too; its stored objects stay, and the log names the flag', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'orch-alpha-'));
		const serve = async (...flags: string[]): Promise<void> => {
			await server?.stop();
			server = await startServer(extended, { dataDir, flags });
		};
		const isShown = async (path: string): Promise<boolean> => (await server.call('GET', path)).text.includes('sketches.example.com');

		await serve('--runtime-config', 'sketches.example.com/v1alpha1=true');
		expect((await server.call('POST', sketches, sketch)).status).toBe(201);
		expect([await isShown('/apis'), await isShown('/openapi/v3')]).toEqual([true, true]);
		await server.stop();
		expect(server.log()).not.toContain(notServed);

		await serve();
		expect((await server.call('GET', `${sketches}/first`)).status).toBe(404);
		expect((await server.call('POST', sketches, sketch)).status).toBe(404);
		expect([await isShown('/apis'), await isShown('/openapi/v3')]).toEqual([false, false]);
		await expect.poll(() => server.log()).toContain(notServed);

		await serve('--runtime-config', 'api/alpha=true');
		expect((await server.call('GET', `${sketches}/first`)).json()).toMatchObject({ metadata: { name: 'first' } });
	});
});

describe('--v', () => {
	afterEach(() => server.remove());
	const requests = (): unknown[] =>
		server
			.log()
			.split('\n')
			.filter((line) => line.includes('"msg":"request"') && !line.includes('"uri":"/metrics"'))
			.map((line) => JSON.parse(line));

	it('3 logs a line for each request: action, outcome, user, origin and IDs', async () => {
		await start('--v', '3');
		const trace = 'ab'.repeat(16);
		const headers = { 'user-agent': 'tester/1.0', 'audit-id': 'mine-1', traceparent: `00-${trace}-${'cd'.repeat(8)}-01` };
		await server.call('GET', `${configmaps}/none?limit=7`, undefined, headers);
		await server.call('GET', `${configmaps}?watch=1&timeoutSeconds=1`, undefined, headers);
		await server.call('POST', configmaps, { metadata: { name: 'one' }, data: { a: 'secret' } }, headers);
		const agent = 'odd\u009b\u0085"x Bearer hunter4'; // headers are read as latin1
		const odd = await server.call('GET', `${configmaps}/%E2%80%AEtxt?access_token=hunter2&x=%0A`, undefined, {
			'user-agent': agent,
			authorization: 'Bearer hunter3',
		});
		await server.stop();
		const ids = { auditId: 'mine-1', traceId: trace, source: expect.stringMatching(/^127\.0\.0\.1:\d+$/) };
		const mine = { level: 'info', agent: 'tester/1.0', user: 'orch-admin', ms: expect.any(Number), ...ids };
		expect(requests()).toEqual([
			expect.objectContaining({ ...mine, verb: 'get', uri: `${configmaps}/none?limit=7`, status: 404 }),
			expect.objectContaining({ ...mine, verb: 'watch', uri: `${configmaps}?watch=1&timeoutSeconds=1`, status: 200 }),
			expect.objectContaining({ ...mine, verb: 'create', uri: configmaps, status: 201 }),
			expect.objectContaining({
				uri: `${configmaps}/\u202etxt?access_token=***&x=%0A`,
				agent: agent.replace('hunter4', '***'),
				auditId: odd.headers['audit-id'],
			}),
		]);
		// Neither secrets nor control characters get into a line.
		expect(server.log()).not.toMatch(/secret|hunter/);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
		expect(server.log().replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
	});

	it('2 logs none', async () => {
		await start('--v', '2');
		await server.call('GET', configmaps);
		expect([requests(), server.log()]).toEqual([[], expect.stringContaining('"msg":"ready"')]);
	});
});
