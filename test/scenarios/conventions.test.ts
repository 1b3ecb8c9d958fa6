/** Tests seed 1 against the built server, statement by statement, where no other scenario covers it (`docs/conformance/seed-1.md`). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';

let folder: string;
let server: ServerProcess;
const expectStatus = expecting(() => server);
const collection = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const configmaps = collection('default');
const drivers = '/apis/storage.orch.io/v1/csidrivers';
const named = (name: string, more: object = {}): object => ({ metadata: { name, ...more } });
const namesOf = (list: Loose): string[] => list.items.map((item: Loose) => item.metadata.name);
const linesOf = (text: string): Loose[] =>
	text
		.trim()
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Loose);
/** Sends a request with an Authorization header and without a client certificate. */
const as = (authorization: string, method: string, path: string, body?: unknown): Promise<Answer> =>
	call(server.url, { ca: server.credentials.ca }, method, path, body, { authorization });

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-conventions-'));
	writeFileSync(join(folder, 'tokens.csv'), 'guest-token,guest,guest-1\n', { mode: 0o600 });
	server = await startServer(inject('built').orch, { flags: ['--token-auth-file', join(folder, 'tokens.csv')] });
});
afterAll(async () => {
	await server.remove();
	rmSync(folder, { recursive: true, force: true });
});

describe('names', () => {
	it('are unique in a kind and namespace, and free again after deletion', async () => {
		await expectStatus(201, 'POST', '/api/v1/namespaces', named('names'));
		const texts = { labels: { tier: 'front' }, annotations: { 'example.com/note': 'any text, "quoted" too' } };
		const first = await expectStatus(201, 'POST', configmaps, named('one', texts));
		expect(first.metadata).toMatchObject(texts);
		expect(await expectStatus(409, 'POST', configmaps, named('one'))).toMatchObject({ reason: 'AlreadyExists', message: 'configmaps "one" already exists' });
		await expectStatus(201, 'POST', collection('names'), named('one'));
		await expectStatus(201, 'POST', '/api/v1/namespaces/default/secrets', named('one'));
		await expectStatus(200, 'DELETE', `${configmaps}/one`);
		const second = await expectStatus(201, 'POST', configmaps, named('one'));
		expect(second.metadata.uid).not.toBe(first.metadata.uid);
	});

	it('of cluster-scoped kinds are unique in the cluster', async () => {
		expect((await expectStatus(201, 'POST', drivers, { ...named('disk.example.com'), spec: {} })).metadata.namespace).toBeUndefined();
		await expectStatus(409, 'POST', drivers, { ...named('disk.example.com'), spec: {} });
		await expectStatus(404, 'GET', '/apis/storage.orch.io/v1/namespaces/default/csidrivers/disk.example.com');
	});
});

describe('requests', () => {
	it.each(['List', 'ConfigMapList'])('do not take several resources at once: %s', async (kind) => {
		expect(await expectStatus(400, 'POST', configmaps, { kind, apiVersion: 'v1', items: [named('several')] })).toMatchObject({ reason: 'BadRequest' });
		await expectStatus(404, 'GET', `${configmaps}/several`);
	});

	it('for a subresource name one object', async () => {
		const deployments = '/apis/apps/v1/namespaces/default/deployments';
		expect((await expectStatus(404, 'GET', `${deployments}/scale`)).message).toBe('deployments.apps "scale" not found');
		expect((await expectStatus(404, 'GET', `${deployments}/-/scale`)).message).toBe('deployments.apps "-" not found');
	});

	it('for every operation need valid credentials', async () => {
		const operations = [
			['GET', configmaps],
			['GET', `${configmaps}/one`],
			['GET', `${configmaps}?watch=1`],
			['POST', configmaps],
			['PUT', `${configmaps}/one`],
			['PATCH', `${configmaps}/one`],
			['DELETE', `${configmaps}/one`],
			['DELETE', configmaps],
			['GET', '/apis'],
			['GET', '/metrics'],
		] as const;
		for (const [method, path] of operations) {
			const answer = await as('Bearer wrong', method, path, method === 'GET' || method === 'DELETE' ? undefined : named('one'));
			expect([method, path, answer.status, (answer.json() as Loose).reason]).toEqual([method, path, 401, 'Unauthorized']);
		}
	});

	it('by HEAD equal GET without a body', async () => {
		for (const path of [configmaps, `${configmaps}/one`, '/livez']) {
			const [head, get] = [await server.call('HEAD', path), await server.call('GET', path)];
			expect([head.status, head.headers['content-type'], head.text]).toEqual([get.status, get.headers['content-type'], '']);
		}
		expect((await server.call('HEAD', `${configmaps}/none`)).status).toBe(404);
	});

	it('are answered in the accepted media type, for any type of the body', async () => {
		const answer = await server.call('POST', configmaps, 'metadata: {name: mixed}\ndata: {a: b}\n', {
			'content-type': 'application/yaml',
			accept: 'application/vnd.orch.protobuf',
		});
		expect([answer.status, answer.headers['content-type'], answer.bytes.subarray(0, 4).toString('hex')]).toEqual([
			201,
			'application/vnd.orch.protobuf',
			'6b387300',
		]);
		const back = await server.call('PUT', `${configmaps}/mixed`, answer.bytes, { 'content-type': 'application/vnd.orch.protobuf', accept: 'application/yaml' });
		expect([back.status, back.text.startsWith('apiVersion: v1\n')]).toEqual([200, true]);
	});
});

describe('versions of reads', () => {
	const path = collection('reads');
	/** Resource version at which a, b and c existed; `now` has a fourth. */
	let before: string;
	let now: string;
	/** Continue token of a list in chunks that began at `before`. */
	let token: string;
	beforeAll(async () => {
		await expectStatus(201, 'POST', '/api/v1/namespaces', named('reads'));
		const certificates = `${path}?fieldSelector=metadata.name%3Dorch-root-ca.crt`;
		// A controller writes it; the timeout of the hook bounds the wait.
		while ((await expectStatus(200, 'GET', certificates)).items.length === 0);
		for (const name of ['a', 'b', 'c']) await expectStatus(201, 'POST', path, named(name, { labels: { read: 'yes' } }));
		const chunk = await expectStatus(200, 'GET', `${path}?labelSelector=read&limit=1`);
		before = chunk.metadata.resourceVersion;
		token = chunk.metadata.continue;
		await expectStatus(201, 'POST', path, named('d', { labels: { read: 'yes' } }));
		now = (await expectStatus(200, 'GET', path)).metadata.resourceVersion;
	});

	const all = ['a', 'b', 'c', 'd'];
	/** Items of the list or the code of its refusal, by the given resourceVersion. */
	it.each<[match: string, pages: string, unset: Shown, zero: Shown, before: Shown]>([
		['', '', all, all, all],
		['', 'limit=9', all, all, ['a', 'b', 'c']],
		['', 'limit=9&continue=TOKEN', ['b', 'c'], ['b', 'c'], 400],
		['Exact', '', 422, 422, ['a', 'b', 'c']],
		['Exact', 'limit=9', 422, 422, ['a', 'b', 'c']],
		['NotOlderThan', '', 422, all, all],
		['NotOlderThan', 'limit=9', 422, all, all],
		['NotOlderThan', 'limit=9&continue=TOKEN', 422, 422, 422],
	])('in a list with resourceVersionMatch=%s and %s', async (match, pages, ...expected) => {
		const query = `${path}?labelSelector=read${match && `&resourceVersionMatch=${match}`}${pages && `&${pages.replace('TOKEN', token)}`}`;
		const shown: Shown[] = [];
		for (const version of ['', '0', before]) {
			const answer = await server.call('GET', version === '' ? query : `${query}&resourceVersion=${version}`);
			const list = answer.json() as Loose;
			shown.push(answer.status === 200 ? namesOf(list) : answer.status);
			const exactly = shown.at(-1)?.toString().includes('d') === false;
			if (answer.status === 200) expect(list.metadata.resourceVersion).toBe(exactly ? before : now);
		}
		expect(shown).toEqual(expected);
	});

	it('in a get: the most recent, any, or not older than the given one', async () => {
		const { metadata } = await expectStatus(200, 'GET', `${path}/a`);
		for (const version of ['0', metadata.resourceVersion, now]) {
			expect((await expectStatus(200, 'GET', `${path}/a?resourceVersion=${version}`)).metadata).toEqual(metadata);
		}
	});

	it('in a watch: initial state and changes, or only changes after a version', async () => {
		const watch = (version: string, more = ''): Promise<Answer> => server.call('GET', `${path}?watch=1&timeoutSeconds=1&labelSelector=read${version}${more}`);
		const starts: [version: string, expected: readonly string[]][] = [
			['', all],
			['&resourceVersion=0', all],
			[`&resourceVersion=${before}`, ['d']],
			// The server waits for a revision of the future.
			[`&resourceVersion=${Number(now) + 1_000_000}`, []],
		];
		await Promise.all(
			starts.map(async ([version, expected]) => {
				const [marked, plain] = await Promise.all([watch(version, '&allowWatchBookmarks=true'), watch(version)]);
				expect([marked.status, marked.headers['content-type'], marked.headers['transfer-encoding']]).toEqual([200, 'application/json', 'chunked']);
				const events = linesOf(marked.text);
				for (const event of events) expect([Object.keys(event), event.object.kind]).toEqual([['type', 'object'], 'ConfigMap']);
				const changes = events.filter(({ type }) => type !== 'BOOKMARK');
				expect(changes.map(({ type, object }) => [type, object.metadata.name])).toEqual(expected.map((name) => ['ADDED', name]));
				const bookmark = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: expect.any(String), creationTimestamp: null } };
				const bookmarks = events.slice(changes.length);
				expect(bookmarks.length).toBeGreaterThan(0);
				expect(bookmarks).toEqual(bookmarks.map(() => ({ type: 'BOOKMARK', object: bookmark })));
				expect(linesOf(plain.text)).toEqual(changes);
			}),
		);
	});

	it.each(['resourceVersion=1&resourceVersionMatch=Exact', 'resourceVersion=1&limit=1'])('that have expired: 410 for %s', async (query) => {
		expect(await expectStatus(410, 'GET', `${path}?${query}`)).toMatchObject({ reason: 'Expired' });
	});

	it('that have expired: 410 in a watch, which ends', async () => {
		const { status, text } = await server.call('GET', `${path}?watch=1&resourceVersion=1`);
		expect([status, linesOf(text)]).toMatchObject([200, [{ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } }]]);
	});
});

type Shown = readonly string[] | number;

describe('a dry run', () => {
	const dry = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
		server.call(method, `${path}?dryRun=All`, body, headers);

	it('runs all stages with the answers of a real request, and stores no object', async () => {
		const before = await expectStatus(201, 'POST', configmaps, { ...named('dry'), data: { a: '1' }, immutable: true });
		const statuses = [
			await dry('POST', configmaps, named('dry-new')),
			await dry('POST', configmaps, named('dry')),
			await dry('POST', configmaps, named('Not A Name')),
			await dry('POST', collection('no-such-namespace'), named('dry')),
			await dry('PUT', `${configmaps}/dry`, { ...before, metadata: { ...before.metadata, resourceVersion: '1' } }),
			await dry('PATCH', `${configmaps}/dry`, { data: { a: '2' } }, patchTypes.merge),
			await dry('PATCH', `${configmaps}/dry`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge),
			await dry('DELETE', `${configmaps}/dry`),
			await dry('DELETE', configmaps),
		].map(({ status }) => status);
		expect(statuses).toEqual([201, 409, 422, 404, 409, 422, 200, 200, 200]);
		expect(await expectStatus(200, 'GET', `${configmaps}/dry`)).toEqual(before);
		await expectStatus(404, 'GET', `${configmaps}/dry-new`);
	});

	it('shows defaults, and a name where one is generated', async () => {
		const driver = (await dry('POST', drivers, { ...named('dry.example.com'), spec: {} })).json() as Loose;
		expect(driver.spec).toMatchObject({ attachRequired: true, podInfoOnMount: false });
		const made = (await dry('POST', configmaps, { metadata: { generateName: 'dry-' } })).json() as Loose;
		expect(made.metadata.name).toMatch(/^dry-.{5}$/);
		await expectStatus(404, 'GET', `${configmaps}/${made.metadata.name}`);
	});

	it('needs the rights of a real request', async () => {
		for (const query of ['', '?dryRun=All']) {
			const answer = await as('Bearer guest-token', 'POST', `${configmaps}${query}`, named('dry-guest'));
			expect([answer.status, (answer.json() as Loose).reason]).toEqual([403, 'Forbidden']);
		}
	});

	it.each(['dryRun=', 'dryRun'])('needs a value: %s', async (query) => {
		const name = `not-dry-${query.length}`;
		await expectStatus(201, 'POST', `${configmaps}?${query}`, named(name));
		await expectStatus(200, 'GET', `${configmaps}/${name}`);
	});
});

it('finalizers of an object that is being deleted may be put in another order', async () => {
	await expectStatus(201, 'POST', configmaps, named('ordered', { finalizers: ['example.com/a', 'example.com/b'] }));
	const marked = await expectStatus(200, 'DELETE', `${configmaps}/ordered`);
	const finalizers = ['example.com/b', 'example.com/a'];
	const patched = await expectStatus(200, 'PATCH', `${configmaps}/ordered`, { metadata: { finalizers } }, patchTypes.merge);
	expect(patched.metadata).toMatchObject({ finalizers, deletionTimestamp: marked.metadata.deletionTimestamp });
	await expectStatus(200, 'PATCH', `${configmaps}/ordered`, { metadata: { finalizers: null } }, patchTypes.merge);
	await expectStatus(404, 'GET', `${configmaps}/ordered`);
});

it('a Deployment has no rollbackTo', async () => {
	const spec = {
		rollbackTo: { revision: 1 },
		selector: { matchLabels: { a: 'b' } },
		template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
	};
	const refused = await expectStatus(400, 'POST', '/apis/apps/v1/namespaces/default/deployments?fieldValidation=Strict', { ...named('rolled'), spec });
	expect(refused.message).toContain('strict decoding error: unknown field "spec.rollbackTo"');
});

describe('health', () => {
	it.each(['healthz', 'livez', 'readyz'])('%s names its checks, and each is one of its own', async (endpoint) => {
		const { text, status } = await server.call('GET', `/${endpoint}?verbose`);
		expect([status, text.trimEnd().split('\n').at(-1)]).toEqual([200, 'healthz check passed']);
		const checks = [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name = '']) => name);
		expect(checks).toEqual(expect.arrayContaining(['ping', 'log', 'datastore', 'autoregister-completion', expect.stringMatching(/^poststarthook\//)]));
		expect(checks.includes('shutdown')).toBe(endpoint === 'readyz');
		for (const name of checks) expect([name, (await server.call('GET', `/${endpoint}/${name}`)).text]).toEqual([name, 'ok']);
		for (const name of checks) expect((await server.call('GET', `/${endpoint}?verbose&exclude=${name}`)).text).toContain(`[+]${name} excluded: ok\n`);
	});

	it('readyz fails from the end of a server on, livez does not, and requests are served meanwhile', async () => {
		const ending = await startServer(inject('built').orch, { flags: ['--shutdown-delay-duration', '400ms'] });
		const stopped = ending.stop();
		let ready: Answer;
		do ready = await ending.call('GET', '/readyz?verbose');
		while (ready.status === 200);
		expect([ready.status, ready.text]).toEqual([500, expect.stringMatching(/^\[-\]shutdown failed/m)]);
		expect((await ending.call('GET', '/livez')).status).toBe(200);
		expect((await ending.call('GET', configmaps)).status).toBe(200);
		expect(await stopped).toBe(0);
		await ending.remove();
	});
});
