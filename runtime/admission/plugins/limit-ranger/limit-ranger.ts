/**
 * LimitRanger: gives containers the default requests and limits of the namespace's LimitRanges. Refuses pods and claims that exceed their
 * bounds (seed 3, "Built-in admission plugins").
 */
import type { LimitRange, PersistentVolumeClaim, Pod } from '../../../../generated/types/core/v1.ts';
import { parseWhole } from '../../../codec/item-form.ts';
import { compareReleases } from '../../../model/release.ts';
import type { CachedObject, WatchCache } from '../../../watch/contract.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { aggregated } from '../aggregated.ts';
import { claimViolations, type LimitedRelease, podViolations } from './constraints.ts';
import { withDefaults } from './defaults.ts';

const limitRanges = 'limitranges';
const pods = 'pods';
const claims = 'persistentvolumeclaims';

export const limitRanger: AdmissionPlugin = {
	name: 'LimitRanger',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	only: () => [pods, claims],
	start({ cache, release, gates, vocabulary }) {
		const options: LimitedRelease = { release, gates };
		const annotation = `${vocabulary.labelDomain}/limit-ranger`;
		const limitsResizes = compareReleases(release, '1.32') >= 0;
		const applies = (request: AdmissionRequest): boolean => isLimited(request, limitsResizes) && !isTerminating(request);
		return {
			mutate(request) {
				const { object } = request;
				if (object === undefined || request.kind.storageName !== pods || !applies(request)) return;
				const ranges = rangesOf(cache, request.namespace);
				const pod = ranges.reduce((made, range) => withDefaults(made, range, annotation), object as object as Pod);
				const { metadata, spec } = pod;
				Object.assign(object, { metadata, spec });
			},
			validate(request) {
				const { object } = request;
				if (object === undefined || !applies(request)) return;
				for (const range of rangesOf(cache, request.namespace)) {
					const found =
						request.kind.storageName === pods
							? podViolations(range, object as object as Pod, options)
							: claimViolations(range, object as object as PersistentVolumeClaim);
					if (found.length > 0) throw refused(request, aggregated(found));
				}
			},
		};
	},
};

/** Reports whether the write may set resources. Those of a stored pod are immutable, except in a resize. */
function isLimited({ kind, operation, subresource }: AdmissionRequest, limitsResizes: boolean): boolean {
	if (kind.storageName === claims) return subresource === '';
	if (subresource === 'resize') return limitsResizes && operation === 'UPDATE';
	return subresource === '' && operation === 'CREATE';
}

function isTerminating({ oldObject }: AdmissionRequest): boolean {
	return (oldObject?.metadata as { deletionTimestamp?: string } | undefined)?.deletionTimestamp !== undefined;
}

/** Returns the ranges of a namespace, sorted by name. */
function rangesOf(cache: WatchCache, namespace: string): readonly LimitRange[] {
	if (cache.count(limitRanges, namespace) === 0) return [];
	return Array.from(cache.list(limitRanges, namespace), (found: CachedObject) => parseWhole(found) as object as LimitRange);
}
