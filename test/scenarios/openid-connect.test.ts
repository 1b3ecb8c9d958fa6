/** Tests identity tokens of an issuer (seed 3, "OpenID Connect"): accepted tokens, their users, and tokens that are always rejected. */
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Issuer, startIssuer } from '../setup/issuer.ts';
import type { Loose } from '../setup/loose.ts';
import type { ServerProcess } from '../setup/server.ts';
import { startWithIssuer, userOf } from './issuer-server.ts';

let issuer: Issuer;
beforeAll(async () => {
	issuer = await startIssuer();
});
afterAll(() => issuer.close());

describe('claims', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await startWithIssuer(issuer, '--oidc-groups-claim', 'groups', '--oidc-required-claim', 'hd=example.com', '--oidc-required-claim', 'tier=gold');
	});
	afterAll(() => server.remove());
	const token = (claims: object = {}, header: object = {}) => issuer.token({ hd: 'example.com', tier: 'gold', ...claims }, header);

	it('users are of the issuer, and have its groups', async () => {
		expect(await userOf(server, await token({ groups: ['devs', 'ops'] }))).toEqual({
			username: `${issuer.url}#ann`,
			groups: ['devs', 'ops', 'system:authenticated'],
		});
		expect((await userOf(server, await token({ groups: 'devs' }))).groups).toEqual(['devs', 'system:authenticated']);
		expect((await userOf(server, await token())).groups).toEqual(['system:authenticated']);
		expect((await userOf(server, await token({ aud: ['other', 'cluster'] }))).username).toBe(`${issuer.url}#ann`);
	});

	it('a token that was shown before is known, and the issuer is not asked', async () => {
		const again = await token({ sub: 'often' });
		expect((await userOf(server, again)).username).toBe(`${issuer.url}#often`);
		issuer.behave((_, response) => void response.writeHead(500).end());
		try {
			for (let times = 0; times < 3; times++) expect((await userOf(server, again)).username).toBe(`${issuer.url}#often`);
			expect(issuer.asked).toEqual([]);
		} finally {
			issuer.behave(undefined);
		}
	});

	it('a TokenReview returns the user, only for this server', async () => {
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
		['not yet valid', () => token({ nbf: seconds() + 400 })],
		['without an expiry', () => token({ exp: undefined })],
		['for another client', () => token({ aud: 'other' })],
		['without an audience', () => token({ aud: undefined })],
		['of another issuer', () => token({ iss: 'https://elsewhere' })],
		['of nobody', () => token({ sub: undefined })],
		['of an empty name', () => token({ sub: '' })],
		['of a name that is none', () => token({ sub: ['ann'] })],
		['with groups that are none', () => token({ groups: [1] })],
		['without a required claim', () => token({ hd: undefined })],
		['with another value for a required claim', () => token({ tier: 'silver' })],
		['with a list for a required claim', () => token({ tier: ['gold'] })],
		['without a signature (alg: none)', async () => new UnsecuredJWT(await claims()).encode()],
		[
			'signed with the public key as a secret (HS256)',
			async () => new SignJWT(await claims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(Buffer.from(await exportSPKI(issuer.publicKey()))),
		],
		[
			'signed with another key of that name',
			async () => new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign((await generateKeyPair('RS256')).privateKey),
		],
		[
			'signed with an embedded key',
			async () => {
				const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
				return new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) }).sign(privateKey);
			},
		],
		[
			'signed with a forbidden algorithm',
			async () => new SignJWT(await claims()).setProtectedHeader({ alg: 'ES256', kid: 'key-1' }).sign((await generateKeyPair('ES256')).privateKey),
		],
		['with an expiry far in the future', () => signedAs(async () => ({ ...(await claims()), exp: '1e999' }))],
		['with an expiry beyond the safe integers', () => token({ exp: Number.MAX_SAFE_INTEGER + 1 })],
		['with a text as its expiry', () => signedAs(async () => ({ ...(await claims()), exp: `"${seconds() + 3600}"` }))],
		['with a nested list as its name', () => token({ sub: [['ann']] as never })],
		['with groups in a nested list', () => token({ groups: [['devs']] })],
		['with an object as its groups', () => token({ groups: { 0: 'devs', length: 1 } })],
		['with a list as its issuer', () => token({ iss: [issuer.url] as never })],
		['with a nested list as its audience', () => token({ aud: [['cluster']] as never })],
		['with an object as its audience', () => token({ aud: { cluster: true } as never })],
		['with an unknown critical header', () => signedAs(claims, { crit: ['more'], more: true })],
		['with an empty list of critical headers', () => signedAs(claims, { crit: [] })],
		['with an unencoded payload', () => signedAs(claims, { crit: ['b64'], b64: false }, false)],
		['with an unencoded payload and a non-critical header about that', () => signedAs(claims, { b64: false }, false)],
		['with two payloads', async () => (await signedAs(claims)).replace('.', `.${Buffer.from('{"sub":"root"}').toString('base64url')}.`)],
		['with a list as its payload', () => signedAs(async () => [await claims()])],
		['signed with another algorithm than that of its key', () => signedAs(claims, { alg: 'PS256' })],
		['of half a megabyte', () => token({ more: 'x'.repeat(400_000) })],
	])('a token %s is refused', async (_, make) => {
		expect(await userOf(server, await make())).toBe(401);
	});

	it('is signed as these are, or they would be refused for that', async () => {
		expect((await userOf(server, await signedAs(claims))).username).toBe(`${issuer.url}#ann`);
	});

	it('take the last of repeated claims, and no key or key location from a token header', async () => {
		const payload = JSON.stringify(await claims());
		const twice = (more: string): string => issuer.signed(JSON.stringify({ alg: 'RS256', kid: issuer.keyId() }), `${payload.slice(0, -1)},${more}}`);
		expect((await userOf(server, twice('"sub":"bob"'))).username).toBe(`${issuer.url}#bob`);
		expect(await userOf(server, twice('"iss":"https://elsewhere"'))).toBe(401);
		expect(await userOf(server, twice('"aud":"other"'))).toBe(401);
		expect(await userOf(server, twice('"exp":1'))).toBe(401);
		expect(await userOf(server, twice('"__proto__":{"sub":"root","groups":["system:masters"]}'))).toEqual({
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
				expect(await userOf(server, forged)).toBe(401);
				expect((await userOf(server, await token({ sub: 'honest' }, header))).username).toBe(`${issuer.url}#honest`);
			}
			expect(places.filter((path) => path.includes('planted'))).toEqual([]);
		} finally {
			issuer.behave(undefined);
		}
	});

	it('a new key is fetched when a token names it, and tokens of the former key are refused', async () => {
		const before = await token({ sub: 'early' });
		await issuer.rotate();
		const after = await token({ sub: 'late' });
		await vi.waitFor(async () => expect((await userOf(server, after)).username).toBe(`${issuer.url}#late`), { timeout: 30_000, interval: 200 });
		expect(await userOf(server, before)).toBe(401);
	});
});

describe('claims and prefixes', () => {
	const ofMail = ['--oidc-username-claim', 'email'];
	const table: readonly (readonly [flags: readonly string[], cases: readonly (readonly [name: string, claims: object, user: object | number])[]])[] = [
		[
			['--oidc-username-prefix', 'oidc:', '--oidc-groups-claim', 'roles', '--oidc-groups-prefix', 'oidc:'],
			[['a prefix of one\u2019s own', { roles: ['a'] }, { username: 'oidc:ann', groups: ['oidc:a', 'system:authenticated'] }]],
		],
		[['--oidc-username-prefix', '-'], [['no prefix', { groups: ['a'] }, { username: 'ann', groups: ['system:authenticated'] }]]],
		[
			ofMail,
			[
				['mail addresses have none', { email: 'ann@example.com', email_verified: true }, { username: 'ann@example.com' }],
				['a mail address of which nothing is said', { email: 'ann@example.com' }, { username: 'ann@example.com' }],
				['an unverified mail address', { email: 'ann@example.com', email_verified: false }, 401],
				['a mail address whose verification is a text', { email: 'ann@example.com', email_verified: 'true' }, 401],
				['a claim that the token has not', {}, 401],
			],
		],
		[['--oidc-username-claim', 'constructor'], [['an inherited property as a claim', {}, 401]]],
	];
	describe.each(table)('%j', (flags, cases) => {
		let server: ServerProcess;
		beforeAll(async () => {
			server = await startWithIssuer(issuer, ...flags);
		});
		afterAll(() => server.remove());

		it.each(cases)('%s', async (_, claims, user) => {
			const seen = await userOf(server, await issuer.token({ ...claims }));
			if (typeof user === 'number') expect(seen).toBe(user);
			else expect(seen).toMatchObject(user);
		});
	});
});
