/**
 * Tests the default roles and bindings on a built server: created at the first start, reconciled at the next, and the rights that they
 * grant.
 */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const group = '/apis/rbac.authorization.k8s.io/v1';
const autoupdate = 'rbac.authorization.kubernetes.io/autoupdate';

interface RoleObject {
	readonly metadata: {
		readonly resourceVersion: string;
		readonly labels: Readonly<Record<string, string>>;
		readonly annotations: Readonly<Record<string, string>>;
	};
	readonly rules: readonly object[];
	readonly subjects: readonly object[];
	readonly roleRef: object;
}

describe('default roles', () => {
	let scratch: Scratch;
	let server: ServerProcess;

	const start = async (release: string): Promise<void> => {
		server = await startServer(inject('built').kubernetes, { dataDir: `${scratch.path}/data`, flags: ['--emulated-version', release] });
	};
	const restart = async (release: string): Promise<void> => {
		expect(await server.stop()).toBe(0);
		await start(release);
	};
	const get = async (path: string): Promise<RoleObject> => {
		const answer = await server.call('GET', `${group}/${path}`);
		expect(answer.status, answer.text).toBe(200);
		return answer.json() as RoleObject;
	};
	const merge = async (path: string, patch: object): Promise<RoleObject> => {
		const answer = await server.call('PATCH', `${group}/${path}`, patch, { 'content-type': 'application/merge-patch+json' });
		expect(answer.status, answer.text).toBe(200);
		return answer.json() as RoleObject;
	};
	const anonymous = async (path: string): Promise<number> => (await call(server.url, { ca: server.credentials.ca }, 'GET', path)).status;
	const versions = async (): Promise<readonly string[]> => {
		const all: string[] = [];
		for (const resource of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']) {
			const { items } = (await server.call('GET', `${group}/${resource}`)).json() as { items: { metadata: { name: string; resourceVersion: string } }[] };
			all.push(...items.map(({ metadata }) => `${resource} ${metadata.name} ${metadata.resourceVersion}`));
		}
		return all;
	};

	beforeEach(() => {
		scratch = makeScratch();
	});
	afterEach(async () => {
		await server.stop();
		scratch.remove();
	});

	it.each([
		['1.25', 119],
		['1.36', 133],
	])('%s: all %i are there when the server is ready, and the next start writes nothing', async (release, count) => {
		await start(release);
		await expect.poll(async () => (await get('clusterroles/view')).rules.length).toBeGreaterThan(5);
		await expect.poll(async () => (await get('clusterroles/admin')).rules.length).toBeGreaterThan(20);
		const before = await versions();
		expect(before).toHaveLength(count);
		await restart(release);
		expect(await versions()).toEqual(before);
	});

	it('another release brings what it has more', async () => {
		await start('1.25');
		expect((await server.call('GET', `${group}/clusterroles/system:controller:service-cidrs-controller`)).status).toBe(404);
		await restart('1.36');
		await get('clusterroles/system:controller:service-cidrs-controller');
		await get('clusterrolebindings/system:controller:service-cidrs-controller');
	});

	it('what was deleted or taken away comes back with the next start; what was added stays', async () => {
		await start('1.36');
		const role = await get('clusterroles/system:kube-scheduler');
		const added = { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get'] };
		await merge('clusterroles/system:kube-scheduler', {
			rules: [...role.rules.slice(1), added],
			metadata: { labels: { mine: 'yes', 'kubernetes.io/bootstrapping': null } },
		});
		const subject = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'somebody' };
		await merge('clusterrolebindings/system:kube-scheduler', { subjects: [subject] });
		for (const path of [
			'clusterroles/system:discovery',
			'clusterrolebindings/system:basic-user',
			'namespaces/kube-system/roles/system:controller:token-cleaner',
		])
			expect((await server.call('DELETE', `${group}/${path}`)).status).toBe(200);
		expect((await server.call('DELETE', `${group}/clusterrolebindings/system:monitoring`)).status).toBe(200);
		const other = { metadata: { name: 'system:monitoring' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } };
		expect((await server.call('POST', `${group}/clusterrolebindings`, other)).status).toBe(201);
		await restart('1.36');
		const mended = await get('clusterroles/system:kube-scheduler');
		expect(mended.rules).toEqual(expect.arrayContaining([added]));
		expect(mended.metadata.labels).toEqual({ mine: 'yes', 'kubernetes.io/bootstrapping': 'rbac-defaults' });
		expect((await get('clusterrolebindings/system:kube-scheduler')).subjects).toEqual([subject, { ...subject, name: 'system:kube-scheduler' }]);
		expect((await get('clusterrolebindings/system:monitoring')).roleRef).toMatchObject({ name: 'system:monitoring' });
		for (const path of [
			'clusterroles/system:discovery',
			'clusterrolebindings/system:basic-user',
			'namespaces/kube-system/roles/system:controller:token-cleaner',
		])
			await get(path);
		const before = await versions();
		await restart('1.36');
		expect(await versions()).toEqual(before);
	});

	it('one that says so is left as it is', async () => {
		await start('1.36');
		await merge('clusterroles/system:discovery', { rules: [], metadata: { annotations: { [autoupdate]: 'false' } } });
		await merge('clusterrolebindings/system:discovery', { subjects: [], metadata: { annotations: { [autoupdate]: 'false' } } });
		await restart('1.36');
		expect((await get('clusterroles/system:discovery')).rules ?? []).toEqual([]);
		expect((await get('clusterrolebindings/system:discovery')).subjects ?? []).toEqual([]);
	});

	it('health and version are open to everybody, by a binding; discovery to who is known', async () => {
		await start('1.36');
		const open = ['/healthz', '/livez', '/readyz', '/version', '/version/', '/readyz/ping'];
		const known = ['/api', '/apis', '/openapi/v2', '/openapi/v3'];
		for (const path of open) expect(await anonymous(path), path).toBe(path === '/readyz/ping' ? 403 : 200);
		for (const path of known) expect(await anonymous(path), path).toBe(403);
		expect((await server.call('DELETE', `${group}/clusterrolebindings/system:public-info-viewer`)).status).toBe(200);
		for (const path of open) await expect.poll(() => anonymous(path), { message: path }).toBe(403);
	});

	it('roles that are labelled for it are part of view, edit and admin, as long as they are', async () => {
		await start('1.36');
		const rule = { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get', 'list'] };
		const metadata = { name: 'view-widgets', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } };
		expect((await server.call('POST', `${group}/clusterroles`, { metadata, rules: [rule] })).status).toBe(201);
		const has = async (name: string) => (await get(`clusterroles/${name}`)).rules.some((each) => JSON.stringify(each).includes('widgets'));
		for (const name of ['view', 'edit', 'admin']) await expect.poll(() => has(name), { message: name }).toBe(true);
		await merge('clusterroles/view-widgets', { metadata: { labels: null } });
		for (const name of ['view', 'edit', 'admin']) await expect.poll(() => has(name), { message: name }).toBe(false);
	});

	it('an aggregated role of one’s own takes the rules of those that it selects, in the order of their names, each once', async () => {
		await start('1.36');
		const rule = (resource: string) => ({ apiGroups: ['example.com'], resources: [resource], verbs: ['get'] });
		const labelled = (name: string, rules: object[]) => ({ metadata: { name, labels: { part: 'yes' } }, rules });
		for (const role of [labelled('b', [rule('two'), rule('one')]), labelled('a', [rule('one')])])
			expect((await server.call('POST', `${group}/clusterroles`, role)).status).toBe(201);
		const selector = { matchExpressions: [{ key: 'part', operator: 'In', values: ['yes'] }] };
		const whole = { metadata: { name: 'whole', labels: { part: 'yes' } }, aggregationRule: { clusterRoleSelectors: [selector] } };
		expect((await server.call('POST', `${group}/clusterroles`, whole)).status).toBe(201);
		await expect.poll(async () => (await get('clusterroles/whole')).rules).toEqual([rule('one'), rule('two')]);
		await merge('clusterroles/whole', { rules: [rule('mine')] });
		await expect.poll(async () => (await get('clusterroles/whole')).rules).toEqual([rule('one'), rule('two')]);
	});
});
