/** Tests ClusterRole, Role and their bindings: refusals, defaults, and immutable fields. */
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();

const group = 'rbac.authorization.orch.io';
const at = `/apis/${group}/v1`;
const clusterRoles = `${at}/clusterroles`;
const roles = `${at}/namespaces/default/roles`;
const clusterBindings = `${at}/clusterrolebindings`;
const bindings = `${at}/namespaces/default/rolebindings`;
const asTable = { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' };

describe.each([roles, clusterRoles])('rules, in %s', (path) => {
	const of = (rule: JsonObject) => ({ rules: [rule] });
	const rows: Row[] = [
		['no rules', {}, ''],
		['pods', of({ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] }), ''],
		['no verbs', of({ apiGroups: [''], resources: ['pods'] }), 'rules[0].verbs: Required value: verbs must contain at least one value'],
		[
			'an empty list of verbs',
			of({ verbs: [], apiGroups: [''], resources: ['pods'] }),
			'rules[0].verbs: Required value: verbs must contain at least one value',
		],
		['no group', of({ verbs: ['get'], resources: ['pods'] }), 'rules[0].apiGroups: Required value: resource rules must supply at least one api group'],
		['no resource', of({ verbs: ['get'], apiGroups: [''] }), 'rules[0].resources: Required value: resource rules must supply at least one resource'],
		[
			'resources and other URLs',
			of({ verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'] }),
			'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
		],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	it('are null when the list is empty', async () => {
		const { body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, rules: [] } });
		expect(body.rules).toBeNull();
		expect(body.metadata.managedFields[0].fieldsV1).toEqual({ 'f:rules': {} });
	});
	it('may have any name that fits into a URL, and is made by a PUT, too', async () => {
		const name = 'system:Any_Name';
		expect((await server.call('PUT', `${path}/${name}`, { body: { metadata: { name } } })).status).toBe(201);
		expect((await server.call('POST', path, { body: { metadata: { name: 'a/b' } } })).status).toBe(422);
	});
});

describe('URLs that belong to no resource', () => {
	const rules = [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }];
	it('are for clusters', () => expectRefusal(clusterRoles, { rules }, ''));
	it('are refused in namespaced roles', () => expectRefusal(roles, { rules }, 'namespaced rules cannot apply to non-resource URLs'));
});

describe('roles of which others give the rules', () => {
	const of = (...clusterRoleSelectors: JsonObject[]) => ({ aggregationRule: { clusterRoleSelectors } });
	const selector = 'aggregationRule.clusterRoleSelectors[0]';
	const rows: Row[] = [
		['all', of({}), ''],
		['none', of(), 'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil'],
		['an operator that is none', of({ matchExpressions: [{ key: 'a', operator: 'x' }] }), `${selector}: Invalid value: null: invalid label selector.`],
		['a value that is none', of({ matchExpressions: [{ key: 'a', operator: 'In', values: ['a b'] }] }), 'invalid label selector.'],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(clusterRoles, fields, wanted));
});

const roleRef = { kind: 'ClusterRole', name: 'x' };

describe.each([bindings, clusterBindings])('subjects, in %s', (path) => {
	const of = (...subjects: JsonObject[]) => ({ roleRef, subjects });
	const rows: Row[] = [
		['none', { roleRef }, ''],
		['a user', of({ kind: 'User', name: 'a' }), ''],
		['a service account', of({ kind: 'ServiceAccount', name: 'a', namespace: 'n' }), ''],
		['nobody', of({}), 'subjects[0].kind: Unsupported value: "": supported values: "ServiceAccount", "User", "Group"'],
		['no name', of({ kind: 'Group' }), 'subjects[0].name: Required value'],
		['a user of another group', of({ kind: 'User', name: 'a', apiGroup: 'x' }), `subjects[0].apiGroup: Unsupported value: "x": supported values: "${group}"`],
		[
			'an account of a group',
			of({ kind: 'ServiceAccount', name: 'a', namespace: 'n', apiGroup: 'x' }),
			'subjects[0].apiGroup: Unsupported value: "x": supported values: ""',
		],
		[
			'an account whose name is none',
			of({ kind: 'ServiceAccount', name: 'A_', namespace: 'n' }),
			'subjects[0].name: Invalid value: "A_": a lowercase RFC 1123',
		],
		['what is no subject', of({ kind: 'Pod', name: 'a' }), 'subjects[0].kind: Unsupported value: "Pod"'],
		['no role', {}, 'roleRef.name: Required value'],
		['a role of another group', { roleRef: { ...roleRef, apiGroup: 'x' } }, `roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`],
		['a role whose name is none', { roleRef: { ...roleRef, name: 'a/b' } }, 'roleRef.name: Invalid value: "a/b": may not contain \'/\''],
		['a role that is none', { roleRef: { ...roleRef, kind: 'Pod' } }, 'roleRef.kind: Unsupported value: "Pod": supported values: '],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	it('are of the group of roles, and in the wide Table; the role stays', async () => {
		const subjects = [
			{ kind: 'User', name: 'a' },
			{ kind: 'User', name: 'b' },
			{ kind: 'Group', name: 'g' },
			{ kind: 'ServiceAccount', name: 's', namespace: 'n' },
		];
		const { body } = await server.call('POST', path, { body: { metadata: { name: 'all' }, roleRef, subjects } });
		expect(body.roleRef).toEqual({ apiGroup: group, ...roleRef });
		expect(body.subjects.map((subject: { apiGroup?: string }) => subject.apiGroup)).toEqual([group, group, group, undefined]);
		const { body: table } = await server.call('GET', `${path}/all`, asTable);
		expect(table.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Role', 'Age', 'Users', 'Groups', 'ServiceAccounts']);
		expect(table.rows[0].cells.toSpliced(2, 1)).toEqual(['all', 'ClusterRole/x', 'a, b', 'g', 'n/s']);
		const changed = await server.call('PATCH', `${path}/all`, { type: merge, body: { roleRef: { name: 'y' } } });
		expect([changed.status, changed.body.message]).toEqual([422, expect.stringContaining('cannot change roleRef')]);
		expect((await server.call('PATCH', `${path}/all`, { type: merge, body: { subjects: null } })).body.subjects).toBeUndefined();
	});
});

describe('references of a binding', () => {
	const role = { roleRef: { kind: 'Role', name: 'x' } };
	const account = { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'a' }] };
	it('a RoleBinding may reference a Role', () => expectRefusal(bindings, role, ''));
	it('a ClusterRoleBinding may only reference a ClusterRole', () =>
		expectRefusal(clusterBindings, role, 'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'));
	it('a ClusterRoleBinding needs the namespace of an account', () => expectRefusal(clusterBindings, account, 'subjects[0].namespace: Required value'));
	it('a RoleBinding accepts an account without a namespace', () => expectRefusal(bindings, account, ''));
});
