/** Random small clusters in a compact description, from which both the objects and the reference answer are made. */
export interface RandomPod {
	readonly namespace: string;
	readonly name: string;
	/** Node of the pod; empty while the pod is unscheduled. */
	readonly node: string;
	readonly isMirror: boolean;
	readonly account: string;
	readonly secrets: readonly string[];
	readonly configMaps: readonly string[];
	readonly claims: readonly string[];
	/** Names of volumes whose claims are created for the pod. */
	readonly ephemeral: readonly string[];
	readonly devices: readonly string[];
}

export interface RandomVolume {
	readonly name: string;
	/** Claim that the volume is bound to; the claim is bound to the volume. */
	readonly claim: { readonly namespace: string; readonly name: string } | undefined;
	readonly secrets: readonly { readonly namespace: string; readonly name: string }[];
}

export interface RandomCluster {
	readonly pods: readonly RandomPod[];
	readonly volumes: readonly RandomVolume[];
	readonly attachments: readonly { readonly name: string; readonly node: string }[];
}

export const namespaces = ['x', 'y'];
export const nodes = ['n0', 'n1', 'n2'];
export const names = (of: string): readonly string[] => [0, 1, 2, 3].map((i) => `${of}${i}`);

/** Returns a random cluster; `random` yields numbers in [0, 1). */
export function randomCluster(random: () => number): RandomCluster {
	const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
	const some = (of: string): string[] => names(of).filter(() => random() < 0.25);
	const pods = [...Array(12).keys()].map((i) => ({
		...{ namespace: one(namespaces), name: `p${i}`, node: one([...nodes, '']), isMirror: random() < 0.15, account: one(names('a')) },
		...{ secrets: some('s'), configMaps: some('c'), claims: some('d'), ephemeral: some('e'), devices: some('r') },
	}));
	const claims = namespaces.flatMap((namespace) => names('d').map((name) => ({ namespace, name })));
	const volumes = [...Array(6).keys()].map((i) => {
		const claim = random() < 0.8 ? claims.splice(Math.floor(random() * claims.length), 1)[0] : undefined;
		return { name: `v${i}`, claim, secrets: random() < 0.7 ? [{ namespace: one(namespaces), name: one(names('s')) }] : [] };
	});
	return { pods, volumes, attachments: names('t').map((name) => ({ name, node: one(nodes) })) };
}

/** Returns the objects of a cluster by storage name. */
export function objectsOf({ pods, volumes, attachments }: RandomCluster, random: () => number): Readonly<Record<string, readonly object[]>> {
	return {
		pods: pods.map((pod) => podObject(pod, random)),
		persistentvolumes: volumes.map(({ name, claim, secrets: [secret] }) => ({
			metadata: { name },
			spec: { csi: { driver: 'd', volumeHandle: 'h', ...(secret && { nodeStageSecretRef: secret }) }, ...(claim && { claimRef: claim }) },
		})),
		persistentvolumeclaims: volumes.flatMap(({ name, claim }) => (claim === undefined ? [] : [{ metadata: claim, spec: { volumeName: name } }])),
		'volumeattachments.storage.orch.io': attachments.map(({ name, node }) => ({ metadata: { name }, spec: { nodeName: node } })),
	};
}

function podObject({ namespace, name, node, isMirror, account, secrets, configMaps, claims, ephemeral, devices }: RandomPod, random: () => number): object {
	const secretIn: readonly ((name: string) => object)[] = [
		(name) => ({ volumes: [{ name, secret: { secretName: name } }] }),
		(name) => ({ volumes: [{ name, projected: { sources: [{ secret: { name } }] } }] }),
		(name) => ({ imagePullSecrets: [{ name }] }),
		(name) => ({ initContainers: [{ name, envFrom: [{ secretRef: { name } }] }] }),
		(name) => ({ ephemeralContainers: [{ name, env: [{ name, valueFrom: { secretKeyRef: { name, key: 'k' } } }] }] }),
	];
	const mapIn: readonly ((name: string) => object)[] = [
		(name) => ({ volumes: [{ name, configMap: { name } }] }),
		(name) => ({ volumes: [{ name, projected: { sources: [{ configMap: { name } }] } }] }),
		(name) => ({ containers: [{ name, env: [{ name, valueFrom: { configMapKeyRef: { name, key: 'k' } } }] }] }),
	];
	const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
	const parts = [
		{ containers: [{ name: 'main' }] },
		...secrets.map((each) => one(secretIn)(each)),
		...configMaps.map((each) => one(mapIn)(each)),
		...claims.map((claimName) => ({ volumes: [{ name: claimName, persistentVolumeClaim: { claimName } }] })),
		...ephemeral.map((volume) => ({ volumes: [{ name: volume, ephemeral: { volumeClaimTemplate: { spec: {} } } }] })),
		...devices.map((device) => ({ resourceClaims: [{ name: device, resourceClaimName: device }] })),
	];
	const spec: Record<string, unknown> = { serviceAccountName: account, ...(node !== '' && { nodeName: node }) };
	for (const part of parts) for (const [key, list] of Object.entries(part)) spec[key] = [...((spec[key] as unknown[] | undefined) ?? []), ...list];
	return { metadata: { namespace, name, ...(isMirror && { annotations: { 'orch.io/config.mirror': 'x' } }) }, spec };
}
