/**
 * Tests tokens of service accounts (seed 3, "Service account tokens"): requested, used, and invalidated with the object that they are bound
 * to.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const core = '/api/v1/namespaces/default';
const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const own = 'https://kubernetes.default.svc.cluster.local';
const scratch = makeScratch();
afterAll(() => scratch.remove());

const start = (...flags: readonly string[]) =>
	startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', ...flags] });

async function done(server: ServerProcess, method: string, path: string, body?: object): Promise<Loose> {
	const answer = await server.call(method, path, body);
	expect(answer.status, answer.text).toBeLessThan(300);
	return answer.json() as Loose;
}

async function tokenOf(server: ServerProcess, account: string, spec: object = {}): Promise<string> {
	const made = await done(server, 'POST', `${core}/serviceaccounts/${account}/token`, { spec: { audiences: [], ...spec } });
	return made.status.token;
}

/** Returns the user that the server sees in the token, or the status of the refusal. */
async function shown({ url, credentials }: ServerProcess, token: string): Promise<Loose> {
	const answer = await call(url, { ca: credentials.ca }, 'POST', whoami, {}, { authorization: `Bearer ${token}` });
	return answer.status === 201 ? (answer.json() as Loose).status.userInfo : (answer.status as never);
}

async function waitFor<T>(server: ServerProcess, path: string, holds: (seen: Loose) => T | undefined): Promise<T> {
	const { metadata } = await done(server, 'GET', path.slice(0, path.lastIndexOf('/')));
	const name = path.slice(path.lastIndexOf('/') + 1);
	const look = async (): Promise<T | undefined> => {
		const answer = await server.call('GET', path);
		return answer.status === 200 || answer.status === 404 ? holds({ code: answer.status, ...(answer.json() as object) } as Loose) : undefined;
	};
	for (let version = metadata.resourceVersion; ; ) {
		const seen = await look();
		if (seen !== undefined) return seen;
		const list = path.slice(0, path.lastIndexOf('/'));
		// The watch ends after a second; the next one starts at the object's last change.
		const events = await server.call('GET', `${list}?watch=1&fieldSelector=metadata.name=${name}&resourceVersion=${version}&timeoutSeconds=1`);
		const last = events.text.trim().split('\n').at(-1);
		if (last) version = (JSON.parse(last) as Loose).object.metadata.resourceVersion;
	}
}

const pod = (name: string, extra: object = {}) => ({
	metadata: { name },
	spec: { serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }], ...extra },
});

describe('tokens that are asked for', () => {
	let server: ServerProcess;
	let uid: string;
	beforeAll(async () => {
		server = await start('--service-account-max-token-expiration', '2h');
		uid = (await done(server, 'POST', `${core}/serviceaccounts`, { metadata: { name: 'robot' } })).metadata.uid;
	});
	afterAll(() => server.remove());

	const forge = async (change: (payload: JWTPayload) => JWTPayload): Promise<string> => {
		const key = createPrivateKey(readFileSync(join(server.dataDir, 'pki/sa.key')));
		return new SignJWT(change(decodeJwt(await tokenOf(server, 'robot')))).setProtectedHeader({ alg: 'ES256' }).sign(key);
	};

	it('are of their account', async () => {
		const token = await tokenOf(server, 'robot');
		const { jti, exp = 0, iat = 0, ...claims } = decodeJwt(token);
		expect(claims).toMatchObject({ aud: [own], iss: own, 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid } } });
		expect(exp - iat).toBe(3600);
		expect(await shown(server, token)).toEqual({
			username: 'system:serviceaccount:default:robot',
			uid,
			groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
			extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${jti}`] },
		});
	});

	it('are answered as they were asked for', async () => {
		const asked = { metadata: { name: 'robot', namespace: 'default' }, spec: { audiences: [], expirationSeconds: 600 } };
		const { kind, apiVersion, metadata, spec, status } = await done(server, 'POST', `${core}/serviceaccounts/robot/token`, asked);
		const { managedFields: _, ...said } = metadata;
		expect({ kind, apiVersion, metadata: said, spec }).toEqual({
			kind: 'TokenRequest',
			apiVersion: 'authentication.k8s.io/v1',
			metadata: { name: 'robot', namespace: 'default', uid, creationTimestamp: metadata.creationTimestamp },
			spec: { audiences: [own], expirationSeconds: 600, boundObjectRef: null },
		});
		expect((Date.parse(status.expirationTimestamp) - Date.parse(metadata.creationTimestamp)) / 1000).toBe(600);
	});

	it('are shortened to --service-account-max-token-expiration with a warning', async () => {
		const answer = await server.call('POST', `${core}/serviceaccounts/robot/token`, { spec: { audiences: [], expirationSeconds: 7201 } });
		expect(answer.headers.warning).toContain('requested expiration of 7201 seconds shortened to 7200 seconds');
		expect((answer.json() as Loose).spec.expirationSeconds).toBe(7200);
	});

	it.each([
		[
			'too short',
			{ spec: { audiences: [], expirationSeconds: 599 } },
			422,
			'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
		],
		['too long', { spec: { audiences: [], expirationSeconds: 4294967297 } }, 422, 'may not specify a duration larger than 2^32 seconds'],
		['another name', { metadata: { name: 'other' }, spec: { audiences: [] } }, 400, 'name'],
		['another account of that name', { metadata: { uid: 'other' }, spec: { audiences: [] } }, 409, 'does not match the UID of the service account'],
		[
			'bound to what no token ends with',
			{ spec: { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'x' } } },
			400,
			'cannot bind token to object of type /v1, Kind=ConfigMap',
		],
		['bound to nothing', { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'x' } } }, 404, 'pods "x" not found'],
	])('%s is refused', async (_, body, code, message) => {
		const answer = await server.call('POST', `${core}/serviceaccounts/robot/token`, body);
		expect(answer.status, answer.text).toBe(code);
		expect((answer.json() as Loose).message).toContain(message);
	});

	it('are valid only for their audiences', async () => {
		const token = await tokenOf(server, 'robot', { audiences: ['vault', 'elsewhere'] });
		expect(await shown(server, token)).toBe(401);
		const review = async (audiences: readonly string[], of = token) =>
			(await done(server, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: of, audiences } })).status;
		expect(await review(['vault', 'nobody'])).toMatchObject({ authenticated: true, audiences: ['vault'], user: { uid } });
		expect(await review(['nobody'])).toEqual({ user: {}, error: 'invalid bearer token' });
		expect(await review([])).toEqual({ user: {}, error: 'invalid bearer token' });
		expect(await review([], await tokenOf(server, 'robot'))).toMatchObject({ authenticated: true, audiences: [own] });
	});

	const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
	const hmac = () => Buffer.from(createPublicKey(readFileSync(join(server.dataDir, 'pki/sa.key'))).export({ type: 'spki', format: 'pem' }));
	const seconds = (ms = Date.now()) => Math.floor(ms / 1000);
	const ways: readonly (readonly [string, () => Promise<string> | string])[] = [
		['expired', () => forge((payload) => ({ ...payload, exp: seconds() - 61 }))],
		['not yet valid', () => forge((payload) => ({ ...payload, nbf: seconds() + 90 }))],
		['issued in the future', () => forge((payload) => ({ ...payload, iat: seconds() + 90 }))],
		['without an expiry', () => forge(({ exp: _, ...payload }) => payload)],
		['of another issuer', () => forge((payload) => ({ ...payload, iss: 'https://elsewhere' }))],
		['for another audience', () => forge((payload) => ({ ...payload, aud: 'elsewhere' }))],
		['of no account', () => forge(({ 'kubernetes.io': _, ...payload }) => payload)],
		[
			'of another account of that name',
			() => forge((payload) => ({ ...payload, 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid: 'other' } } })),
		],
		[
			'of an account that is not there',
			() => forge((payload) => ({ ...payload, 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'none', uid } } })),
		],
		[
			'bound to a pod that was never there',
			() =>
				forge((payload) => ({ ...payload, 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid }, pod: { name: 'x', uid: 'y' } } })),
		],
		['without a signature (alg: none)', async () => new UnsecuredJWT(decodeJwt(await tokenOf(server, 'robot'))).encode()],
		[
			'signed with the public key as a secret (HS256)',
			async () => new SignJWT(decodeJwt(await tokenOf(server, 'robot'))).setProtectedHeader({ alg: 'HS256' }).sign(hmac()),
		],
		['signed with another key', async () => new SignJWT(decodeJwt(await tokenOf(server, 'robot'))).setProtectedHeader({ alg: 'ES256' }).sign(other)],
		[
			'with another signature',
			async () => (await tokenOf(server, 'robot')).replace(/[^.]+$/, (signature) => Buffer.from(signature, 'base64url').fill(0, 0, 8).toString('base64url')),
		],
		['with a missing part', async () => (await tokenOf(server, 'robot')).replace(/\.[^.]+$/, '')],
		['with a size of one megabyte', async () => `${await tokenOf(server, 'robot')}${'A'.repeat(500_000)}`],
		[
			'with a key ID of another issuer',
			async () =>
				new SignJWT(decodeJwt(await tokenOf(server, 'robot'))).setProtectedHeader({ alg: 'ES256', kid: 'other', jku: 'https://elsewhere' }).sign(other),
		],
		[
			'with an embedded key',
			async () =>
				new SignJWT(decodeJwt(await tokenOf(server, 'robot')))
					.setProtectedHeader({ alg: 'ES256', jwk: createPublicKey(other).export({ format: 'jwk' }) })
					.sign(other),
		],
	];
	it.each(ways)('a token %s is refused', async (_, make) => {
		expect(await shown(server, await make())).toBe(401);
	});

	it('a token with a key, but without its name, is good', async () => {
		expect(await shown(server, await forge((payload) => payload))).toMatchObject({ uid });
	});

	it.each([
		['pod', 'Pod', 'pods', pod('bound')],
		['secret', 'Secret', 'secrets', { metadata: { name: 'bound' } }],
	])('end immediately with their %s', async (_, kind, plural, object) => {
		const made = await done(server, 'POST', `${core}/${plural}`, object);
		const bound = { kind, apiVersion: 'v1', name: 'bound' };
		const refused = await server.call('POST', `${core}/serviceaccounts/robot/token`, { spec: { audiences: [], boundObjectRef: { ...bound, uid: 'other' } } });
		expect(refused.status).toBe(409);
		const token = await tokenOf(server, 'robot', { boundObjectRef: { ...bound, uid: made.metadata.uid } });
		const user = await shown(server, token);
		expect(user).toMatchObject({ uid });
		expect(user.extra['authentication.kubernetes.io/pod-name']).toEqual(kind === 'Pod' ? ['bound'] : undefined);
		await done(server, 'DELETE', `${core}/${plural}/bound?gracePeriodSeconds=0`);
		expect(await shown(server, token)).toBe(401);
		await done(server, 'POST', `${core}/${plural}`, object);
		expect(await shown(server, token)).toBe(401);
	});

	it("bound to pods are limited to the pod's account and name the node", async () => {
		const node = await done(server, 'POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
		await done(server, 'POST', `${core}/pods`, pod('placed', { nodeName: 'n1' }));
		const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'placed' };
		const answer = await server.call('POST', `${core}/serviceaccounts/default/token`, { spec: { audiences: [], boundObjectRef } });
		expect([answer.status, (answer.json() as Loose).message]).toEqual([
			400,
			'cannot bind token for serviceaccount "default" to pod running with different serviceaccount name.',
		]);
		const { extra } = await shown(server, await tokenOf(server, 'robot', { boundObjectRef }));
		expect(extra).toMatchObject({ 'authentication.kubernetes.io/node-name': ['n1'], 'authentication.kubernetes.io/node-uid': [node.metadata.uid] });
		// Agents of nodes request such tokens: they are valid for a year and to be renewed within the hour.
		const { exp = 0, iat = 0, 'kubernetes.io': claims } = decodeJwt(await tokenOf(server, 'robot', { boundObjectRef, expirationSeconds: 3607 }));
		expect([exp - iat, (claims as Loose).warnafter - iat]).toEqual([365 * 24 * 3600, 3607]);
	});

	it('bound to nodes end with the nodes', async () => {
		await done(server, 'POST', '/api/v1/nodes', { metadata: { name: 'n2' } });
		const token = await tokenOf(server, 'robot', { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'n2' } });
		expect(await shown(server, token)).toMatchObject({ uid, extra: { 'authentication.kubernetes.io/node-name': ['n2'] } });
		await done(server, 'DELETE', '/api/v1/nodes/n2');
		expect(await shown(server, token)).toBe(401);
	});

	it('end with their account, even if one of the same name appears', async () => {
		await done(server, 'POST', `${core}/serviceaccounts`, { metadata: { name: 'brief' } });
		const token = await tokenOf(server, 'brief');
		expect(await shown(server, token)).toMatchObject({ username: 'system:serviceaccount:default:brief' });
		await done(server, 'DELETE', `${core}/serviceaccounts/brief`);
		expect(await shown(server, token)).toBe(401);
		await done(server, 'POST', `${core}/serviceaccounts`, { metadata: { name: 'brief' } });
		expect(await shown(server, token)).toBe(401);
	});

	it('are verified by others with the discovery document of the issuer', async () => {
		const configuration = await server.call('GET', '/.well-known/openid-configuration');
		expect(configuration.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' });
		expect(configuration.json()).toEqual({
			issuer: own,
			jwks_uri: expect.stringMatching(/^https:\/\/.+:\d+\/openid\/v1\/jwks$/),
			response_types_supported: ['id_token'],
			subject_types_supported: ['public'],
			id_token_signing_alg_values_supported: ['ES256'],
		});
		const keys = await server.call('GET', '/openid/v1/jwks');
		expect(keys.headers['content-type']).toBe('application/jwk-set+json');
		const verified = await jwtVerify(await tokenOf(server, 'robot'), createLocalJWKSet(keys.json() as never), { issuer: own, audience: own });
		expect(verified.payload.sub).toBe('system:serviceaccount:default:robot');
		for (const path of ['/.well-known/openid-configuration', '/openid/v1/jwks'])
			expect((await server.call('GET', `${path}/`)).json()).toEqual((await server.call('GET', path)).json());
		expect((await server.call('GET', '/openid/v1/other')).status).toBe(404);
		expect(JSON.stringify(keys.json())).not.toContain('"d"');
	});
});

describe('tokens that lie in Secrets', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await start();
	});
	afterAll(() => server.remove());
	const secret = (name: string, account: string) => ({
		metadata: { name, annotations: { 'kubernetes.io/service-account.name': account } },
		type: 'kubernetes.io/service-account-token',
	});
	const filled = (name: string) =>
		waitFor(server, `${core}/secrets/${name}`, ({ data }) => data?.token && { data, token: Buffer.from(data.token, 'base64').toString() });

	it('are filled in, are of their account, and end with the Secret', async () => {
		const account = await done(server, 'POST', `${core}/serviceaccounts`, { metadata: { name: 'old' }, secrets: [{ name: 'olds' }] });
		await done(server, 'POST', `${core}/secrets`, secret('olds', 'old'));
		const { data, token } = await filled('olds');
		expect(Buffer.from(data.namespace, 'base64').toString()).toBe('default');
		expect(Buffer.from(data['ca.crt'], 'base64').toString()).toContain('BEGIN CERTIFICATE');
		expect(decodeJwt(token)).toEqual({
			iss: 'kubernetes/serviceaccount',
			'kubernetes.io/serviceaccount/namespace': 'default',
			'kubernetes.io/serviceaccount/secret.name': 'olds',
			'kubernetes.io/serviceaccount/service-account.name': 'old',
			'kubernetes.io/serviceaccount/service-account.uid': account.metadata.uid,
			sub: 'system:serviceaccount:default:old',
		});
		expect(await shown(server, token)).toMatchObject({ username: 'system:serviceaccount:default:old', uid: account.metadata.uid });
		const { annotations } = (await done(server, 'GET', `${core}/secrets/olds`)).metadata;
		expect(annotations['kubernetes.io/service-account.uid']).toBe(account.metadata.uid);
		await done(server, 'DELETE', `${core}/secrets/olds`);
		expect(await shown(server, token)).toBe(401);
		expect(await waitFor(server, `${core}/serviceaccounts/old`, ({ secrets }) => (secrets === undefined || secrets.length === 0 ? 'dropped' : undefined))).toBe(
			'dropped',
		);
	});

	it('are replaced when they are removed, and the former one is refused', async () => {
		await done(server, 'POST', `${core}/secrets`, secret('renewed', 'default'));
		const { token } = await filled('renewed');
		await done(server, 'PUT', `${core}/secrets/renewed`, { ...secret('renewed', 'default'), data: { token: Buffer.from('other').toString('base64') } });
		expect(await shown(server, token)).toBe(401);
	});

	it('are deleted with their account, and not created for a missing one', async () => {
		await done(server, 'POST', `${core}/serviceaccounts`, { metadata: { name: 'going' } });
		await done(server, 'POST', `${core}/secrets`, secret('goings', 'going'));
		const { token } = await filled('goings');
		await done(server, 'DELETE', `${core}/serviceaccounts/going`);
		expect(await shown(server, token)).toBe(401);
		const gone = ({ code }: Loose) => (code === 404 ? 'gone' : undefined);
		expect(await waitFor(server, `${core}/secrets/goings`, gone)).toBe('gone');
		await done(server, 'POST', `${core}/secrets`, secret('nobodys', 'nobody'));
		expect(await waitFor(server, `${core}/secrets/nobodys`, gone)).toBe('gone');
	});
});

describe('keys', () => {
	const pem = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
	const file = (name: string, text: string): string => {
		const path = join(scratch.path, name);
		writeFileSync(path, text, { mode: 0o600 });
		return path;
	};
	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

	it('stay across starts, and are exchanged one after the other', async () => {
		const first = await start();
		await expect.poll(async () => (await first.call('GET', `${core}/serviceaccounts/default`)).status).toBe(200);
		const ownToken = await tokenOf(first, 'default');
		await first.stop();
		const signing = file('rsa.pem', pem(rsa.privateKey));
		const flags = ['--service-account-signing-key-file', signing, '--service-account-key-file', join(first.dataDir, 'pki/sa.key')];
		const issuers = ['--service-account-issuer', 'https://new.example', '--service-account-issuer', own, '--api-audiences', `api,${own}`];
		const both = await startServer(inject('built').kubernetes, {
			dataDir: first.dataDir,
			flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', ...flags, ...issuers],
		});
		const newToken = await tokenOf(both, 'default');
		expect(decodeJwt(newToken)).toMatchObject({ iss: 'https://new.example', aud: ['api', own] });
		expect(await Promise.all([ownToken, newToken].map(async (token) => (await shown(both, token)).username))).toEqual(
			Array(2).fill('system:serviceaccount:default:default'),
		);
		const { keys } = (await both.call('GET', '/openid/v1/jwks')).json() as Loose;
		expect(keys.map(({ alg }: Loose) => alg)).toEqual(['RS256', 'ES256']);
		await both.stop();
		const rotated = await startServer(inject('built').kubernetes, {
			dataDir: first.dataDir,
			flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', '--service-account-signing-key-file', signing, ...issuers],
		});
		expect(await shown(rotated, ownToken)).toBe(401);
		expect(await shown(rotated, newToken)).toMatchObject({ username: 'system:serviceaccount:default:default' });
		await rotated.remove();
	});
});
