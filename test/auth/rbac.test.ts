/** RBAC over a cache filled by the tests: permissions of bindings, messages, and time until changes apply. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import { BindingIndex } from '../../runtime/auth/authz/rbac/bindings.ts';
import { rbac } from '../../runtime/auth/authz/rbac/rbac.ts';
import { RoleRules } from '../../runtime/auth/authz/rbac/roles.ts';
import { compileRule } from '../../runtime/auth/authz/rbac/rules.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';

const group = `rbac.authorization.${vocabulary.groupDomain}`;
const user = (name: string, ...groups: string[]): User => ({ name, uid: '', groups, extra: {} });
const pods = { isResource: true, verb: 'get', group: '', version: 'v1', resource: 'pods', subresource: '', namespace: 'a', name: 'x' } as const;

describe('a rule', () => {
	it.each<[string, object, object, boolean]>([
		['its verb, group and resource', {}, {}, true],
		['no other verb', {}, { verb: 'list' }, false],
		['no other group', {}, { group: 'apps' }, false],
		['no subresource', {}, { subresource: 'log' }, false],
		['a subresource that it names', { resources: ['pods/log'] }, { subresource: 'log' }, true],
		['which is not the resource', { resources: ['pods/log'] }, {}, false],
		['a subresource of any resource', { resources: ['*/scale'] }, { resource: 'deployments', subresource: 'scale' }, true],
		['and no other', { resources: ['*/scale'] }, { subresource: 'status' }, false],
		['everything, with subresources', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { subresource: 'log', group: 'apps', verb: 'create' }, true],
		['a name', { resourceNames: ['x'] }, {}, true],
		['no other name', { resourceNames: ['y'] }, {}, false],
		['no collection where it has names', { resourceNames: ['x'] }, { name: '' }, false],
		['no half wildcard', { resources: ['po*'] }, {}, false],
		['nothing by a slash with nothing behind it', { resources: ['pods/'] }, {}, false],
		['nothing by a star before such a slash', { resources: ['*/'] }, { resource: '*' }, false],
	])('covers %s', (_, rule, asked, expected) => {
		const compiled = compileRule({ verbs: ['get'], apiGroups: [''], resources: ['pods'], ...rule });
		expect(compiled.covers({ ...pods, ...asked })).toBe(expected);
		expect(compiled.coversPath('get', '/livez')).toBe(false);
	});

	it.each([
		['/livez', '/livez', true],
		['/livez', '/livez/ping', false],
		['/livez/*', '/livez/ping', true],
		['/livez/*', '/livez', false],
		['*', '/metrics', true],
	])('of the path %s covers %s: %s', (url, path, expected) =>
		expect(compileRule({ verbs: ['get'], nonResourceURLs: [url] }).coversPath('get', path)).toBe(expected),
	);
});

describe('RBAC', () => {
	const role = (name: string, namespace = '') => ({
		namespace,
		name,
		bytes: Buffer.from(
			JSON.stringify({
				rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, ...(namespace === '' ? [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }] : [])],
			}),
		),
	});
	const binding = (name: string, namespace: string, kind: string, to: string, subject: object) => ({
		namespace,
		name,
		bytes: Buffer.from(JSON.stringify({ roleRef: { apiGroup: group, kind, name: to }, subjects: [subject] })),
	});
	const stored: Readonly<Record<string, readonly { namespace: string; name: string; bytes: Buffer }[]>> = {
		[`clusterroles.${group}`]: [role('reader')],
		[`roles.${group}`]: [role('local', 'a')],
		[`clusterrolebindings.${group}`]: [
			binding('all', '', 'ClusterRole', 'reader', { kind: 'Group', name: 'ops' }),
			binding('gone', '', 'ClusterRole', 'missing', { kind: 'User', name: 'eve' }),
		],
		[`rolebindings.${group}`]: [
			binding('jane', 'a', 'ClusterRole', 'reader', { kind: 'User', name: 'jane' }),
			binding('bot', 'a', 'Role', 'local', { kind: 'ServiceAccount', name: 'bot' }),
		],
	};
	const never = { next: () => new Promise(() => undefined), close: () => undefined };
	const cache = {
		revision: 1,
		list: (resource: string) => stored[resource] ?? [],
		get: (resource: string, namespace: string, name: string) => stored[resource]?.find((each) => each.namespace === namespace && each.name === name),
		cursor: () => never,
	} as unknown as WatchCache;
	const flags = (readFlags([]) as { options: ServerOptions }).options.flags;
	const start = () =>
		rbac.start({
			flags,
			log: openLog('silent'),
			vocabulary,
			release: '1.25',
			gates: new Map(),
			type: (name) => catalog.type(name),
			cache,
			declared: new Map(),
			signal: new AbortController().signal,
			...{ serverId: '', addMetrics: () => undefined, acceptsAnonymous: false },
		});

	it.each<[string, User, RequestInfo, string, string, string]>([
		['a group in the cluster', user('ann', 'ops'), pods, '', 'allow', 'RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "reader" to Group "ops"'],
		[
			'on a path',
			user('ann', 'ops'),
			{ isResource: false, verb: 'get' },
			'/metrics',
			'allow',
			'RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "reader" to Group "ops"',
		],
		['a user in a namespace', user('jane'), pods, '', 'allow', 'RBAC: allowed by RoleBinding "jane/a" of ClusterRole "reader" to User "jane"'],
		['in no other', user('jane'), { ...pods, namespace: 'b' }, '', 'no opinion', ''],
		['on no path', user('jane'), { isResource: false, verb: 'get' }, '/metrics', 'no opinion', ''],
		[
			'a service account of the namespace',
			user('system:serviceaccount:a:bot'),
			pods,
			'',
			'allow',
			'RBAC: allowed by RoleBinding "bot/a" of Role "local" to ServiceAccount "bot/a"',
		],
		['of no other', user('system:serviceaccount:b:bot'), pods, '', 'no opinion', ''],
		['nobody by a role that is not there', user('eve'), pods, '', 'no opinion', `RBAC: clusterrole.${group} "missing" not found`],
	])('lets %s', async (_, who, info, path, verdict, reason) => {
		expect((await start()).authorize({ user: who, info, path })).toEqual({ verdict, reason });
	});

	it('lists the rules of a namespace, without paths for a namespaced binding', async () => {
		const authorizer = await start();
		expect(await authorizer.rulesFor?.(user('jane'), 'a')).toEqual({ rules: [{ verbs: ['get'], groups: [''], resources: ['pods'] }], incomplete: false });
		expect(await authorizer.rulesFor?.(user('eve'), 'a')).toEqual({ rules: [], incomplete: true });
	});

	it('forgets a role that has changed', () => {
		const roles = new RoleRules(cache, group);
		const ref = { apiGroup: group, kind: 'ClusterRole', name: 'reader' };
		const before = roles.of(ref, '');
		expect(roles.of(ref, '')).toBe(before);
		roles.changed('', 'reader');
		expect(roles.of(ref, '')).not.toBe(before);
	});

	it('finds nothing by a binding that is deleted, replaced, or gone unheard', () => {
		const index = new BindingIndex();
		const to = (name: string) => ({ roleRef: { apiGroup: group, kind: 'Role', name: 'local' }, subjects: [{ kind: 'User', name }] });
		const has = (name: string) => index.find(user(name), 'a', undefined, () => true) !== undefined;
		index.set('a', 'one', to('jane'));
		index.set('a', 'two', to('joe'));
		expect([has('jane'), has('joe')]).toEqual([true, true]);
		index.set('a', 'one', to('jim'));
		expect([has('jane'), has('jim')]).toEqual([false, true]);
		index.keepOnly((_, name) => name === 'one');
		expect([has('jim'), has('joe')]).toEqual([true, false]);
		index.delete('a', 'one');
		expect(has('jim')).toBe(false);
	});
});
