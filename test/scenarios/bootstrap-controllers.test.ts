/** Tests the controllers of bootstrap tokens: one deletes expired tokens, the other signs `cluster-info` with them. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const secrets = '/api/v1/namespaces/kube-system/secrets';
const clusterInfo = '/api/v1/namespaces/kube-public/configmaps/cluster-info';
const secret = 'abcdefghijklmnop';

describe('bootstrap tokens', () => {
	const flags = ['--controllers', '*,tokencleaner,bootstrapsigner', '--advertise-address', '10.1.2.3'];
	let server: ServerProcess;
	beforeAll(async () => {
		server = await startServer(inject('built').kubernetes, { flags });
	});
	afterAll(() => server.remove());

	const make = async (id: string, more: Readonly<Record<string, string>> = {}, type = 'bootstrap.kubernetes.io/token'): Promise<void> => {
		const stringData = { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-signing': 'true', ...more };
		const answer = await server.call('POST', secrets, { metadata: { name: `bootstrap-token-${id}` }, type, stringData });
		expect(answer.status, answer.text).toBe(201);
	};
	const status = async (id: string) => (await server.call('GET', `${secrets}/bootstrap-token-${id}`)).status;
	const info = async (): Promise<Readonly<Record<string, string>>> => ((await server.call('GET', clusterInfo)).json() as Loose).data;
	const signatureOf = (id: string, payload: string): string => {
		const part = (text: string) => Buffer.from(text).toString('base64url');
		const header = part(JSON.stringify({ alg: 'HS256', kid: id }));
		return `${header}..${createHmac('sha256', `${id}.${secret}`)
			.update(`${header}.${part(payload)}`)
			.digest('base64url')}`;
	};
	const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '');

	it('are deleted when they expire, on appearance or later; others stay', async () => {
		await make('ended0', { expiration: '2020-01-01T00:00:00Z' });
		await make('garbge', { expiration: 'soon' });
		await make('other0', { expiration: '2020-01-01T00:00:00Z' }, 'Opaque');
		await make('lasts0', { expiration: inSeconds(3600) });
		await make('always', {});
		await make('short0', { expiration: inSeconds(2) });
		for (const id of ['ended0', 'garbge', 'short0']) await expect.poll(() => status(id), { message: id, timeout: 30_000 }).toBe(404);
		for (const id of ['other0', 'lasts0', 'always']) expect(await status(id), id).toBe(200);
		// A token whose expiration changes is removed at the new time.
		const patch = { stringData: { expiration: '2020-01-01T00:00:00Z' } };
		await server.call('PATCH', `${secrets}/bootstrap-token-lasts0`, patch, { 'content-type': 'application/merge-patch+json' });
		await expect.poll(() => status('lasts0')).toBe(404);
	});

	it('sign how the server is reached and which authority it has, each for itself, as long as they are there', async () => {
		await make('signs0');
		await make('silent', { 'usage-bootstrap-signing': 'false' });
		await expect.poll(async () => Object.keys(await info())).toContain('jws-kubeconfig-signs0');
		const { kubeconfig = '', ...signatures } = await info();
		const [{ cluster }] = (JSON.parse(kubeconfig) as Loose).clusters;
		expect(cluster.server).toBe(`https://10.1.2.3:${server.port}`);
		expect(Buffer.from(cluster['certificate-authority-data'], 'base64')).toEqual(server.credentials.ca);
		expect(signatures['jws-kubeconfig-signs0']).toBe(signatureOf('signs0', kubeconfig));
		expect(Object.keys(signatures)).not.toContain('jws-kubeconfig-silent');

		const merge = { 'content-type': 'application/merge-patch+json' };
		await server.call('PATCH', clusterInfo, { data: { kubeconfig: 'another', mine: 'stays', 'jws-kubeconfig-forged': 'a..b' } }, merge);
		await expect.poll(async () => (await info())['jws-kubeconfig-signs0']).toBe(signatureOf('signs0', 'another'));
		expect(await info()).toMatchObject({ kubeconfig: 'another', mine: 'stays' });
		await expect.poll(async () => Object.keys(await info())).not.toContain('jws-kubeconfig-forged');
		await server.call('DELETE', `${secrets}/bootstrap-token-signs0`);
		await expect.poll(async () => Object.keys(await info())).not.toContain('jws-kubeconfig-signs0');
	});

	it('make one object readable for everyone, until its role is changed', async () => {
		const anonymous = async (method: string, path: string) => (await call(server.url, { ca: server.credentials.ca }, method, path)).status;
		await expect.poll(() => anonymous('GET', clusterInfo)).toBe(200);
		const configMaps = '/api/v1/namespaces/kube-public/configmaps';
		const name = 'fieldSelector=metadata.name%3Dcluster-info';
		for (const path of [`${configMaps}/kube-root-ca.crt`, configMaps, `${configMaps}?${name}`, `${configMaps}?watch=1&${name}`, `${secrets}/any`])
			expect([path, await anonymous('GET', path)]).toEqual([path, 403]);
		for (const method of ['PUT', 'PATCH', 'DELETE']) expect([method, await anonymous(method, clusterInfo)]).toEqual([method, 403]);

		const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-public';
		const restart = async (): Promise<void> => {
			const { dataDir } = server;
			expect(await server.stop()).toBe(0);
			server = await startServer(inject('built').kubernetes, { dataDir, flags });
		};
		expect((await server.call('DELETE', `${roles}/rolebindings/system:bootstrap-signer-clusterinfo`)).status).toBe(200);
		expect(await anonymous('GET', clusterInfo)).toBe(403);
		await restart();
		await expect.poll(() => anonymous('GET', clusterInfo)).toBe(200);
		const leftAlone = { metadata: { annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'false' } }, subjects: [] };
		const merge = { 'content-type': 'application/merge-patch+json' };
		expect((await server.call('PATCH', `${roles}/rolebindings/system:bootstrap-signer-clusterinfo`, leftAlone, merge)).status).toBe(200);
		await restart();
		// The reconcile that would restore the role is over once the signing token has signed.
		await make('second', {});
		await expect.poll(async () => Object.keys(await info())).toContain('jws-kubeconfig-second');
		expect(await anonymous('GET', clusterInfo)).toBe(403);
	});
});

it('are left alone by a server that is not asked to keep them', async () => {
	const server = await startServer(inject('built').kubernetes);
	try {
		const { text } = await server.call('GET', '/readyz?verbose');
		expect(text).toContain('poststarthook/start-serviceaccount-controller');
		expect(text).not.toMatch(/tokencleaner|bootstrapsigner/);
	} finally {
		await server.remove();
	}
});
