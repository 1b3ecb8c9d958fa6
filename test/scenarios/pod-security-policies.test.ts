/** Tests PodSecurityPolicy on the built server: the last release with the kind and its plugin, and the first without. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const flags = ['--enable-admission-plugins', 'PodSecurityPolicy', '--emulated-version'];
const policies = '/apis/policy/v1beta1/podsecuritypolicies';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const anyRule = { rule: 'RunAsAny' };
const open = { seLinux: anyRule, runAsUser: anyRule, supplementalGroups: anyRule, fsGroup: anyRule, volumes: ['*'] };
let server: ServerProcess;

const ask = async (method: string, path: string, body?: object): Promise<Loose> => {
	const answer = await server.call(method, path, body);
	return { ...(answer.json() as object), code: answer.status, warning: answer.headers.warning } as Loose;
};
const pod = (name: string, spec: object = {}): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec } });
/** Creates a pod as a user who may create pods and use the policy `plain`. */
const create = async (name: string, spec: object = {}): Promise<Loose> => {
	const answer = await server.call('POST', '/api/v1/namespaces/default/pods', pod(name, spec), { 'impersonate-user': 'dev' });
	return { ...(answer.json() as object), code: answer.status } as Loose;
};

beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: [...flags, '1.24', '--authorization-mode', 'RBAC'] });
	const rules = [
		{ apiGroups: [''], resources: ['pods'], verbs: ['*'] },
		{ apiGroups: ['policy'], resources: ['podsecuritypolicies'], resourceNames: ['plain'], verbs: ['use'] },
	];
	await ask('POST', `${rbac}/namespaces/default/roles`, { metadata: { name: 'dev' }, rules });
	await ask('POST', `${rbac}/namespaces/default/rolebindings`, {
		metadata: { name: 'dev' },
		roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'dev' },
		subjects: [{ kind: 'User', name: 'dev', apiGroup: 'rbac.authorization.k8s.io' }],
	});
});
afterAll(() => server?.remove());

describe('1.24', () => {
	it('refuses pods as long as there is no policy', async () => {
		expect(await create('none')).toMatchObject({
			code: 403,
			message: 'pods "none" is forbidden: PodSecurityPolicy: no providers available to validate pod request',
		});
	});

	it('warns of the kind, and shows it as a table', async () => {
		const made = await ask('POST', policies, {
			metadata: { name: 'plain' },
			spec: { ...open, requiredDropCapabilities: ['ALL'], readOnlyRootFilesystem: true },
		});
		expect(made).toMatchObject({ code: 201, spec: { allowPrivilegeEscalation: true } });
		expect(made.warning).toContain('policy/v1beta1 PodSecurityPolicy is deprecated in v1.21+, unavailable in v1.25+');
		await ask('POST', policies, { metadata: { name: 'privileged' }, spec: { ...open, privileged: true, hostNetwork: true } });
		const answer = await server.call('GET', policies, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
		const { columnDefinitions, rows } = answer.json() as Loose;
		expect(columnDefinitions.map(({ name }: Loose) => name)).toEqual([
			...['Name', 'Priv', 'Caps', 'SELinux', 'RunAsUser', 'FsGroup', 'SupGroup', 'ReadOnlyRootFs', 'Volumes'],
		]);
		expect(rows.map(({ cells }: Loose) => cells)).toEqual([
			['plain', 'false', '', 'RunAsAny', 'RunAsAny', 'RunAsAny', 'RunAsAny', true, '*'],
			['privileged', 'true', '', 'RunAsAny', 'RunAsAny', 'RunAsAny', 'RunAsAny', false, '*'],
		]);
	});

	it('admits pods by the policies that their user may use', async () => {
		const made = await create('plain');
		expect(made).toMatchObject({ code: 201, metadata: { annotations: { 'kubernetes.io/psp': 'plain' } } });
		expect(made.spec.containers[0].securityContext).toEqual({ capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true });
		expect(await create('host', { hostNetwork: true })).toMatchObject({
			code: 403,
			message:
				'pods "host" is forbidden: PodSecurityPolicy: unable to admit pod: [spec.securityContext.hostNetwork: Invalid value: true: Host network is not allowed to be used]',
		});
		expect((await ask('POST', '/api/v1/namespaces/default/pods', pod('admin', { hostNetwork: true }))).metadata.annotations).toMatchObject({
			'kubernetes.io/psp': 'privileged',
		});
	});

	it('admits an update of a pod that changes nothing that policies are about', async () => {
		const answer = await server.call(
			'PATCH',
			'/api/v1/namespaces/default/pods/plain',
			{ metadata: { labels: { a: 'b' } } },
			{ 'content-type': 'application/merge-patch+json', 'impersonate-user': 'dev' },
		);
		expect(answer.status).toBe(200);
	});
});

it('1.25 has neither the plugin nor the kind', async () => {
	await expect(startServer(inject('built').kubernetes, { flags: [...flags, '1.25'] })).rejects.toThrow(
		'--enable-admission-plugins: admission plugin PodSecurityPolicy exists before release 1.25 only; the emulated release is 1.25',
	);
});
