/** Tests `orch upgrade check` on a server with old objects, old webhooks and an old client, and on its data directory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, startCommands } from '../setup/commands.ts';
import type { Loose } from '../setup/loose.ts';
import type { ServerProcess } from '../setup/server.ts';
import { AuditedServer } from './audited-server.ts';

const audited = new AuditedServer();
const flags = ['--emulated-version', '1.24', '--enable-admission-plugins', 'PodSecurityPolicy'];
let server: ServerProcess;
let commands: Commands;
const check = (...args: readonly string[]) => commands.run({ args: ['upgrade', 'check', ...args], cwd: audited.scratch.path });
const dataDir = join(audited.scratch.path, 'data');
const rule = (apiVersions: readonly string[]) => ({ apiGroups: ['policy'], apiVersions, resources: ['poddisruptionbudgets'], operations: ['CREATE'] });

beforeAll(async () => {
	commands = startCommands();
	server = await audited.start({ rules: [{ level: 'Metadata' }] }, ...flags, '--audit-log-path', audited.log);
	const made = [
		await server.call('POST', '/apis/policy/v1beta1/podsecuritypolicies', {
			metadata: { name: 'open' },
			spec: Object.fromEntries(['seLinux', 'runAsUser', 'supplementalGroups', 'fsGroup'].map((field) => [field, { rule: 'RunAsAny' }])),
		}),
		await server.call('POST', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
			metadata: { name: 'guard' },
			webhooks: [
				{
					name: 'guard.example.com',
					rules: [rule(['v1beta1'])],
					clientConfig: { url: 'https://127.0.0.1:1/' },
					failurePolicy: 'Ignore',
					sideEffects: 'None',
					admissionReviewVersions: ['v1'],
				},
			],
		}),
		await server.call('GET', '/apis/batch/v1beta1/cronjobs', undefined, { 'user-agent': 'old-client/1' }),
	];
	expect(made.map(({ status }) => status)).toEqual([201, 201, 200]);
});
afterAll(async () => {
	await commands.end();
	await audited.end();
});

describe('orch upgrade check', () => {
	it('lists incompatibilities of a running server, from its flags and audit log', async () => {
		const place = ['--objects', server.url, '--kubeconfig', join(dataDir, 'kubeconfig'), '--audit-log', audited.log];
		const { code, stdout } = await check('--to', '1.25', '--json', ...place, '--', ...flags);
		const { findings, from } = JSON.parse(stdout) as Loose;
		expect(from).toEqual({ release: '1.24' });
		expect(findings.filter(({ breaks }: Loose) => breaks).map(({ subject, name }: Loose) => `${subject} ${name}`)).toEqual([
			'objects podsecuritypolicies.policy',
			'flag --enable-admission-plugins PodSecurityPolicy',
			'webhook validatingwebhookconfigurations/guard guard.example.com',
			'client kubernetes-admin',
			'client kubernetes-admin (old-client/1)',
			'client (some client)',
			'client (some client)',
		]);
		expect(code).toBe(2);
	});

	it('reports no incompatibility if there is none', async () => {
		const { code, stdout } = await check('--to', '1.24', '--objects', server.url, '--kubeconfig', join(dataDir, 'kubeconfig'));
		expect([code, stdout.trim().split('\n').at(-1)]).toEqual([0, `1.24 to 1.24, by ${server.url}: nothing breaks`]);
	});

	it('reads a data directory without changes', async () => {
		const before = readFileSync(join(dataDir, 'orch.db'));
		const { code, stdout } = await check('--from', '1.24', '--to', '1.36', '--objects', dataDir);
		expect(stdout).toMatch(/^breaks +objects +podsecuritypolicies\.policy +1 +PodSecurityPolicy is not served in 1\.36/m);
		expect(code).toBe(2);
		expect(readFileSync(join(dataDir, 'orch.db')).equals(before)).toBe(true);
	});

	it.each([
		[[], 'error: name the release to check: --to RELEASE, or --to-product RELEASE'],
		[['--to', '1.25'], 'error: nothing to examine: give --objects, --audit-log, --metrics, or flags of the server after --'],
		[['--to', '1.99', '--', '--v', '1'], 'error: release 1.99 is not known'],
		[['--to', '1.25', '--', '--nonsense'], 'error: unknown flag --nonsense'],
	])('fails with a reason: %j', async (args, reason) => {
		const { code, stderr } = await check(...args);
		expect([code, stderr]).toEqual([3, expect.stringContaining(reason)]);
	});
});
