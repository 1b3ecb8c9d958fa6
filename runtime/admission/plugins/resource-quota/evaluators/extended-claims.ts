/**
 * Device claims under quotas of extended resources. A device class may have the name of an extended resource, so that pods get its devices
 * either way. A claim then uses the extended resource, less what is charged for the pod for which the scheduler made the claim.
 */
import type { Pod } from '../../../../../generated/types/core/v1.ts';
import type { OwnerReference } from '../../../../../generated/types/meta/v1.ts';
import type { DeviceClass, ResourceClaim } from '../../../../../generated/types/resource/v1.ts';
import { parseWhole } from '../../../../codec/item-form.ts';
import type { JsonObject } from '../../../../model/catalog.ts';
import { compareReleases } from '../../../../model/release.ts';
import { compareText } from '../../../../model/text-order.ts';
import type { Quantity } from '../../../../scalars/quantity.ts';
import { addLists, excessOf, nothing, type ResourceList } from '../../../../scalars/resource-list.ts';
import type { EvaluatorParts } from './contract.ts';

type Usage = ReadonlyMap<string, Quantity>;

/** Returns the usage of extended resources by a claim. `byClass`: the devices of each class. */
export type ExtendedUsageOf = (claim: ResourceClaim, byClass: Usage) => ResourceList;

export interface ExtendedClaimParts extends EvaluatorParts {
	/** Measures a pod. */
	readonly ofPod: (pod: JsonObject) => ResourceList;
}

/** Returns undefined in releases that do not charge claims for extended resources. */
export function extendedClaims(parts: ExtendedClaimParts): ExtendedUsageOf | undefined {
	const { release, gates, cache, vocabulary, ofPod } = parts;
	if (compareReleases(release, '1.35') < 0 || gates.get('DRAExtendedResource') !== true) return undefined;
	const { groupDomain, labelDomain } = vocabulary;
	const annotation = `resource.${labelDomain}/extended-resource-claim`;
	return (claim, byClass) => {
		let usage: ResourceList = nothing;
		for (const [name, devices] of byClass) {
			const resource = extendedNameOf(name);
			if (resource === undefined) continue;
			usage = addLists(usage, new Map([`deviceclass.resource.${labelDomain}/${name}`, resource].map((each) => [`requests.${each}`, devices])));
		}
		return usage.size === 0 ? usage : excessOf(usage, ofOwner(claim));
	};

	function extendedNameOf(className: string): string | undefined {
		const found = cache.get(`deviceclasses.resource.${groupDomain}`, '', className);
		return found && ((parseWhole(found) as object as DeviceClass).spec.extendedResourceName || undefined);
	}

	/** Returns the usage of the pod for which the scheduler made the claim. One claim of a pod is that claim. */
	function ofOwner(claim: ResourceClaim): ResourceList {
		const { namespace = '', name } = claim.metadata ?? {};
		const owner = podOwner(claim);
		const found = owner && cache.get('pods', namespace, owner.name);
		const pod = found && (parseWhole(found) as object as Pod);
		if (owner === undefined || pod === undefined || pod.metadata?.uid !== owner.uid) return nothing;
		const stated = pod.status?.extendedResourceClaimStatus?.resourceClaimName;
		const isClaimOfPod = stated === undefined ? isFirst(claim, owner) : stated === name;
		return isClaimOfPod ? ofPod(pod as object as JsonObject) : nothing;
	}

	function podOwner({ metadata }: ResourceClaim): OwnerReference | undefined {
		if (metadata?.annotations?.[annotation] !== 'true') return undefined;
		const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
		return owner?.kind === 'Pod' && owner.apiVersion === 'v1' ? owner : undefined;
	}

	/** Reports whether no earlier claim has the same owner. */
	function isFirst({ metadata }: ResourceClaim, { uid }: OwnerReference): boolean {
		for (const found of cache.list(`resourceclaims.resource.${groupDomain}`, metadata?.namespace ?? '')) {
			if (found.name === metadata?.name || !found.bytes.includes(uid)) continue;
			const other = parseWhole(found) as object as ResourceClaim;
			if (podOwner(other)?.uid === uid && isBefore(other, metadata)) return false;
		}
		return true;
	}
}

/** A claim that is being created has no time yet, so every stored claim is earlier. */
function isBefore({ metadata }: ResourceClaim, than: ResourceClaim['metadata']): boolean {
	const [left, right] = [metadata?.creationTimestamp ?? '', than?.creationTimestamp ?? ''];
	if (right === '' || left === right) return right === '' || compareText(metadata?.name ?? '', than?.name ?? '') < 0;
	return compareText(left, right) < 0;
}
