/** kubectl's identity: requested tokens and impersonation. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { bindProgram, type Kubectl, minor } from './kubectl.ts';

/** First minor version whose `auth whoami` requests the served version of SelfSubjectReview. */
const knowsWhoami = 28;

export function kubectlIdentitySuite(kubectl: Kubectl): void {
	describe(`kubectl ${kubectl.version} with another identity`, () => {
		let server: ServerProcess;
		let admin: ReturnType<typeof bindProgram>;
		/** kubectl with only the server's address and CA, without credentials. */
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

		it('shows permissions before and after roles are created', async () => {
			expect((await admin('auth can-i list pods --as jane'.split(' '))).stdout.trim()).toBe('no');
			expect(await ok(admin, 'auth can-i list pods --as jane --as-group system:masters')).toBe('yes');
			await ok(admin, 'create role reader --verb get,list --resource pods,pods/log --resource-name web');
			await ok(admin, 'create rolebinding jane-reads --role reader --user jane --group readers');
			await ok(admin, 'create clusterrole counter --verb list --resource nodes,deployments.apps');
			await ok(admin, 'create clusterrole looker --verb get --non-resource-url /metrics');
			await ok(admin, 'create clusterrolebinding jane-counts --clusterrole counter --user jane');
			await ok(admin, 'create clusterrolebinding jane-looks --clusterrole looker --serviceaccount default:default --user jane');
			for (const question of ['get pods/web', 'get pods/web --subresource log', 'list deployments.apps -A', 'get /metrics']) {
				expect(await ok(admin, `auth can-i ${question} --as jane`), question).toBe('yes');
			}
			for (const question of ['get pods/other', 'list pods -n kube-system', 'delete pods/web', 'get /healthz/ping/x']) {
				expect((await admin(`auth can-i ${question} --as jane`.split(' '))).code, question).toBe(1);
			}
			expect(await ok(admin, 'auth can-i get pods/web --as john --as-group readers')).toBe('yes');
			const list = await ok(admin, 'auth can-i --list --as jane');
			expect(list).toMatch(/^pods +\[\] +\[web\] +\[get list\]$/m);
			expect(list).toMatch(/^nodes +\[\] +\[\] +\[list\]$/m);
			expect(list).toMatch(/^ +\[\/metrics\] +\[\] +\[get\]$/m);
			expect(await refused(admin, '--as jane create role more --verb delete --resource pods')).toMatch(/User "jane" cannot create resource "roles"/);
		});

		it('reconciles roles and bindings with a file', async () => {
			const [file, more] = [join(server.dataDir, 'roles.yaml'), join(server.dataDir, 'more.yaml')];
			const written = (verbs: string, subject: string) => `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: kept, namespace: default }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [${verbs}] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: kept, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: kept }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: ${subject} }]
`;
			writeFileSync(file, written('get', 'ann'));
			writeFileSync(more, written('list', 'bob'));
			// `auth reconcile` prints its actions to stderr.
			const reconcile = async (line: string): Promise<string> => {
				const { code, stdout, stderr } = await admin(['auth', 'reconcile', ...line.split(' ')]);
				expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
				return stdout;
			};
			const verbs = () => ok(admin, 'get role kept -o jsonpath={.rules[*].verbs}');
			const subjects = () => ok(admin, 'get rolebinding kept -o jsonpath={.subjects[*].name}');
			expect(await reconcile(`-f ${file}`)).toMatch(/role.rbac.authorization.k8s.io\/kept reconciled/);
			expect([await verbs(), await subjects()]).toEqual(['["get"]', 'ann']);
			await reconcile(`-f ${more} --dry-run=client`);
			expect(await subjects()).toBe('ann');
			await reconcile(`-f ${more}`);
			expect([await verbs(), await subjects()]).toEqual(['["get"] ["list"]', 'ann bob']);
			await reconcile(`-f ${more} --remove-extra-permissions --remove-extra-subjects`);
			expect([await verbs(), await subjects()]).toEqual(['["list"]', 'bob']);
			for (const path of [file, more]) rmSync(path);
		});

		it('uses the credentials of a plugin: a token, a certificate, and a new one after expiry', async () => {
			const calls = (name: string): string[] =>
				readFileSync(join(server.dataDir, `${name}.calls`), 'utf8')
					.trim()
					.split('\n');
			const answers = (status: object, name: string): string => {
				const program = join(server.dataDir, name);
				const said = JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status });
				writeFileSync(program, `#!/bin/sh\necho "$KUBERNETES_EXEC_INFO" >> ${program}.calls\ncat <<'END'\n${said}\nEND\n`, { mode: 0o700 });
				const config = JSON.parse(readFileSync(join(server.dataDir, 'nobody'), 'utf8')) as { users: { user: object }[] };
				const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: program, interactiveMode: 'Never', provideClusterInfo: true };
				const path = join(server.dataDir, `${name}.config`);
				writeFileSync(path, JSON.stringify({ ...config, users: [{ name: 'nobody', user: { exec } }] }));
				return path;
			};
			const token = await ok(admin, 'create token default');
			const { cert, key } = server.credentials;
			const ended = new Date(Date.now() - 60_000).toISOString();
			for (const [name, status, who, isAskedAgain] of [
				['by-token', { token }, 'no', false],
				['by-certificate', { clientCertificateData: cert.toString(), clientKeyData: key.toString() }, 'yes', false],
				['by-what-ends', { token, expirationTimestamp: ended }, 'no', true],
			] as const) {
				const run = bindProgram(kubectl.path, answers(status, name), join(server.dataDir, 'nobodys-home'));
				expect((await run(['auth', 'can-i', 'list', 'secrets'])).stdout.trim(), name).toBe(who);
				expect(calls(name).length > 1, name).toBe(isAskedAgain);
			}
			expect(calls('by-token').join()).toContain('"server":"https://127.0.0.1:');
			const wrong = bindProgram(kubectl.path, answers({ token: 'nonsense' }, 'by-nonsense'), join(server.dataDir, 'nobodys-home'));
			expect((await wrong(['get', 'configmaps'])).stderr).toMatch(/must be logged in|Unauthorized/);
		});

		it.skipIf(minor(kubectl) < knowsWhoami)('shows its own identity', async () => {
			const token = await ok(admin, 'create token default');
			expect(await ok(nobody, `--token ${token} auth whoami -o jsonpath={.status.userInfo.username}`)).toBe('system:serviceaccount:default:default');
			const as = '--as dave --as-group devs --as-uid 7 auth whoami -o jsonpath={.status.userInfo.username}/{.status.userInfo.uid}/{.status.userInfo.groups}';
			expect(await ok(admin, as)).toBe('dave/7/["devs","system:authenticated"]');
			expect(await ok(admin, '--as system:serviceaccount:default:x auth whoami -o jsonpath={.status.userInfo.groups[0]}')).toBe('system:serviceaccounts');
		});
	});
}
