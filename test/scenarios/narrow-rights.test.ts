/**
 * Tests attempts at privilege escalation from narrow rights: one Secret by its name, a subresource, patches without creates, shells by GET,
 * tokens of one account. No answer contains data that the user may not read, and at the end the administrator finds every object unchanged.
 */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';

import {
	type Attempt,
	all,
	apps,
	asking,
	clusterRules,
	core,
	encoded,
	group,
	type Headers,
	identities,
	impersonations,
	merge,
	mine,
	other,
	paths,
	planted,
	rbac,
	requests,
	reviews,
	roles,
	rules,
	selections,
	shells,
	token,
	writes,
} from './narrow-rights.ts';

const scratch = makeScratch();

/** Users whose names and groups are no usual names. */
const strangers: readonly (readonly [who: string, token: string])[] = [
	['a user named __proto__', 'protos'],
	['a user named constructor, in groups of such names', 'constructors'],
	['an agent without a node', 'nodeless'],
	['an agent of a missing node', 'nodes'],
	['a user with the name of the server', 'servers'],
	['a user with the name of a server component without a role', 'migrators'],
];

let server: ServerProcess;
const as = (token: string | undefined, method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> =>
	call(server.url, { ca: server.credentials.ca }, method, path, body, { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers });

async function made(path: string, object: object): Promise<void> {
	const answer = await server.call('POST', path, object);
	expect(answer.status, answer.text).toBe(201);
}

const role = (kind: string, name: string, given: readonly object[]): object => ({ apiVersion: `${group}/v1`, kind, metadata: { name }, rules: given });
const binding = (kind: string, name: string, user: string): object => ({
	metadata: { name },
	roleRef: { apiGroup: group, kind, name },
	subjects: [{ kind: 'User', apiGroup: group, name: user }],
});

const kept = [
	`${core}/secrets`,
	`${other}/secrets`,
	`${core}/configmaps`,
	`${apps}/deployments`,
	`${rbac}/namespaces/own/roles`,
	`${rbac}/clusterrolebindings`,
];
const before = new Map<string, Loose>();

/** Returns the stored objects without the metadata of their writes. */
async function found(path: string): Promise<Loose> {
	const { items } = (await server.call('GET', path)).json() as Loose;
	return items.map(({ metadata: { name, labels, finalizers }, data, rules: granted, spec, subjects }: Loose) => ({
		name,
		labels,
		finalizers,
		data,
		granted,
		spec,
		subjects,
	}));
}

beforeAll(async () => {
	const tokens = join(scratch.path, 'tokens.csv');
	const users = [
		...['devs,dev,1', 'imps,imp,2', 'protos,__proto__,3', 'constructors,constructor,4,"toString,__proto__"', 'roots,root,7'],
		...['nodeless,system:node:,5,"system:nodes"', 'nodes,system:node:n1,6,"system:nodes"'],
		...['servers,system:apiserver,8', 'migrators,system:serviceaccount:kube-system:storage-version-migrator,9'],
	];
	writeFileSync(tokens, `${users.join('\n')}\n`, { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', '--token-auth-file', tokens] });
	for (const name of ['own', 'other']) await made('/api/v1/namespaces', { metadata: { name } });
	await made(`${core}/secrets`, { metadata: { name: 'mine' } });
	await made(`${core}/secrets`, { metadata: { name: 'other' }, stringData: { password: planted } });
	await made(`${other}/secrets`, { metadata: { name: 'hidden' }, stringData: { password: planted } });
	await made(`${other}/configmaps`, { metadata: { name: 'settings' }, data: { a: planted } });
	await made(`${core}/configmaps`, { metadata: { name: 'settings' }, data: { a: 'b' } });
	await made(`${core}/serviceaccounts`, { metadata: { name: 'worker' } });
	const containers = [{ name: 'c', image: 'i' }];
	await made(`${core}/pods`, { metadata: { name: 'p' }, spec: { containers } });
	const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
	await made(`${apps}/deployments`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } });
	await made(`${rbac}/namespaces/own/roles`, role('Role', 'few', rules));
	await made(`${rbac}/namespaces/own/rolebindings`, binding('Role', 'few', 'dev'));
	await made(`${rbac}/clusterroles`, role('ClusterRole', 'few', clusterRules));
	await made(`${rbac}/clusterrolebindings`, binding('ClusterRole', 'few', 'dev'));
	const acting = [
		{ apiGroups: [''], resources: ['serviceaccounts', 'users'], verbs: ['impersonate'] },
		{ apiGroups: [''], resources: ['groups'], resourceNames: ['devs'], verbs: ['impersonate'] },
		{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
	];
	await made(`${rbac}/namespaces/own/roles`, role('Role', 'acting', acting));
	const subjects = [
		{ kind: 'User', apiGroup: group, name: 'imp' },
		{ kind: 'ServiceAccount', namespace: 'own', name: 'worker' },
	];
	await made(`${rbac}/namespaces/own/rolebindings`, { ...binding('Role', 'acting', 'imp'), subjects });
	for (const path of kept) before.set(path, await found(path));
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

const titled = (attempts: readonly Attempt[]) => attempts.map((attempt) => ({ what: attempt[0], code: attempt[1], attempt }));

function showsNothing({ text }: Pick<Answer, 'text'>): void {
	for (const secret of [planted, encoded]) expect(text).not.toContain(secret);
}

async function tries([, code, ...request]: Attempt, token = 'devs'): Promise<void> {
	const answer = await as(token, ...request);
	expect(answer.status, answer.text).toBe(code);
	showsNothing(answer);
}

it('permitted requests succeed', async () => {
	for (const path of [`${core}/secrets/mine`, `${core}/secrets?${mine}`, `${core}/configmaps/settings`, `${requests}`])
		expect((await as('devs', 'GET', path)).status, path).toBe(200);
	expect((await as('devs', 'POST', token, { spec: {} })).status).toBe(201);
});

describe('a list or a watch', () => {
	it.each(titled(selections))('$what: $code', ({ attempt }) => tries(attempt));
});
describe('a write', () => {
	it.each(titled(writes))('$what: $code', ({ attempt }) => tries(attempt));
});
describe('a part of an object', () => {
	const evil = { spec: { containers: [{ name: 'c', image: 'evil' }] } };

	it.each([
		['its scale', 'PATCH', 'scale', { spec: { template: evil } }, merge],
		['its status', 'PATCH', 'status', { metadata: { labels: { x: 'y' } }, spec: { paused: true, template: evil } }, merge],
		[
			'its status, by an update',
			'PUT',
			'status',
			{ metadata: { name: 'd' }, spec: { replicas: 9, selector: { matchLabels: { a: 'b' } }, template: evil } },
			{},
		],
	] as const)('%s changes no other part', async (_, method, part, body, headers) => {
		const { spec } = (await server.call('GET', `${apps}/deployments/d`)).json() as Loose;
		expect((await as('devs', method, `${apps}/deployments/d/${part}`, body, headers)).status).toBe(200);
		expect(((await server.call('GET', `${apps}/deployments/d`)).json() as Loose).spec).toEqual(spec);
	});
});
describe('a role by few rights', () => {
	it.each(titled(roles))('$what: $code', ({ attempt }) => tries(attempt));

	it('rules under a capitalized name are ignored', async () => {
		const answer = await as('devs', 'POST', `${rbac}/namespaces/own/roles?dryRun=All`, `{"metadata":{"name":"a"},"Rules":${JSON.stringify(all)}}`);
		expect([answer.status, (answer.json() as Loose).rules]).toEqual([201, null]);
	});
});
describe('a path', () => {
	it.each(titled(paths))('$what: $code', ({ attempt }) => tries(attempt));
});
describe('a connection to a pod', () => {
	it.each(titled(shells))('$what: $code', ({ attempt }) => tries(attempt));
});
describe('an identity', () => {
	it.each(titled(identities))('$what: $code', ({ attempt }) => tries(attempt));

	it('a certificate request records the requesting user, not the claimed one', async () => {
		const root = { username: 'root', uid: '0', groups: ['system:masters'], extra: { scopes: ['all'] } };
		const spec = { ...root, request: await certificateRequest(), signerName: 'example.com/clients', usages: ['client auth'] };
		const status = { certificate: 'eA==', conditions: [{ type: 'Approved', status: 'True' }] };
		const dev = { username: 'dev', uid: '1', groups: ['system:authenticated'] };
		const asked = await as('devs', 'POST', requests, { metadata: { name: 'asked' }, spec, status });
		const later = await as('devs', 'PATCH', `${requests}/asked`, { spec: root, status }, merge);
		expect([asked.status, later.status], later.text).toEqual([201, 200]);
		for (const answer of [asked, later, await server.call('GET', `${requests}/asked`)]) {
			const shown = answer.json() as Loose;
			expect(shown.spec).toEqual({ ...dev, request: spec.request, signerName: spec.signerName, usages: spec.usages });
			expect(shown.status).toEqual({});
		}
	});

	it('a self review ignores a given user and a given answer', async () => {
		const review = { spec: { user: 'root', groups: ['system:masters'], resourceAttributes: { ...asking, namespace: 'other' } }, status: { allowed: true } };
		const mayHe = (await as('devs', 'POST', `${reviews}/selfsubjectaccessreviews`, review)).json() as Loose;
		expect([mayHe.spec, mayHe.status]).toEqual([{ resourceAttributes: { ...asking, namespace: 'other' } }, { allowed: false }]);
		const status = { userInfo: { username: 'root', groups: ['system:masters'] } };
		const whoIsHe = (await as('devs', 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { status })).json() as Loose;
		expect(whoIsHe.status.userInfo).toEqual({ username: 'dev', uid: '1', groups: ['system:authenticated'] });
	});

	it('a requested token is never one from the request', async () => {
		const { status } = (await as('devs', 'POST', token, { spec: {}, status: { token: 'x', expirationTimestamp: '2099-01-01T00:00:00Z' } })).json() as Loose;
		expect(status.token).toMatch(/^eyJ/);
		expect(Date.parse(status.expirationTimestamp)).toBeLessThan(Date.now() + 2 * 3_600_000);
	});
});
describe('impersonation in a namespace', () => {
	it.each(titled(impersonations))('$what: $code', ({ attempt }) => tries(attempt, 'imps'));
});
describe('a stranger', () => {
	it.each(strangers)('%s has nothing', async (_, token) => {
		for (const path of [`${core}/secrets`, `${core}/secrets/other`, `${other}/configmaps/settings`, '/metrics', '/api/v1/secrets?watch=1']) {
			const answer = await as(token, 'GET', path);
			expect(answer.status, path).toBe(403);
			showsNothing(answer);
		}
		const granted = await as(token, 'POST', `${rbac}/clusterrolebindings`, binding('ClusterRole', 'cluster-admin', 'dev'));
		expect(granted.status, granted.text).toBe(403);
	});

	it.each([
		...[
			'/',
			'/apis',
			'/openapi/v2',
			'/openapi/v3',
			'/metrics',
			'/metrics/slis',
			'/debug/pprof/',
			'/debug/pprof/profile',
			'/configz',
			'/flagz',
			'/statusz',
			'/logs/',
		],
		...[
			'/debug/api_priority_and_fairness/dump_requests',
			'/openid/v1/jwks',
			'/.well-known/openid-configuration',
			'/livez/ping',
			'/healthz/log',
			'/trpc',
			'/ui',
		],
	])('anonymous users see nothing at %s', async (path) => expect((await as(undefined, 'GET', path)).status).toBe(403));
});

describe('a request within a request', () => {
	const dev = 'Authorization: Bearer devs';
	const secret = `GET ${core}/secrets/other HTTP/1.1\r\nHost: localhost\r\n${dev}\r\n\r\n`;

	/**
	 * Returns the status codes of all answers to these bytes on one connection. The server closes it, or it closes after the last answer.
	 */
	async function answers(bytes: string): Promise<readonly number[]> {
		const socket = connect({ host: '127.0.0.1', port: server.port, ca: server.credentials.ca, servername: 'localhost', ALPNProtocols: ['http/1.1'] });
		await once(socket, 'secureConnect');
		let text = '';
		socket.setEncoding('latin1').on('data', (part: string) => {
			text += part;
		});
		socket.on('error', () => undefined);
		const closed = once(socket, 'close');
		// The last request ends the connection if nothing has ended it earlier.
		socket.write(`${bytes}GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1');
		await closed;
		showsNothing({ text });
		return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
	}

	it.each([
		['a length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${secret}`, 400],
		['two lengths', `Content-Length: 0\r\nContent-Length: ${secret.length}\r\n\r\n${secret}`, 400],
		['a list of lengths', `Content-Length: 0, ${secret.length}\r\n\r\n${secret}`, 400],
		['a length with a sign', `Content-Length: +0\r\n\r\n${secret}`, 400],
		['another coding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${secret}`, 501],
		['two hosts', `Host: other\r\n\r\n${secret}`, 400],
	])('%s end the connection', async (_, rest, code) => {
		expect(await answers(`POST ${core}/events HTTP/1.1\r\nHost: localhost\r\n${dev}\r\n${rest}`)).toEqual([code]);
	});

	it.each([
		['lines without a carriage return', `GET ${core}/configmaps HTTP/1.1\nHost: localhost\n${dev}\n\n`],
		['a request without a version', `GET ${core}/configmaps\r\n\r\n`],
	])('%s is refused', async (_, bytes) => expect(await answers(bytes)).toEqual([400]));

	it('a fragment is part of the path', async () => {
		expect(await answers('GET /livez#/api HTTP/1.1\r\nHost: localhost\r\n\r\n')).toEqual([403, 200]);
	});

	it('credentials of an earlier request on the connection do not count', async () => {
		const get = `GET ${core}/configmaps/settings HTTP/1.1\r\nHost: localhost\r\n`;
		expect(await answers(`${get}${dev}\r\n\r\n${get}\r\n`)).toEqual([200, 403, 200]);
	});

	it('credentials in trailers are ignored', async () => {
		const head = `POST ${core}/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTrailer: Authorization\r\nContent-Type: application/json\r\n\r\n`;
		expect((await answers(`${head}0\r\n${dev}\r\n\r\n`))[0]).toBe(403);
	});
});

it('after all attempts the objects are unchanged', async () => {
	for (const path of kept) expect(await found(path), path).toEqual(before.get(path));
});

async function certificateRequest(): Promise<string> {
	const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
	const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
	const request = await Pkcs10CertificateRequestGenerator.create({ name: 'O=system:masters, CN=root', keys, signingAlgorithm });
	return Buffer.from(request.toString('pem')).toString('base64');
}
