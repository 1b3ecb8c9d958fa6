/**
 * Bodies of up to 3 MiB whose parsing, validation or merging could take long, and large objects in derived encodings. A single thread
 * handles large requests sequentially, so the sizes let 16 of them fit into the time of a case.
 */
import type { ServerProcess } from '../../../setup/server.ts';
import type { HostileCase, Outcome } from '../contract.ts';
import { overHttp1, overHttp2, pipelined } from '../send.ts';

const size = 3 * 1024 * 1024 - 4096;
const repeated = (part: string): string => part.repeat(Math.floor(size / part.length));
const namespace = '/api/v1/namespaces/default';
const configMaps = `${namespace}/configmaps`;
const pods = `${namespace}/pods`;
const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

function post(name: string, path: string, contentType: string, make: () => string | Buffer, answers: readonly Outcome[]): HostileCase {
	return {
		name,
		prepare: () => {
			const body = Buffer.from(make());
			return overHttp1(() => ({ method: 'POST', path: `${path}?dryRun=All`, headers: { 'content-type': contentType }, body }));
		},
		answers,
	};
}

const yaml = (name: string, make: () => string, answers: readonly Outcome[] = [400, 413, 415, 422]): HostileCase =>
	post(`YAML: ${name}`, configMaps, 'application/yaml', make, answers);
const json = (name: string, path: string, make: () => object, answers: readonly Outcome[]): HostileCase =>
	post(name, path, 'application/json', () => JSON.stringify(make()), answers);

const times = <T>(count: number, each: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => each(index));
const keys = (count: number): Record<string, string> => Object.fromEntries(times(count, (index) => [`k${index}`, '']));
const podOf = (spec: object): object => ({ metadata: { name: 'hostile' }, spec: { containers: [{ name: 'a', image: 'b' }], ...spec } });

/** Returns a pod message whose spec has this number of empty fields of the given field number. */
function emptyMessages(count: number, field: number): Buffer {
	const metadata = Buffer.from([0x0a, 3, 0x0a, 1, 0x61]);
	const spec = Buffer.alloc(2 * count, Buffer.from([(field << 3) | 2, 0]));
	const raw = Buffer.concat([metadata, Buffer.from([0x12]), varint(spec.length), spec]);
	const type = Buffer.from([0x0a, 2, 0x76, 0x31, 0x12, 3, 0x50, 0x6f, 0x64]);
	return Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x0a, type.length]), type, Buffer.from([0x12]), varint(raw.length), raw]);
}

function varint(value: number): Buffer {
	const bytes: number[] = [];
	for (let rest = value; ; rest >>>= 7) {
		if (rest < 0x80) return Buffer.from([...bytes, rest]);
		bytes.push((rest & 0x7f) | 0x80);
	}
}

async function put(server: ServerProcess, collection: string, object: { readonly metadata: { readonly name: string } }): Promise<void> {
	const { status } = await server.call('POST', collection, object);
	if (status !== 201 && status !== 409) throw new Error(`${collection}/${object.metadata.name} was answered with ${status}`);
}

/** Creates five objects of 10,000 keys. */
async function manyLarge(server: ServerProcess): Promise<void> {
	await put(server, '/api/v1/namespaces', { metadata: { name: 'large' } });
	for (const index of times(5, (each) => each))
		await put(server, '/api/v1/namespaces/large/configmaps', { metadata: { name: `c${index}` }, ...{ data: keys(10_000) } });
}

function listed(form: string, accept: string, send: typeof overHttp1): HostileCase {
	return {
		name: `a list of five objects of 10,000 keys as ${form}`,
		before: manyLarge,
		prepare: () => send(() => ({ path: '/api/v1/namespaces/large/configmaps', headers: { accept } })),
		answers: [200],
	};
}

const patched: HostileCase = {
	name: 'a strategic patch of 50,000 finalizers',
	before: (server) => put(server, pods, { metadata: { name: 'patched' }, ...{ spec: { containers: [{ name: 'a', image: 'b' }] } } }),
	prepare: () => {
		const body = JSON.stringify({ metadata: { finalizers: times(50_000, (index) => `example.com/f${index}`) } });
		const headers = { 'content-type': 'application/strategic-merge-patch+json' };
		return overHttp1(() => ({ method: 'PATCH', path: `${pods}/patched?dryRun=All`, headers, body }));
	},
	answers: [200],
};

/** Conflicts with many fields of another manager. */
const conflicts: HostileCase = {
	name: 'an apply with 50,000 conflicts',
	before: (server) => put(server, configMaps, { metadata: { name: 'fought' }, ...{ data: keys(50_000) } }),
	prepare: () => {
		const data = Object.fromEntries(times(50_000, (index) => [`k${index}`, 'other']));
		const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'fought' }, data });
		const headers = { 'content-type': 'application/apply-patch+yaml' };
		return overHttp1(() => ({ method: 'PATCH', path: `${configMaps}/fought?fieldManager=hostile`, headers, body }));
	},
	answers: [409],
};

/** Managed fields of arbitrary managers, as a client may send them. */
const managers: HostileCase = {
	name: 'managed fields of 15,000 managers',
	before: (server) => put(server, configMaps, { metadata: { name: 'managed' }, ...{ data: keys(15_000) } }),
	prepare: () => {
		const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: '2022-01-01T00:00:00Z' };
		const managedFields = times(15_000, (index) => ({ ...entry, manager: `m${index}`, fieldsV1: { 'f:data': { [`f:k${index}`]: {} } } }));
		const body = JSON.stringify({ metadata: { managedFields }, data: { changed: 'yes' } });
		const headers = { 'content-type': 'application/merge-patch+json' };
		return overHttp1(() => ({ method: 'PATCH', path: `${configMaps}/managed?dryRun=All`, headers, body }));
	},
	answers: [200],
};

const small: HostileCase = {
	name: 'small patches of an object of 50,000 keys',
	before: (server) => put(server, configMaps, { metadata: { name: 'hot' }, ...{ data: keys(50_000) } }),
	prepare: () => {
		const headers = { 'content-type': 'application/merge-patch+json' };
		return overHttp2((index) => ({ method: 'PATCH', path: `${configMaps}/hot`, headers, body: JSON.stringify({ data: { changed: String(index) } }) }));
	},
	answers: [200, 409],
};

/** An object just below the large limit, with owners of its keys. */
const middling: HostileCase = {
	name: 'small patches of an object of 250 KB, eight at once',
	before: (server) =>
		put(server, configMaps, { metadata: { name: 'middling' }, ...{ data: Object.fromEntries(times(950, (index) => [`k${index}`, 'x'.repeat(225)])) } }),
	prepare: () => {
		const body = '{"data":{"k":"v"}}';
		const head = `PATCH ${configMaps}/middling HTTP/1.1\r\nHost: a\r\nContent-Type: application/merge-patch+json\r\nContent-Length: ${body.length}\r\n\r\n`;
		return pipelined(Buffer.from(`${head}${body}`.repeat(8)), 8);
	},
	answers: [200, 409],
};

/** A patch of less than a kilobyte that produces three megabytes. */
const copies: HostileCase = {
	name: 'a JSON patch of 17 copies into themselves',
	before: (server) => put(server, configMaps, { metadata: { name: 'copied' } }),
	prepare: () => {
		const doubling = times(17, () => ({ op: 'copy', from: '/z', path: '/z/-' }));
		const body = JSON.stringify([{ op: 'add', path: '/z', value: [1] }, ...doubling, { op: 'test', path: '/z', value: 1 }]);
		return overHttp2(() => ({ method: 'PATCH', path: `${configMaps}/copied`, headers: { 'content-type': 'application/json-patch+json' }, body }));
	},
	answers: [422, 429],
};

const deletion: HostileCase = {
	name: 'options of a delete with 100,000 fields',
	prepare: () => {
		const body = JSON.stringify(keys(100_000));
		return overHttp1(() => ({ method: 'DELETE', path: `${configMaps}?labelSelector=none`, headers: { 'content-type': 'application/json' }, body }));
	},
	answers: [413],
};

/** The queue has room for 16 requests, so none is rejected. */
export const bodies: readonly HostileCase[] = [
	yaml('an unclosed quote of 3 MB', () => `a: "${repeated('x\n')}`),
	yaml('comments', () => repeated('# c\n')),
	yaml('900 levels', () => times(7_000, (level) => `${' '.repeat(level % 900)}a:\n`).join('')),
	yaml('a list of 700,000 entries', () => `a:\n${repeated('- x\n')}`),
	yaml('a flow list of 1,500,000 entries', () => `a: [${repeated('x,')}]`),
	yaml('one key 500,000 times', () => repeated('a: 1\n')),
	yaml('a ConfigMap of 60,000 keys', () => `metadata: {name: hostile}\ndata:\n${times(60_000, (index) => `  k${index}: ""\n`).join('')}`, [201]),
	json('a ConfigMap of 150,000 keys', configMaps, () => ({ metadata: { name: 'hostile' }, data: keys(150_000) }), [201]),
	json('30,000 labels', configMaps, () => ({ metadata: { name: 'hostile', labels: keys(30_000) } }), [201]),
	json('100,000 unknown fields', configMaps, () => ({ metadata: { name: 'hostile' }, ...keys(100_000) }), [201]),
	json('a pod of 20,000 containers', pods, () => podOf({ containers: times(20_000, (index) => ({ name: `c${index}`, image: 'i' })) }), [422]),
	json('a pod of 50,000 empty containers', pods, () => podOf({ containers: times(50_000, () => ({})) }), [422]),
	json('a pod with 60,000 tolerations', pods, () => podOf({ tolerations: times(60_000, (index) => ({ key: `k${index}` })) }), [201, 422]),
	json(
		'a pod with 60,000 variables',
		pods,
		() => podOf({ containers: [{ name: 'a', image: 'b', env: times(60_000, (index) => ({ name: `E${index}` })) }] }),
		[201],
	),
	json('8 KB of empty containers', pods, () => podOf({ containers: times(2_700, () => ({})) }), [422]),
	json('15 KB of empty containers', pods, () => podOf({ containers: times(5_000, () => ({})) }), [422]),
	post('protobuf: 8 KB of empty containers', pods, protobuf, () => emptyMessages(4_000, 2), [422]),
	post('protobuf: a pod of 50,000 empty containers', pods, protobuf, () => emptyMessages(50_000, 2), [422]),
	post('protobuf: a pod of 50,000 empty volumes', pods, protobuf, () => emptyMessages(50_000, 1), [422]),
	patched,
	small,
	middling,
	copies,
	deletion,
	listed('a table', table, overHttp1),
	listed('YAML', 'application/yaml', overHttp1),
	listed('protobuf', protobuf, overHttp2),
	conflicts,
	managers,
];
