/** Evaluator of claims: their number and their storage, in total and by storage class. */
import type { PersistentVolumeClaim } from '../../../../../generated/types/core/v1.ts';
import type { JsonObject } from '../../../../model/catalog.ts';
import { deepEqual } from '../../../../model/equal.ts';
import { compareReleases } from '../../../../model/release.ts';
import { parseQuantity, type Quantity } from '../../../../scalars/quantity.ts';
import { one } from '../../../../scalars/resource-list.ts';
import type { AdmissionRequest } from '../../../contract.ts';
import { countName, type Evaluator, type EvaluatorParts, type Measured, type ScopeCondition } from './contract.ts';
import { fitsValue } from './scope-values.ts';

const plural = 'persistentvolumeclaims';
const storage = 'requests.storage';
const count = countName(plural, '');

export function claimEvaluator({ release, gates, vocabulary: { groupDomain, labelDomain } }: EvaluatorParts): Evaluator {
	const ofClass = `.storageclass.storage.${groupDomain}/`;
	const classAnnotation = `volume.beta.${labelDomain}/storage-class`;
	const countsAllocated = gates.get('RecoverVolumeExpansionFailure') === true;
	const chargesStatus = compareReleases(release, '1.33') >= 0;
	const hasScopes = chargesStatus && gates.get('VolumeAttributesClass') === true;
	return {
		storageName: plural,
		...(hasScopes && { hasScopes }),
		charges: (request) => request.subresource === '' || (chargesStatus && isGrowthOfStatus(request)),
		counts: (resource) => [plural, storage].some((name) => resource === name || resource.endsWith(`${ofClass}${name}`)) || resource === count,
		measure(object: JsonObject): Measured {
			const claim = object as object as PersistentVolumeClaim;
			const usage = new Map<string, Quantity>([
				[plural, one],
				[count, one],
			]);
			const { annotations = {} } = claim.metadata ?? {};
			const className = annotations[classAnnotation] ?? claim.spec?.storageClassName ?? '';
			const amount = storageOf(claim, countsAllocated);
			if (amount !== undefined) usage.set(storage, amount);
			if (className !== '') usage.set(`${className}${ofClass}${plural}`, one);
			if (className !== '' && amount !== undefined) usage.set(`${className}${ofClass}${storage}`, amount);
			return { usage, isIn: (condition) => hasScopes && isInScope(claim, condition) };
		},
	};
}

/** Reports whether a write of the status changes the allocated storage or the attributes classes. */
function isGrowthOfStatus({ subresource, operation, object, oldObject }: AdmissionRequest): boolean {
	if (subresource !== 'status' || operation !== 'UPDATE' || object === undefined || oldObject === undefined) return false;
	const [now, before] = [object, oldObject].map((each) => each as object as PersistentVolumeClaim);
	if (now === undefined || before === undefined) return false;
	return now.status?.allocatedResources?.storage !== before.status?.allocatedResources?.storage || !deepEqual(classesOf(now), classesOf(before));
}

/** Returns the storage in bytes: the requested amount, or the allocated one while a larger expansion is undone. */
function storageOf({ spec, status }: PersistentVolumeClaim, countsAllocated: boolean): Quantity | undefined {
	const asked = spec?.resources?.requests?.storage;
	if (asked === undefined) return undefined;
	const amount = wholeBytes(parseQuantity(asked));
	const allocated = countsAllocated ? status?.allocatedResources?.storage : undefined;
	const held = allocated === undefined ? undefined : parseQuantity(allocated);
	return held !== undefined && held.nano > amount.nano ? wholeBytes(held) : amount;
}

function wholeBytes({ nano, form }: Quantity): Quantity {
	const rest = nano % one.nano;
	return { nano: rest > 0n ? nano - rest + one.nano : nano, form };
}

/** Returns the attributes classes that the claim has, had or will have. */
function classesOf({ spec, status }: PersistentVolumeClaim): string[] {
	const names = [spec?.volumeAttributesClassName, status?.currentVolumeAttributesClassName, status?.modifyVolumeStatus?.targetVolumeAttributesClassName];
	return [...new Set(names.filter((name) => name !== undefined && name !== ''))].sort() as string[];
}

function isInScope(claim: PersistentVolumeClaim, condition: ScopeCondition): boolean {
	if (condition.scopeName !== 'VolumeAttributesClass') return false;
	const names = classesOf(claim);
	return names.length === 0 ? fitsValue(condition, undefined) : names.some((name) => fitsValue(condition, name));
}
