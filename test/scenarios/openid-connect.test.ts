/** Tests identity tokens of an issuer (seed 3, "OpenID Connect"): accepted tokens, their users, and tokens that are always rejected. */
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Issuer, startIssuer } from '../setup/issuer.ts';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
let issuer: Issuer;
beforeAll(async () => {
	issuer = await startIssuer();
});
afterAll(() => issuer.close());

const start = (...flags: readonly string[]) =>
	startServer(inject('built').kubernetes, {
		flags: [
			...['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36'],
			...['--oidc-issuer-url', issuer.url, '--oidc-client-id', 'cluster', '--oidc-ca-file', issuer.caFile, ...flags],
		],
	});

async function shown({ url, credentials }: ServerProcess, token: string): Promise<Loose> {
	const answer = await call(url, { ca: credentials.ca }, 'POST', whoami, {}, { authorization: `Bearer ${token}` });
	return answer.status === 201 ? (answer.json() as Loose).status.userInfo : (answer.status as never);
}

describe('claims', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await start('--oidc-groups-claim', 'groups', '--oidc-required-claim', 'hd=example.com', '--oidc-required-claim', 'tier=gold');
	});
	afterAll(() => server.remove());
	const token = (claims: object = {}, header: object = {}) => issuer.token({ hd: 'example.com', tier: 'gold', ...claims }, header);

	it('users are of the issuer, and have its groups', async () => {
		expect(await shown(server, await token({ groups: ['devs', 'ops'] }))).toEqual({
			username: `${issuer.url}#ann`,
			groups: ['devs', 'ops', 'system:authenticated'],
		});
		expect((await shown(server, await token({ groups: 'devs' }))).groups).toEqual(['devs', 'system:authenticated']);
		expect((await shown(server, await token())).groups).toEqual(['system:authenticated']);
		expect((await shown(server, await token({ aud: ['other', 'cluster'] }))).username).toBe(`${issuer.url}#ann`);
	});

	it('a token that was shown before is known, and the issuer is not asked', async () => {
		const again = await token({ sub: 'often' });
		expect((await shown(server, again)).username).toBe(`${issuer.url}#often`);
		issuer.behave((_, response) => void response.writeHead(500).end());
		try {
			for (let times = 0; times < 3; times++) expect((await shown(server, again)).username).toBe(`${issuer.url}#often`);
			expect(issuer.asked).toEqual([]);
		} finally {
			issuer.behave(undefined);
		}
	});

	it('a TokenReview tells whose it is, for this server alone', async () => {
		const review = async (audiences?: readonly string[]) =>
			((await server.call('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: await token(), audiences } })).json() as Loose).status;
		expect(await review()).toMatchObject({ authenticated: true, user: { username: `${issuer.url}#ann` } });
		expect(await review(['cluster'])).toEqual({ user: {}, error: 'invalid bearer token' });
	});

	const seconds = () => Math.floor(Date.now() / 1000);
	const claims = async () => ({ iss: issuer.url, aud: 'cluster', sub: 'ann', exp: seconds() + 3600, hd: 'example.com', tier: 'gold' });
	/** Signs any payload with the issuer's key; numbers given as texts are written verbatim. */
	const signedAs = async (make: () => Promise<object>, header: object = {}, isEncoded = true): Promise<string> => {
		const payload = JSON.stringify(await make()).replace(/"exp":"((?:\\"|[^"])*)"/, (_, exp: string) => `"exp":${exp.replaceAll('\\', '')}`);
		return issuer.signed(JSON.stringify({ alg: 'RS256', kid: issuer.keyId(), ...header }), payload, isEncoded);
	};
	it.each<readonly [string, () => Promise<string>]>([
		['expired', () => token({ exp: seconds() - 1 })],
		['not yet good', () => token({ nbf: seconds() + 400 })],
		['without an end', () => token({ exp: undefined })],
		['for another client', () => token({ aud: 'other' })],
		['for nobody', () => token({ aud: undefined })],
		['of another issuer', () => token({ iss: 'https://elsewhere' })],
		['of nobody', () => token({ sub: undefined })],
		['of an empty name', () => token({ sub: '' })],
		['of a name that is none', () => token({ sub: ['ann'] })],
		['with groups that are none', () => token({ groups: [1] })],
		['without what is required', () => token({ hd: undefined })],
		['with another value than is required', () => token({ tier: 'silver' })],
		['with a list of what is required', () => token({ tier: ['gold'] })],
		['signed by nobody (alg: none)', async () => new UnsecuredJWT(await claims()).encode()],
		[
			'signed with the public key as a secret (HS256)',
			async () => new SignJWT(await claims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(Buffer.from(await exportSPKI(issuer.publicKey()))),
		],
		[
			'signed with another key of that name',
			async () => new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign((await generateKeyPair('RS256')).privateKey),
		],
		[
			'signed with a key that it brings along',
			async () => {
				const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
				return new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) }).sign(privateKey);
			},
		],
		[
			'signed in a way that is not allowed',
			async () => new SignJWT(await claims()).setProtectedHeader({ alg: 'ES256', kid: 'key-1' }).sign((await generateKeyPair('ES256')).privateKey),
		],
		['that ends in another age', () => signedAs(async () => ({ ...(await claims()), exp: '1e999' }))],
		['that ends further away than can be counted', () => token({ exp: Number.MAX_SAFE_INTEGER + 1 })],
		['that ends at a text', () => signedAs(async () => ({ ...(await claims()), exp: `"${seconds() + 3600}"` }))],
		['of a list in a list as its name', () => token({ sub: [['ann']] as never })],
		['with groups in a list of a list', () => token({ groups: [['devs']] })],
		['with groups that are an object', () => token({ groups: { 0: 'devs', length: 1 } })],
		['whose issuer is a list', () => token({ iss: [issuer.url] as never })],
		['for a list in a list', () => token({ aud: [['cluster']] as never })],
		['for an object of that name', () => token({ aud: { cluster: true } as never })],
		['whose header has what must be known and is not', () => signedAs(claims, { crit: ['more'], more: true })],
		['whose header has what must be known and is nothing', () => signedAs(claims, { crit: [] })],
		['whose payload is not encoded', () => signedAs(claims, { crit: ['b64'], b64: false }, false)],
		['whose payload is not encoded, and says so by the way', () => signedAs(claims, { b64: false }, false)],
		['of two payloads', async () => (await signedAs(claims)).replace('.', `.${Buffer.from('{"sub":"root"}').toString('base64url')}.`)],
		['with its claims in a list', () => signedAs(async () => [await claims()])],
		['signed in another way than its key is for', () => signedAs(claims, { alg: 'PS256' })],
		['of half a megabyte', () => token({ more: 'x'.repeat(400_000) })],
	])('a token %s is refused', async (_, make) => {
		expect(await shown(server, await make())).toBe(401);
	});

	it('is signed as these are, or they would be refused for that', async () => {
		expect((await shown(server, await signedAs(claims))).username).toBe(`${issuer.url}#ann`);
	});

	it('take the last of repeated claims, and no key or key location from a token header', async () => {
		const payload = JSON.stringify(await claims());
		const twice = (more: string): string => issuer.signed(JSON.stringify({ alg: 'RS256', kid: issuer.keyId() }), `${payload.slice(0, -1)},${more}}`);
		expect((await shown(server, twice('"sub":"bob"'))).username).toBe(`${issuer.url}#bob`);
		expect(await shown(server, twice('"iss":"https://elsewhere"'))).toBe(401);
		expect(await shown(server, twice('"aud":"other"'))).toBe(401);
		expect(await shown(server, twice('"exp":1'))).toBe(401);
		expect(await shown(server, twice('"__proto__":{"sub":"root","groups":["system:masters"]}'))).toEqual({
			username: `${issuer.url}#ann`,
			groups: ['system:authenticated'],
		});
		const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
		const places: string[] = [];
		issuer.behave((request, response) => {
			places.push(request.url ?? '');
			response.writeHead(200).end('{}');
		});
		try {
			const elsewhere = `${issuer.url}/planted`;
			for (const header of [{ jku: elsewhere }, { x5u: elsewhere }, { jwk: await exportJWK(publicKey) }, { x5c: ['AAAA'] }]) {
				const forged = await new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', kid: issuer.keyId(), ...header }).sign(privateKey);
				expect(await shown(server, forged)).toBe(401);
				expect((await shown(server, await token({ sub: 'honest' }, header))).username).toBe(`${issuer.url}#honest`);
			}
			expect(places.filter((path) => path.includes('planted'))).toEqual([]);
		} finally {
			issuer.behave(undefined);
		}
	});

	it('another key is found when a token names it, and the one before is not believed any longer', async () => {
		const before = await token({ sub: 'early' });
		await issuer.rotate();
		const after = await token({ sub: 'late' });
		await vi.waitFor(async () => expect((await shown(server, after)).username).toBe(`${issuer.url}#late`), { timeout: 5_000, interval: 200 });
		expect(await shown(server, before)).toBe(401);
	});
});

describe('claims and prefixes', () => {
	it.each<readonly [string, readonly string[], object, object | number]>([
		[
			'a prefix of one\u2019s own',
			['--oidc-username-prefix', 'oidc:', '--oidc-groups-claim', 'roles', '--oidc-groups-prefix', 'oidc:'],
			{ roles: ['a'] },
			{ username: 'oidc:ann', groups: ['oidc:a', 'system:authenticated'] },
		],
		['no prefix', ['--oidc-username-prefix', '-'], { groups: ['a'] }, { username: 'ann', groups: ['system:authenticated'] }],
		['mail addresses have none', ['--oidc-username-claim', 'email'], { email: 'ann@example.com', email_verified: true }, { username: 'ann@example.com' }],
		['a mail address of which nothing is said', ['--oidc-username-claim', 'email'], { email: 'ann@example.com' }, { username: 'ann@example.com' }],
		['a mail address that nobody has verified', ['--oidc-username-claim', 'email'], { email: 'ann@example.com', email_verified: false }, 401],
		['one that is said to be by a text', ['--oidc-username-claim', 'email'], { email: 'ann@example.com', email_verified: 'true' }, 401],
		['a claim that the token has not', ['--oidc-username-claim', 'upn'], {}, 401],
		['a claim that all objects have', ['--oidc-username-claim', 'constructor'], {}, 401],
	])('%s', async (_, flags, claims, user) => {
		const server = await start(...flags);
		try {
			const seen = await shown(server, await issuer.token({ ...claims }));
			if (typeof user === 'number') expect(seen).toBe(user);
			else expect(seen).toMatchObject(user);
		} finally {
			await server.remove();
		}
	});
});

describe('an issuer that fails', () => {
	const redirect = (response: Loose): void => response.writeHead(302, { location: `${issuer.url}/elsewhere` }).end();
	it.each<readonly [string, (path: string, response: Loose) => void, string]>([
		['that sends elsewhere', (_, response) => redirect(response), 'response has status 302'],
		['that answers with no JSON', (_, response) => response.writeHead(200).end('<html>'), 'cannot be read'],
		[
			'that is another one',
			(_, response) => response.writeHead(200).end('{"issuer":"https://elsewhere","jwks_uri":"https://elsewhere"}'),
			'is the document of another issuer: "https://elsewhere"',
		],
		[
			'that has its keys in the clear',
			(_, response) => response.writeHead(200).end(JSON.stringify({ issuer: issuer.url, jwks_uri: 'http://127.0.0.1/keys' })),
			'has no https URL in jwks_uri',
		],
		['whose document has no end', (_, response) => response.writeHead(200).end('x'.repeat(2_000_000)), 'response larger than 1048576 bytes'],
		['that breaks off', (_, response) => response.socket.destroy(), 'cannot be read'],
	])('%s authenticates no user and is logged', async (_, behaviour, sentence) => {
		issuer.behave((request, response) => behaviour(request.url ?? '', response));
		const server = await start();
		try {
			expect(await shown(server, await issuer.token())).toBe(401);
			await expect.poll(() => server.log()).toContain('cannot be verified');
			await expect.poll(() => server.log()).toContain(sentence.replaceAll('"', '\\"'));
			// Other users are not affected.
			expect((await server.call('GET', '/api/v1/namespaces')).status).toBe(200);
		} finally {
			issuer.behave(undefined);
			await server.remove();
		}
	});

	it('with a certificate of another authority authenticates no user', async () => {
		const server = await startServer(inject('built').kubernetes, {
			flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', '--oidc-issuer-url', issuer.url, '--oidc-client-id', 'cluster'],
		});
		expect(await shown(server, await issuer.token())).toBe(401);
		await vi.waitFor(() => expect(server.log()).toContain('cannot be verified'));
		await server.remove();
	});

	it.each([
		['an issuer in the clear', ['--oidc-issuer-url', 'http://issuer', '--oidc-client-id', 'x'], 'expected an https URL'],
		['an issuer without a client', ['--oidc-issuer-url', 'https://issuer'], 'needs both --oidc-issuer-url and --oidc-client-id'],
		['a claim without an issuer', ['--oidc-username-claim', 'sub'], 'needs both --oidc-issuer-url and --oidc-client-id'],
		['an algorithm with a secret', ['--oidc-issuer-url', 'https://issuer', '--oidc-client-id', 'x', '--oidc-signing-algs', 'HS256'], 'a list of some of RS256'],
		['a required claim without a value', ['--oidc-required-claim', 'hd'], 'expected a claim and its value'],
		['authorities that are not there', ['--oidc-issuer-url', 'https://issuer', '--oidc-client-id', 'x', '--oidc-ca-file', '/nowhere'], 'cannot be read'],
		[
			'the issuer of service accounts',
			['--oidc-issuer-url', 'https://kubernetes.default.svc.cluster.local', '--oidc-client-id', 'x'],
			'this is the issuer of service account tokens; choose another one',
		],
	])('%s is refused at the start', async (_, flags, sentence) => {
		await expect(startServer(inject('built').kubernetes, { flags })).rejects.toThrow(sentence);
	});
});
