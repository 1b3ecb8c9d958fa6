/** Warnings about overlapping file paths in a volume (Kubernetes issue 118572), from 1.30 on. */
import type { PodSpec, Volume, VolumeProjection } from '../../../../generated/types/core/v1.ts';

interface File {
	readonly path: string;
	/** Source of the file, ` (Secret "a")`, for a volume with several sources. */
	readonly source: string;
}

export function pathWarnings({ volumes = [] }: PodSpec): string[] {
	return volumes.flatMap((volume) => [...ofOneSource(volume), ...ofProjected(volume)]);
}

function ofOneSource({ name, configMap, secret, downwardAPI }: Volume): string[] {
	const volume = `volume ${JSON.stringify(name)}`;
	return [
		...overlaps(files(configMap?.items ?? []), `${volume} (ConfigMap ${JSON.stringify(configMap?.name ?? '')})`),
		...overlaps(files(secret?.items ?? []), `${volume} (Secret ${JSON.stringify(secret?.secretName ?? '')})`),
		...overlaps(files(downwardAPI?.items ?? []), `${volume} (DownwardAPI)`),
	];
}

function ofProjected({ name, projected }: Volume): string[] {
	const sources = projected?.sources ?? [];
	const volume = `volume ${JSON.stringify(name)} (Projected)`;
	const hasNone = sources.some((source) => Object.keys(source).length === 0);
	return [...(hasNone ? [`${volume} has no sources provided`] : []), ...overlaps(sources.flatMap(projectedFiles), volume)];
}

function projectedFiles({ configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate }: VolumeProjection): readonly File[] {
	const { credentialBundlePath, keyPath, certificateChainPath } = podCertificate ?? {};
	return [
		...files(secret?.items ?? [], ` (Secret ${JSON.stringify(secret?.name ?? '')})`),
		...files(configMap?.items ?? [], ` (ConfigMap ${JSON.stringify(configMap?.name ?? '')})`),
		...files(downwardAPI?.items ?? [], ' (DownwardAPI)'),
		...files(serviceAccountToken === undefined ? [] : [serviceAccountToken], ' (ServiceAccountToken)'),
		...files(clusterTrustBundle === undefined ? [] : [clusterTrustBundle], ' (ClusterTrustBundle)'),
		...files(
			[credentialBundlePath, keyPath, certificateChainPath].flatMap((path) => (path ? [{ path }] : [])),
			' (PodCertificate)',
		),
	];
}

function files(items: readonly { readonly path?: string }[], source = ''): readonly File[] {
	return items.map(({ path = '' }) => ({ path: path.replace(/\/+$/, ''), source }));
}

/** Compares each file with the previous ones. */
function overlaps(all: readonly File[], volume: string): string[] {
	const told = ({ path, source }: File): string => `${JSON.stringify(path)}${source}`;
	return all.flatMap((file, index) =>
		all
			.slice(0, index)
			.filter(({ path }) => path === file.path || path.startsWith(`${file.path}/`) || file.path.startsWith(`${path}/`))
			.map((other) => `${volume}: overlapping paths: ${told(file)} with ${told(other)}`),
	);
}
