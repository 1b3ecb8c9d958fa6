/** Tests that a write through an older version changes only values that it can express; all others stay as stored. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import type { ServedResource } from '../../runtime/serving/resource.ts';
import { toProposal } from '../../runtime/verbs/write/proposal.ts';
import { objectOf } from '../schema/arbitrary.ts';
import { gadgetCatalog, gadgetGroup } from '../setup/gadgets.ts';
import { runs } from '../setup/sample.ts';
import { type Loose, type TestServer, testServer } from './write-fixture.ts';

const at = (version: string, rest = '/g'): string => `/apis/${gadgetGroup}/${version}/namespaces/default/gadgets${rest}`;

/** Spec with every field of v2. */
const spec: JsonObject = {
	size: 'small',
	mode: 'Manual',
	retention: { copies: 3, days: 7, policy: { level: 1, strict: true } },
	ports: [
		{ name: 'a', number: 1, protocol: 'UDP', target: { host: 'x', weight: 5 } },
		{ name: 'b', number: 2, protocol: 'SCTP', target: { host: 'y', weight: 6 } },
	],
	backend: { host: 'h', port: { number: 80 }, timeout: 9 },
	labels: { one: { value: '1', note: 'n1' }, two: { value: '2', note: 'n2' } },
	rules: [
		{ match: 'm1', extra: 'e1' },
		{ match: 'm2', extra: 'e2' },
	],
	tags: ['t1', 't2'],
	secret: 's',
	extra: { x: 1 },
};
const status: JsonObject = { replicas: 3, phase: 'Up', detail: 'd' };

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs: await gadgetCatalog() });
});
afterAll(() => server.close());
beforeEach(async () => {
	await server.call('DELETE', at('v2'));
	await expect(server.call('POST', at('v2', ''), { body: { metadata: { name: 'g' }, spec } })).resolves.toMatchObject({ status: 201 });
	await ok('PUT', at('v2', '/g/status'), { ...(await stored()), status });
});

async function ok(method: string, url: string, body?: Loose, type?: string): Promise<Loose> {
	const answer = await server.call(method, url, { body, ...(type !== undefined && { type }) });
	expect([answer.status, answer.body.message]).toEqual([200, undefined]);
	return answer.body;
}

function stored(): Promise<Loose> {
	return ok('GET', at('v2'));
}

const types = { merge: 'application/merge-patch+json', json: 'application/json-patch+json', strategic: 'application/strategic-merge-patch+json' } as const;

describe.each(['v1', 'v1beta1'])('through %s', (version) => {
	it('shows what the version can say', async () => {
		const shown = await ok('GET', at(version));
		expect(shown.spec.ports).toEqual(
			version === 'v1'
				? [
						{ name: 'a', port: 1, target: { host: 'x' } },
						{ name: 'b', port: 2, target: { host: 'y' } },
					]
				: [{ name: 'a' }, { name: 'b' }],
		);
		expect(shown.spec.secret).toBeUndefined();
	});

	it.each<[string, () => Promise<Loose>]>([
		['a PUT of what was read', async () => ok('PUT', at(version), await ok('GET', at(version)))],
		['an annotation by merge patch, as kubectl makes it', () => ok('PATCH', at(version), { metadata: { annotations: { a: 'b' } } }, types.merge)],
		['an annotation by strategic patch', () => ok('PATCH', at(version), { metadata: { annotations: { a: 'b' } } }, types.strategic)],
		['an annotation by JSON patch', () => ok('PATCH', at(version), [{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }], types.json)],
		[
			'an annotation by PUT without a version',
			async () => {
				const { metadata: _metadata, ...rest } = await ok('GET', at(version));
				return ok('PUT', at(version), { ...rest, metadata: { name: 'g', annotations: { a: 'b' } } });
			},
		],
		['a status', async () => ok('PUT', at(version, '/g/status'), await ok('GET', at(version)))],
		['an annotation through the status', () => ok('PATCH', at(version, '/g/status'), { metadata: { annotations: { a: 'b' } } }, types.merge)],
	])('%s changes nothing else', async (_, write) => {
		const before = await stored();
		await write();
		const after = await stored();
		expect([after.spec, after.status]).toEqual([spec, status]);
		expect(after.metadata.generation).toBe(before.metadata.generation);
	});

	it('a field is changed', async () => {
		await ok('PATCH', at(version), { spec: { size: 'large' } }, types.merge);
		expect((await stored()).spec).toEqual({ ...spec, size: 'large' });
	});

	it('an entry of a list by key is removed whole, others keep what they have', async () => {
		const shown = await ok('GET', at(version));
		await ok('PUT', at(version), { ...shown, spec: { ...shown.spec, ports: [{ name: 'c' }, shown.spec.ports[1]] } });
		expect((await stored()).spec.ports).toEqual([{ name: 'c', protocol: 'TCP' }, (spec.ports as JsonObject[])[1]]);
		await ok('PATCH', at(version), { spec: { ports: null } }, types.merge);
		const { ports: _ports, ...rest } = spec;
		expect((await stored()).spec).toEqual(rest);
	});

	it('the status is written, and keeps what it cannot say', async () => {
		await ok('PATCH', at(version, '/g/status'), { status: { phase: 'Down' } }, types.merge);
		const after = await stored();
		expect([after.spec, after.status]).toEqual([spec, { ...status, phase: 'Down' }]);
	});

	it('the scale is that of the kind', async () => {
		const scale = await ok('GET', at(version, '/g/scale'));
		expect(scale.spec).toEqual({ replicas: 3 });
		await ok('PUT', at(version, '/g/scale'), { ...scale, spec: { replicas: 5 } });
		await ok('PATCH', at(version, '/g/scale'), { spec: { replicas: 6 } }, types.merge);
		expect((await stored()).spec).toEqual({ ...spec, retention: { ...(spec.retention as JsonObject), copies: 6 } });
	});
});

describe('through v1', () => {
	const change = async (patch: JsonObject): Promise<Loose> => {
		await ok('PATCH', at('v1'), { spec: patch }, types.merge);
		return (await stored()).spec;
	};

	it('a moved field changes in storage', async () => {
		expect(await change({ copies: 4, level: 2 })).toEqual({ ...spec, retention: { copies: 4, days: 7, policy: { level: 2, strict: true } } });
	});
	it('a moved field is removed, and its siblings stay', async () => {
		expect(await change({ copies: null, level: null })).toEqual({ ...spec, retention: { days: 7, policy: { strict: true } } });
		await ok('PATCH', at('v2'), { spec: { retention: { days: null, policy: { strict: null } } } }, types.merge);
		await change({ copies: 1 });
		const { retention: _retention, ...rest } = spec;
		expect(await change({ copies: null })).toMatchObject(rest);
	});
	it('a moved field is added next to its siblings', async () => {
		await ok('PATCH', at('v2'), { spec: { retention: { copies: null, policy: { level: null } } } }, types.merge);
		expect(await change({ copies: 9 })).toEqual({ ...spec, retention: { copies: 9, days: 7, policy: { strict: true } } });
	});
	it('a number becomes a name', async () => {
		expect(await change({ backend: { port: 'http' } })).toEqual({ ...spec, backend: { host: 'h', port: { name: 'http' }, timeout: 9 } });
	});
	it('a struct is removed whole', async () => {
		const { backend: _backend, ...rest } = spec;
		expect(await change({ backend: null })).toEqual(rest);
	});
	it('a struct in an entry is removed whole', async () => {
		const [a, b] = (await ok('GET', at('v1'))).spec.ports;
		const { target: _target, ...rest } = (spec.ports as JsonObject[])[0] as JsonObject;
		expect((await change({ ports: [{ name: a.name, port: a.port }, b] })).ports).toEqual([rest, (spec.ports as JsonObject[])[1]]);
	});
	it('entries in another order keep what they have', async () => {
		const { ports } = (await ok('GET', at('v1'))).spec;
		expect((await change({ ports: ports.toReversed() })).ports).toEqual((spec.ports as JsonObject[]).toReversed());
	});
	it('an entry of a map is changed, removed and added', async () => {
		expect((await change({ labels: { one: { value: '9' }, two: null, three: { value: '3' } } })).labels).toEqual({
			one: { value: '9', note: 'n1' },
			three: { value: '3' },
		});
	});
	it('a changed atomic list is replaced, an unchanged one stays', async () => {
		expect((await change({ size: 'tiny', rules: [{ match: 'm1' }, { match: 'm2' }] })).rules).toEqual(spec.rules);
		expect((await change({ rules: [{ match: 'm1' }, { match: 'm3' }] })).rules).toEqual([{ match: 'm1' }, { match: 'm3' }]);
	});
	it('a set is what is sent', async () => {
		expect((await change({ tags: ['t2', 't3'] })).tags).toEqual(['t2', 't3']);
	});
	it('a strategic patch of one entry changes that entry', async () => {
		await ok(
			'PATCH',
			at('v1'),
			{
				spec: {
					ports: [
						{ name: 'b', port: 22 },
						{ name: 'a', $patch: 'delete' },
					],
				},
			},
			types.strategic,
		);
		expect((await stored()).spec.ports).toEqual([{ ...(spec.ports as JsonObject[])[1], number: 22 }]);
	});
	it('a JSON patch of one entry changes that entry', async () => {
		await ok(
			'PATCH',
			at('v1'),
			[
				{ op: 'replace', path: '/spec/ports/1/port', value: 22 },
				{ op: 'remove', path: '/spec/ports/0' },
			],
			types.json,
		);
		expect((await stored()).spec.ports).toEqual([{ ...(spec.ports as JsonObject[])[1], number: 22 }]);
	});
});

describe('a port with two forms in v1', () => {
	const port = async (stored: JsonObject, sent: JsonObject): Promise<[Loose, Loose]> => {
		const before = { ...spec, backend: { host: 'h', port: stored, timeout: 9 } };
		await ok('PUT', at('v2'), { ...(await ok('GET', at('v2'))), spec: before });
		const shown = await ok('GET', at('v1'));
		await ok('PUT', at('v1'), { ...shown, spec: { ...shown.spec, backend: sent } });
		return [(await ok('GET', at('v1'))).spec.backend, (await ok('GET', at('v2'))).spec.backend];
	};
	it.each<[string, JsonObject, number | string, JsonObject]>([
		['a number where a name was empty', { name: '' }, 1, { number: 1 }],
		['a number below zero where a name was empty', { name: '' }, -1, { number: -1 }],
		['a number where both were stored', { name: 'http', number: 80 }, 81, { number: 81 }],
		['a name where both were stored', { name: 'http', number: 80 }, 'https', { name: 'https' }],
		['the number that a name hid', { name: 'http', number: 80 }, 80, { number: 80 }],
		['a name where the number was 0', { number: 0 }, 'http', { name: 'http' }],
		['what is there, beside an empty name', { name: '', number: 80 }, 80, { name: '', number: 80 }],
		['what is there, beside a number', { name: 'http', number: 80 }, 'http', { name: 'http', number: 80 }],
	])('%s', async (_, before, sent, after) => {
		expect(await port(before, { host: 'h', port: sent })).toEqual([
			{ host: 'h', port: sent },
			{ host: 'h', port: after, timeout: 9 },
		]);
	});
	it.each<JsonObject>([{ name: 'http', number: 80 }, { name: '', number: 80 }, { number: 80 }])('none, where %j was stored', async (before) => {
		expect(await port(before, { host: 'h' })).toEqual([{ host: 'h' }, { host: 'h', timeout: 9 }]);
	});
});

describe('rules', () => {
	it('of the version hold, and those of storage do not', async () => {
		const long = await server.call('PATCH', at('v1'), { type: types.merge, body: { spec: { size: 'larger', copies: -1 } } });
		expect(long.body.details.causes.map((cause: { field: string }) => cause.field)).toEqual(['spec.size']);
		await ok('PATCH', at('v1'), { spec: { copies: -1 } }, types.merge);
		await ok('PATCH', at('v2'), { spec: { size: 'larger' } }, types.merge);
		const low = await server.call('PATCH', at('v2'), { type: types.merge, body: { spec: { retention: { copies: -2 } } } });
		expect(low.body.details.causes.map((cause: { field: string }) => cause.field)).toEqual(['spec.retention.copies']);
	});
	it('of the version do not block objects that another version accepted', async () => {
		await ok('PATCH', at('v2'), { spec: { size: 'larger' } }, types.merge);
		await ok('PATCH', at('v1'), { metadata: { labels: { a: 'b' } } }, types.merge);
		expect((await server.call('PATCH', at('v1'), { type: types.merge, body: { spec: { size: 'largest' } } })).status).toBe(422);
	});
	it('of the version apply to new objects', async () => {
		const made = await server.call('POST', at('v1', ''), { body: { metadata: { name: 'new' }, spec: { size: 'larger' } } });
		expect([made.status, made.body.details.causes[0].field]).toEqual([422, 'spec.size']);
	});
});

describe('random objects and random edits', () => {
	it('fields that v1 lacks survive, others are as sent', async () => {
		const { resource, catalog } = server.context;
		const [v1, v2] = [resource(gadgetGroup, 'v1', 'gadgets'), resource(gadgetGroup, 'v2', 'gadgets')];
		if (v1 === undefined || v2 === undefined) return expect.fail('not served');
		const bodies = (version: ServedResource) =>
			objectOf(version.version.type, 6, (name) => catalog.type(name)).map((object) => readable(version, object as JsonObject));
		// A port of 0 or "" counts as absent.
		const kept = (object: JsonObject): JsonObject => v1.fromStorage(v1.toStorage(object));
		fc.assert(
			fc.property(bodies(v2), bodies(v1), fc.func(fc.boolean()), (old, other, choose) => {
				const before = structuredClone(old);
				const shown = v1.fromStorage(old);
				const sent = edited(shown, other, choose);
				const result = v2.schema.read(toProposal(structuredClone(sent), old, v1), { notices: [] });
				expect(old).toEqual(before);
				expect(kept(v1.fromStorage(result))).toEqual(kept(sent));
				expect(hidden(result, sent)).toEqual(hidden(old, sent));
				expect(toProposal(structuredClone(shown), old, v1)).toEqual(old);
			}),
			{ numRuns: runs(500) },
		);
	});
});

/** Returns the object with unique keys of entries, as rules require, and with defaults, as stored objects have. */
function readable(version: ServedResource, object: JsonObject): JsonObject {
	const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
	const read = version.schema.read({ ...rest, metadata: { name: 'g' } }, { notices: [] });
	const { spec } = read as Loose;
	if (spec.ports !== undefined) spec.ports = [...new Map(spec.ports.map((port: Loose) => [port.name, port])).values()];
	version.schema.applyDefaults(read);
	return { kind: 'Gadget', apiVersion: version.apiVersion, ...read };
}

/** Returns the object with some fields of the spec replaced by another object's or removed, and entries of list-maps and maps reordered. */
function edited(shown: JsonObject, other: JsonObject, choose: (what: string) => boolean): JsonObject {
	const result = structuredClone(shown) as Loose;
	const { spec: theirs = {} } = other as Loose;
	for (const field of new Set([...Object.keys(result.spec), ...Object.keys(theirs)])) {
		if (!choose(`change ${field}`)) continue;
		if (theirs[field] === undefined || choose(`remove ${field}`)) delete result.spec[field];
		else if (field === 'ports' && choose('mix'))
			result.spec.ports = [...new Map([...theirs.ports, ...(result.spec.ports ?? [])].map((port: Loose) => [port.name, port])).values()];
		else result.spec[field] = theirs[field];
	}
	return result;
}

/** Returns the values of a stored object that v1 cannot express, where v1 keeps their parent. */
function hidden(object: JsonObject, sent: JsonObject): unknown {
	const { spec } = object as Loose;
	const { spec: said } = sent as Loose;
	return {
		mode: spec.mode,
		secret: spec.secret,
		extra: spec.extra,
		days: spec.retention?.days,
		strict: spec.retention?.policy?.strict,
		timeout: said.backend && spec.backend?.timeout,
		notes: Object.keys(said.labels ?? {}).map((key) => [key, spec.labels?.[key]?.note]),
		protocols: (said.ports ?? []).map(({ name }: Loose) => spec.ports?.find((port: Loose) => port.name === name)?.protocol ?? 'TCP'),
	};
}
