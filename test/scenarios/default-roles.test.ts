/**
 * Tests the default roles and bindings on a built server: the rights that they grant, and that the next start restores them.
 * `default-roles.slow.test.ts` starts servers of several releases.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../setup/server.ts';
import { group, RoleServer } from './role-server.ts';

describe('default roles', () => {
	const server = new RoleServer();
	beforeAll(() => server.start('1.36'));
	afterAll(() => server.remove());

	const anonymous = async (path: string): Promise<number> => {
		const { url, credentials } = server.running;
		return (await call(url, { ca: credentials.ca }, 'GET', path)).status;
	};

	it('health and version are open to all users by a binding, discovery to authenticated ones', async () => {
		const open = ['/healthz', '/livez', '/readyz', '/version', '/version/', '/readyz/ping'];
		const known = ['/api', '/apis', '/openapi/v2', '/openapi/v3'];
		for (const path of open) expect(await anonymous(path), path).toBe(path === '/readyz/ping' ? 403 : 200);
		for (const path of known) expect(await anonymous(path), path).toBe(403);
		expect((await server.running.call('DELETE', `${group}/clusterrolebindings/system:public-info-viewer`)).status).toBe(200);
		for (const path of open) await expect.poll(() => anonymous(path), { message: path }).toBe(403);
	});

	it('roles that are labelled for it are part of view, edit and admin, as long as they are', async () => {
		const rule = { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get', 'list'] };
		const metadata = { name: 'view-widgets', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } };
		expect((await server.running.call('POST', `${group}/clusterroles`, { metadata, rules: [rule] })).status).toBe(201);
		const has = async (name: string) => (await server.get(`clusterroles/${name}`)).rules.some((each) => JSON.stringify(each).includes('widgets'));
		for (const name of ['view', 'edit', 'admin']) await expect.poll(() => has(name), { message: name }).toBe(true);
		await server.merge('clusterroles/view-widgets', { metadata: { labels: null } });
		for (const name of ['view', 'edit', 'admin']) await expect.poll(() => has(name), { message: name }).toBe(false);
	});

	it('a custom aggregated role has the rules of selected roles, sorted by name, each once', async () => {
		const rule = (resource: string) => ({ apiGroups: ['example.com'], resources: [resource], verbs: ['get'] });
		const labelled = (name: string, rules: object[]) => ({ metadata: { name, labels: { part: 'yes' } }, rules });
		for (const role of [labelled('b', [rule('two'), rule('one')]), labelled('a', [rule('one')])])
			expect((await server.running.call('POST', `${group}/clusterroles`, role)).status).toBe(201);
		const selector = { matchExpressions: [{ key: 'part', operator: 'In', values: ['yes'] }] };
		const whole = { metadata: { name: 'whole', labels: { part: 'yes' } }, aggregationRule: { clusterRoleSelectors: [selector] } };
		expect((await server.running.call('POST', `${group}/clusterroles`, whole)).status).toBe(201);
		await expect.poll(async () => (await server.get('clusterroles/whole')).rules).toEqual([rule('one'), rule('two')]);
		await server.merge('clusterroles/whole', { rules: [rule('mine')] });
		await expect.poll(async () => (await server.get('clusterroles/whole')).rules).toEqual([rule('one'), rule('two')]);
	});

	it('are restored by the next start where they were deleted or changed, and the start after it writes nothing', async () => {
		const role = await server.get('clusterroles/system:kube-scheduler');
		const added = { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get'] };
		await server.merge('clusterroles/system:kube-scheduler', { rules: [...role.rules.slice(1), added] });
		expect((await server.running.call('DELETE', `${group}/clusterroles/system:discovery`)).status).toBe(200);
		await server.restart('1.36');
		const restored = await server.get('clusterroles/system:kube-scheduler');
		expect(restored.rules.length).toBeGreaterThan(role.rules.length);
		expect(restored.rules).toContainEqual(added);
		await server.get('clusterroles/system:discovery');
		const before = await server.versions();
		await server.restart('1.36');
		expect(await server.versions()).toEqual(before);
	});
});
