/**
 * Volume with a token, the server's CA and the namespace, with which the programs of a pod reach the server (seed 3, "Bound token volume").
 */
import type { PodSpec, Volume } from '../../../generated/types/core/v1.ts';
import { generateName } from '../../api/generated-name.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

/**
 * Lifetime of the token. The odd number shows that a node agent requests the token for a pod (`--service-account-extend-token-expiration`).
 */
const tokenSeconds = 3607;
const mode = 0o644;

/**
 * Mounts the volume in each container that mounts nothing at its path, and adds the volume if a container needs it. Changes the spec in
 * place.
 */
export function mountToken(spec: PodSpec, { shortPrefix, labelDomain }: Vocabulary): void {
	const prefix = `${shortPrefix}-api-access-`;
	const mountPath = `/var/run/secrets/${labelDomain}/serviceaccount`;
	const known = spec.volumes?.find(({ name }) => name?.startsWith(prefix))?.name;
	const name = known ?? generateName(prefix);
	let isMounted = false;
	for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
		const { volumeMounts = [] } = container;
		if (volumeMounts.some((mount) => mount.mountPath === mountPath)) continue;
		container.volumeMounts = [...volumeMounts, { name, readOnly: true, mountPath }];
		isMounted = true;
	}
	if (isMounted && known === undefined) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name, shortPrefix)];
}

function tokenVolume(name: string, shortPrefix: string): Volume {
	const certificate = 'ca.crt';
	return {
		name,
		projected: {
			defaultMode: mode,
			sources: [
				{ serviceAccountToken: { path: 'token', expirationSeconds: tokenSeconds } },
				{ configMap: { name: `${shortPrefix}-root-ca.crt`, items: [{ key: certificate, path: certificate }] } },
				{ downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
			],
		},
	};
}
