import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { type Authorizer, allowed, noOpinion } from '../../runtime/api/authorization.ts';
import { anonymous } from '../../runtime/api/identity.ts';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import type { AuthorizerContext } from '../../runtime/auth/authz/contract.ts';
import { forbidden } from '../../runtime/auth/authz/forbidden.ts';
import { chosenAuthorizers, startAuthorization } from '../../runtime/auth/authz/index.ts';
import { missingRule } from '../../runtime/auth/authz/rbac/missing-rule.ts';
import { union } from '../../runtime/auth/authz/union.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';

const resource = { isResource: true, verb: 'list', group: '', version: 'v1', resource: 'configmaps', subresource: '', namespace: 'default', name: '' } as const;
const get: RequestInfo = { isResource: false, verb: 'get' };
const user = (name: string, ...groups: string[]): User => ({ name, uid: '', groups, extra: {} });
const alice = user('alice');
const part: User = { ...user('system:part'), proof: { method: 'Server', authority: '', audiences: [] } };

const context: AuthorizerContext = {
	flags: (readFlags([]) as { options: ServerOptions }).options.flags,
	log: openLog('silent'),
	vocabulary,
	release: '1.25',
	gates: new Map(),
	type: (name) => catalog.type(name),
	cache: {} as WatchCache,
	signal: new AbortController().signal,
	...{ serverId: '', addMetrics: () => undefined, acceptsAnonymous: false },
	declared: new Map([
		[
			'system:part',
			[
				{ verbs: ['get', 'update'], groups: [''], resources: ['configmaps', 'configmaps/status'], names: ['mine'] },
				{ verbs: ['watch'], groups: [''], resources: ['secrets'], namespace: 'own' },
			],
		],
	]),
};
const start = (modes: readonly string[]) => startAuthorization(context, chosenAuthorizers(modes));
const verdict = async (authorizer: Authorizer, user: User, info: RequestInfo, path = '') => (await authorizer.authorize({ user, info, path })).verdict;

describe('authorization', () => {
	it.each<[string, User, RequestInfo, string, string]>([
		['the privileged group may do all', user('root', 'system:masters'), resource, '', 'allow'],
		['others nothing', alice, resource, '', 'no opinion'],
		['nor health', anonymous, get, '/livez', 'no opinion'],
		['nor version', anonymous, get, '/version', 'no opinion'],
		['not metrics', alice, get, '/metrics', 'no opinion'],
		['a part of the server what its row declares', part, { ...resource, verb: 'get', name: 'mine' }, '', 'allow'],
		['its subresources', part, { ...resource, verb: 'update', name: 'mine', subresource: 'status' }, '', 'allow'],
		['not another verb', part, { ...resource, verb: 'delete', name: 'mine' }, '', 'no opinion'],
		['not another object', part, { ...resource, verb: 'get', name: 'yours' }, '', 'no opinion'],
		['nobody who only has its name', user('system:part'), { ...resource, verb: 'get', name: 'mine' }, '', 'no opinion'],
		['what is of a namespace, there', part, { ...resource, verb: 'watch', resource: 'secrets', namespace: 'own' }, '', 'allow'],
		['not elsewhere', part, { ...resource, verb: 'watch', resource: 'secrets' }, '', 'no opinion'],
		['nor everywhere', part, { ...resource, verb: 'watch', resource: 'secrets', namespace: '' }, '', 'no opinion'],
		['not another resource', part, { ...resource, verb: 'get', name: 'mine', resource: 'secrets' }, '', 'no opinion'],
	])('%s', async (_, who, info, path, expected) => expect(await verdict(await start(['AlwaysDeny']), who, info, path)).toBe(expected));

	it('decides without a promise, and makes no object for it', async () => {
		const authorizer = await start(['AlwaysDeny']);
		const ask = (who: User) => authorizer.authorize({ user: who, info: resource, path: '' });
		expect(ask(alice)).toEqual({ verdict: 'no opinion', reason: 'Everything is forbidden.' });
		expect(ask(alice)).toBe(ask(alice));
		expect(Object.isFrozen(ask(user('root', 'system:masters')))).toBe(true);
	});

	it('AlwaysDeny ends no chain: later modes are asked', async () => {
		expect(await verdict(await start(['AlwaysDeny', 'AlwaysAllow']), alice, resource)).toBe('allow');
	});

	it.each([
		[['Nope'], '--authorization-mode: unknown mode "Nope" (expected Node, RBAC, ABAC, Webhook, AlwaysAllow, AlwaysDeny)'],
		[['PrivilegedGroup'], 'unknown mode "PrivilegedGroup"'],
		[['constructor'], 'unknown mode "constructor"'],
		[['AlwaysAllow', 'AlwaysAllow'], 'duplicate mode in'],
		[[], 'at least one mode'],
	])('mode %j is refused by name', (modes, sentence) => expect(() => chosenAuthorizers(modes)).toThrow(sentence));

	it('lists all rules of a subject, and whether the list is incomplete', async () => {
		const authorizer = await start(['AlwaysDeny']);
		const { rules, incomplete } = (await authorizer.rulesFor?.(part, 'default')) ?? { rules: [], incomplete: false };
		expect(rules).toEqual([{ verbs: ['get', 'update'], groups: [''], resources: ['configmaps', 'configmaps/status'], names: ['mine'] }]);
		expect(incomplete).toBe(false);
		const silent = union([{ authorize: () => noOpinion }, { authorize: () => noOpinion, rulesFor: () => ({ rules: [], incomplete: false }) }]);
		expect(await silent.rulesFor(part, 'default')).toEqual({ rules: [], incomplete: true });
	});
});

describe('several authorizers as one', () => {
	const attributes = { user: alice, info: resource, path: '' };
	const none: Authorizer = { authorize: () => noOpinion };
	const yes: Authorizer = { authorize: () => allowed };
	const no: Authorizer = { authorize: () => ({ verdict: 'deny', reason: 'because' }) };
	const later = (authorizer: Authorizer): Authorizer => ({ authorize: async (asked) => authorizer.authorize(asked) });
	const broken: Authorizer = {
		authorize: () => {
			throw new Error('the rules cannot be read');
		},
	};

	it.each<[string, readonly Authorizer[], string]>([
		['none', [], 'no opinion'],
		['the first opinion', [none, no, yes], 'deny'],
		['the first opinion', [none, yes, no], 'allow'],
		['behind one that waits', [later(none), yes], 'allow'],
		['of one that waits', [none, later(no), yes], 'deny'],
		['behind one that fails', [broken, yes], 'allow'],
		['behind one that fails late', [later(broken), later(none), no], 'deny'],
	])('%s decides', async (_, authorizers, expected) => expect((await union(authorizers).authorize(attributes)).verdict).toBe(expected));

	it.each([[[broken, none]], [[none, broken]], [[later(broken), none]], [[later(none), later(broken)]]])(
		'fails when one authorizer fails and none has an opinion',
		async (authorizers) => {
			await expect((async () => union(authorizers).authorize(attributes))()).rejects.toThrow('the rules cannot be read');
		},
	);
});

describe('forbidden', () => {
	it.each<[RequestInfo, string, string]>([
		[resource, '', 'configmaps is forbidden: User "alice" cannot list resource "configmaps" in API group "" in the namespace "default"'],
		[
			{ ...resource, verb: 'get', group: 'apps', resource: 'deployments', subresource: 'scale', name: 'x', namespace: '' },
			'',
			'deployments.apps "x" is forbidden: User "alice" cannot get resource "deployments/scale" in API group "apps" at the cluster scope',
		],
		[get, '/metrics', 'forbidden: User "alice" cannot get path "/metrics"'],
	])('%j', (info, path, message) => {
		const error = forbidden({ user: alice, info, path });
		expect(error.message).toBe(message);
		expect(forbidden({ user: alice, info, path }, 'no role').message).toBe(`${message}: no role`);
		expect(error.code).toBe(403);
	});
});

describe('the missing rule', () => {
	it.each<[RequestInfo, string, string]>([
		[get, '/metrics', 'the rule {"verbs":["get"],"nonResourceURLs":["/metrics"]} in the cluster'],
		[resource, '', 'the rule {"verbs":["list"],"apiGroups":[""],"resources":["configmaps"]} in the namespace "default" or in the cluster'],
		[
			{ ...resource, verb: 'get', name: 'one', subresource: 'log' },
			'',
			'the rule {"verbs":["get"],"apiGroups":[""],"resources":["configmaps/log"],"resourceNames":["one"]} in the namespace "default" or in the cluster',
		],
		[{ ...resource, verb: 'create', namespace: '' }, '', 'the rule {"verbs":["create"],"apiGroups":[""],"resources":["configmaps"]} in the cluster'],
	])('is found for %j', (info, path, expected) => expect(missingRule({ info, path })).toBe(expected));
});
