/** Tests servers whose users come from several issuers of a file, which is read again when it changes. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Issuer, startIssuer } from '../setup/issuer.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { startWithFlags, userOf } from './issuer-server.ts';

const scratch = makeScratch();
const config = join(scratch.path, 'authentication.yaml');
let first: Issuer;
let second: Issuer;
let server: ServerProcess;

type Parts = Readonly<Record<string, unknown>>;
const accept = ({ url, caFile }: Issuer, claimMappings: Parts, more: Parts = {}): Parts => ({
	issuer: { url, certificateAuthority: readFileSync(caFile, 'utf8'), audiences: ['cluster', 'other'], audienceMatchPolicy: 'MatchAny' },
	...{ claimMappings, ...more },
});
const content = (jwt: readonly Parts[], more: Parts = {}): string =>
	JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthenticationConfiguration', jwt, ...more }, null, 1);
const byClaim = { username: { claim: 'sub', prefix: 'first:' } };
const byExpression = {
	username: { expression: "'second:' + claims.sub" },
	groups: { expression: 'claims.?roles.orValue([])' },
	extra: [{ key: 'acme.io/team', valueExpression: 'claims.?team.orValue("")' }],
};
const noSystem = { userValidationRules: [{ expression: "!user.groups.exists(g, g.startsWith('system:'))", message: 'system groups are reserved' }] };
const paths = { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } };

beforeAll(async () => {
	[first, second] = await Promise.all([startIssuer(), startIssuer()]);
	writeFileSync(config, content([accept(first, byClaim), accept(second, byExpression, noSystem)], paths));
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', '--authentication-config', config] });
});
afterAll(async () => {
	await server?.remove();
	first?.close();
	second?.close();
	scratch.remove();
});

const reloads = async (status: string): Promise<number> => {
	const text = (await server.call('GET', '/metrics')).text;
	const line = text
		.split('\n')
		.find((each: string) => each.startsWith('apiserver_authentication_config_controller_automatic_reloads_total{') && each.includes(`"${status}"`));
	return Number(line?.split(' ').at(-1) ?? 0);
};

describe('a file of issuers', () => {
	it('accepts tokens of each issuer, with its own mapping', async () => {
		expect((await userOf(server, await first.token())).username).toBe('first:ann');
		expect(await userOf(server, await second.token({ aud: 'other', roles: ['dev'], team: 'a', jti: 'x1' }))).toMatchObject({
			...{ username: 'second:ann', groups: ['dev', 'system:authenticated'] },
			extra: { 'acme.io/team': ['a'], 'authentication.kubernetes.io/credential-id': ['JTI=x1'] },
		});
	});

	it('refuses tokens that rules, audiences and signatures exclude', async () => {
		expect(await userOf(server, await second.token({ roles: ['system:masters'] }))).toBe(401);
		expect(await userOf(server, await first.token({ aud: 'elsewhere' }))).toBe(401);
		expect(await userOf(server, await second.token({ iss: first.url }))).toBe(401);
		await expect.poll(() => server.log()).toContain('system groups are reserved');
	});

	it('measures tokens and reads of keys, by a hash of the issuer', async () => {
		const { text } = await server.call('GET', '/metrics');
		const sha = (value: string): string => `sha256:${createHash('sha256').update(value).digest('hex')}`;
		const [issuer, own] = [`jwt_issuer_hash="${sha(first.url)}"`, 'apiserver_id_hash="'];
		const prefix = 'apiserver_authentication_jwt_authenticator';
		const lines = (text as string).split('\n').filter((line) => line.startsWith(prefix) && line.includes(issuer));
		const values = (...parts: readonly string[]): readonly number[] =>
			lines.filter((line) => parts.every((part) => line.includes(part))).map((line) => Number(line.split(' ').at(-1)));
		expect(values('latency_seconds_count', 'result="success"')).toEqual([1]);
		expect(values('latency_seconds_count', 'result="failure"')).toEqual([2]);
		expect(values('jwks_fetch_last_timestamp_seconds', 'result="success"', own)).toEqual([expect.any(Number)]);
		expect(values('jwks_fetch_last_key_set_info', own, 'hash="sha256:')).toEqual([1]);
	});

	it('accepts requests without credentials for the named paths alone', async () => {
		const { url, credentials } = server;
		const status = async (path: string): Promise<number> => (await call(url, { ca: credentials.ca }, 'GET', path)).status;
		expect([await status('/livez'), await status('/livez/ping'), await status('/readyz'), await status('/api')]).toEqual([200, 401, 401, 401]);
	});

	it('is put into force when it changes, and a wrong content changes nothing', async () => {
		const ofSecond = await second.token();
		expect((await userOf(server, ofSecond)).username).toBe('second:ann');
		writeFileSync(config, content([accept(first, { username: { claim: 'sub', prefix: 'new:' } })], paths));
		await expect.poll(() => reloads('success')).toBe(1);
		expect((await userOf(server, await first.token())).username).toBe('new:ann');
		expect(await userOf(server, ofSecond)).toBe(401);
		writeFileSync(config, content([accept(first, byClaim)], { anonymous: { enabled: true } }));
		await expect.poll(() => reloads('failure')).toBe(1);
		expect((await userOf(server, await first.token())).username).toBe('new:ann');
		expect(server.log()).toContain('anonymous: changed from initial configuration file');
	});
});

describe('a start with a file', () => {
	it.each<[string, string, readonly string[], string]>([
		['and flags of an issuer', content([]), ['--oidc-issuer-url', 'https://a'], 'authentication-config file and oidc-* flags are mutually exclusive'],
		[
			'and a flag of anonymous access',
			content([], paths),
			['--anonymous-auth=false'],
			'--anonymous-auth flag cannot be set when anonymous field is configured',
		],
		['of a later version', content([]), ['--emulated-version', '1.33'], 'apiserver.config.k8s.io/v1 exists from 1.34 on; the emulated release is 1.33'],
		['in an earlier release', content([]), ['--emulated-version', '1.28'], '--authentication-config exists from 1.29 on; the emulated release is 1.28'],
		['in a release whose gate is closed', content([]), ['--emulated-version', '1.29'], 'set --feature-gates=StructuredAuthenticationConfiguration=true'],
		['with a mistake', content([{}]), [], `${config}.wrong:5: jwt[0].issuer: expected a map`],
		['that lets everyone in', content([], { anonymous: { enabled: true } }), [], 'AlwaysAllow would allow everyone everything'],
	])('ends: %s', async (_, text, flags, sentence) => {
		writeFileSync(`${config}.wrong`, text);
		await expect(startWithFlags('--authentication-config', `${config}.wrong`, ...flags)).rejects.toThrow(sentence);
	});
});
