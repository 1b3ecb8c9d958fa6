/**
 * Tests that large requests get the same answers with and without a separate thread. The same requests go in the same order to a stack with
 * that thread and to one without.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { controllers as allControllers } from '../../runtime/controllers/index.ts';
import { rootCa } from '../../runtime/controllers/root-ca.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { applyMediaType } from '../../runtime/model/verb.ts';
import { type Answer, call } from '../setup/server.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';
import { firstLines } from './watching.ts';

/** Number of entries that just makes a request large. */
const many = 2_100;
const data = Object.fromEntries(Array.from({ length: many }, (_, i) => [`key-${i}`, '']));
const env = Array.from({ length: many }, (_, i) => ({ name: `E${i}`, value: 'v' }));
const cms = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

const configMap = (name: string, more: object = {}): JsonObject => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data, ...more });
const pod = (name: string): JsonObject => ({ metadata: { name }, spec: { containers: [{ name: 'a', image: 'b', env }] } });
const deployment = (name: string): JsonObject => ({
	metadata: { name },
	spec: {
		selector: { matchLabels: { a: 'b' } },
		template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b', env }] } },
	},
});

/**
 * Plugin that reads objects, changes some in place and replaces others, writes an object while it handles a request, warns, and refuses.
 */
const meddler: AdmissionPlugin = {
	name: 'Meddler',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	start: ({ client }) => ({
		async mutate(request) {
			const { object, name } = request;
			if (object === undefined || request.resource !== 'configmaps') return;
			const metadata = object.metadata as JsonObject;
			if (name === 'in-place') metadata.labels = { meddled: 'yes' };
			if (name === 'replaced') request.replace({ ...object, data: { only: request.operation } });
			if (name === 'warned') request.warnings.push('a plugin has something to say');
			if (name === 'overtaken' && request.operation === 'UPDATE' && metadata.annotations === undefined) {
				const inner = {
					method: 'PATCH',
					path: `${cms}/overtaken`,
					contentType: 'application/merge-patch+json',
					body: { metadata: { annotations: { inner: 'yes' } } },
				};
				const old = request.oldObject?.metadata as JsonObject;
				if (old.annotations === undefined && request.user.name !== 'inner') {
					await client({ ...request.user, name: 'inner' }).ask({ ...inner, signal: request.signal() });
				}
			}
		},
		validate({ name, object }) {
			if (name === 'refused' && Object.keys((object?.data ?? {}) as JsonObject).length > 0) throw new Error('a plugin that breaks');
		},
	}),
};

/** All controllers except the one that creates objects which differ between servers. */
const controllers = allControllers.filter((controller) => controller !== rootCa);

interface Asked {
	readonly name: string;
	readonly method: string;
	readonly path: string;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** Expected status, which proves that the case tests what its name says. */
	readonly status: number;
}

const yaml = `metadata:\n  name: of-yaml\ndata:\n${Object.keys(data)
	.map((key) => `  ${key}: ""\n`)
	.join('')}`;
const type = (contentType: string): Readonly<Record<string, string>> => ({ 'content-type': contentType });
const accept = (wanted: string): Readonly<Record<string, string>> => ({ accept: wanted });
const merge = type('application/merge-patch+json');
const strategic = type('application/strategic-merge-patch+json');
const operations = Array.from({ length: many }, (_, i) => ({ op: 'replace', path: `/data/key-${i}`, value: 'r' }));
const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const writes: readonly Asked[] = [
	{ name: 'a create', method: 'POST', path: cms, body: configMap('a'), status: 201 },
	{ name: 'the same again', method: 'POST', path: cms, body: configMap('a'), status: 409 },
	{ name: 'a create that asks for YAML', method: 'POST', path: cms, body: configMap('b'), headers: accept('application/yaml'), status: 201 },
	{ name: 'a create in YAML', method: 'POST', path: cms, body: yaml, headers: type('application/yaml'), status: 201 },
	{ name: 'a create of what has other fields', method: 'POST', path: cms, body: configMap('c', { surplus: 1 }), status: 201 },
	{ name: 'the same in strict', method: 'POST', path: `${cms}?fieldValidation=Strict`, body: configMap('d', { surplus: 1 }), status: 400 },
	{ name: 'a create to try', method: 'POST', path: `${cms}?dryRun=All`, body: configMap('e'), status: 201 },
	{ name: 'an option that there is not', method: 'POST', path: `${cms}?dryRun=Some`, body: configMap('e'), status: 422 },
	{ name: 'a name that is none', method: 'POST', path: cms, body: configMap('Not A Name'), status: 422 },
	{ name: 'a body that is no object', method: 'POST', path: cms, body: JSON.stringify(Object.keys(data)), status: 400 },
	{ name: 'a body that breaks off', method: 'POST', path: cms, body: JSON.stringify(configMap('e')).slice(0, -3), status: 400 },
	{ name: 'a namespace that there is not', method: 'POST', path: '/api/v1/namespaces/none/configmaps', body: configMap('a'), status: 404 },
	{ name: 'an encoding that there is not', method: 'POST', path: cms, body: configMap('e'), headers: accept('image/png'), status: 406 },
	{ name: 'a PUT', method: 'PUT', path: `${cms}/a`, body: configMap('a', { immutable: true }), status: 200 },
	{ name: 'a PUT that changes what cannot be', method: 'PUT', path: `${cms}/a`, body: configMap('a', { data: { ...data, 'key-1': 'x' } }), status: 422 },
	{ name: 'a PUT of an old version', method: 'PUT', path: `${cms}/b`, body: configMap('b', { metadata: { name: 'b', resourceVersion: '1' } }), status: 409 },
	{ name: 'a PUT of what is not there', method: 'PUT', path: `${cms}/none`, body: configMap('none'), status: 404 },
	{
		name: 'a small merge patch of what is large',
		method: 'PATCH',
		path: `${cms}/b`,
		body: { data: { 'key-1': null, more: 'm' } },
		headers: merge,
		status: 200,
	},
	{
		name: 'a large merge patch',
		method: 'PATCH',
		path: `${cms}/b`,
		body: { data: Object.fromEntries(Object.keys(data).map((key) => [key, null])) },
		headers: merge,
		status: 200,
	},
	{ name: 'a JSON patch', method: 'PATCH', path: `${cms}/c`, body: operations, headers: type('application/json-patch+json'), status: 200 },
	{
		name: 'a patch that does not fit',
		method: 'PATCH',
		path: `${cms}/c`,
		body: [...operations, { op: 'remove', path: '/data/none' }],
		headers: type('application/json-patch+json'),
		status: 422,
	},
	{ name: 'an apply', method: 'PATCH', path: `${cms}/applied?fieldManager=me`, body: configMap('applied'), headers: type(applyMediaType), status: 201 },
	{
		name: 'an apply that conflicts',
		method: 'PATCH',
		path: `${cms}/c?fieldManager=me`,
		body: configMap('c'),
		headers: type(applyMediaType),
		status: 409,
	},
	{
		name: 'an apply of YAML, forced',
		method: 'PATCH',
		path: `${cms}/of-yaml?fieldManager=me&force=true`,
		body: `kind: ConfigMap\napiVersion: v1\n${yaml}`,
		headers: type(applyMediaType),
		status: 200,
	},
	{ name: 'a patch of another kind of file', method: 'PATCH', path: `${cms}/c`, body: operations, headers: type('text/plain'), status: 415 },
	{ name: 'a pod', method: 'POST', path: pods, body: pod('p'), status: 201 },
	{
		name: 'a pod that is wrong in many places',
		method: 'POST',
		path: pods,
		body: { metadata: { name: 'q' }, spec: { containers: [{ name: 'a', image: 'b', env: env.map(() => ({ name: '' })) }] } },
		status: 422,
	},
	{
		name: 'a strategic patch of it',
		method: 'PATCH',
		path: `${pods}/p`,
		body: { metadata: { finalizers: ['example.com/stay'] } },
		headers: strategic,
		status: 200,
	},
	{ name: 'its status', method: 'PATCH', path: `${pods}/p/status`, body: { status: { phase: 'Running' } }, headers: strategic, status: 200 },
	{ name: 'its deletion', method: 'DELETE', path: `${pods}/p?gracePeriodSeconds=0`, status: 200 },
	{ name: 'the last finalizer', method: 'PATCH', path: `${pods}/p`, body: { metadata: { finalizers: null } }, headers: merge, status: 200 },
	{ name: 'what is gone', method: 'PATCH', path: `${pods}/p`, body: { metadata: { labels: { a: 'b' } } }, headers: merge, status: 404 },
	{ name: 'a deployment', method: 'POST', path: deployments, body: deployment('d'), status: 201 },
	{ name: 'its scale', method: 'PATCH', path: `${deployments}/d/scale`, body: { spec: { replicas: 7 } }, headers: merge, status: 200 },
	{ name: 'its scale by a PUT', method: 'PUT', path: `${deployments}/d/scale`, body: { metadata: { name: 'd' }, spec: { replicas: -7 } }, status: 422 },
	{ name: 'a deletion that means another', method: 'DELETE', path: `${deployments}/d`, body: { preconditions: { uid: 'another' } }, status: 409 },
	{ name: 'a deletion', method: 'DELETE', path: `${deployments}/d`, status: 200 },
	...['in-place', 'replaced', 'warned', 'overtaken'].map((name) => ({
		name: `a plugin: ${name}`,
		method: 'POST',
		path: cms,
		body: configMap(name),
		status: 201,
	})),
	{ name: 'a plugin that breaks', method: 'POST', path: cms, body: configMap('refused'), status: 500 },
	{ name: 'an update of what a plugin replaces', method: 'PUT', path: `${cms}/replaced`, body: configMap('replaced'), status: 200 },
	{
		name: 'an update that a plugin overtakes',
		method: 'PATCH',
		path: `${cms}/overtaken`,
		body: { data: { ...data, late: 'yes' } },
		headers: merge,
		status: 200,
	},
	{ name: 'what has become of it', method: 'GET', path: `${cms}/overtaken`, status: 200 },
];

const forms: readonly (readonly [name: string, query: string, headers: Readonly<Record<string, string>>])[] = [
	['JSON', '', {}],
	['indented', 'pretty=true', {}],
	['YAML', '', accept('application/yaml')],
	['protobuf', '', accept(protobuf)],
	['a table', '', accept(table)],
	['a table with objects', 'includeObject=Object', accept(table)],
	['a table in YAML', '', accept('application/yaml;as=Table;v=v1;g=meta.k8s.io')],
	['an indented table', 'pretty=true&includeObject=None', accept(table)],
	['metadata', '', accept('application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io')],
	['metadata in protobuf', '', accept(`${protobuf};as=PartialObjectMetadata;v=v1;g=meta.k8s.io`)],
];
const listForm = (headers: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('ObjectMetadata;', 'ObjectMetadataList;')]));
const reads: readonly Asked[] = forms.flatMap(([form, query, headers]) => [
	{ name: `one as ${form}`, method: 'GET', path: `${cms}/c?${query}`, headers, status: 200 },
	{ name: `all as ${form}`, method: 'GET', path: `${cms}?${query}`, headers: listForm(headers), status: 200 },
	{ name: `some as ${form}`, method: 'GET', path: `${cms}?fieldSelector=metadata.name%3Dc&${query}`, headers: listForm(headers), status: 200 },
	{ name: `none as ${form}`, method: 'GET', path: `${cms}?labelSelector=none&${query}`, headers: listForm(headers), status: 200 },
]);

describe('large requests', () => {
	let here: TestStack;
	let away: TestStack;
	let folder: string;
	const threads: Worker[] = [];
	const keep = (worker: Worker): void => void threads.push(worker);

	beforeAll(async () => {
		here = await startTestStack({ plugins: [meddler], controllers });
		folder = await mkdtemp(join(tmpdir(), 'orch-tokens-'));
		const tokens = join(folder, 'tokens.csv');
		await writeFile(tokens, 'other-token,other,other-uid\n', { mode: 0o600 });
		const args = ['--token-auth-file', tokens, '--authorization-mode', 'AlwaysAllow'];
		away = await startTestStack({ args, plugins: [meddler], controllers, largeThread: true });
		process.on('worker', keep);
	});
	afterAll(async () => {
		process.off('worker', keep);
		await here?.close();
		await away?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it.each([...writes, ...reads])('$name', async ({ method, path, body, headers, status }) => {
		const [without, within] = await Promise.all([here, away].map((stack) => stack.ask(method, path, body, headers)));
		if (without === undefined || within === undefined) throw new Error('both stacks answer');
		expect(without.status).toBe(status);
		const [a, b] = [comparable(within), comparable(without)];
		expect({ ...a, body: '' }).toEqual({ ...b, body: '' });
		expect(difference(a.body, b.body)).toBeUndefined();
	});

	it('were handled by a thread', () => {
		expect(threads).toHaveLength(1);
	});

	// Watches are compared in JSON lines only; protobuf frames hold the same objects as lists.
	it.each(forms.map(([, , headers]) => headers.accept ?? 'application/json').filter((wanted) => !/protobuf|yaml/.test(wanted)))(
		'a watch of %s',
		async (wanted) => {
			const lines = (stack: TestStack) => firstLines(`${stack.url}${cms}?watch=1&timeoutSeconds=20`, { ...stack.credentials }, 8, { accept: wanted });
			const [without, within] = await Promise.all([lines(here), lines(away)]);
			expect(difference(within.map(neutral).join('\n'), without.map(neutral).join('\n'))).toBeUndefined();
		},
	);

	it('a body of so many values is only taken in an object', async () => {
		const { status, text } = await away.ask('DELETE', `${cms}?labelSelector=none`, { preconditions: { uid: 'x' }, surplus: data });
		expect([status, text]).toEqual([413, expect.stringContaining('2048 values is accepted only for a stored object')]);
	});

	it('a thread that ends does not end the server, and the next request gets a new one', async () => {
		const pending = away.ask('POST', cms, configMap('interrupted'));
		const [thread] = threads.slice(-1);
		await thread?.terminate();
		expect([201, 500, 504]).toContain((await pending).status);
		expect((await away.ask('POST', cms, configMap('afterwards'))).status).toBe(201);
		expect(threads).toHaveLength(2);
	});

	it('too many waiting requests are refused with a retry', async () => {
		const crowd = 48;
		const answers = await Promise.all(Array.from({ length: crowd }, (_, i) => away.ask('POST', `${cms}?dryRun=All`, configMap(`crowd-${i}`))));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(0);
		expect(refused[0]?.headers['retry-after']).toBe('1');
		expect(answers.filter(({ status }) => status === 201).length + refused.length).toBe(crowd);
	});

	it('users take turns: many requests of one user do not delay another', async () => {
		const done: string[] = [];
		const mine = Array.from({ length: 12 }, (_, i) =>
			away.ask('POST', `${cms}?dryRun=All`, configMap(`mine-${i}`)).then(({ status }) => status === 201 && done.push('mine')),
		);
		const { ca } = away.credentials;
		const headers = { authorization: 'Bearer other-token', 'content-type': 'application/json' };
		const theirs = call(away.url, { ca }, 'POST', `${cms}?dryRun=All`, configMap('theirs'), headers).then(({ status }) => done.push(`theirs ${status}`));
		await Promise.all([...mine, theirs]);
		expect(done.indexOf('theirs 201')).toBeGreaterThanOrEqual(0);
		expect(done.indexOf('theirs 201')).toBeLessThan(done.length / 2);
	});

	it('a client that disconnects leaves no state', async () => {
		const gone = AbortSignal.timeout(1);
		await expect(Promise.race([away.ask('POST', cms, configMap('gone')), once(gone, 'abort').then(() => Promise.reject(new Error('gone')))])).rejects.toThrow(
			'gone',
		);
		expect((await away.ask('GET', `${cms}/afterwards`, undefined, accept(protobuf))).status).toBe(200);
	});
});

/** Replaces values that always differ between two servers. */
function neutral(text: string): string {
	return text
		.replaceAll(/"?(uid|resourceVersion|creationTimestamp|deletionTimestamp|time|date)"?: ?"?[^",\n]+"?/gi, '$1')
		.replaceAll(/"\d+[ms](?:\d+s)?"|- \d+[ms](?:\d+s)?\n/g, 'age');
}

function comparable({ status, headers, bytes }: Answer): { readonly status: number; readonly headers: object; readonly body: string } {
	// The framing depends on whether the body is complete when sending begins.
	const { date: _date, 'audit-id': _audit, 'content-length': _length, 'transfer-encoding': _framing, vary: _vary, ...rest } = headers;
	const isText = !String(headers['content-type']).includes('protobuf');
	const text = bytes
		.toString('latin1')
		.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uid')
		.replaceAll(/-api-access-\w{5}/g, '-api-access');
	const same = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.endsWith('-uid')));
	return { status, headers: same, body: isText ? neutral(text) : withoutNumbers(text) };
}

/** Reduces protobuf to its approximate length: revisions and times are texts and numbers whose byte counts may differ. */
function withoutNumbers(text: string): string {
	return String(Math.round(text.length / 100));
}

/** Returns the first difference between two long texts. */
function difference(a: string, b: string): readonly [string, string] | undefined {
	if (a === b) return undefined;
	let at = 0;
	while (a[at] === b[at]) at++;
	const around = (text: string): string => text.slice(Math.max(0, at - 100), at + 100);
	return [around(a), around(b)];
}
