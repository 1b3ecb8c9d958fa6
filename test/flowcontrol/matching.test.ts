/** Matching of requests to flow schemas, among the server's own objects and others. */
import { describe, expect, it } from 'vitest';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import { Matching } from '../../runtime/flowcontrol/matching.ts';
import { flowSettings, mandatorySettings, type SchemaSettings, schemaSettings, startSettings } from '../../runtime/flowcontrol/settings.ts';
import { kubernetes } from './vocabulary.ts';

function user(name: string, ...groups: string[]): User {
	return { name, uid: '', groups: [...groups, 'system:authenticated'], extra: {} };
}

function resource(verb: string, group: string, plural: string, namespace = '', subresource = ''): RequestInfo {
	return { isResource: true, verb, group, version: 'v1', resource: plural, subresource, namespace, name: '' } as RequestInfo;
}

const path = (verb: string): RequestInfo => ({ isResource: false, verb });

function schemaOf(schemas: readonly SchemaSettings[], who: User, info: RequestInfo, at = '/'): string | undefined {
	return new Matching(schemas.map((settings) => ({ settings }))).find(who, info, at)?.settings.name;
}

describe('the default schemas', () => {
	const account = (name: string, namespace = 'kube-system') =>
		user(`system:serviceaccount:${namespace}:${name}`, 'system:serviceaccounts', `system:serviceaccounts:${namespace}`);
	const node = user('system:node:a', 'system:nodes');
	it.each<[string, User, RequestInfo, string, string]>([
		['1.36', user('admin', 'system:masters'), resource('list', '', 'pods'), '/', 'exempt'],
		['1.36', user('admin', 'system:masters'), path('get'), '/readyz', 'exempt'],
		['1.36', user('jane'), path('get'), '/readyz', 'probes'],
		['1.36', user('jane'), path('get'), '/readyz/ping', 'probes'],
		['1.36', user('jane'), path('get'), '/readyzz', 'global-default'],
		['1.36', user('jane'), path('post'), '/readyz', 'global-default'],
		['1.36', user('jane'), resource('list', '', 'pods', 'default'), '/', 'global-default'],
		['1.36', node, resource('update', '', 'nodes', '', 'status'), '/', 'system-node-high'],
		['1.36', node, resource('update', '', 'nodes', '', 'proxy'), '/', 'system-nodes'],
		['1.36', node, resource('get', 'coordination.k8s.io', 'leases', 'kube-node-lease'), '/', 'system-node-high'],
		['1.36', node, resource('get', 'coordination.k8s.io', 'leases'), '/', 'system-nodes'],
		['1.36', user('system:kube-scheduler'), resource('update', 'coordination.k8s.io', 'leases', 'kube-system'), '/', 'system-leader-election'],
		['1.36', user('system:kube-scheduler'), resource('list', '', 'pods'), '/', 'kube-scheduler'],
		['1.36', user('system:kube-controller-manager'), path('get'), '/version', 'kube-controller-manager'],
		['1.36', account('endpoint-controller'), resource('update', '', 'endpoints', 'x'), '/', 'kube-system-service-accounts'],
		['1.25', account('endpoint-controller'), resource('update', '', 'endpoints', 'x'), '/', 'endpoint-controller'],
		['1.25', account('other'), resource('update', '', 'endpoints', 'x'), '/', 'workload-leader-election'],
		['1.36', account('app', 'default'), resource('list', '', 'pods'), '/', 'service-accounts'],
	])('%s: %j asks %j at %s: %s', (release, who, info, at, expected) => {
		expect(schemaOf(startSettings(release, kubernetes).schemas, who, info, at)).toBe(expected);
	});
});

describe('schemas of users', () => {
	const mandatory = mandatorySettings('1.36', kubernetes);
	const level = { name: 'mine', uid: '', isExempt: false, shares: 1, lendablePercent: 0, borrowingLimitPercent: undefined, queuing: undefined };
	const schema = (name: string, matchingPrecedence: number, of: string, rules: object[]): SchemaSettings =>
		schemaSettings({ metadata: { name }, spec: { priorityLevelConfiguration: { name: of }, matchingPrecedence, rules: rules as never } });
	const jane = [{ kind: 'User', user: { name: 'jane' } }];
	const pods = { verbs: ['*'], apiGroups: [''], resources: ['pods'], namespaces: ['a'] };

	it('are asked by precedence, then by name; those whose level is missing are not', () => {
		const rules = [{ subjects: jane, resourceRules: [pods] }];
		const all = [schema('b', 5, 'mine', rules), schema('a', 5, 'mine', rules), schema('first', 1, 'none', rules), schema('last', 9, 'mine', rules)];
		const { schemas } = flowSettings([level], all, mandatory);
		expect(schemas.map(({ name }) => name)).toEqual(['exempt', 'a', 'b', 'last', 'catch-all']);
		expect(schemaOf(schemas, user('jane'), resource('get', '', 'pods', 'a'))).toBe('a');
	});

	it.each<[string, object, RequestInfo, string, boolean]>([
		['another namespace', { resourceRules: [pods] }, resource('get', '', 'pods', 'b'), '/', false],
		['all namespaces at once', { resourceRules: [pods] }, resource('list', '', 'pods'), '/', false],
		['of the cluster', { resourceRules: [{ ...pods, clusterScope: true }] }, resource('list', '', 'pods'), '/', true],
		['a subresource', { resourceRules: [pods] }, resource('get', '', 'pods', 'a', 'log'), '/', false],
		['a subresource by name', { resourceRules: [{ ...pods, resources: ['pods/log'] }] }, resource('get', '', 'pods', 'a', 'log'), '/', true],
		['paths below', { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x/*'] }] }, path('get'), '/x/y', true],
		['paths above', { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x/*'] }] }, path('get'), '/x', false],
		['a path for a resource', { nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }, resource('get', '', 'pods', 'a'), '/', false],
	])('cover: %s', (_, rule, info, at, isCovered) => {
		const { schemas } = flowSettings([level], [schema('one', 5, 'mine', [{ subjects: jane, ...rule }])], mandatory);
		expect(schemaOf(schemas, user('jane'), info, at)).toBe(isCovered ? 'one' : 'catch-all');
		expect(schemaOf(schemas, user('john'), info, at)).toBe('catch-all');
	});

	it('are cached by user, not by request', () => {
		const { schemas } = flowSettings([level], [schema('one', 5, 'mine', [{ subjects: jane, resourceRules: [pods] }])], mandatory);
		const matching = new Matching(schemas.map((settings) => ({ settings })));
		const who = user('jane');
		const find = (info: RequestInfo) => matching.find(who, info, '/')?.settings.name;
		expect([find(resource('get', '', 'pods', 'a')), find(resource('get', '', 'pods', 'b')), find(resource('get', '', 'pods', 'a'))]).toEqual([
			'one',
			'catch-all',
			'one',
		]);
	});
});
