import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { ApiRequest, User, WebSocketOffer } from '../../runtime/api/request.ts';
import { anonymousAuth } from '../../runtime/auth/authn/anonymous.ts';
import { bearerToken } from '../../runtime/auth/authn/bearer.ts';
import { userOfSubject } from '../../runtime/auth/authn/client-certificate.ts';
import type { Authenticate, Authenticator } from '../../runtime/auth/authn/contract.ts';
import { authenticators, startAuthentication } from '../../runtime/auth/authn/index.ts';
import { readTokens } from '../../runtime/auth/authn/static-tokens.ts';
import { dialectsOf } from '../../runtime/model/vocabulary.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';
import { testAccounts } from '../setup/account-tokens.ts';

const read = (text: string, warnings: string[] = []) => readTokens(text, 'tokens.csv', (sentence) => warnings.push(sentence));

describe('token file', () => {
	it('gives name, uid and groups, and the group of authenticated users', () => {
		const lookup = read('\uFEFFabc,alice,1,"dev,ops"\r\ndef,bob,2\r\n\r\n "g h",carol,3,dev\n');
		expect(lookup('abc')).toEqual({
			name: 'alice',
			uid: '1',
			groups: ['dev', 'ops', 'system:authenticated'],
			extra: {},
			proof: { method: 'StaticTokens', authority: 'tokens.csv', audiences: [] },
		});
		expect(lookup('def')?.groups).toEqual(['system:authenticated']);
		expect(lookup('g h')?.name).toBe('carol');
		expect(lookup('ab')).toBeUndefined();
		expect(lookup('')).toBeUndefined();
	});

	it.each([
		['a,b\n', 'tokens.csv:1: a token needs at least three columns (token, user name, user id), found 2'],
		['a,b,c\n\nsecret,,1\n', 'tokens.csv:3: the user name is empty'],
		['a,b,c,"d\ne', 'tokens.csv:1: a quoted field is not closed'],
		['a,b"c,d\n', 'tokens.csv:1: an unquoted field contains a quote'],
		['a,"b"c,d\n', 'tokens.csv:1: text follows a closing quote before the next comma'],
	])('%j is refused with its line', (text, message) => {
		expect(() => read(text)).toThrow(message);
	});

	it('skips an empty token and warns of a repeated one without showing it', () => {
		const warnings: string[] = [];
		const lookup = read('s3cret,a,1\n,b,2\ns3cret,c,3\n', warnings);
		expect(lookup('s3cret')?.name).toBe('c');
		expect(warnings).toHaveLength(2);
		expect(warnings.join()).not.toContain('s3cret');
	});
});

describe('bearer', () => {
	it.each([
		['Bearer abc', 'abc'],
		['bearer abc ', 'abc'],
		['Bearer abc def', 'abc'],
		['Bearer  abc', undefined],
		['Bearer', undefined],
		['Bearer ', undefined],
		['Basic abc', undefined],
		[undefined, undefined],
	])('%j -> %j', (header, token) => expect(bearerToken(header)).toBe(token));
});

describe('client certificate', () => {
	it('common name is the user, every organisation a group', () => {
		const alice = userOfSubject({ CN: 'alice', O: ['a', 'b'] } as never, 'the authority');
		expect(alice?.groups).toEqual(['a', 'b', 'system:authenticated']);
		expect(alice?.proof).toEqual({ method: 'ClientCertificate', authority: 'the authority', audiences: [] });
		expect(userOfSubject({ O: 'a' } as never, 'x')).toBeUndefined();
		expect(userOfSubject(undefined, 'x')).toBeUndefined();
	});
});

describe('authentication', () => {
	const certified: User = { name: 'cert', uid: '', groups: [], extra: {} };
	const peer = (client: User | 'refused') => ({ client: () => client, proxy: () => 'refused' as const });
	const request = (authorization?: string, clientUser?: User): ApiRequest =>
		({ peer: clientUser && peer(clientUser), header: (name: string) => (name === 'authorization' ? authorization : undefined) }) as unknown as ApiRequest;
	let folder: string;
	let tokenFile: string;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'orch-tokens-'));
		tokenFile = join(folder, 'tokens.csv');
		await writeFile(tokenFile, 'abc,alice,1\n');
	});
	afterAll(() => rm(folder, { recursive: true }));

	/** Starts the server's authenticators with these flags; `more` come before the anonymous one. */
	async function startAll(args: readonly string[] = [], more: readonly Authenticator[] = []) {
		const { options } = readFlags(['--token-auth-file', tokenFile, ...args]) as { options: ServerOptions };
		const anonymous = authenticators.slice(-1);
		const cache = {} as WatchCache;
		const { signal } = new AbortController();
		return startAuthentication(
			{
				flags: options.flags,
				log: openLog('silent'),
				vocabulary,
				cache,
				accounts: testAccounts(),
				gates: new Map(),
				signal,
				release: '1.36',
				serverId: '',
				addMetrics: () => undefined,
			},
			[...authenticators.slice(0, -1), ...more, ...anonymous],
		);
	}
	const start = async (...given: Parameters<typeof startAll>) => (await startAll(...given)).authenticate;
	const row = (authenticate: Authenticate): Authenticator => ({ name: 'Test', start: () => authenticate });

	it('certificate, then token, then anonymous, all without a promise; a wrong token is refused', async () => {
		const ask = await start();
		expect(ask(request('Bearer abc', certified))).toBe(certified);
		expect(ask(request('Bearer abc'))).toMatchObject({ name: 'alice' });
		expect(ask(request())).toMatchObject({ groups: ['system:unauthenticated'] });
		expect(() => ask(request('Bearer nope'))).toThrow('Unauthorized');
	});

	it('asks every token authenticator about an unknown token, and rejects it when none accepts', async () => {
		const later = row((shown) =>
			shown.header('authorization') === 'Bearer other' ? Promise.resolve({ name: 'bob', uid: '', groups: [], extra: {} }) : 'refused',
		);
		const { tokens } = await startAll([], [later]);
		const own = tokens.accounts.audiences;
		expect(await tokens.userOf('abc', [])).toMatchObject({ user: { name: 'alice' }, audiences: own });
		expect(await tokens.userOf('other', [...own, 'b'])).toMatchObject({ user: { name: 'bob' }, audiences: own });
		for (const token of ['nope', ' ', '\r\nx']) expect(await tokens.userOf(token, [])).toBeUndefined();
		expect(await tokens.userOf('abc', ['b'])).toBeUndefined();
	});

	describe.each(dialectsOf(vocabulary).map(({ groupDomain }) => groupDomain))('a token among the subprotocols of a WebSocket, of %s', (domain) => {
		const shown = (token: string | Buffer): string => `base64url.bearer.authorization.${domain}.${Buffer.from(token).toString('base64url')}`;
		const offering = (protocols: readonly string[], authorization?: string) => ({ ...request(authorization), webSocket: { protocols } as WebSocketOffer });

		it.each([
			['before another', [shown('abc'), 'x'], ['x']],
			['behind others', ['x', 'y', shown('abc')], ['x', 'y']],
		])('authenticates and is removed: %s', async (_, protocols, left) => {
			const ask = await start();
			const asked = offering(protocols);
			expect(ask(asked)).toMatchObject({ name: 'alice', proof: { method: 'StaticTokens' } });
			expect(asked.webSocket.protocols).toEqual(left);
		});

		it.each([
			['that is nobody\u2019s', [shown('nope'), 'x']],
			['alone', [shown('abc')]],
			['twice', [shown('abc'), shown('abc'), 'x']],
			['that is padded', [`${shown('abcd')}==`, 'x']],
			['that is no base64url', [`${shown('abc')}+`, 'x']],
			['that is cut short', [`${shown('abc')}a`, 'x']],
			['that is no UTF-8', [shown(Buffer.from([0xff])), 'x']],
		])('is refused: one %s', async (_, protocols) => {
			const ask = await start();
			expect(() => ask(offering(protocols))).toThrow('Unauthorized');
			expect(ask(offering(protocols, 'Bearer abc'))).toMatchObject({ name: 'alice' });
		});

		it('ignores an empty token', async () => {
			const ask = await start();
			expect(ask(offering([shown(''), 'x']))).toMatchObject({ name: 'system:anonymous' });
			expect(ask(offering(['x']))).toMatchObject({ name: 'system:anonymous' });
		});

		it('holds where that of the header does not', async () => {
			const ask = await start();
			expect(ask(offering([shown('abc'), 'x'], 'Bearer nope'))).toMatchObject({ name: 'alice' });
			expect(() => ask(offering(['x'], 'Bearer nope'))).toThrow('Unauthorized');
		});
	});

	it('a certificate that does not hold is refused, unless a token does', async () => {
		const ask = await start();
		expect(() => ask({ ...request(), peer: peer('refused') })).toThrow('Unauthorized');
		expect(ask({ ...request('Bearer abc'), peer: peer('refused') })).toMatchObject({ name: 'alice' });
	});

	it('anonymous may be turned off', async () => {
		expect(anonymousAuth.default).toBe(true);
		const ask = await start(['--anonymous-auth=false']);
		expect(() => ask(request())).toThrow('Unauthorized');
	});

	it('an authenticator that waits is awaited, and may accept a credential that another refused', async () => {
		const ask = await start([], [row(async (asked) => (asked.header('authorization') === 'Bearer late' ? certified : undefined))]);
		expect(ask(request('Bearer abc'))).toMatchObject({ name: 'alice' });
		await expect(ask(request('Bearer late'))).resolves.toBe(certified);
		await expect(ask(request('Bearer nope'))).rejects.toThrow('Unauthorized');
		await expect(ask(request())).resolves.toMatchObject({ name: 'system:anonymous' });
	});

	it('fails when an asynchronous authenticator fails', async () => {
		const ask = await start([], [row(() => Promise.reject(new Error('the issuer is away')))]);
		await expect(ask(request())).rejects.toThrow('the issuer is away');
	});
});
