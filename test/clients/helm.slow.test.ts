/** Helm as users run it, with a chart that contains an object of every served kind. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { buildHelm, type HelmSession, hasGo, type Stored, servedKinds, startHelmSession } from './helm/helm.ts';

/** Objects that every namespace gets automatically. */
const provided = ['ConfigMap kube-root-ca.crt', 'ServiceAccount default'];
/** Objects in the namespace `default`: those of the server's own service, and the range that the release creates there. */
const ofTheServer = ['EndpointSlice kubernetes', 'Endpoints kubernetes', 'LimitRange limits', 'Service kubernetes'];
const named = (objects: readonly Stored[]): string[] => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();

describe.skipIf(!hasGo())('Helm', () => {
	let session: HelmSession;
	let chart: string;
	const ok: HelmSession['ok'] = (command, options) => session.ok(command, options);
	const fails: HelmSession['fails'] = (command) => session.fails(command);
	const json = async (command: string): Promise<unknown> => JSON.parse(await ok(`${command} -o json`));
	const configMap = (name: string, namespace = 'town'): string => `/api/v1/namespaces/${namespace}/configmaps/${name}`;
	const deployment = '/apis/apps/v1/namespaces/town/deployments/shop';

	/** Returns the hooks that ran for the current revision, or for the revision that it restores; all must have succeeded. */
	async function hooksRun(release: string): Promise<string[]> {
		const { hooks } = (await json(`status ${release} -n town`)) as { hooks: { events: string[]; last_run: { phase: string } }[] };
		const run = hooks.filter(({ last_run }) => last_run.phase !== '');
		expect(run.map(({ last_run }) => last_run.phase)).toEqual(run.map(() => 'Succeeded'));
		return run.flatMap(({ events }) => events).sort();
	}

	beforeAll(async () => {
		session = await startHelmSession(buildHelm());
		({ chart } = session);
	}, 1_200_000);
	afterAll(() => session?.end());

	it('lint and template need no server', async () => {
		expect(await ok(`lint ${chart} --strict`)).toContain('1 chart(s) linted, 0 chart(s) failed');
		const rendered = parseAllDocuments(await ok(`template shop ${chart}`)).map((document) => document.toJS() as Stored | null);
		const capabilities = rendered.find((object) => object?.metadata.name === 'shop-capabilities');
		expect(capabilities).toMatchObject({ data: { jobs: 'false', namespaces: '' } });
	});

	it('a server-side dry run renders with the state of the server, and creates no object', async () => {
		const printed = await ok(`install shop ${chart} -n default --dry-run=server`);
		expect(printed).toMatch(/namespaces: >-\n\s+default kube-node-lease kube-public kube-system/);
		expect(named(await session.everything('default'))).toEqual([...provided, ...ofTheServer].sort());
	});

	it('install, and an object of every kind is there', async () => {
		// The chart's definition adds a kind, of which the chart itself cannot have an object.
		const kinds = (await servedKinds(session.server)).map(({ kind }) => kind);
		expect(await ok(`install shop ${chart} -n town --create-namespace`)).toContain('shop is blue in town, revision 1.');
		const manifest = parseAllDocuments(await ok('get manifest shop -n town')).map((document) => document.toJS() as Stored);
		expect(new Set(manifest.map(({ kind }) => kind)), 'each served kind is in the chart').toEqual(new Set(kinds));
		const there = [...(await session.everything('town')), ...(await session.everything())];
		expect(named(there)).toEqual(expect.arrayContaining(named(manifest)));
		const owned = there.filter(({ metadata }) => metadata.annotations?.['meta.helm.sh/release-name'] === 'shop');
		expect(named(owned)).toEqual(named(manifest));
		expect((await session.get(configMap('shop-capabilities')))?.data).toEqual({
			version: 'v1.25.0+kubernetes',
			deployments: 'true',
			jobs: 'true',
			namespaces: 'default kube-node-lease kube-public kube-system',
		});
	});

	it('list, status, values, notes and hooks', async () => {
		const shop = { name: 'shop', namespace: 'town', chart: 'shop-1.0.0', status: 'deployed', app_version: '1' };
		expect(await json('list -A')).toMatchObject([{ ...shop, revision: '1' }]);
		expect(await json('list -n default')).toEqual([]);
		expect(await json('status shop -n town')).toMatchObject({
			name: 'shop',
			namespace: 'town',
			version: 1,
			info: { status: 'deployed', description: 'Install complete' },
		});
		expect(await ok('status shop -n town --show-resources')).toMatch(/==> v1\/Deployment\nNAME\s+READY\s+UP-TO-DATE\s+AVAILABLE\s+AGE\nshop\s+0\/2/);
		expect(await json('get values shop -n town -a')).toMatchObject({ color: 'blue', settings: ['first', 'second'] });
		expect(await ok('get notes shop -n town')).toContain('shop is blue');
		expect(await hooksRun('shop')).toEqual(['post-install', 'pre-install']);
		expect(await ok('get hooks shop -n town')).toContain('helm.sh/hook: pre-install');
	});

	it('releases are Secrets, found by their labels', async () => {
		const found = await session.server.call('GET', '/api/v1/namespaces/town/secrets?labelSelector=owner%3Dhelm%2Cstatus%3Ddeployed');
		const { items } = found.json() as { items: Stored[] };
		expect(items).toMatchObject([{ type: 'helm.sh/release.v1', metadata: { name: 'sh.helm.release.v1.shop.v1' } }]);
		expect(items[0]?.metadata.labels).toMatchObject({ name: 'shop', owner: 'helm', status: 'deployed', version: '1' });
	});

	it('an upgrade merges old, current and new state, and deletes removed objects', async () => {
		const key = (await session.get('/api/v1/namespaces/town/secrets/shop-key'))?.data;
		await session.patch(configMap('shop-first'), { metadata: { annotations: { 'example.com/by': 'hand' } }, data: { color: 'grey', extra: 'kept' } });
		const side = { name: 'side', image: 'side:1' };
		const { spec } = (await session.get(deployment)) as unknown as { spec: { template: { spec: { containers: object[] } } } };
		await session.patch(deployment, { spec: { template: { spec: { containers: [...spec.template.spec.containers, side] } } } });
		expect(await ok(`upgrade shop ${chart} -n town --set color=red,image=shop:2,settings={first}`)).toContain('shop is red in town, revision 2.');
		const first = await session.get(configMap('shop-first'));
		expect(first?.data).toEqual({ color: 'red', setting: 'first', extra: 'kept' });
		expect(first?.metadata.annotations?.['example.com/by']).toBe('hand');
		expect(await session.get(configMap('shop-second'))).toBeUndefined();
		expect((await session.get('/api/v1/namespaces/town/secrets/shop-key'))?.data).toEqual(key);
		const { containers } = ((await session.get(deployment)) as unknown as typeof first & { spec: typeof spec }).spec.template.spec as {
			containers: { name: string; image: string }[];
		};
		expect(containers.map(({ name, image }) => `${name} ${image}`).sort()).toEqual(['shop shop:2', 'side side:1']);
	});

	it('a dry run of an upgrade makes no revision', async () => {
		expect(await ok(`upgrade shop ${chart} -n town --dry-run=server --set color=white`)).toContain('color: white');
		expect(await json('history shop -n town')).toHaveLength(2);
		expect((await session.get(configMap('shop-first')))?.data).toMatchObject({ color: 'red' });
	});

	it('a refused upgrade reports the reason; with --atomic, all is rolled back', async () => {
		const refused = /Invalid value: "not a key": a valid config key must consist of/;
		const ready = '--set waiting=false,examples=false,paused=true';
		await ok(`install safe ${chart} -n town --wait --timeout 20s ${ready}`);
		expect(await fails(`upgrade safe ${chart} -n town --atomic --timeout 20s ${ready},color=black,broken=true`)).toMatch(refused);
		expect(await json('history safe -n town')).toMatchObject([
			{ revision: 1, status: 'superseded' },
			{ revision: 2, status: 'failed' },
			{ revision: 3, status: 'deployed', description: 'Rollback to 1' },
		]);
		expect((await session.get(configMap('safe-first')))?.data).toMatchObject({ color: 'blue' });
		await ok('uninstall safe -n town --wait');
		expect(await fails(`upgrade shop ${chart} -n town --set color=black,broken=true`)).toMatch(refused);
		expect(await json('status shop -n town')).toMatchObject({ version: 3, info: { status: 'failed' } });
	});

	it('a rollback restores the former state, including deleted objects', async () => {
		expect(await ok('rollback shop 1 -n town')).toContain('Rollback was a success!');
		expect((await session.get(configMap('shop-first')))?.data).toEqual({ color: 'blue', setting: 'first', extra: 'kept' });
		expect((await session.get(configMap('shop-second')))?.data).toEqual({ color: 'blue', setting: 'second' });
		expect(await hooksRun('shop')).toEqual(['post-install', 'post-rollback', 'pre-install', 'pre-rollback']);
		expect(await json('history shop -n town')).toHaveLength(4);
		expect(await json('status shop -n town')).toMatchObject({ version: 4, info: { status: 'deployed', description: 'Rollback to 1' } });
	});

	it('an upgrade with --force replaces, and with --install installs', async () => {
		// Replacing a Job without its generated selector, or a Pod without its token, is refused, as in Kubernetes.
		await ok(`upgrade shop ${chart} -n town --force --set color=green,examples=false,waiting=false`);
		expect((await session.get(configMap('shop-first')))?.data).toEqual({ color: 'green', setting: 'first' });
		await ok(`upgrade late ${chart} -n late --install --create-namespace --set settings={only}`);
		expect((await session.get(configMap('late-only', 'late')))?.data).toEqual({ color: 'blue', setting: 'only' });
		await ok('uninstall late -n late --wait');
	});

	it('refuses a name in use and an object of another release', async () => {
		expect(await fails(`install shop ${chart} -n town`)).toContain('cannot re-use a name that is still in use');
		await session.create('/api/v1/namespaces/town/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other-first' } });
		const taken = await fails(`install other ${chart} -n town`);
		expect(taken).toMatch(/ConfigMap "other-first" in namespace "town" exists and cannot be imported into the current release: invalid ownership metadata/);
		expect((await session.everything('town')).filter(({ metadata }) => metadata.name === 'other-key')).toEqual([]);
		await ok(`install other ${chart} -n town --take-ownership --set settings={first}`);
		expect((await session.get(configMap('other-first')))?.data).toEqual({ color: 'blue', setting: 'first' });
		await ok('uninstall other -n town --wait');
	});

	it('--wait ends when all objects are ready', async () => {
		const done = { finished: false };
		const installed = ok(`install slow ${chart} -n slow --create-namespace --wait --timeout 50s --set paused=true,examples=false`).finally(() => {
			done.finished = true;
		});
		const pod = '/api/v1/namespaces/slow/pods/slow-alone';
		const claim = '/api/v1/namespaces/slow/persistentvolumeclaims/slow';
		await vi.waitFor(async () => expect([await session.get(pod), await session.get(claim)]).not.toContain(undefined), { timeout: 30_000, interval: 50 });
		await session.patch(`${claim}/status`, { status: { phase: 'Bound' } });
		expect(done.finished).toBe(false);
		await session.patch(`${pod}/status`, { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } });
		expect(await installed).toContain('STATUS: deployed');
		await ok('uninstall slow -n slow --wait');
	});

	it('uninstall deletes everything except the namespace', async () => {
		await ok('uninstall shop -n town --keep-history --wait --cascade foreground');
		expect(await hooksRun('shop')).toEqual(['post-delete', 'post-upgrade', 'pre-delete', 'pre-upgrade']);
		await ok('uninstall shop -n town');
		const left = (await session.everything()).filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/managed-by'] === 'Helm');
		expect(named(left)).toEqual([]);
		expect(named(await session.everything('town'))).toEqual(provided);
		expect(await session.get('/api/v1/namespaces/town')).toMatchObject({ metadata: { labels: { name: 'town' } }, status: { phase: 'Active' } });
	});

	it('releases in ConfigMaps', async () => {
		const env = { HELM_DRIVER: 'configmap' };
		await ok(`install kept ${chart} -n kept --create-namespace`, { env });
		expect(await session.get(configMap('sh.helm.release.v1.kept.v1', 'kept'))).toMatchObject({ metadata: { labels: { owner: 'helm', status: 'deployed' } } });
		expect(JSON.parse(await ok('list -n kept -o json', { env }))).toMatchObject([{ name: 'kept', status: 'deployed' }]);
		await ok('uninstall kept -n kept --wait', { env });
	});

	it('many at once', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f'];
		const each = (command: (name: string) => string): Promise<string[]> => Promise.all(names.map((name) => ok(command(name))));
		await each((name) => `install ${name} ${chart} -n crowd --create-namespace`);
		await each((name) => `upgrade ${name} ${chart} -n crowd --set color=${name}`);
		expect(await json('list -n crowd')).toMatchObject(names.map((name) => ({ name, revision: '2', status: 'deployed' })));
		for (const name of names) expect((await session.get(configMap(`${name}-first`, 'crowd')))?.data).toMatchObject({ color: name });
		await each((name) => `uninstall ${name} -n crowd --wait`);
		expect(named(await session.everything('crowd'))).toEqual(provided);
	});

	it('a chart of another API version is refused before anything is made', async () => {
		const values = parse(await ok(`show values ${chart}`)) as { color: string };
		expect(values.color).toBe('blue');
		const file = session.file('post.sh', '#!/bin/sh\ncat\nprintf -- "---\\napiVersion: batch/v2\\nkind: Job\\nmetadata: {name: job}\\n"\n');
		expect(await fails(`install job ${chart} -n jobs --create-namespace --post-renderer sh --post-renderer-args ${file}`)).toContain(
			'no matches for kind "Job" in version "batch/v2"',
		);
		expect(await session.get('/api/v1/namespaces/jobs')).toBeUndefined();
	});
});
