/** Server-side apply and field ownership as used with kubectl. Seed 1, "Field ownership" and "Server-side apply endpoint". */
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kubectl, minor } from './kubectl.ts';
import { type Session, startSession } from './kubectl-session.ts';

interface Entry {
	readonly manager: string;
	readonly operation: string;
	readonly subresource?: string;
	readonly fieldsV1: object;
}

export function kubectlApplySuite(kubectl: Kubectl): void {
	describe(`server-side apply with kubectl ${kubectl.version}`, () => {
		/** Default field manager of kubectl: the name of its file. */
		const agent = basename(kubectl.path);
		let session: Session;
		const ok: Session['ok'] = (command, options) => session.ok(command, options);
		const fails: Session['fails'] = (command, code) => session.fails(command, code);
		const file: Session['file'] = (name, text) => session.file(name, text);

		/** Returns the owned fields by `MANAGER OPERATION [SUBRESOURCE]`. */
		const owners = async (object: string): Promise<Readonly<Record<string, object>>> => {
			const { metadata } = JSON.parse(await ok(`get ${object} -o json --show-managed-fields`)) as { metadata: { managedFields?: Entry[] } };
			const named = (metadata.managedFields ?? []).map(({ manager, operation, subresource, fieldsV1 }) => [
				[manager, operation, ...(subresource === undefined ? [] : [subresource])].join(' '),
				fieldsV1,
			]);
			return Object.fromEntries(named) as Readonly<Record<string, object>>;
		};

		beforeAll(async () => {
			session = await startSession(kubectl);
		});
		afterAll(() => session.end());

		it('two managers over one file: conflict, force, shared', async () => {
			const path = file('cm.yaml', configMap({ a: '1', b: '1' }));
			expect(await ok(`apply --server-side -f ${path}`)).toBe('configmap/settings serverside-applied\n');
			const before = await ok('get cm settings -o json --show-managed-fields');
			expect(await ok(`apply --server-side -f ${path}`)).toBe('configmap/settings serverside-applied\n');
			expect(await ok('get cm settings -o json --show-managed-fields')).toBe(before);
			expect(await ok(`apply --server-side --field-manager=second -f ${path}`)).toBe('configmap/settings serverside-applied\n');
			expect(await owners('cm settings')).toEqual({
				'kubectl Apply': { 'f:data': { 'f:a': {}, 'f:b': {} } },
				'second Apply': { 'f:data': { 'f:a': {}, 'f:b': {} } },
			});
			file('cm.yaml', configMap({ a: '2', b: '1' }));
			const refused = await fails(`apply --server-side --field-manager=second -f ${path}`);
			expect(refused).toMatch(/^error: Apply failed with 1 conflict: conflict with "kubectl": \.data\.a\nPlease review the fields above/);
			expect(await ok('get cm settings -o jsonpath={.data.a}')).toBe('1');
			expect(await ok(`apply --server-side --field-manager=second --force-conflicts -f ${path}`)).toBe('configmap/settings serverside-applied\n');
			expect(await owners('cm settings')).toEqual({
				'kubectl Apply': { 'f:data': { 'f:b': {} } },
				'second Apply': { 'f:data': { 'f:a': {}, 'f:b': {} } },
			});
		});

		it('removes fields that no manager applies any more', async () => {
			const path = file('less.yaml', configMap({ a: '2' }));
			await ok(`apply --server-side --field-manager=second -f ${path}`);
			expect(await ok('get cm settings -o jsonpath={.data}')).toBe('{"a":"2","b":"1"}');
			await ok(`apply --server-side -f ${file('none.yaml', configMap({}))}`);
			expect(await ok('get cm settings -o jsonpath={.data}')).toBe('{"a":"2"}');
		});

		it('managed fields are shown on request', async () => {
			expect(await ok('get cm settings -o yaml')).not.toContain('managedFields');
			expect(await ok('get cm settings -o yaml --show-managed-fields')).toContain('managedFields');
		});

		it('a difference, and a dry run', async () => {
			const path = file('other.yaml', configMap({ a: '3' }));
			const { code, stdout } = await session.invoke(['diff', '--server-side', '--field-manager=second', '-f', path]);
			expect(code).toBe(1);
			expect(stdout).toMatch(/^-\s+a: "2"$/m);
			expect(stdout).toMatch(/^\+\s+a: "3"$/m);
			const dry = `apply --server-side --dry-run=server --field-manager=second -f ${path}`;
			expect(await ok(dry)).toBe('configmap/settings serverside-applied (server dry run)\n');
			expect(await ok('get cm settings -o jsonpath={.data.a}')).toBe('2');
		});

		it('refuses unknown fields', async () => {
			const bad = await fails(`apply --server-side -f ${file('bad.yaml', configMap({ a: '1' }).replace('\ndata:', '\ndataa:'))}`);
			expect(bad).toMatch(/\.dataa: field not declared in schema|unknown field "dataa"/);
			const edited = file('managed.yaml', configMap({ a: '1' }).replace('name: settings', 'name: settings, managedFields: []'));
			expect(await fails(`apply --server-side -f ${edited}`)).toContain('metadata.managedFields must be nil');
		});

		it('migrates from client side to server side and back', async () => {
			const path = file('web.yaml', deployment('1'));
			expect(await ok(`apply -f ${path}`)).toBe('deployment.apps/web created\n');
			expect(Object.keys(await owners('deploy web'))).toEqual(['kubectl-client-side-apply Update']);
			file('web.yaml', deployment('2'));
			expect(await ok(`apply --server-side -f ${path}`)).toBe('deployment.apps/web serverside-applied\n');
			expect(await ok('get deploy web -o jsonpath={.spec.template.spec.containers[*].image}')).toBe('web:2');
			const { 'kubectl Apply': applied } = await owners('deploy web');
			expect(applied).toMatchObject({
				'f:spec': { 'f:replicas': {}, 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } } },
			});
			file('web.yaml', deployment('3'));
			expect(await ok(`apply -f ${path}`)).toBe('deployment.apps/web configured\n');
			expect(await ok('get deploy web -o jsonpath={.spec.template.spec.containers[*].image}')).toBe('web:3');
			expect(await ok(`apply --server-side --force-conflicts -f ${path}`)).toBe('deployment.apps/web serverside-applied\n');
		});

		it('the manager of a scale owns replicas, the writer of a status owns its fields', async () => {
			expect(await ok('scale deploy web --replicas=5')).toBe('deployment.apps/web scaled\n');
			const scaled = await owners('deploy web');
			expect(scaled[`${agent} Update scale`]).toEqual({ 'f:spec': { 'f:replicas': {} } });
			const path = file('web.yaml', deployment('3'));
			expect(await fails(`apply --server-side -f ${path}`)).toContain(
				`Apply failed with 1 conflict: conflict with "${agent}" with subresource "scale" using apps/v1: .spec.replicas\n`,
			);
			file('web.yaml', deployment('3').replace('  replicas: 2\n', ''));
			expect(await ok(`apply --server-side -f ${path}`)).toBe('deployment.apps/web serverside-applied\n');
			expect(await ok('get deploy web -o jsonpath={.spec.replicas}')).toBe('5');
			await ok(`patch deploy web --subresource=status --type=merge -p ${JSON.stringify('{"status":{"replicas":5}}')}`);
			expect((await owners('deploy web'))['kubectl-patch Update status']).toEqual({ 'f:status': { 'f:replicas': {} } });
		});

		it('all managed fields are removed on request', async () => {
			await ok(`patch cm settings --type=merge -p ${JSON.stringify('{"metadata":{"managedFields":[{}]}}')}`);
			expect(await owners('cm settings')).toEqual({});
			await ok(`apply --server-side -f ${file('again.yaml', configMap({ a: '2' }))}`);
			expect(await owners('cm settings')).toEqual({
				'before-first-apply Update': { 'f:data': { '.': {}, 'f:a': {} } },
				'kubectl Apply': { 'f:data': { 'f:a': {} } },
			});
		});

		if (minor(kubectl) >= 32) {
			it('apply to a subresource', async () => {
				const status = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nstatus: {readyReplicas: 1, replicas: 5}\n';
				expect(await ok(`apply --server-side --subresource=status --field-manager=keeper -f ${file('status.yaml', status)}`)).toBe(
					'deployment.apps/web serverside-applied\n',
				);
				expect((await owners('deploy web'))['keeper Apply status']).toEqual({ 'f:status': { 'f:readyReplicas': {}, 'f:replicas': {} } });
			});
		}
	});
}

function configMap(data: Readonly<Record<string, string>>): string {
	const lines = Object.entries(data).map(([key, value]) => `  ${key}: "${value}"\n`);
	return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n${lines.length === 0 ? '' : `data:\n${lines.join('')}`}`;
}

function deployment(tag: string): string {
	return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "web:${tag}"}
`;
}
