/** Default requests and limits of containers. */
import type { Container, LimitRange, Pod } from '../../../../generated/types/core/v1.ts';
import type { Amounts } from '../../../scalars/resource-list.ts';

/**
 * Returns the pod with the defaults of a LimitRange, or the pod itself if nothing is missing. `annotation`: key under which the pod then
 * states what was set.
 */
export function withDefaults(pod: Pod, { spec }: LimitRange, annotation: string): Pod {
	const ofContainers = (spec?.limits ?? []).filter(({ type }) => type === 'Container');
	const requests = Object.assign(Object.create(null), ...ofContainers.map(({ defaultRequest = {} }) => defaultRequest)) as Amounts;
	const limits = Object.assign(Object.create(null), ...ofContainers.map((limit) => limit.default ?? {})) as Amounts;
	const set: string[] = [];
	const fill = (containers: readonly Container[], what: string): Container[] =>
		containers.map((container) => withMissing(container, requests, limits, (names, list) => set.push(`${names} ${list} for ${what} ${container.name}`)));
	const containers = fill(pod.spec?.containers ?? [], 'container');
	const initContainers = fill(pod.spec?.initContainers ?? [], 'init container');
	if (set.length === 0 || pod.spec === undefined) return pod;
	const metadata = { ...pod.metadata, annotations: { ...pod.metadata?.annotations, [annotation]: `LimitRanger plugin set: ${set.join('; ')}` } };
	return { ...pod, metadata, spec: { ...pod.spec, containers, ...(pod.spec.initContainers && { initContainers }) } };
}

type Note = (names: string, list: 'request' | 'limit') => void;

function withMissing(container: Container, requests: Amounts, limits: Amounts, note: Note): Container {
	const { resources = {} } = container;
	const missingRequests = missing(resources.requests, requests);
	const missingLimits = missing(resources.limits, limits);
	if (missingRequests.length > 0) note(missingRequests.join(', '), 'request');
	if (missingLimits.length > 0) note(missingLimits.join(', '), 'limit');
	if (missingRequests.length + missingLimits.length === 0) return container;
	return {
		...container,
		resources: {
			...resources,
			...(missingLimits.length > 0 && { limits: { ...resources.limits, ...chosen(limits, missingLimits) } }),
			...(missingRequests.length > 0 && { requests: { ...resources.requests, ...chosen(requests, missingRequests) } }),
		},
	};
}

function missing(own: Amounts = {}, defaults: Amounts): string[] {
	return Object.keys(defaults)
		.filter((name) => !Object.hasOwn(own, name))
		.sort();
}

function chosen(amounts: Amounts, names: readonly string[]): Amounts {
	return Object.fromEntries(names.map((name) => [name, amounts[name] ?? '0']));
}
