/** Who kubectl asks as: with tokens that it asked for itself, and as somebody else. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { bindProgram, type Kubectl, minor } from './kubectl.ts';

/** From this one on `auth whoami` asks for the version of SelfSubjectReview that is served. */
const knowsWhoami = 28;

export function kubectlIdentitySuite(kubectl: Kubectl): void {
	describe(`kubectl ${kubectl.version}, as somebody`, () => {
		let server: ServerProcess;
		let admin: ReturnType<typeof bindProgram>;
		/** With nothing of the administrator's but the address and the authority. */
		let nobody: ReturnType<typeof bindProgram>;
		beforeAll(async () => {
			server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
			admin = bindProgram(kubectl.path, server.kubeconfig, server.dataDir);
			const [config, authority] = [join(server.dataDir, 'nobody'), join(server.dataDir, 'nobody.pem')];
			writeFileSync(authority, server.credentials.ca);
			writeFileSync(
				config,
				JSON.stringify({
					apiVersion: 'v1',
					kind: 'Config',
					clusters: [{ name: 'here', cluster: { server: server.url, 'certificate-authority': authority } }],
					contexts: [{ name: 'here', context: { cluster: 'here', user: 'nobody' } }],
					users: [{ name: 'nobody', user: {} }],
					'current-context': 'here',
				}),
			);
			nobody = bindProgram(kubectl.path, config, join(server.dataDir, 'nobodys-home'));
		});
		afterAll(async () => {
			rmSync(join(server.dataDir, 'nobody'), { force: true });
			await server.remove();
		});

		const ok = async (run: ReturnType<typeof bindProgram>, line: string): Promise<string> => {
			const { code, stdout, stderr } = await run(line.split(' '));
			expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
			return stdout.trim();
		};
		const refused = async (run: ReturnType<typeof bindProgram>, line: string): Promise<string> => {
			const { code, stderr } = await run(line.split(' '));
			expect(code).toBe(1);
			return stderr;
		};

		it('creates tokens, and asks with them', async () => {
			await ok(admin, 'create serviceaccount builder');
			const token = await ok(admin, 'create token builder --duration 10m');
			expect(await refused(nobody, `--token ${token} get configmaps`)).toMatch(
				/User "system:serviceaccount:default:builder" cannot list resource "configmaps"/,
			);
			await ok(admin, 'create rolebinding builder --clusterrole view --serviceaccount default:builder');
			expect(await ok(nobody, `--token ${token} get configmaps -o name`)).toBe('configmap/kube-root-ca.crt');
			expect(await ok(nobody, `--token ${token} get --raw /openid/v1/jwks`)).toContain('"kty":"EC"');
			await ok(admin, 'delete serviceaccount builder');
			expect(await refused(nobody, `--token ${token} get configmaps`)).toMatch(/Unauthorized/);
		});

		it('binds them to objects', async () => {
			await ok(admin, 'create secret generic key');
			const bound = await ok(admin, 'create token default --bound-object-kind Secret --bound-object-name key --audience vault');
			expect(await refused(nobody, `--token ${bound} get configmaps`)).toMatch(/Unauthorized/);
			expect(await refused(admin, 'create token default --bound-object-kind Secret --bound-object-name none')).toMatch(/secrets "none" not found/);
			expect(await refused(admin, 'create token default --duration 1m')).toMatch(/may not specify a duration less than 10 minutes/);
			expect(await refused(admin, 'create token none')).toMatch(/serviceaccounts "none" not found/);
		});

		it.skipIf(minor(kubectl) < knowsWhoami)('is told who it is', async () => {
			const token = await ok(admin, 'create token default');
			expect(await ok(nobody, `--token ${token} auth whoami -o jsonpath={.status.userInfo.username}`)).toBe('system:serviceaccount:default:default');
			const as = '--as dave --as-group devs --as-uid 7 auth whoami -o jsonpath={.status.userInfo.username}/{.status.userInfo.uid}/{.status.userInfo.groups}';
			expect(await ok(admin, as)).toBe('dave/7/["devs","system:authenticated"]');
			expect(await ok(admin, '--as system:serviceaccount:default:x auth whoami -o jsonpath={.status.userInfo.groups[0]}')).toBe('system:serviceaccounts');
		});
	});
}
