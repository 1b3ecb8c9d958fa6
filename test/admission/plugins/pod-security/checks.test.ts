/** Tests the checks of the Pod Security Standards: fixtures of pods that comply, violate, or lie on the boundary between policy versions. */
import { describe, expect, it } from 'vitest';
import type { Container, PodSpec } from '../../../../generated/types/core/v1.ts';
import { checkedPod } from '../../../../runtime/admission/plugins/pod-security/checks/check.ts';
import { checks } from '../../../../runtime/admission/plugins/pod-security/checks/index.ts';
import { type Level, versionNamed } from '../../../../runtime/admission/plugins/pod-security/standard.ts';
import { detailText, reasonText, Standards } from '../../../../runtime/admission/plugins/pod-security/standards.ts';

interface Fixture {
	readonly annotations?: Readonly<Record<string, string>>;
	readonly pod?: object;
	/** Merged into the container `a`. */
	readonly a?: object;
	readonly others?: readonly object[];
	readonly init?: readonly object[];
	readonly ephemeral?: readonly object[];
}

interface Where {
	readonly level?: Level;
	readonly version?: string;
	readonly release?: string;
	readonly relaxes?: boolean;
}

/** Container and pod that comply with restricted. */
const secure = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const securePod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

function specOf({ pod = {}, a = {}, others = [], init = [], ephemeral = [] }: Fixture): PodSpec {
	const container = (name: string, more: object): Container => {
		const { securityContext = {}, ...rest } = more as { readonly securityContext?: object };
		return { name, image: 'i', ...rest, securityContext: { ...secure, ...securityContext } } as Container;
	};
	const { securityContext = {}, ...rest } = pod as { readonly securityContext?: object };
	return {
		...rest,
		securityContext: { ...securePod, ...securityContext },
		containers: [container('a', a), ...others.map((more, i) => container(`b${i}`, more))],
		initContainers: init.map((more, i) => container(`init${i}`, more)),
		ephemeralContainers: ephemeral.map((more, i) => container(`debug${i}`, more)),
	} as PodSpec;
}

function violations(fixture: Fixture, { level = 'restricted', version = 'latest', release = '1.36', relaxes = false }: Where) {
	const policyVersion = versionNamed(version);
	if (policyVersion === undefined) throw new Error(`${version} is no version`);
	const standards = new Standards(checks, { release, labelDomain: 'kubernetes.io', relaxesUserNamespaces: relaxes });
	return standards.violations({ level, version: policyVersion }, checkedPod(fixture.annotations, specOf(fixture)));
}

const context = (securityContext: object): { readonly securityContext: object } => ({ securityContext });
const apparmor = (value: string, container = 'a') => ({ [`container.apparmor.security.beta.kubernetes.io/${container}`]: value });
const baseline = { level: 'baseline' } as const;
const windows = { os: { name: 'windows' } };
const ownUsers = { hostUsers: false };

/** Violations in the words of clients; an empty text: the pod complies. */
const rows: readonly (readonly [name: string, fixture: Fixture, where: Where, detail: string])[] = [
	['nothing', {}, {}, ''],
	['nothing, in the first version', {}, { version: 'v1.0' }, ''],
	['privileged level', { a: context({ privileged: true }), pod: { hostPID: true } }, { level: 'privileged' }, ''],

	[
		'escalation',
		{ a: context({ allowPrivilegeEscalation: true }), others: [context({ allowPrivilegeEscalation: undefined })] },
		{},
		'allowPrivilegeEscalation != false (containers "a", "b0" must set securityContext.allowPrivilegeEscalation=false)',
	],
	['escalation at baseline', { a: context({ allowPrivilegeEscalation: true }) }, baseline, ''],
	['escalation before 1.8', { a: context({ allowPrivilegeEscalation: true }) }, { version: 'v1.7' }, ''],
	['escalation of Windows', { pod: windows, a: context({ allowPrivilegeEscalation: undefined }) }, { version: 'v1.25' }, ''],
	[
		'escalation of Windows before 1.25',
		{ pod: windows, a: context({ allowPrivilegeEscalation: undefined }) },
		{ version: 'v1.24' },
		'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
	],

	['allowed AppArmor annotations', { annotations: { ...apparmor('runtime/default'), ...apparmor('localhost/x', 'b'), ...apparmor('', 'c') } }, {}, ''],
	[
		'an AppArmor annotation',
		{ annotations: apparmor('unconfined') },
		baseline,
		'forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/a="unconfined"")',
	],
	[
		'AppArmor everywhere',
		{
			annotations: { ...apparmor('x', 'b'), ...apparmor('unconfined') },
			pod: context({ appArmorProfile: { type: 'Unconfined' } }),
			a: context({ appArmorProfile: { type: 'Unconfined' } }),
		},
		baseline,
		'forbidden AppArmor profiles (pod and container "a" and annotations must not set AppArmor profile type to "Unconfined", "container.apparmor.security.beta.kubernetes.io/a="unconfined"", "container.apparmor.security.beta.kubernetes.io/b="x"")',
	],
	['AppArmor fields', { pod: context({ appArmorProfile: { type: 'Localhost' } }), a: context({ appArmorProfile: { type: 'RuntimeDefault' } }) }, {}, ''],
	[
		'AppArmor annotations before release 1.30',
		{ annotations: { ...apparmor('x', 'b'), ...apparmor('unconfined') } },
		{ ...baseline, release: '1.29' },
		'forbidden AppArmor profiles (container.apparmor.security.beta.kubernetes.io/a="unconfined", container.apparmor.security.beta.kubernetes.io/b="x")',
	],

	['default capabilities', { a: context({ capabilities: { add: ['CHOWN', 'KILL', 'SYS_CHROOT'] } }) }, baseline, ''],
	[
		'further capabilities',
		{ a: context({ capabilities: { add: ['SYS_TIME', 'NET_RAW'] } }), init: [context({ capabilities: { add: ['SYS_TIME'] } })] },
		baseline,
		'non-default capabilities (containers "init0", "a" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)',
	],
	['capabilities of restricted', { a: context({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }) }, {}, ''],
	[
		'no capability dropped',
		{ a: context({ capabilities: undefined }) },
		{},
		'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"])',
	],
	[
		'a capability beyond restricted',
		{ a: context({ capabilities: { drop: ['KILL'], add: ['CHOWN'] } }) },
		{},
		'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "CHOWN" in securityContext.capabilities.add)',
	],
	[
		'a capability before 1.22',
		{ a: context({ capabilities: { add: ['NET_RAW'] } }) },
		{ version: 'v1.21' },
		'non-default capabilities (container "a" must not include "NET_RAW" in securityContext.capabilities.add)',
	],
	['capabilities of Windows', { pod: windows, a: context({ capabilities: undefined }) }, {}, ''],
	[
		'both checks of capabilities before release 1.24',
		{ a: context({ capabilities: { drop: ['ALL'], add: ['NET_RAW'] } }) },
		{ release: '1.23' },
		'non-default capabilities (container "a" must not include "NET_RAW" in securityContext.capabilities.add), unrestricted capabilities (container "a" must not include "NET_RAW" in securityContext.capabilities.add)',
	],

	['host namespaces', { pod: { hostNetwork: true, hostPID: true, hostIPC: true } }, baseline, 'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)'],
	['no host namespaces', { pod: { hostNetwork: false } }, baseline, ''],
	['a host path', { pod: { volumes: [{ name: 'v', hostPath: { path: '/' } }] } }, baseline, 'hostPath volumes (volume "v")'],
	[
		'host paths',
		{
			pod: {
				volumes: [
					{ name: 'v', hostPath: { path: '/' } },
					{ name: 'w', hostPath: { path: '/' } },
				],
			},
		},
		baseline,
		'hostPath volumes (volumes "v", "w")',
	],
	['a host port', { a: { ports: [{ containerPort: 80, hostPort: 80 }, { containerPort: 81 }] } }, baseline, 'hostPort (container "a" uses hostPort 80)'],
	[
		'host ports',
		{ a: { ports: [{ containerPort: 1, hostPort: 9 }] }, others: [{ ports: [{ containerPort: 1, hostPort: 80 }] }] },
		baseline,
		'hostPort (containers "a", "b0" use hostPorts 80, 9)',
	],
	[
		'probes of others',
		{ a: { livenessProbe: { httpGet: { host: 'x', port: 1 } }, lifecycle: { preStop: { tcpSocket: { host: 'y', port: 1 } } } } },
		baseline,
		'probe or lifecycle host (container "a" uses probe or lifecycle hosts "x", "y")',
	],
	['probes of others before 1.34', { a: { livenessProbe: { httpGet: { host: 'x', port: 1 } } } }, { ...baseline, version: 'v1.33' }, ''],
	['probes of others in release 1.33', { a: { livenessProbe: { httpGet: { host: 'x', port: 1 } } } }, { ...baseline, release: '1.33' }, ''],
	['own probes', { a: { livenessProbe: { httpGet: { host: '', port: 1 } }, startupProbe: { tcpSocket: { port: 1 } } } }, {}, ''],

	[
		'privileged',
		{ a: context({ privileged: true }), ephemeral: [context({ privileged: true })] },
		baseline,
		'privileged (containers "a", "debug0" must not set securityContext.privileged=true)',
	],
	['a mounted /proc', { a: context({ procMount: 'Unmasked' }) }, baseline, 'procMount (container "a" must not set securityContext.procMount to "Unmasked")'],
	['the default /proc', { a: context({ procMount: 'Default' }) }, baseline, ''],
	['/proc in a user namespace', { pod: ownUsers, a: context({ procMount: 'Unmasked' }) }, baseline, ''],
	[
		'/proc in a user namespace, restricted',
		{ pod: ownUsers, a: context({ procMount: 'Unmasked' }) },
		{},
		'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
	],
	[
		'/proc in a user namespace before 1.35',
		{ pod: ownUsers, a: context({ procMount: 'Unmasked' }) },
		{ ...baseline, version: 'v1.34' },
		'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
	],
	['/proc relaxed', { pod: ownUsers, a: context({ procMount: 'Unmasked' }) }, { ...baseline, release: '1.31', relaxes: true }, ''],
	[
		'/proc not yet relaxed',
		{ pod: ownUsers, a: context({ procMount: 'Unmasked' }) },
		{ ...baseline, release: '1.30', relaxes: true },
		'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
	],

	['SELinux of containers', { pod: context({ seLinuxOptions: { type: 'container_t', level: 's0' } }), a: context({ seLinuxOptions: { type: '' } }) }, {}, ''],
	[
		'SELinux',
		{ pod: context({ seLinuxOptions: { type: 'x', user: 'u' } }), a: context({ seLinuxOptions: { role: 'r', type: 'y' } }) },
		baseline,
		'seLinuxOptions (pod and container "a" set forbidden securityContext.seLinuxOptions: types "x", "y"; user may not be set; role may not be set)',
	],
	[
		'a SELinux user',
		{ a: context({ seLinuxOptions: { user: 'u' } }) },
		baseline,
		'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: user may not be set)',
	],
	[
		'a SELinux user up to release 1.25',
		{ a: context({ seLinuxOptions: { user: 'u' } }) },
		{ ...baseline, release: '1.25' },
		'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: )',
	],
	['SELinux of engines', { a: context({ seLinuxOptions: { type: 'container_engine_t' } }) }, { ...baseline, version: 'v1.31' }, ''],
	[
		'SELinux of engines before 1.31',
		{ a: context({ seLinuxOptions: { type: 'container_engine_t' } }) },
		{ ...baseline, version: 'v1.30' },
		'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
	],

	[
		'a seccomp annotation',
		{ annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined', 'container.seccomp.security.alpha.kubernetes.io/a': 'x' } },
		{ ...baseline, version: 'v1.18' },
		'seccompProfile (forbidden annotations container.seccomp.security.alpha.kubernetes.io/a="x", seccomp.security.alpha.kubernetes.io/pod="unconfined")',
	],
	[
		'allowed seccomp annotations',
		{ annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'docker/default', 'container.seccomp.security.alpha.kubernetes.io/gone': 'x' } },
		{ version: 'v1.18' },
		'',
	],
	['a seccomp annotation from 1.19 on', { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' } }, { ...baseline, version: 'v1.19' }, ''],
	[
		'seccomp',
		{ pod: context({ seccompProfile: { type: 'Unconfined' } }), a: context({ seccompProfile: { type: 'Unconfined' } }) },
		baseline,
		'seccompProfile (pod and container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
	],
	['no seccomp at baseline', { pod: context({ seccompProfile: undefined }) }, baseline, ''],
	[
		'no seccomp',
		{ pod: context({ seccompProfile: undefined }), others: [context({ seccompProfile: { type: 'Localhost' } })] },
		{},
		'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
	],
	['no seccomp of Windows', { pod: { ...windows, ...context({ seccompProfile: undefined }) } }, {}, ''],

	[
		'volumes of restricted',
		{
			pod: {
				volumes: ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected', 'secret'].map((type) => ({
					name: type.toLowerCase(),
					[type]: {},
				})),
			},
		},
		{},
		'',
	],
	[
		'an image volume before release 1.33',
		{ pod: { volumes: [{ name: 'v', image: {} }] } },
		{ release: '1.32' },
		'restricted volume types (volume "v" uses restricted volume type "unknown")',
	],
	[
		'volumes',
		{
			pod: {
				volumes: [
					{ name: 'v', nfs: {} },
					{ name: 'w', hostPath: {} },
				],
			},
		},
		{},
		'restricted volume types (volumes "v", "w" use restricted volume types "hostPath", "nfs")',
	],

	['root', { pod: context({ runAsUser: 0 }), a: context({ runAsUser: 0 }) }, {}, 'runAsUser=0 (pod and container "a" must not set runAsUser=0)'],
	['root before 1.23', { pod: context({ runAsUser: 0 }) }, { version: 'v1.22' }, ''],
	['root in a user namespace', { pod: { ...ownUsers, ...context({ runAsUser: 0, runAsNonRoot: undefined }) } }, {}, ''],
	[
		'root in a user namespace before 1.35',
		{ pod: { ...ownUsers, ...context({ runAsUser: 0 }) } },
		{ version: 'v1.34' },
		'runAsUser=0 (pod must not set runAsUser=0)',
	],
	['root relaxed', { pod: { ...ownUsers, ...context({ runAsUser: 0, runAsNonRoot: undefined }) } }, { release: '1.29', relaxes: true }, ''],
	['another user', { a: context({ runAsUser: 1 }) }, {}, ''],
	[
		'maybe root',
		{ pod: context({ runAsNonRoot: undefined }), others: [context({ runAsNonRoot: true })] },
		{},
		'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)',
	],
	[
		'root allowed',
		{ pod: context({ runAsNonRoot: false }), a: context({ runAsNonRoot: false }) },
		{},
		'runAsNonRoot != true (pod and container "a" must not set securityContext.runAsNonRoot=false)',
	],
	['every container not root', { pod: context({ runAsNonRoot: undefined }), a: context({ runAsNonRoot: true }) }, {}, ''],

	[
		'sysctls',
		{ pod: context({ sysctls: [{ name: 'kernel.msgmax' }, { name: 'kernel.shm_rmid_forced' }, { name: 'net.core.somaxconn' }] }) },
		baseline,
		'forbidden sysctls (kernel.msgmax, net.core.somaxconn)',
	],
	...(
		[
			['net.ipv4.ip_local_reserved_ports', 27],
			['net.ipv4.tcp_fin_timeout', 29],
			['net.ipv4.tcp_rmem', 32],
		] as const
	).flatMap(([name, minor]) => {
		const fixture = { pod: context({ sysctls: [{ name }] }) };
		return [
			[`${name} from 1.${minor} on`, fixture, { version: `v1.${minor}` }, ''] as const,
			[`${name} before 1.${minor}`, fixture, { version: `v1.${minor - 1}` }, `forbidden sysctls (${name})`] as const,
		];
	}),

	[
		'a host process',
		{ pod: context({ windowsOptions: { hostProcess: true } }), a: context({ windowsOptions: { hostProcess: true } }) },
		baseline,
		'hostProcess (pod and container "a" must not set securityContext.windowsOptions.hostProcess=true)',
	],
	['a version of the future', { pod: { hostPID: true } }, { ...baseline, version: 'v1.99' }, 'host namespaces (hostPID=true)'],
	[
		'several violations, in order',
		{ pod: { hostPID: true, ...context({ runAsUser: 0 }) }, a: context({ privileged: true }) },
		{},
		'host namespaces (hostPID=true), privileged (container "a" must not set securityContext.privileged=true), runAsUser=0 (pod must not set runAsUser=0)',
	],
];

describe('the standards', () => {
	it.each(rows)('%s', (_name, fixture, where, detail) => {
		expect(detailText(violations(fixture, where))).toBe(detail);
	});

	it('name reasons alone', () => {
		expect(reasonText(violations({ pod: { hostPID: true }, a: context({ privileged: true }) }, baseline))).toBe('host namespaces, privileged');
	});

	it('include baseline in restricted, in every version', () => {
		const spec = specOf({ pod: { hostPID: true } });
		for (let minor = 0; minor <= 36; minor++) {
			const standards = new Standards(checks, { release: '1.36', labelDomain: 'kubernetes.io', relaxesUserNamespaces: false });
			const version = { text: `v1.${minor}`, minor };
			expect(reasonText(standards.violations({ level: 'restricted', version }, checkedPod(undefined, spec)))).toBe('host namespaces');
		}
	});

	it('have checks with unique names and ascending versions, which replace only checks of baseline', () => {
		const levels = new Map(checks.map(({ name, level }) => [name, level]));
		expect(levels.size).toBe(checks.length);
		for (const { versions } of checks) {
			expect(versions.map(({ from }) => from)).toEqual([...versions.map(({ from }) => from)].sort((a, b) => a - b));
			for (const name of versions.flatMap(({ replaces = [] }) => replaces)) expect(levels.get(name)).toBe('baseline');
		}
	});
});
