/** Tests PodSecurityPolicy: the choice of a policy, the defaults that it fills in, and the refusals in the words of Kubernetes 1.24. */
import { describe, expect, it } from 'vitest';
import { podSecurityPolicy } from '../../../runtime/admission/plugins/pod-security-policy/pod-security-policy.ts';
import type { Attributes, Decision } from '../../../runtime/api/authorization.ts';
import type { Loose } from '../../setup/loose.ts';
import { refusal, requestOf, startPlugin } from './fixture.ts';

const anyRule = { rule: 'RunAsAny' };
const open = { seLinux: anyRule, runAsUser: anyRule, supplementalGroups: anyRule, fsGroup: anyRule, allowPrivilegeEscalation: true, volumes: ['*'] };
const policy = (name: string, spec: object = {}, annotations?: object): object => ({
	metadata: { name, ...(annotations && { annotations }) },
	spec: { ...open, ...spec },
});
const ranges = [{ min: 5, max: 9 }];
const mustBe = { rule: 'MustRunAs', ranges };

interface Setting {
	readonly policies: readonly object[];
	/** Users and the policies that each may use; undefined: all may use all. */
	readonly rights?: Readonly<Record<string, readonly string[]>>;
}

function start({ policies, rights }: Setting) {
	const authorize = ({ user, info }: Attributes): Decision => {
		const asked = info as Loose;
		expect([asked.verb, asked.resource, asked.namespace]).toEqual(['use', 'podsecuritypolicies', 'n']);
		const isAllowed = asked.group === 'policy' && (rights === undefined || rights[user.name]?.includes(asked.name) === true);
		return { verdict: isAllowed ? 'allow' : 'no opinion', reason: '' };
	};
	const objects = { 'podsecuritypolicies.policy': Object.fromEntries(policies.map((each) => [`/${(each as Loose).metadata.name}`, each])) };
	return startPlugin(podSecurityPolicy, { release: '1.24', objects, more: { authorizer: { authorize } } });
}

const container = (securityContext?: object, more: object = {}): object => ({ name: 'c', ...more, ...(securityContext && { securityContext }) });
const pod = (spec: object = {}, own?: object, annotations?: object): object => ({
	metadata: { name: 'p', ...(annotations && { annotations }) },
	spec: { containers: [container(own)], ...spec },
});

/** Admits a pod. Returns the object as it is stored, or the refusal. */
async function admit(setting: Setting, object: object): Promise<Loose | string> {
	const request = requestOf({ object });
	const problem = await refusal(await start(setting), request);
	return problem ?? (request.object as Loose);
}

const admits = async (spec: object, object: object, annotations?: object): Promise<Loose> => {
	const admitted = await admit({ policies: [policy('a', spec, annotations)] }, object);
	if (typeof admitted === 'string') throw new Error(admitted);
	return admitted;
};

describe('the choice', () => {
	const changing = policy('a', { runAsUser: mustBe });
	const keeping = policy('b');

	it.each<[string, Setting, object, string]>([
		['of one that changes nothing', { policies: [changing, keeping] }, pod(), 'b'],
		['of one that the pod fits as it is', { policies: [changing, keeping] }, pod({}, { runAsUser: 5 }), 'a'],
		['of the first that the user may use', { policies: [changing, keeping, policy('c')], rights: { u: ['c'] } }, pod(), 'c'],
		[
			'of one that changes the pod, without another',
			{ policies: [policy('z', { privileged: false, runAsUser: mustBe }), changing], rights: { u: ['a'] } },
			pod(),
			'a',
		],
		['by the account of the pod', { policies: [keeping, policy('c')], rights: { 'system:serviceaccount:n:s': ['c'] } }, pod({ serviceAccountName: 's' }), 'c'],
	])('%s', async (_, setting, object, name) => {
		const admitted = await admit(setting, object);
		expect((admitted as Loose).metadata?.annotations).toEqual({ 'kubernetes.io/psp': name });
	});

	it.each<[string, Setting, object, string]>([
		['without policies', { policies: [] }, pod(), 'no providers available to validate pod request'],
		[
			'without a policy that can decide',
			{ policies: [policy('a', { runAsUser: { rule: 'MustRunAs' } })] },
			pod(),
			'no providers available to validate pod request',
		],
		['without a right', { policies: [keeping], rights: {} }, pod(), 'unable to admit pod: []'],
		[
			'with the reasons of the policies that the user may use',
			{ policies: [keeping, policy('c'), policy('d')], rights: { u: ['b', 'd'] } },
			pod({ hostPID: true }),
			'unable to admit pod: [spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used ' +
				'spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used]',
		],
	])('refuses a pod %s', async (_, setting, object, why) => {
		expect(await admit(setting, object)).toBe(`403 pods "p" is forbidden: PodSecurityPolicy: ${why}`);
	});

	it('names the policy in the audit, and refuses an update that no policy allows without changes', async () => {
		const started = await start({ policies: [changing] });
		const audit: unknown[] = [];
		const annotate = (...annotation: unknown[]): void => void audit.push(annotation);
		const created = requestOf({ object: pod(), more: { annotate } });
		expect(await refusal(started, created)).toBeUndefined();
		expect(audit).toEqual([
			['podsecuritypolicy.policy.k8s.io/admit-policy', 'a'],
			['podsecuritypolicy.policy.k8s.io/validate-policy', 'a'],
		]);
		const update = (object: object, old: object, subresource = '') => refusal(started, requestOf({ operation: 'UPDATE', object, old, subresource }));
		expect(await update(pod({ priority: 1 }), pod())).toBe('403 pods "p" is forbidden: PodSecurityPolicy: unable to validate pod: []');
		const collected = { ...pod(), metadata: { name: 'p', ownerReferences: [], finalizers: ['f'] } };
		expect(await update(collected, pod())).toBeUndefined();
		expect(await update(pod({ priority: 1 }), pod(), 'status')).toBeUndefined();
	});
});

describe('defaults', () => {
	it.each<[string, object, object, object, object?]>([
		['a user', { runAsUser: mustBe }, pod(), { containers: [container({ runAsUser: 5 })] }],
		[
			'no user that the pod states',
			{ runAsUser: mustBe },
			pod({ securityContext: { runAsUser: 6 } }),
			{ securityContext: { runAsUser: 6 }, containers: [container()] },
		],
		['no root', { runAsUser: { rule: 'MustRunAsNonRoot' } }, pod(), { containers: [container({ runAsNonRoot: true })] }],
		['a group', { runAsGroup: mustBe }, pod(), { containers: [container({ runAsGroup: 5 })] }],
		[
			'groups of the pod',
			{ fsGroup: mustBe, supplementalGroups: mustBe },
			pod(),
			{ containers: [container()], securityContext: { fsGroup: 5, supplementalGroups: [5] } },
		],
		[
			'labels',
			{ seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0' } } },
			pod(),
			{ containers: [container()], securityContext: { seLinuxOptions: { level: 's0' } } },
		],
		[
			'capabilities',
			{ defaultAddCapabilities: ['B', 'D'], requiredDropCapabilities: ['A'] },
			pod({}, { capabilities: { drop: ['D'] } }),
			{ containers: [container({ capabilities: { add: ['B'], drop: ['A', 'D'] } })] },
		],
		['a read-only file system', { readOnlyRootFilesystem: true }, pod(), { containers: [container({ readOnlyRootFilesystem: true })] }],
		['no escalation', { allowPrivilegeEscalation: false }, pod(), { containers: [container({ allowPrivilegeEscalation: false })] }],
		['an escalation', { defaultAllowPrivilegeEscalation: true }, pod(), { containers: [container({ allowPrivilegeEscalation: true })] }],
		[
			'a runtime class',
			{ runtimeClass: { allowedRuntimeClassNames: ['*'], defaultRuntimeClassName: 'r' } },
			pod(),
			{ containers: [container()], runtimeClassName: 'r' },
		],
		[
			'of init containers too',
			{ readOnlyRootFilesystem: true },
			pod({ initContainers: [container()] }),
			{
				containers: [container({ readOnlyRootFilesystem: true })],
				initContainers: [container({ readOnlyRootFilesystem: true })],
			},
		],
	])('are %s', async (_, spec, object, expected) => expect((await admits(spec, object)).spec).toEqual(expected));

	it('are profiles in annotations', async () => {
		const profiles = {
			'apparmor.security.beta.kubernetes.io/defaultProfileName': 'runtime/default',
			'seccomp.security.alpha.kubernetes.io/defaultProfileName': 'runtime/default',
			'seccomp.security.alpha.kubernetes.io/allowedProfileNames': '*',
		};
		expect((await admits({}, pod(), profiles)).metadata.annotations).toEqual({
			'container.apparmor.security.beta.kubernetes.io/c': 'runtime/default',
			'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default',
			'kubernetes.io/psp': 'a',
		});
	});
});

describe('refusals', () => {
	const at = 'spec.containers[0].securityContext';
	const ofPod = 'spec.securityContext';
	const volumes = (...sources: readonly object[]): object => pod({ volumes: sources.map((source, i) => ({ name: `v${i}`, ...source })) });
	const port = (hostPort: number): object => ({ metadata: { name: 'p' }, spec: { containers: [container(undefined, { ports: [{ hostPort }] })] } });
	const levels = { rule: 'MustRunAs', seLinuxOptions: { level: 's0:c6,c0', user: 'u' } };
	const token = { projected: { sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'kube-root-ca.crt' } }] } };

	it.each<[string, object, object, string | undefined]>([
		['the network of the node', {}, pod({ hostNetwork: true }), `${ofPod}.hostNetwork: Invalid value: true: Host network is not allowed to be used`],
		['the network, where it is allowed', { hostNetwork: true }, pod({ hostNetwork: true }), undefined],
		['its processes', {}, pod({ hostIPC: true }), `${ofPod}.hostIPC: Invalid value: true: Host IPC is not allowed to be used`],
		['privileges', {}, pod({}, { privileged: true }), `${at}.privileged: Invalid value: true: Privileged containers are not allowed`],
		['a user outside', { runAsUser: mustBe }, pod({}, { runAsUser: 1 }), `${at}.runAsUser: Invalid value: 1: must be in the ranges: [{5 9}]`],
		[
			'root',
			{ runAsUser: { rule: 'MustRunAsNonRoot' } },
			pod({}, { runAsUser: 0 }),
			`${at}.runAsUser: Invalid value: 0: running with the root UID is forbidden`,
		],
		['perhaps root', { runAsUser: { rule: 'MustRunAsNonRoot' } }, pod({}, { runAsNonRoot: false }), `${at}.runAsNonRoot: Invalid value: false: must be true`],
		[
			'a group outside',
			{ fsGroup: mustBe },
			pod({ securityContext: { fsGroup: 1 } }),
			`${ofPod}.fsGroup: Invalid value: []int64{1}: group 1 must be in the ranges: [{5 9}]`,
		],
		['no group, where it may have none', { fsGroup: { rule: 'MayRunAs', ranges } }, pod(), undefined],
		[
			'groups outside',
			{ supplementalGroups: { rule: 'MayRunAs', ranges } },
			pod({ securityContext: { supplementalGroups: [5, 10] } }),
			`${ofPod}.supplementalGroups: Invalid value: []int64{5, 10}: group 10 must be in the ranges: [{5 9}]`,
		],
		['equal labels in another order', { seLinux: levels }, pod({ securityContext: { seLinuxOptions: { level: 's0:c0,c6', user: 'u' } } }), undefined],
		[
			'other labels',
			{ seLinux: levels },
			pod({}, { seLinuxOptions: { level: 's0:c6,c0', user: 'v' } }),
			`${at}.seLinuxOptions.user: Invalid value: "v": must be u`,
		],
		['a capability', {}, pod({}, { capabilities: { add: ['X'] } }), `${at}.capabilities.add: Invalid value: "X": capability may not be added`],
		['a capability of all', { allowedCapabilities: ['*'] }, pod({}, { capabilities: { add: ['X'] } }), undefined],
		['/proc', {}, pod({}, { procMount: 'Unmasked' }), `${at}.procMount: Invalid value: "Unmasked": ProcMountType is not allowed`],
		['/proc, where it is allowed', { allowedProcMountTypes: ['Unmasked', 'Default'] }, pod({}, { procMount: 'Unmasked' }), undefined],
		[
			'a port',
			{
				hostPorts: [
					{ min: 1, max: 2 },
					{ min: 4, max: 4 },
				],
			},
			port(3),
			'spec.containers[0].hostPort: Invalid value: 3: Host port 3 is not allowed to be used. Allowed ports: [1-2,4]',
		],
		['a port of a range', { hostPorts: [{ min: 1, max: 3 }] }, port(3), undefined],
		[
			'a writable file system',
			{ readOnlyRootFilesystem: true },
			pod({}, { readOnlyRootFilesystem: false }),
			`${at}.readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set to true`,
		],
		[
			'an escalation',
			{ allowPrivilegeEscalation: false },
			pod({}, { allowPrivilegeEscalation: true }),
			`${at}.allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for containers is not allowed`,
		],
		[
			'a sysctl',
			{},
			pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax' }] } }),
			'pod.spec.securityContext.sysctls[0]: Forbidden: unsafe sysctl "kernel.msgmax" is not allowed',
		],
		['an allowed sysctl', { allowedUnsafeSysctls: ['kernel.*'] }, pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax' }] } }), undefined],
		[
			'a forbidden sysctl',
			{ forbiddenSysctls: ['*'] },
			pod({ securityContext: { sysctls: [{ name: 'net.ipv4.tcp_syncookies' }] } }),
			'pod.spec.securityContext.sysctls[0]: Forbidden: sysctl "net.ipv4.tcp_syncookies" is not allowed',
		],
		['a volume', { volumes: ['secret'] }, volumes({ emptyDir: {} }), 'spec.volumes[0]: Invalid value: "emptyDir": emptyDir volumes are not allowed to be used'],
		['a volume with another spelling', { volumes: ['cephFS'] }, volumes({ cephfs: {} }), undefined],
		['the token of its account', { volumes: ['secret'] }, volumes(token), undefined],
		[
			'another token',
			{ volumes: ['secret'] },
			volumes({ projected: { sources: [{ secret: { name: 's' } }] } }),
			'spec.volumes[0]: Invalid value: "projected": projected volumes are not allowed to be used',
		],
		[
			'a path',
			{ allowedHostPaths: [{ pathPrefix: '/a/' }] },
			volumes({ hostPath: { path: '/ab' } }),
			'spec.volumes[0].hostPath.pathPrefix: Invalid value: "/ab": is not allowed to be used',
		],
		['a path below', { allowedHostPaths: [{ pathPrefix: '/a/' }] }, volumes({ hostPath: { path: '/a/b' } }), undefined],
		[
			'a driver',
			{ allowedCSIDrivers: [{ name: 'd' }] },
			volumes({ csi: { driver: 'e' } }),
			'spec.volumes[0].csi.driver: Invalid value: "e": Inline CSI driver is not allowed to be used',
		],
		[
			'a flex driver',
			{ allowedFlexVolumes: [{ driver: 'd' }] },
			volumes({ flexVolume: { driver: 'e' } }),
			'spec.volumes[0].driver: Invalid value: "e": Flexvolume driver is not allowed to be used',
		],
		['a runtime class', { runtimeClass: { allowedRuntimeClassNames: ['r'] } }, pod({ runtimeClassName: 's' }), 'spec.runtimeClassName: Invalid value: "s"'],
	])('of %s', async (_, spec, object, why) => {
		const found = await admit({ policies: [policy('a', spec)] }, object);
		if (why === undefined) expect(found).toMatchObject({ metadata: { annotations: { 'kubernetes.io/psp': 'a' } } });
		else expect(found).toBe(`403 pods "p" is forbidden: PodSecurityPolicy: unable to admit pod: [${why}]`);
	});

	it('of a writable mount of a path that is read-only', async () => {
		const object = {
			metadata: { name: 'p' },
			spec: {
				volumes: [{ name: 'v', hostPath: { path: '/a' } }],
				containers: [container(undefined, { volumeMounts: [{ name: 'v' }, { name: 'v', readOnly: true }] })],
			},
		};
		expect(await admit({ policies: [policy('a', { allowedHostPaths: [{ pathPrefix: '/a', readOnly: true }] })] }, object)).toContain(
			'[spec.containers[0].volumeMounts[0].readOnly: Invalid value: false: must be read-only]',
		);
	});

	const allowed = (what: 'apparmor.security.beta' | 'seccomp.security.alpha', profiles: string): object => ({
		[`${what}.kubernetes.io/allowedProfileNames`]: profiles,
	});
	it.each<[string, object, object, string | undefined]>([
		['without an AppArmor profile', allowed('apparmor.security.beta', 'runtime/default'), pod(), 'Forbidden: AppArmor profile must be set'],
		[
			'with another AppArmor profile',
			allowed('apparmor.security.beta', 'runtime/default'),
			pod({}, undefined, { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' }),
			'unconfined is not an allowed profile. Allowed values: "runtime/default"',
		],
		['with a seccomp profile', {}, pod({ securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }), 'Forbidden: seccomp may not be set'],
		[
			'with an allowed seccomp profile',
			allowed('seccomp.security.alpha', 'docker/default'),
			pod({ securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }),
			undefined,
		],
		[
			'with a container of another seccomp profile',
			allowed('seccomp.security.alpha', 'runtime/default'),
			pod({ securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }, { seccompProfile: { type: 'Unconfined' } }),
			'pod.metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: Forbidden: unconfined is not an allowed seccomp profile. Valid values are runtime/default',
		],
	])('of a pod %s', async (_, annotations, object, why) => {
		const found = await admit({ policies: [policy('a', {}, annotations)] }, object);
		if (why === undefined) expect(found).toMatchObject({ metadata: { annotations: { 'kubernetes.io/psp': 'a' } } });
		else expect(found).toContain(why);
	});
});
