/** Ports of containers on the network of the node, where a port has one number. */
import type { PodSpec } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';

/** Reports ports with two numbers. From 1.28 on a template may omit `hostPort`, since its pods get it. */
export function hostNetworkViolations({ hostNetwork, containers }: PodSpec, path: string, release: Release, inTemplate: boolean): Cause[] {
	if (hostNetwork !== true) return [];
	const isLater = compareReleases(release, '1.28') >= 0;
	return (containers ?? []).flatMap(({ ports = [] }, index) =>
		ports.flatMap(({ hostPort = 0, containerPort = 0 }, at) => {
			if (hostPort === containerPort || (hostPort === 0 && isLater && inTemplate)) return [];
			const port = `${path}.containers[${index}].ports[${at}]`;
			return isLater
				? [invalidValue(`${port}.hostPort`, hostPort, 'must match `containerPort` when `hostNetwork` is true')]
				: [invalidValue(`${port}.containerPort`, containerPort, 'must match `hostPort` when `hostNetwork` is true')];
		}),
	);
}
