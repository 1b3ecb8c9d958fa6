/** Random pods that are valid, or nearly, with values near the limits of the Pod Security Standards. */
import type { Random } from '../suites/front-door/random.ts';

type Loose = Readonly<Record<string, unknown>>;

export interface RandomPod {
	readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
	readonly spec: Loose;
}

/** Returns `make()` in one of `every` cases, else nothing. */
function sometimes(random: Random, every: number, make: () => Loose): Loose {
	return random.below(every) === 0 ? make() : {};
}

function some<T>(random: Random, values: readonly T[], most: number): readonly T[] {
	return Array.from({ length: random.below(most + 1) }, () => random.of(values));
}

const capabilities = ['ALL', 'CHOWN', 'KILL', 'NET_BIND_SERVICE', 'NET_RAW', 'SYS_ADMIN', 'SYS_TIME', 'MKNOD', 'chown'];
const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t', 'spc_t', 'x'];
const sysctls = [
	...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range', 'net.ipv4.ip_unprivileged_port_start'],
	...['net.ipv4.ip_local_reserved_ports', 'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl'],
	...['net.ipv4.tcp_keepalive_probes', 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem', 'kernel.msgmax', 'net.core.somaxconn'],
];

function seccomp(random: Random): Loose {
	const type = random.of(['RuntimeDefault', 'Localhost', 'Unconfined']);
	return { type, ...(type === 'Localhost' && { localhostProfile: 'profiles/a.json' }) };
}

function appArmor(random: Random): Loose {
	const type = random.of(['RuntimeDefault', 'Localhost', 'Unconfined']);
	return { type, ...(type === 'Localhost' && { localhostProfile: 'a' }) };
}

/** Fields that the contexts of pods and containers share. */
function contextOf(random: Random): Loose {
	return {
		...sometimes(random, 3, () => ({ runAsNonRoot: random.below(3) > 0 })),
		...sometimes(random, 4, () => ({ runAsUser: random.of([0, 1, 1000]) })),
		...sometimes(random, 2, () => ({ seccompProfile: seccomp(random) })),
		...sometimes(random, 4, () => ({ appArmorProfile: appArmor(random) })),
		...sometimes(random, 4, () => ({
			seLinuxOptions: {
				...sometimes(random, 2, () => ({ type: random.of(seLinuxTypes) })),
				...sometimes(random, 3, () => ({ user: random.of(['', 'u']) })),
				...sometimes(random, 3, () => ({ role: random.of(['', 'r']) })),
				...sometimes(random, 3, () => ({ level: 's0' })),
			},
		})),
	};
}

function securityContext(random: Random): Loose {
	return {
		...contextOf(random),
		...sometimes(random, 2, () => ({ allowPrivilegeEscalation: random.below(3) === 0 })),
		...sometimes(random, 8, () => ({ privileged: random.below(2) === 0 })),
		...sometimes(random, 6, () => ({ procMount: random.of(['Default', 'Unmasked']) })),
		...sometimes(random, 2, () => ({
			capabilities: {
				...sometimes(random, 2, () => ({ add: some(random, capabilities, 3) })),
				...sometimes(random, 2, () => ({ drop: random.below(3) > 0 ? ['ALL'] : some(random, capabilities, 2) })),
			},
		})),
	};
}

function handler(random: Random): Loose {
	const host = sometimes(random, 2, () => ({ host: random.of(['', 'localhost', '127.0.0.1', 'example.com']) }));
	return random.below(2) === 0 ? { httpGet: { path: '/', port: 80, ...host } } : { tcpSocket: { port: 80, ...host } };
}

function container(random: Random, name: string, isRegular: boolean): Loose {
	const probes = (): Loose => ({
		...sometimes(random, 5, () => ({ livenessProbe: handler(random) })),
		...sometimes(random, 8, () => ({ readinessProbe: handler(random) })),
		...sometimes(random, 8, () => ({ startupProbe: handler(random) })),
		...sometimes(random, 8, () => ({ lifecycle: { [random.of(['preStop', 'postStart'])]: handler(random) } })),
	});
	return {
		name,
		image: 'registry.example/app:1',
		...sometimes(random, 3, () => ({
			ports: [{ containerPort: 80 + random.below(3), ...sometimes(random, 2, () => ({ hostPort: random.of([0, 80, 443, 9000]) })) }],
		})),
		...(isRegular && probes()),
		...(random.below(5) > 0 && { securityContext: securityContext(random) }),
	};
}

const volumeSources: readonly Loose[] = [
	...[{ emptyDir: {} }, { configMap: { name: 'c' } }, { secret: { secretName: 's' } }, { hostPath: { path: '/var' } }, { nfs: { server: 's', path: '/' } }],
	...[{ downwardAPI: {} }, { projected: {} }, { csi: { driver: 'd.example' } }, { persistentVolumeClaim: { claimName: 'c' } }],
	...[
		{ gitRepo: { repository: 'r' } },
		{ iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:a', lun: 0 } },
		{ glusterfs: { endpoints: 'e', path: 'p' } },
	],
	...[{ rbd: { monitors: ['m'], image: 'i' } }, { flexVolume: { driver: 'a/b' } }, { cinder: { volumeID: 'v' } }, { cephfs: { monitors: ['m'] } }],
	...[{ fc: { targetWWNs: ['w'], lun: 1 } }, { azureFile: { secretName: 's', shareName: 's' } }, { vsphereVolume: { volumePath: 'v' } }],
	...[{ gcePersistentDisk: { pdName: 'p' } }, { awsElasticBlockStore: { volumeID: 'v' } }, { flocker: { datasetName: 'd' } }],
	...[{ portworxVolume: { volumeID: 'v' } }, { photonPersistentDisk: { pdID: 'p' } }, { quobyte: { registry: 'r:1', volume: 'v' } }],
	...[{ storageos: { volumeName: 'v' } }, { image: { reference: 'r' } }],
];

export function randomPod(random: Random, name: string): RandomPod {
	const names = Array.from({ length: 1 + random.below(3) }, (_, i) => `c${i}`);
	const initNames = Array.from({ length: random.below(3) === 0 ? 1 : 0 }, (_, i) => `i${i}`);
	const isWindows = random.below(12) === 0;
	const annotations = annotationsOf(random, [...names, ...initNames]);
	return {
		metadata: { name, ...(Object.keys(annotations).length > 0 && { annotations }) },
		spec: {
			...sometimes(random, 8, () => ({ hostNetwork: true })),
			...sometimes(random, 8, () => ({ [random.of(['hostPID', 'hostIPC'])]: random.below(4) > 0 })),
			...sometimes(random, 6, () => ({ hostUsers: random.below(3) === 0 })),
			...(isWindows && { os: { name: 'windows' } }),
			...(random.below(4) > 0 &&
				!isWindows && {
					securityContext: {
						...contextOf(random),
						...sometimes(random, 4, () => ({ sysctls: [...new Set(some(random, sysctls, 3))].map((key) => ({ name: key, value: '1' })) })),
					},
				}),
			...sometimes(random, 3, () => ({ volumes: some(random, volumeSources, 3).map((source, i) => ({ name: `v${i}`, ...source })) })),
			containers: names.map((each) => (isWindows ? windowsContainer(random, each) : container(random, each, true))),
			...(initNames.length > 0 && { initContainers: initNames.map((each) => (isWindows ? windowsContainer(random, each) : container(random, each, false))) }),
		},
	};
}

function windowsContainer(random: Random, name: string): Loose {
	return {
		name,
		image: 'registry.example/app:1',
		...sometimes(random, 2, () => ({
			securityContext: {
				...sometimes(random, 2, () => ({ runAsNonRoot: true })),
				...sometimes(random, 3, () => ({ windowsOptions: { hostProcess: random.below(2) === 0 } })),
			},
		})),
	};
}

function annotationsOf(random: Random, names: readonly string[]): Readonly<Record<string, string>> {
	const appArmorKey = (name: string): string => `container.apparmor.security.beta.kubernetes.io/${name}`;
	const seccompKey = (name: string): string => `container.seccomp.security.alpha.kubernetes.io/${name}`;
	const seccompValues = ['runtime/default', 'docker/default', 'localhost/a', 'unconfined'];
	return {
		...(random.below(8) === 0 && { [appArmorKey(random.of(names))]: random.of(['runtime/default', 'localhost/a', 'unconfined', '']) }),
		...(random.below(8) === 0 && { [seccompKey(random.of(names))]: random.of(seccompValues) }),
		...(random.below(8) === 0 && { 'seccomp.security.alpha.kubernetes.io/pod': random.of(seccompValues) }),
	};
}
