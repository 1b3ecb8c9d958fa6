/** Tests bootstrap tokens (seed 3, "Bootstrap tokens"): accepted tokens, and each reason for rejecting one. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const secrets = '/api/v1/namespaces/kube-system/secrets';
const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const flags = ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36'];
const secret = '0123456789abcdef';

async function shown({ url, credentials }: ServerProcess, token: string): Promise<Loose> {
	const answer = await call(url, { ca: credentials.ca }, 'POST', whoami, {}, { authorization: `Bearer ${token}` });
	return answer.status === 201 ? (answer.json() as Loose).status.userInfo : (answer.status as never);
}

const object = (id: string, data: object = {}, more: object = {}) => ({
	metadata: { name: `bootstrap-token-${id}` },
	type: 'bootstrap.kubernetes.io/token',
	stringData: { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-authentication': 'true', ...data },
	...more,
});

async function make(server: ServerProcess, body: object): Promise<void> {
	const answer = await server.call('POST', secrets, body);
	expect(answer.status, answer.text).toBe(201);
}

describe('bootstrap tokens', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await startServer(inject('built').kubernetes, { flags: [...flags, '--enable-bootstrap-token-auth'] });
		await server.call('GET', secrets);
	});
	afterAll(() => server.remove());

	it('authenticate joining nodes', async () => {
		const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
		const more = { 'auth-extra-groups': 'system:bootstrappers:workers,system:bootstrappers:east', expiration: inAnHour, description: 'for the east' };
		await make(server, object('aaaaaa', more));
		expect(await shown(server, `aaaaaa.${secret}`)).toEqual({
			username: 'system:bootstrap:aaaaaa',
			groups: ['system:bootstrappers', 'system:bootstrappers:east', 'system:bootstrappers:workers', 'system:authenticated'],
		});
	});

	const past = new Date(Date.now() - 1_000).toISOString();
	it.each<[what: string, data: object, more?: object]>([
		['with an expired lifetime', { expiration: past }],
		['with a malformed expiry', { expiration: 'tomorrow' }],
		['with an expiry that is no time of day', { expiration: '2999-01-01' }],
		['for signing only', { 'usage-bootstrap-authentication': 'false', 'usage-bootstrap-signing': 'true' }],
		['for no usage', { 'usage-bootstrap-authentication': '' }],
		['with another value for its usage', { 'usage-bootstrap-authentication': 'True' }],
		['with a name that differs from its ID', { 'token-id': 'zzzzzz' }],
		['with a group of another component', { 'auth-extra-groups': 'system:bootstrappers:a,system:masters' }],
		['with a group that ends in a colon', { 'auth-extra-groups': 'system:bootstrappers:a:' }],
		['with an empty group', { 'auth-extra-groups': 'system:bootstrappers:a,' }],
		['without a secret', { 'token-secret': '' }],
		['with a longer secret', { 'token-secret': `${secret}0` }],
		['in a Secret of another type', {}, { type: 'Opaque' }],
		['in a Secret that is being deleted', {}, { metadata: { finalizers: ['example.com/wait'] } }],
	])('%s are refused', async (what, data, more = {}) => {
		const id = `b${[...what]
			.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_999, 7)
			.toString()
			.padStart(5, '0')}`;
		const whole = object(id, data, more) as Loose;
		await make(server, { ...whole, metadata: { ...whole.metadata, name: `bootstrap-token-${id}` } });
		if (what.endsWith('being deleted')) {
			expect(await shown(server, `${id}.${secret}`)).toMatchObject({ username: `system:bootstrap:${id}` });
			await server.call('DELETE', `${secrets}/bootstrap-token-${id}`);
			expect((await server.call('GET', `${secrets}/bootstrap-token-${id}`)).status).toBe(200);
		}
		expect(await shown(server, `${id}.${secret}`)).toBe(401);
	});

	it.each([
		['another secret', 'aaaaaa.0123456789abcdee'],
		['an unknown token', `cccccc.${secret}`],
		['capital letters', `AAAAAA.${secret.toUpperCase()}`],
		['text after the secret', `aaaaaa.${secret}0`],
		['a path in place of an ID', `../aaa.${secret}`],
	])('with %s are refused', async (_, token) => {
		expect(await shown(server, token)).toBe(401);
	});

	it('end with their Secret, at once, and with a change of it', async () => {
		await make(server, object('dddddd'));
		expect(await shown(server, `dddddd.${secret}`)).toMatchObject({ username: 'system:bootstrap:dddddd' });
		const body = { stringData: { 'token-secret': 'fedcba9876543210' } };
		await server.call('PATCH', `${secrets}/bootstrap-token-dddddd`, body, { 'content-type': 'application/merge-patch+json' });
		expect(await shown(server, `dddddd.${secret}`)).toBe(401);
		expect(await shown(server, 'dddddd.fedcba9876543210')).toMatchObject({ username: 'system:bootstrap:dddddd' });
		await server.call('DELETE', `${secrets}/bootstrap-token-dddddd`);
		expect(await shown(server, 'dddddd.fedcba9876543210')).toBe(401);
	});

	it('in another namespace are ignored', async () => {
		await server.call('POST', '/api/v1/namespaces/default/secrets', object('eeeeee'));
		expect(await shown(server, `eeeeee.${secret}`)).toBe(401);
	});
});

it('bootstrap tokens are ignored without --enable-bootstrap-token-auth', async () => {
	const server = await startServer(inject('built').kubernetes, { flags });
	await make(server, object('aaaaaa'));
	expect(await shown(server, `aaaaaa.${secret}`)).toBe(401);
	await server.remove();
});
