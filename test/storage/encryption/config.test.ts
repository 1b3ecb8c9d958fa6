/** Tests the parser of `--encryption-provider-config`: accepted files, and the message for each mistake. */
import { describe, expect, it } from 'vitest';
import { includes, readEncryptionConfig } from '../../../runtime/storage/encryption/config.ts';

const key = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
const head = 'apiVersion: apiserver.config.example.io/v1\nkind: EncryptionConfiguration\n';
const read = (text: string) => readEncryptionConfig(text, { groupDomain: 'example.io' });
const rule = (providers: string, resources = '[secrets]') =>
	`${head}resources:\n- resources: ${resources}\n  providers:\n${providers.replaceAll(/^/gm, '  ')}\n`;

describe('an encryption configuration', () => {
	it('is read whole', () => {
		const rules = read(
			rule(
				[
					`- aesgcm: {keys: [{name: one, secret: ${key(32)}}, {name: two, secret: ${key(16)}}]}`,
					`- secretbox: {keys: [{name: box, secret: ${key(32)}}]}`,
					'- kms: {apiVersion: v2, name: vault, endpoint: "unix:///run/kms.sock", timeout: 5s}',
					'- identity: {}',
				].join('\n'),
				'[secrets, deployments.apps, "*.batch"]',
			),
		);
		expect(rules).toEqual([
			{
				resources: ['secrets', 'deployments.apps', '*.batch'],
				providers: [
					{
						provider: 'aesgcm',
						keys: [
							{ name: 'one', secret: Buffer.alloc(32, 7) },
							{ name: 'two', secret: Buffer.alloc(16, 7) },
						],
					},
					{ provider: 'secretbox', keys: [{ name: 'box', secret: Buffer.alloc(32, 7) }] },
					{ provider: 'kms', name: 'vault', socket: '/run/kms.sock', timeoutMs: 5000 },
					{ provider: 'identity' },
				],
			},
		]);
	});

	it('accepts abstract sockets and defaults to three seconds', () => {
		const [{ providers } = { providers: [] }] = read(rule('- kms: {apiVersion: v2, name: vault, endpoint: "unix:///@kms"}'));
		expect(providers).toEqual([{ provider: 'kms', name: 'vault', socket: '\0kms', timeoutMs: 3000 }]);
	});

	it.each([
		['[]', 'expected a map'],
		['kind: X\napiVersion: v1', 'apiVersion: expected apiserver.config.example.io/v1'],
		['apiVersion: apiserver.config.example.io/v1\nkind: X', 'kind: expected EncryptionConfiguration'],
		[`${head}more: 1`, '"more" is an unknown field (known fields: apiVersion, kind, resources)'],
		[head, 'resources: expected a list with at least one entry'],
		[rule('- identity: {}', '[]'), 'resources[0].resources: expected a list with at least one entry'],
		[
			rule('- identity: {}', '[Secret]'),
			'resources[0].resources[0]: "Secret" is not a resource: expected a name such as secrets, deployments.apps, *.apps, *. or *.*',
		],
		[rule('- identity: {}', '[secrets, secrets]'), 'resources[0].resources[0]: secrets stands twice'],
		[rule('- {}'), 'resources[0].providers[0]: expected exactly one provider, such as aesgcm'],
		[rule('- {identity: {}, aesgcm: {}}'), 'resources[0].providers[0]: expected exactly one provider, such as aesgcm'],
		[rule('- rot13: {}'), 'resources[0].providers[0]: "rot13" is not a provider (expected identity, aesgcm, aescbc, secretbox, kms)'],
		[rule('- identity: {a: 1}'), 'resources[0].providers[0].identity: "a" is an unknown field'],
		[rule('- aesgcm: {}'), 'resources[0].providers[0].aesgcm.keys: expected a list with at least one entry'],
		[rule(`- aesgcm: {keys: [{secret: ${key(32)}}]}`), 'resources[0].providers[0].aesgcm.keys[0].name: expected a string'],
		[rule('- aesgcm: {keys: [{name: a, secret: "no base64"}]}'), 'resources[0].providers[0].aesgcm.keys[0].secret: expected base64'],
		[
			rule(`- aesgcm: {keys: [{name: a, secret: ${key(31)}}]}`),
			'resources[0].providers[0].aesgcm.keys[0].secret: expected a key of 16, 24, 32 bytes, found 31',
		],
		[rule(`- secretbox: {keys: [{name: a, secret: ${key(16)}}]}`), 'resources[0].providers[0].secretbox.keys[0].secret: expected a key of 32 bytes, found 16'],
		[
			rule(`- aescbc: {keys: [{name: a, secret: ${key(32)}}, {name: a, secret: ${key(16)}}]}`),
			'resources[0].providers[0].aescbc.keys: the name "a" stands twice',
		],
		[rule('- kms: {name: a, endpoint: "unix:///a"}'), 'resources[0].providers[0].kms.apiVersion: expected v2: version 1 of the API is not supported'],
		[
			rule('- kms: {apiVersion: v2, name: a, endpoint: "unix:///a", cachesize: 5}'),
			'resources[0].providers[0].kms.cachesize: version 2 of the API has no such setting',
		],
		[rule('- kms: {apiVersion: v2, name: "a:b", endpoint: "unix:///a"}'), 'resources[0].providers[0].kms.name: expected a name without a colon'],
		[rule('- kms: {apiVersion: v2, name: a, endpoint: "tcp://a"}'), 'resources[0].providers[0].kms.endpoint: expected unix:///PATH'],
		[rule('- kms: {apiVersion: v2, name: a, endpoint: "unix:///a", timeout: soon}'), 'resources[0].providers[0].kms.timeout: expected a duration such as 3s'],
		[
			`${rule('- identity: {}', '["*.*"]')}- resources: [secrets]\n  providers: [{identity: {}}]`,
			'resources[1].resources[0]: secrets is never used, because an earlier entry has *.*',
		],
		[
			`${rule('- kms: {apiVersion: v2, name: a, endpoint: "unix:///a"}')}- resources: [a.b]\n  providers: [{kms: {apiVersion: v2, name: a, endpoint: "unix:///b"}}]`,
			'kms providers named "a" have different endpoints',
		],
	])('%s', (text, message) => {
		expect(() => read(text)).toThrow(expect.objectContaining({ message }));
	});

	it('shows no secret in an error', () => {
		const secret = Buffer.from('not to be shown, by no means').toString('base64');
		expect(() => read(rule(`- aesgcm: {keys: [{name: a, secret: ${secret}}]}`))).toThrow(expect.not.stringContaining(secret) as unknown as Error);
	});

	it.each([
		['*.*', ['secrets', 'deployments.apps']],
		['*.', ['secrets']],
		['*.apps', ['deployments.apps']],
		['secrets', ['secrets']],
		['deployments', []],
		['*.example.io', []],
	])('%s includes %j', (pattern, included) => {
		expect(
			['secrets', 'deployments.apps', 'roles.rbac.example.io'].filter((resource) => includes(pattern, resource)).filter((r) => r !== 'roles.rbac.example.io'),
		).toEqual(included);
	});
});
