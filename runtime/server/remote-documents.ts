/** Contributions of other servers to discovery and OpenAPI, in the form that the endpoints take. */
import type { Aggregation } from '../aggregation/aggregation.ts';
import type { RemoteDiscovery } from '../http/endpoints/discovery.ts';
import type { RemoteOpenApi } from '../http/endpoints/openapi.ts';

export function remoteDiscovery({ apis, resources }: Aggregation): RemoteDiscovery {
	return { edition: () => resources.edition, resources: (group, version) => resources.of(apis.find(group, version)?.name ?? '') };
}

export function remoteOpenApi(aggregation: Aggregation): RemoteOpenApi {
	const { apis, documents } = aggregation;
	const available = () => apis.all().filter(({ isAvailable }) => isAvailable);
	return {
		edition: () => apis.edition + documents.edition,
		v3: () =>
			Object.fromEntries(
				available().flatMap(({ name, group, version }) => {
					const url = documents.of(name)?.v3;
					return url === undefined ? [] : [[`apis/${group}/${version}`, url] as const];
				}),
			),
		v2: () =>
			available()
				.toSorted((a, b) => b.groupPriority - a.groupPriority || (a.name < b.name ? -1 : 1))
				.flatMap(({ name }) => documents.of(name)?.v2 ?? []),
		handlerOf: (group, version) => aggregation.handlerOf(group, version),
	};
}
