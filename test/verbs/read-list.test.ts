import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { waitForVersionMs } from '../../runtime/verbs/get/get.ts';
import { bytesOf, configMap, type Reader, reader, signals, text } from './read-fixture.ts';

const tableAccept = 'application/json;as=Table;v=v1;g=meta.orch.io,application/json;as=Table;v=v1beta1;g=meta.orch.io,application/json';
const names = (list: JsonObject): string[] => (list.items as JsonObject[]).map((item) => String((item.metadata as JsonObject).name));
const meta = (object: JsonObject): JsonObject => object.metadata as JsonObject;
const cms = '/api/v1/namespaces/a/configmaps';

/** Returns the error of a request that waits for a version, once its deadline has passed on a fake clock and not before. */
async function failureOfWait(ask: () => Promise<unknown>): Promise<unknown> {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		let failure: unknown;
		const failed = ask().then(
			() => Promise.reject(new Error('the request was answered')),
			(error: unknown) => {
				failure = error;
			},
		);
		while (vi.getTimerCount() === 0) await new Promise(setImmediate);
		await vi.advanceTimersByTimeAsync(waitForVersionMs - 1);
		expect(failure).toBeUndefined();
		await vi.advanceTimersByTimeAsync(1);
		await failed;
		return failure;
	} finally {
		vi.useRealTimers();
	}
}

describe('get', () => {
	let under: Reader;
	beforeAll(async () => {
		under = await reader();
		await under.put('configmaps', configMap('x', { k: 'v' }, { app: 'web' }));
	});
	afterAll(() => under.close());

	it('gives the bytes of the cache, at once and behind what lists leave out', async () => {
		const response = await under.get(`${cms}/x`);
		expect(response.status).toBe(200);
		expect(response.headers).toEqual({ 'content-type': 'application/json' });
		const [head, rest] = response.body as readonly Buffer[];
		expect(head?.toString()).toBe('{"kind":"ConfigMap","apiVersion":"v1",');
		expect(rest?.buffer).toBe(under.cache.get('configmaps', 'a', 'x')?.bytes.buffer);
		expect(JSON.parse(await text(response))).toMatchObject({
			kind: 'ConfigMap',
			apiVersion: 'v1',
			metadata: { name: 'x', resourceVersion: under.at(1) },
			data: { k: 'v' },
		});
	});

	it('tells what is not there', async () => {
		await expect(under.get(`${cms}/nope`)).rejects.toThrow(expect.objectContaining({ reason: 'NotFound', message: 'configmaps "nope" not found' }));
		await expect(under.get('/apis/apps/v1/namespaces/a/deployments/d')).rejects.toThrow('deployments.apps "d" not found');
	});

	it('takes any version, waits for a later one, and gives up with 504', async () => {
		expect((await under.get(`${cms}/x?resourceVersion=0`)).status).toBe(200);
		expect((await under.get(`${cms}/x?resourceVersion=${under.at(1)}`)).status).toBe(200);
		await expect(under.get(`${cms}/x?resourceVersion=abc`)).rejects.toThrow(expect.objectContaining({ reason: 'BadRequest' }));
		const late = await failureOfWait(() => under.get(`${cms}/x?resourceVersion=${under.at(999)}`));
		expect(late).toMatchObject({ reason: 'Timeout' });
	});

	it('speaks YAML, protobuf, and for people', async () => {
		expect(await text(await under.get(`${cms}/x`, { accept: 'application/yaml' }))).toContain('kind: ConfigMap\n');
		const protobuf = await under.get(`${cms}/x`, { accept: 'application/vnd.orch.protobuf,application/json' });
		expect(protobuf.headers['content-type']).toBe('application/vnd.orch.protobuf');
		expect((await bytesOf(protobuf)).subarray(0, 4).toString('latin1')).toBe('k8s\0');
		expect(await text(await under.get(`${cms}/x?pretty=true`))).toContain('{\n  "kind": "ConfigMap",\n');
		expect(await text(await under.get(`${cms}/x`, { 'user-agent': 'curl/8' }))).toContain('\n  "kind"');
		expect(await text(await under.get(`${cms}/x?pretty=false`, { 'user-agent': 'curl/8' }))).not.toContain('\n');
	});

	it.each(['x', 'nope'])('refuses an unknown media type, whether or not the object exists: %s', async (name) => {
		await expect(under.get(`${cms}/${name}`, { accept: 'text/html' })).rejects.toThrow(
			expect.objectContaining({
				reason: 'NotAcceptable',
				message:
					'only the following media types are accepted: application/json, application/yaml, application/vnd.orch.protobuf, application/vnd.kubernetes.protobuf',
			}),
		);
	});

	it('gives a Table, and metadata alone', async () => {
		const table = await under.json(`${cms}/x`, { accept: tableAccept });
		expect(table).toMatchObject({ kind: 'Table', apiVersion: 'meta.orch.io/v1', metadata: { resourceVersion: under.at(1) } });
		expect((table.columnDefinitions as JsonObject[]).map((column) => column.name)).toEqual(['Name', 'Data', 'Age']);
		expect(table.rows).toEqual([
			{
				cells: ['x', 1, expect.stringMatching(/^\d+y/)],
				object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.orch.io/v1', metadata: expect.objectContaining({ name: 'x' }) },
			},
		]);
		const partial = await under.json(`${cms}/x`, { accept: 'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1' });
		expect(partial).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'x', labels: { app: 'web' } } });
		expect(partial.data).toBeUndefined();
	});
});

async function fill(under: Reader): Promise<void> {
	for (const name of ['c', 'a', 'b', 'd', 'e']) await under.put('configmaps', configMap(name, {}, name < 'c' ? { early: 'yes' } : undefined));
	await under.put('configmaps', configMap('other', {}, {}, 'z'));
}

describe('list', () => {
	let under: Reader;
	beforeAll(async () => {
		under = await reader();
		await fill(under);
	});
	afterAll(() => under.close());

	it('is in order, with the version of the whole', async () => {
		const list = await under.json(cms);
		expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: under.at(6) } });
		expect(names(list)).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(names(await under.json('/api/v1/configmaps'))).toEqual(['a', 'b', 'c', 'd', 'e', 'other']);
		expect(await under.json('/api/v1/namespaces/none/configmaps')).toMatchObject({ metadata: { resourceVersion: under.at(6) }, items: [] });
	});

	it('makes no signal where it waits for nothing', async () => {
		const made: number[] = [];
		for (let i = 0; i < 10; i++) {
			const before = signals.made;
			for (const url of [`${cms}/a`, cms, `${cms}?labelSelector=early`, `${cms}?limit=2`]) await under.get(url);
			made.push(signals.made - before);
		}
		// A busy machine may end a slice early.
		expect(Math.min(...made)).toBe(0);
	});

	it('selects', async () => {
		expect(names(await under.json(`${cms}?labelSelector=early`))).toEqual(['a', 'b']);
		expect(names(await under.json(`${cms}?labelSelector=!early&limit=2`))).toEqual(['c', 'd']);
		expect(names(await under.json(`${cms}?fieldSelector=metadata.name%3Db`))).toEqual(['b']);
		expect(names(await under.json(`${cms}?fieldSelector=metadata.name%3Db,metadata.namespace%3Dz`))).toEqual([]);
		expect(names(await under.json('/api/v1/configmaps?fieldSelector=metadata.namespace%3Dz'))).toEqual(['other']);
		expect(names(await under.json('/api/v1/configmaps?fieldSelector=metadata.name!%3Da&labelSelector=early'))).toEqual(['b']);
		await expect(under.get(`${cms}?fieldSelector=spec.x%3Db`)).rejects.toThrow(expect.objectContaining({ reason: 'BadRequest' }));
		await expect(under.get(`${cms}?labelSelector=a%20b`)).rejects.toThrow(expect.objectContaining({ reason: 'BadRequest' }));
	});

	it('leaves out the remaining count when something is filtered', async () => {
		expect(meta(await under.json(`${cms}?limit=1&labelSelector=early`)).remainingItemCount).toBeUndefined();
	});

	it.each([
		['limit=2', 'a page, then the last chunk', [['a', 'b'], ['c', 'd'], ['e']]],
		['limit=5', 'one chunk', [['a', 'b', 'c', 'd', 'e']]],
	] as const)('has an empty token in the last chunk: %s, %s', async (query, _, chunks) => {
		const seen: (readonly string[])[] = [];
		let token = '';
		do {
			const list = await under.json(`${cms}?${query}&continue=${token}`);
			seen.push(names(list));
			expect(meta(list).continue).toEqual(expect.any(String));
			token = String(meta(list).continue);
		} while (token !== '');
		expect(seen).toEqual(chunks);
	});

	it('has no token where it is not in chunks', async () => {
		expect(meta(await under.json(cms))).not.toHaveProperty('continue');
	});

	it.each([
		['', 504],
		['&resourceVersionMatch=NotOlderThan', 504],
		['&resourceVersionMatch=NotOlderThan&limit=5', 410],
		['&resourceVersionMatch=Exact', 410],
		['&limit=5', 410],
	])('at a future version, with %s, is answered with %i', async (query, code) => {
		const refusal = { code, message: expect.stringContaining('Too large resource version') };
		expect(await failureOfWait(() => under.get(`${cms}?resourceVersion=${under.at(999)}${query}`))).toMatchObject(refusal);
	});

	it.each([
		[3, 'limit=1', 2],
		[3, 'limit=2', 1],
		[3, 'limit=3', undefined],
		[4, 'limit=1&labelSelector=early', undefined],
		[4, 'limit=1&fieldSelector=metadata.name!%3Dz', undefined],
		[5, 'limit=1', 4],
	])('counts what was left at version %i, and not what is there now: %s', async (version, query, left) => {
		const past = meta(await under.json(`${cms}?${query}&resourceVersion=${under.at(version)}&resourceVersionMatch=Exact`));
		expect(past.remainingItemCount).toBe(left);
		if (left !== undefined) expect(past.continue).toEqual(expect.any(String));
	});

	it.each([
		['resourceVersionMatch=Exact', 'Invalid', 'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided'],
		['resourceVersionMatch=NotOlderThan&limit=1', 'Invalid', 'is forbidden unless resourceVersion is provided'],
		['resourceVersionMatch=Exact&resourceVersion=0', 'Invalid', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
		[
			'resourceVersionMatch=Best&resourceVersion=1',
			'Invalid',
			'ListOptions.meta.orch.io "" is invalid: resourceVersionMatch: Unsupported value: "Best": supported values: "Exact", "NotOlderThan", ""',
		],
		['resourceVersionMatch=Exact&resourceVersion=x&continue=rubbish', 'Invalid', 'resourceVersionMatch is forbidden when continue is provided'],
		['sendInitialEvents=true', 'Invalid', 'sendInitialEvents is forbidden for list'],
		['continue=TOKEN&resourceVersion=3', 'BadRequest', 'specifying resource version is not allowed when using continue'],
		['continue=rubbish', 'BadRequest', 'continue key is not valid'],
		['limit=x', 'BadRequest', 'limit: Invalid value: "x"'],
		['includeObject=All', 'BadRequest', 'includeObject: Unsupported value: "All"'],
		['resourceVersion=-1', 'BadRequest', 'resourceVersion: Invalid value'],
		['resourceVersion=9223372036854775808', 'BadRequest', 'resourceVersion: Invalid value: "9223372036854775808": value out of range'],
		['resourceVersion=99999999999999999999', 'BadRequest', 'resourceVersion: Invalid value: "99999999999999999999": value out of range'],
	])('%s is refused', async (query, reason, message) => {
		const token = String(meta(await under.json(`${cms}?limit=1`)).continue);
		await expect(under.get(`${cms}?${query.replace('TOKEN', token)}`)).rejects.toThrow(
			expect.objectContaining({ reason, message: expect.stringContaining(message) }),
		);
	});

	it.each([
		['namespace', '/api/v1/namespaces/a/configmaps?limit=5'],
		['resource', '/api/v1/secrets?limit=5'],
		['label selector', '/api/v1/configmaps?limit=5&labelSelector=a'],
		['field selector', '/api/v1/configmaps?limit=5&fieldSelector=metadata.name%3Da'],
	])('refuses a token of another %s', async (_, path) => {
		const token = String(meta(await under.json('/api/v1/configmaps?limit=1')).continue);
		expect((await under.json(`/api/v1/configmaps?limit=5&continue=${token}`)).kind).toBe('ConfigMapList');
		await expect(under.get(`${path}&continue=${token}`)).rejects.toThrow(
			expect.objectContaining({ reason: 'BadRequest', message: expect.stringContaining('invalid continue token: continue key is not valid') }),
		);
	});

	it.each([
		['resourceVersion=3', ['a', 'b', 'c', 'd', 'e'], '6'],
		['resourceVersion=0', ['a', 'b', 'c', 'd', 'e'], '6'],
		['resourceVersion=3&resourceVersionMatch=NotOlderThan', ['a', 'b', 'c', 'd', 'e'], '6'],
		['resourceVersion=3&resourceVersionMatch=NotOlderThan&limit=9', ['a', 'b', 'c', 'd', 'e'], '6'],
		['resourceVersion=3&resourceVersionMatch=Exact', ['a', 'b', 'c'], '3'],
		['resourceVersion=3&resourceVersionMatch=Exact&limit=2', ['a', 'b'], '3'],
		['resourceVersion=3&limit=9', ['a', 'b', 'c'], '3'],
		['resourceVersion=3&limit=9&fieldSelector=metadata.name%3De', ['e'], '6'],
		['resourceVersion=3&limit=9&fieldSelector=metadata.name!%3Da', ['b', 'c'], '3'],
		['resourceVersion=3&limit=9223372036854775807', ['a', 'b', 'c'], '3'],
		['resourceVersion=0&limit=9223372036854775807', ['a', 'b', 'c', 'd', 'e'], '6'],
		['limit=9007199254740991&labelSelector=early', ['a', 'b'], '6'],
		['resourceVersion=6&limit=9', ['a', 'b', 'c', 'd', 'e'], '6'],
		['resourceVersion=0&limit=9', ['a', 'b', 'c', 'd', 'e'], '6'],
	])('%s', async (query, expected, version) => {
		const list = await under.json(`${cms}?${query.replace(/(?<=resourceVersion=)[1-9]/, (n) => under.at(Number(n)))}`);
		expect(names(list)).toEqual(expected);
		expect(meta(list).resourceVersion).toBe(under.at(Number(version)));
	});

	it('comes as Table, with or without objects', async () => {
		const table = await under.json(`${cms}?limit=2`, { accept: tableAccept });
		expect(table).toMatchObject({ kind: 'Table', metadata: { resourceVersion: under.at(6), remainingItemCount: 3 } });
		expect((table.rows as JsonObject[]).map((row) => (row.cells as string[])[0])).toEqual(['a', 'b']);
		const [none] = (await under.json(`${cms}?includeObject=None`, { accept: tableAccept })).rows as JsonObject[];
		expect(none?.object).toBeNull();
		const [whole] = (await under.json(`${cms}?includeObject=Object`, { accept: tableAccept })).rows as JsonObject[];
		expect(whole?.object).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'a' } });
	});

	it('comes as metadata alone, YAML and protobuf', async () => {
		const partial = await under.json(cms, { accept: 'application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1' });
		expect(partial).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.orch.io/v1' });
		expect((partial.items as JsonObject[])[0]).toMatchObject({ kind: 'PartialObjectMetadata' });
		expect(await text(await under.get(cms, { accept: 'application/yaml' }))).toContain('kind: ConfigMapList');
		for (const as of ['', ';as=PartialObjectMetadataList;g=meta.orch.io;v=v1']) {
			const bytes = await bytesOf(await under.get(cms, { accept: `application/vnd.orch.protobuf${as}` }));
			expect(bytes.subarray(0, 4).toString('latin1')).toBe('k8s\0');
			expect(bytes.toString('latin1')).toContain(as === '' ? 'ConfigMapList' : 'PartialObjectMetadataList');
		}
	});
});

describe('list, while things change', () => {
	let under: Reader;
	beforeEach(async () => {
		under = await reader();
		await fill(under);
	});
	afterEach(() => under.close());

	it('continues one snapshot, whatever changes meanwhile', async () => {
		const first = await under.json(`${cms}?limit=2`);
		expect(names(first)).toEqual(['a', 'b']);
		expect(meta(first)).toMatchObject({ resourceVersion: under.at(6), remainingItemCount: 3 });
		await under.remove('configmaps', 'a', 'd');
		await under.put('configmaps', configMap('bb'));
		const second = await under.json(`${cms}?limit=2&continue=${meta(first).continue}`);
		expect(names(second)).toEqual(['c', 'd']);
		expect(meta(second)).toMatchObject({ resourceVersion: under.at(6), remainingItemCount: 1 });
		const third = await under.json(`${cms}?limit=2&continue=${meta(second).continue}`);
		expect(names(third)).toEqual(['e']);
		expect(meta(third)).toEqual({ resourceVersion: under.at(6), continue: '' });
		expect(names(await under.json(cms))).toEqual(['a', 'b', 'bb', 'c', 'e']);
	});

	it('counts the remaining items of its version, whatever changed since', async () => {
		const past = under.at(6);
		await under.remove('configmaps', 'a', 'a');
		await under.remove('configmaps', 'a', 'e');
		await under.put('configmaps', configMap('e', { anew: 'yes' }));
		await under.put('configmaps', configMap('c', { changed: 'yes' }));
		for (const name of ['0', 'bb', 'f']) await under.put('configmaps', configMap(name));
		await under.put('configmaps', configMap('other', {}, {}, 'b'));
		await under.remove('configmaps', 'z', 'other');
		const whole = (query: string) => under.json(`/api/v1/configmaps?resourceVersion=${past}&resourceVersionMatch=Exact${query}`);
		expect(names(await whole(''))).toEqual(['a', 'b', 'c', 'd', 'e', 'other']);
		expect(meta(await whole('')).remainingItemCount).toBeUndefined();
		const counted: unknown[] = [];
		for (let list = await whole('&limit=1'); ; list = await under.json(`/api/v1/configmaps?limit=1&continue=${meta(list).continue}`)) {
			counted.push([...names(list), meta(list).remainingItemCount]);
			expect(meta(list).resourceVersion).toBe(past);
			if (meta(list).continue === '') break;
		}
		expect(counted).toEqual([
			['a', 5],
			['b', 4],
			['c', 3],
			['d', 2],
			['e', 1],
			['other', undefined],
		]);
		const inNamespace = await under.json(`${cms}?limit=2&resourceVersion=${past}`);
		expect([names(inNamespace), meta(inNamespace).remainingItemCount]).toEqual([['a', 'b'], 3]);
		expect((await under.json(`/api/v1/configmaps?resourceVersion=${past}&limit=9&labelSelector=early`)).items).toHaveLength(2);
	});

	it('goes on from a token whose version is forgotten at what is there now, and counts that', async () => {
		const first = await under.json(`${cms}?limit=2`);
		for (const name of ['a0', 'bb', 'f']) await under.put('configmaps', configMap(name));
		await under.under.store.compact(Number(under.at(9)));
		const failure = await under.get(`${cms}?limit=2&continue=${meta(first).continue}`).catch((error: unknown) => error);
		const { continueToken } = failure as { continueToken: string };
		const rest = await under.json(`${cms}?limit=2&continue=${continueToken}`);
		expect([names(rest), meta(rest).remainingItemCount, meta(rest).resourceVersion]).toEqual([['bb', 'c'], 3, under.at(9)]);
		await under.put('configmaps', configMap('g'));
		const more = await under.json(`${cms}?limit=2&continue=${meta(rest).continue}`);
		expect([names(more), meta(more).remainingItemCount, meta(more).resourceVersion]).toEqual([['d', 'e'], 1, under.at(9)]);
	});

	it('answers 410 for what is compacted, with a way on', async () => {
		const first = await under.json(`${cms}?limit=2`);
		await under.put('configmaps', configMap('bb'));
		await under.put('configmaps', configMap('f'));
		await under.under.store.compact(Number(under.at(8)));
		const failure = await under.get(`${cms}?limit=2&continue=${meta(first).continue}`).catch((error: unknown) => error);
		expect(failure).toMatchObject({ reason: 'Expired', continueToken: expect.any(String) });
		const { continueToken } = failure as { continueToken: string };
		const rest = await under.json(`${cms}?limit=9&continue=${continueToken}`);
		expect(names(rest)).toEqual(['bb', 'c', 'd', 'e', 'f']);
		expect(meta(rest).resourceVersion).toBe(under.at(8));
		await expect(under.get(`${cms}?resourceVersion=${under.at(2)}&resourceVersionMatch=Exact`)).rejects.toThrow(expect.objectContaining({ reason: 'Expired' }));
	});

	it('streams what is large, in pieces, of one moment', async () => {
		const big = 'x'.repeat(20_000);
		for (let i = 0; i < 40; i++) await under.put('configmaps', configMap(`big-${i}`, { big }));
		const response = await under.get(cms);
		await under.put('configmaps', configMap('zz-late'));
		expect(Buffer.isBuffer(response.body)).toBe(false);
		const list = JSON.parse(await text(response)) as JsonObject;
		expect(names(list)).toHaveLength(45);
		expect(names(list)).not.toContain('zz-late');
		const pretty = await text(await under.get(`${cms}?pretty=1`));
		expect(names(JSON.parse(pretty) as JsonObject)).toHaveLength(46);
	});
});
