/** ABAC policies: parsing of lines, and the requests they cover. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Authorizer, Rule } from '../../runtime/api/authorization.ts';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import { abac } from '../../runtime/auth/authz/abac/abac.ts';
import { readPolicies } from '../../runtime/auth/authz/abac/policy.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';
import { makeScratch } from '../setup/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());
const group = 'abac.authorization.orch.io';
const line = (spec: object): string => JSON.stringify({ apiVersion: `${group}/v1beta1`, kind: 'Policy', spec });
const everywhere = { namespace: '*', resource: '*', apiGroup: '*' };
const read = (content: string, warn: (sentence: string) => void = () => undefined) => readPolicies(content, 'policies', vocabulary, warn);

async function started(...lines: string[]): Promise<Authorizer> {
	const file = join(scratch.path, 'policies');
	writeFileSync(file, lines.join('\n'));
	const { flags } = (readFlags(['--authorization-policy-file', file]) as { options: ServerOptions }).options;
	const { signal } = new AbortController();
	return abac.start({
		flags,
		log: openLog('silent'),
		vocabulary,
		release: '1.25',
		gates: new Map(),
		type: (name) => catalog.type(name),
		cache: {} as WatchCache,
		signal,
		...{ serverId: '', addMetrics: () => undefined, acceptsAnonymous: false },
		declared: new Map(),
	});
}

const user = (name: string, ...groups: string[]): User => ({ name, uid: '', groups, extra: {} });
const alice = user('alice', 'dev', 'system:authenticated');
const nobody = user('system:anonymous', 'system:unauthenticated');
const on = (verb: string, group: string, resource: string, namespace = 'ns', subresource = ''): RequestInfo =>
	({ isResource: true, verb, group, version: 'v1', resource, subresource, namespace, name: '' }) as RequestInfo;
const list = on('list', '', 'pods');
const path = (verb: string): RequestInfo => ({ isResource: false, verb });

describe('a policy', () => {
	it.each<[string, object, User, RequestInfo, string, boolean]>([
		['names a user', { user: 'alice', ...everywhere }, alice, list, '', true],
		['and nobody else', { user: 'bob', ...everywhere }, alice, list, '', false],
		['names a group', { group: 'dev', ...everywhere }, alice, list, '', true],
		['and no other', { group: 'ops', ...everywhere }, alice, list, '', false],
		['names both, and both are wanted', { user: 'alice', group: 'ops', ...everywhere }, alice, list, '', false],
		['names both', { user: 'alice', group: 'dev', ...everywhere }, alice, list, '', true],
		['names nobody', everywhere, alice, list, '', false],
		['means by a star all who are authenticated', { user: '*', ...everywhere }, alice, list, '', true],
		['and nobody who is not', { user: '*', ...everywhere }, nobody, list, '', false],
		['by a star for the group, too', { group: '*', ...everywhere }, nobody, list, '', false],
		['can name those who are not', { group: 'system:unauthenticated', ...everywhere }, nobody, list, '', true],
		['of a star and a user is of all', { user: 'bob', group: '*', ...everywhere }, alice, list, '', true],
		['that reads lets list', { user: 'alice', readonly: true, ...everywhere }, alice, list, '', true],
		['that reads lets watch', { user: 'alice', readonly: true, ...everywhere }, alice, on('watch', '', 'pods'), '', true],
		['that reads lets read as others', { user: 'alice', readonly: true, ...everywhere }, alice, on('impersonate-on:user-info:list', '', 'pods'), '', true],
		[
			'that reads lets create nothing as others',
			{ user: 'alice', readonly: true, ...everywhere },
			alice,
			on('impersonate-on:user-info:create', '', 'pods'),
			'',
			false,
		],
		[
			'that reads lets act as nobody',
			{ user: 'alice', readonly: true, ...everywhere },
			alice,
			on('impersonate:user-info', 'authentication.k8s.io', 'users'),
			'',
			false,
		],
		['that reads lets create nothing', { user: 'alice', readonly: true, ...everywhere }, alice, on('create', '', 'pods'), '', false],
		['that reads lets delete nothing', { user: 'alice', readonly: true, ...everywhere }, alice, on('deletecollection', '', 'pods'), '', false],
		['is of a namespace', { user: 'alice', ...everywhere, namespace: 'ns' }, alice, list, '', true],
		['and no other', { user: 'alice', ...everywhere, namespace: 'other' }, alice, list, '', false],
		['and not of all', { user: 'alice', ...everywhere, namespace: 'ns' }, alice, on('list', '', 'pods', ''), '', false],
		['of no namespace is of what has none', { user: 'alice', ...everywhere, namespace: '' }, alice, on('list', '', 'nodes', ''), '', true],
		['is of a resource', { user: 'alice', ...everywhere, resource: 'pods' }, alice, list, '', true],
		['and its subresources', { user: 'alice', ...everywhere, resource: 'pods' }, alice, on('get', '', 'pods', 'ns', 'log'), '', true],
		['and no other', { user: 'alice', ...everywhere, resource: 'secrets' }, alice, list, '', false],
		['of no resource is of none', { user: 'alice', ...everywhere, resource: '' }, alice, list, '', false],
		['is of a group', { user: 'alice', ...everywhere, apiGroup: '' }, alice, list, '', true],
		['and no other', { user: 'alice', ...everywhere, apiGroup: 'apps' }, alice, list, '', false],
		['of resources is of no path', { user: 'alice', ...everywhere }, alice, path('get'), '/metrics', false],
		['is of a path', { user: 'alice', nonResourcePath: '/metrics' }, alice, path('get'), '/metrics', true],
		['and of none below', { user: 'alice', nonResourcePath: '/metrics' }, alice, path('get'), '/metrics/x', false],
		['is of the paths that begin so', { user: 'alice', nonResourcePath: '/logs/*' }, alice, path('get'), '/logs/a/b', true],
		['and of no others', { user: 'alice', nonResourcePath: '/logs/*' }, alice, path('get'), '/logs', false],
		['is of all paths', { user: 'alice', nonResourcePath: '*' }, alice, path('post'), '/any', true],
		['of paths is of no resource', { user: 'alice', nonResourcePath: '*' }, alice, list, '', false],
		['that reads lets post nowhere', { user: 'alice', readonly: true, nonResourcePath: '*' }, alice, path('post'), '/any', false],
		['has a star only at the end', { user: 'alice', nonResourcePath: '/*/x' }, alice, path('get'), '/a/x', false],
	])('%s: %j', async (_, spec, who, info, at, is) => {
		const decision = await (await started(line(spec))).authorize({ user: who, info, path: at });
		expect(decision).toEqual(is ? { verdict: 'allow', reason: '' } : { verdict: 'no opinion', reason: 'No policy matched.' });
	});

	it.each<[string, object, RequestInfo, string, User, boolean]>([
		['of the older form is of all that it does not narrow', { user: 'alice' }, on('create', 'apps', 'deployments'), '', alice, true],
		['of paths, too', { user: 'alice' }, path('post'), '/any', alice, true],
		['and of none where it names a resource', { user: 'alice', resource: 'pods' }, path('get'), '/any', alice, false],
		['of a resource of any group', { user: 'alice', resource: 'pods' }, on('list', 'metrics', 'pods'), '', alice, true],
		['of a namespace', { user: 'alice', namespace: 'ns' }, on('list', '', 'pods', 'other'), '', alice, false],
		['of nobody is of all who are authenticated', { readonly: true }, list, '', alice, true],
		['and of nobody who is not', { readonly: true }, list, '', nobody, false],
		['says its version', { apiVersion: `${group}/v0`, kind: 'Policy', user: 'alice' }, list, '', alice, true],
	])('%s: %j', async (_, spec, info, at, who, is) => {
		expect((await (await started(JSON.stringify(spec))).authorize({ user: who, info, path: at })).verdict).toBe(is ? 'allow' : 'no opinion');
	});

	it('is listed by the actions that it allows in a namespace', async () => {
		const authorizer = await started(
			line({ user: 'alice', readonly: true, namespace: 'ns', resource: 'pods', apiGroup: '' }),
			line({ group: 'dev', ...everywhere, nonResourcePath: '/logs/*' }),
			line({ user: 'alice', namespace: 'other', resource: 'secrets' }),
		);
		const rules: Rule[] = [
			{ verbs: ['get', 'list', 'watch'], groups: [''], resources: ['pods'] },
			{ verbs: ['*'], groups: ['*'], resources: ['*'] },
			{ verbs: ['*'], paths: ['/logs/*'] },
		];
		expect(await authorizer.rulesFor?.(alice, 'ns')).toEqual({ rules, incomplete: false });
	});
});

describe('a file of policies', () => {
	it('may have comments and lines without anything', () => expect(read(`# who\n\n  # may\n${line({ user: 'a' })}\r\n\t\n{"user":"b"}`)).toHaveLength(2));

	it.each<[string, string]>([
		['{"user":', 'policies:2: '],
		['[]', 'policies:2: expected a JSON object'],
		['"x"', 'policies:2: expected a JSON object'],
		['null', 'policies:2: expected a JSON object'],
		['{"user":1}', 'policies:2: user: expected a string'],
		['{"readonly":"yes"}', 'policies:2: readonly: expected true or false'],
		[line({ namespace: ['a'] }), 'policies:2: spec.namespace: expected a string'],
		[JSON.stringify({ apiVersion: `${group}/v1beta1`, kind: 'Policy', spec: 'all' }), 'policies:2: spec: expected an object'],
		[JSON.stringify({ apiVersion: `${group}/v2`, kind: 'Policy' }), `"Policy" of "${group}/v2" is not a policy: expected Policy of ${group}/v1beta1`],
		[JSON.stringify({ apiVersion: `${group}/v1beta1`, kind: 'Pod' }), '"Pod" of'],
		[JSON.stringify({ kind: 'Policy', user: 'alice' }), 'is not a policy'],
	])('is refused by the number of its line: %s', (bad, sentence) => expect(() => read(`${line({ user: 'a' })}\n${bad}`)).toThrow(sentence));

	it('names the fields without effect', () => {
		const said: string[] = [];
		read(`${line({ user: 'a', readOnly: true })}\n{"user":"b","apiGroup":"apps"}`, (sentence) => said.push(sentence));
		expect(said).toEqual(['policies:1: spec.readOnly: unknown policy field, ignored', 'policies:2: apiGroup: unknown policy field, ignored']);
	});
});
