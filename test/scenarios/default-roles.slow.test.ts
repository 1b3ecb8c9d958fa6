/** Tests that default roles and bindings are reconciled when a built server starts again, by release. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { autoupdate, group, RoleServer } from './role-server.ts';

describe('default roles', () => {
	let server: RoleServer;
	beforeEach(() => {
		server = new RoleServer();
	});
	afterEach(() => server.remove());

	it.each([
		['1.25', 119],
		['1.36', 133],
	])('%s: all %i are there when the server is ready, and the next start writes nothing', async (release, count) => {
		await server.start(release);
		await expect.poll(async () => (await server.get('clusterroles/view')).rules.length).toBeGreaterThan(5);
		await expect.poll(async () => (await server.get('clusterroles/admin')).rules.length).toBeGreaterThan(20);
		const before = await server.versions();
		expect(before).toHaveLength(count);
		await server.restart(release);
		expect(await server.versions()).toEqual(before);
	});

	it('another release adds its rights', async () => {
		await server.start('1.25');
		expect((await server.running.call('GET', `${group}/clusterroles/system:controller:service-cidrs-controller`)).status).toBe(404);
		await server.restart('1.36');
		await server.get('clusterroles/system:controller:service-cidrs-controller');
		await server.get('clusterrolebindings/system:controller:service-cidrs-controller');
	});

	it('restores deleted or reduced roles at the next start, and keeps additions', async () => {
		await server.start('1.36');
		const role = await server.get('clusterroles/system:kube-scheduler');
		const added = { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get'] };
		await server.merge('clusterroles/system:kube-scheduler', {
			rules: [...role.rules.slice(1), added],
			metadata: { labels: { mine: 'yes', 'kubernetes.io/bootstrapping': null } },
		});
		const subject = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'somebody' };
		await server.merge('clusterrolebindings/system:kube-scheduler', { subjects: [subject] });
		for (const path of [
			'clusterroles/system:discovery',
			'clusterrolebindings/system:basic-user',
			'namespaces/kube-system/roles/system:controller:token-cleaner',
		])
			expect((await server.running.call('DELETE', `${group}/${path}`)).status).toBe(200);
		expect((await server.running.call('DELETE', `${group}/clusterrolebindings/system:monitoring`)).status).toBe(200);
		const other = { metadata: { name: 'system:monitoring' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } };
		expect((await server.running.call('POST', `${group}/clusterrolebindings`, other)).status).toBe(201);
		await server.restart('1.36');
		const mended = await server.get('clusterroles/system:kube-scheduler');
		expect(mended.rules).toEqual(expect.arrayContaining([added]));
		expect(mended.metadata.labels).toEqual({ mine: 'yes', 'kubernetes.io/bootstrapping': 'rbac-defaults' });
		expect((await server.get('clusterrolebindings/system:kube-scheduler')).subjects).toEqual([subject, { ...subject, name: 'system:kube-scheduler' }]);
		expect((await server.get('clusterrolebindings/system:monitoring')).roleRef).toMatchObject({ name: 'system:monitoring' });
		for (const path of [
			'clusterroles/system:discovery',
			'clusterrolebindings/system:basic-user',
			'namespaces/kube-system/roles/system:controller:token-cleaner',
		])
			await server.get(path);
		const before = await server.versions();
		await server.restart('1.36');
		expect(await server.versions()).toEqual(before);
	});

	it('a role that opts out is not changed', async () => {
		await server.start('1.36');
		await server.merge('clusterroles/system:discovery', { rules: [], metadata: { annotations: { [autoupdate]: 'false' } } });
		await server.merge('clusterrolebindings/system:discovery', { subjects: [], metadata: { annotations: { [autoupdate]: 'false' } } });
		await server.restart('1.36');
		expect((await server.get('clusterroles/system:discovery')).rules ?? []).toEqual([]);
		expect((await server.get('clusterrolebindings/system:discovery')).subjects ?? []).toEqual([]);
	});
});
