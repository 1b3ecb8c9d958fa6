/**
 * Tests attempts to pass for another user with headers and their encoding, at the API and at its procedures below `/trpc`. Attempts with
 * tokens are in the tests of each kind of token.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { issueAuthority } from '../../runtime/auth/pki/issue.ts';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
let server: ServerProcess;
beforeAll(async () => {
	const [tokens, proxies] = [join(scratch.path, 'tokens.csv'), join(scratch.path, 'proxies.pem')];
	writeFileSync(tokens, 'bobs-token,bob,1\ncarols-token,carol,2\n', { mode: 0o600 });
	writeFileSync(proxies, (await issueAuthority('the proxies')).cert);
	server = await startServer(inject('built').kubernetes, {
		flags: [
			...['--enable-trpc', '--emulated-version', '1.36', '--authorization-mode', 'RBAC', '--token-auth-file', tokens],
			...['--requestheader-client-ca-file', proxies, '--requestheader-username-headers', 'X-Remote-User'],
			...['--requestheader-group-headers', 'X-Remote-Group', '--requestheader-extra-headers-prefix', 'X-Remote-Extra-'],
		],
	});
	const rules = [
		{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] },
		{ apiGroups: ['authentication.k8s.io'], resources: ['userextras/scopes'], resourceNames: ['view'], verbs: ['impersonate'] },
	];
	const rbac = '/apis/rbac.authorization.k8s.io/v1';
	await server.call('POST', `${rbac}/clusterroles`, { metadata: { name: 'acting' }, rules });
	await server.call('POST', `${rbac}/clusterrolebindings`, {
		metadata: { name: 'acting' },
		roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'acting' },
		subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'carol' }],
	});
});
afterAll(async () => {
	await server.remove();
	scratch.remove();
});

interface Seen {
	readonly status: number;
	/** User that the server sees in the request, when it was authenticated. */
	readonly name?: string;
	readonly extra?: object;
}

const review = '{"kind":"SelfSubjectReview","apiVersion":"authentication.k8s.io/v1"}';
const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const procedure = 'authentication.k8s.io.v1.selfsubjectreviews.create';
const input = `{"body":${review}}`;

/** Endpoints that return the user of a request; each call of a batch is authenticated separately. */
const doors: readonly (readonly [target: string, body: string])[] = [
	[reviews, review],
	[`/trpc/${procedure}`, input],
	[`/trpc/${procedure},${procedure}?batch=1`, `{"0":${input},"1":${input}}`],
];

/** Sends the header lines verbatim to each endpoint and returns the user, which must be the same for all. */
async function sent(lines: readonly string[]): Promise<Seen> {
	const [first, ...others] = await Promise.all(doors.map(([target, body]) => sentTo(lines, target, body)));
	for (const other of others) expect(other).toEqual(first);
	return first as Seen;
}

/** Converts the answer of a call to that of the API: a procedure that creates an object answers 200. */
function answeredBy(call: Loose): readonly [status: number | undefined, object: Loose] {
	if (call.error !== undefined) return [undefined, call.error.data.status];
	return call.result === undefined ? [undefined, call] : [201, call.result.data];
}

async function sentTo(lines: readonly string[], target = reviews, body = review): Promise<Seen> {
	const { ca } = server.credentials;
	const socket = connect({ host: '127.0.0.1', port: server.port, ca, servername: 'localhost', ALPNProtocols: ['http/1.1'] });
	await once(socket, 'secureConnect');
	const head = [
		`POST ${target} HTTP/1.1`,
		'Host: localhost',
		'Connection: close',
		'Content-Type: application/json',
		`Content-Length: ${body.length}`,
		...lines,
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
	const parts: Buffer[] = [];
	for await (const part of socket) parts.push(part as Buffer);
	const [answer = '', text = ''] = Buffer.concat(parts)
		.toString()
		.split(/\r\n\r\n(.*)/s);
	const told = /^[{[]/.test(text) ? (JSON.parse(text) as Loose) : { status: {} };
	const [[code, { status }], ...others] = (Array.isArray(told) ? told : [told]).map(answeredBy) as [ReturnType<typeof answeredBy>];
	for (const [, other] of others as unknown as ReturnType<typeof answeredBy>[]) expect(other.status.userInfo).toEqual(status.userInfo);
	return {
		status: code ?? Number(answer.split(' ')[1]),
		...(status.userInfo && { name: status.userInfo.username, ...(status.userInfo.extra && { extra: status.userInfo.extra }) }),
	};
}

const bob = 'Authorization: Bearer bobs-token';
const carol = 'Authorization: Bearer carols-token';

it('the owner of a token is its user', async () => {
	expect(await sent([bob])).toEqual({ status: 201, name: 'bob' });
	expect((await sent([])).status).toBe(403);
});

describe('a token', () => {
	it.each<[string, readonly string[], Seen]>([
		['after an invalid token', ['Authorization: Bearer nope', bob], { status: 400 }],
		['before an invalid token', [bob, 'Authorization: Bearer nope'], { status: 400 }],
		['together with the token of another user', [bob, carol], { status: 400 }],
		['together with a name and a password', ['Authorization: Basic Ym9iOnNlY3JldA==', bob], { status: 400 }],
		['under a name with an underscore', ['Authorization_: Bearer bobs-token'], { status: 403 }],
		['in the header for proxies', ['Proxy-Authorization: Bearer bobs-token'], { status: 403 }],
		['in a cookie', ['Cookie: Authorization=Bearer bobs-token; token=bobs-token'], { status: 403 }],
		['of another scheme', ['Authorization: Token bobs-token'], { status: 403 }],
		['with a changed letter', ['Authorization: Bearer Bobs-token'], { status: 401 }],
		['with a comma after it', ['Authorization: Bearer bobs-token,'], { status: 401 }],
		['with a space before the colon', ['Authorization : Bearer bobs-token'], { status: 400 }],
		['on a folded line', ['Authorization: Bearer', ' bobs-token'], { status: 400 }],
		['after a zero byte', ['Authorization: Bearer \0bobs-token'], { status: 400 }],
	])('%s', async (_, lines, seen) => {
		expect(await sent(lines)).toEqual(seen);
	});

	it.each(['?token=bobs-token', '?access_token=bobs-token', '?Authorization=Bearer%20bobs-token'])('in the query is ignored: %s', async (query) => {
		expect((await sentTo([], `${reviews}${query}`)).status).toBe(403);
		expect((await sentTo([], `/trpc/${procedure}${query}`, input)).status).toBe(403);
	});
});

describe('headers of a proxy from other clients', () => {
	it.each<[string, readonly string[], Seen]>([
		['without a certificate', ['X-Remote-User: admin', 'X-Remote-Group: system:masters'], { status: 403 }],
		['in lower case', ['x-remote-user: admin', 'x-remote-group: system:masters'], { status: 403 }],
		['with underscores', ['X_Remote_User: admin', 'X_Remote_Group: system:masters'], { status: 403 }],
		['together with a token', [bob, 'X-Remote-User: admin', 'X-Remote-Group: system:masters'], { status: 201, name: 'bob' }],
		['together with an invalid token', ['X-Remote-User: admin', 'Authorization: Bearer nope'], { status: 401 }],
	])('%s', async (_, lines, seen) => {
		expect(await sent(lines)).toEqual(seen);
	});
});

describe('impersonation', () => {
	const masters = 'Impersonate-Group: system:masters';
	it.each<[string, readonly string[], Seen]>([
		['without the right to', [bob, 'Impersonate-User: admin'], { status: 403 }],
		['without the right to, in capitals', [bob, 'IMPERSONATE-USER: admin'], { status: 403 }],
		['without the right to, and without a group', [bob, masters], { status: 400 }],
		['without a token', ['Impersonate-User: admin', masters], { status: 403 }],
		['with an underscore is acting as oneself', [bob, 'Impersonate_User: admin', 'Impersonate_Group: system:masters'], { status: 201, name: 'bob' }],
		['of users, with the right to these', [carol, 'Impersonate-User: dave'], { status: 201, name: 'dave' }],
		['of users, with the privileged group', [carol, 'Impersonate-User: dave', masters], { status: 403 }],
		['of users, with the privileged group in lower case', [carol, 'Impersonate-User: dave', 'impersonate-group: system:masters'], { status: 403 }],
		[
			'of users, with the privileged group after another',
			[carol, 'Impersonate-User: dave', 'Impersonate-Group: system:authenticated', masters],
			{ status: 403 },
		],
		['of two users', [carol, 'Impersonate-User: dave', 'Impersonate-User: eve'], { status: 400 }],
		['of a service account, with the right to users', [carol, 'Impersonate-User: system:serviceaccount:kube-system:default'], { status: 403 }],
		['with a uid, without the right to', [carol, 'Impersonate-User: dave', 'Impersonate-Uid: 1'], { status: 403 }],
		[
			'with more, as it is allowed',
			[carol, 'Impersonate-User: dave', 'Impersonate-Extra-Scopes: view'],
			{ status: 201, name: 'dave', extra: { scopes: ['view'] } },
		],
		[
			'with an extra key in capitals',
			[carol, 'Impersonate-User: dave', 'IMPERSONATE-EXTRA-SCOPES: view'],
			{ status: 201, name: 'dave', extra: { scopes: ['view'] } },
		],
		['with an extra key in another encoding', [carol, 'Impersonate-User: dave', 'Impersonate-Extra-%53copes: view'], { status: 403 }],
		['with another value', [carol, 'Impersonate-User: dave', 'Impersonate-Extra-Scopes: edit'], { status: 403 }],
		[
			'with a forbidden value after a permitted one',
			[carol, 'Impersonate-User: dave', 'Impersonate-Extra-Scopes: view', 'impersonate-extra-scopes: edit'],
			{ status: 403 },
		],
	])('%s', async (_, lines, seen) => {
		expect(await sent(lines)).toEqual(seen);
	});
});

it('every refused token gets the same answer, and none is logged', async () => {
	const wrong = ['bobs-toke', 'nobodys-token', `ey${'a'.repeat(30)}.b.c`, 'aaaaaa.0123456789abcdef'];
	for (const token of wrong) expect(await sent([`Authorization: Bearer ${token}`])).toEqual({ status: 401 });
	for (const token of wrong) expect(server.log()).not.toContain(token);
});
