import { describe, expect, it } from 'vitest';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import { alwaysOpen } from '../../runtime/auth/authz/always-open.ts';
import { type Authorizer, firstOpinion } from '../../runtime/auth/authz/authorizer.ts';
import { forbidden } from '../../runtime/auth/authz/forbidden.ts';
import { authorizersOf } from '../../runtime/auth/authz/modes.ts';
import { privileged } from '../../runtime/auth/authz/privileged-group.ts';
import { anonymous, authenticated } from '../../runtime/auth/identity.ts';

const resource = { isResource: true, verb: 'list', group: '', version: 'v1', resource: 'configmaps', subresource: '', namespace: 'default', name: '' } as const;
const get: RequestInfo = { isResource: false, verb: 'get' };
const alice = authenticated('alice', '', []);

describe('authorization', () => {
	const decide: Authorizer = firstOpinion([privileged, alwaysOpen, ...authorizersOf(['AlwaysDeny'])]);
	it.each<[string, User, RequestInfo, string, string]>([
		['the privileged group may do all', authenticated('root', '', ['system:masters']), resource, '', 'allow'],
		['others nothing', alice, resource, '', 'deny'],
		['but health', anonymous, get, '/livez', 'allow'],
		['and single checks', anonymous, get, '/readyz/ping', 'allow'],
		['and version', anonymous, get, '/version', 'allow'],
		['for reading only', anonymous, { isResource: false, verb: 'post' }, '/version', 'deny'],
		['not metrics', alice, get, '/metrics', 'deny'],
		['nothing that begins alike', anonymous, get, '/livezoo', 'deny'],
	])('%s', (_, user, info, path, expected) => expect(decide({ user, info, path })).toBe(expected));

	it.each([
		[['RBAC'], '--authorization-mode: RBAC is not supported by this server yet (it knows AlwaysAllow, AlwaysDeny)'],
		[['Nope'], '--authorization-mode: "Nope" is not a mode (it knows AlwaysAllow, AlwaysDeny)'],
		[['constructor'], '"constructor" is not a mode'],
		[['AlwaysAllow', 'AlwaysAllow'], 'a mode is given twice'],
		[[], 'at least one mode'],
	])('mode %j is refused by name', (modes, sentence) => expect(() => authorizersOf(modes)).toThrow(sentence));
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
		expect(error.code).toBe(403);
	});
});
