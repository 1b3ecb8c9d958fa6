/** CSIDriver: warns about tokens that a driver may log, and counts changes in `metadata.generation`. */
import type { CSIDriver } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue, Release } from '../model/catalog.ts';
import { invalidValue } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { compareReleases } from '../model/release.ts';

const warning =
	'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

/** Returns the hooks. `hasSecrets`: drivers can receive tokens as secrets. */
export function csiDriverHooks(hasSecrets: boolean, release: Release): KindHooks<CSIDriver> {
	const countsAll = compareReleases(release, '1.30') >= 0;
	const counted = ({ spec }: CSIDriver): JsonValue => {
		const { tokenRequests = [], requiresRepublish } = spec;
		return (countsAll ? spec : { tokenRequests, requiresRepublish }) as object as JsonValue;
	};
	const isExposed = ({ spec }: CSIDriver): boolean => hasSecrets && (spec?.tokenRequests ?? []).length > 0 && spec?.serviceAccountTokenInSecrets === undefined;
	return {
		/** A new driver has no generation: kube-apiserver counts only updates. */
		prepareForUpdate(driver, old) {
			if (!deepEqual(counted(driver), counted(old))) driver.metadata = { ...driver.metadata, generation: Number(old.metadata?.generation ?? 0) + 1 };
		},
		validateCreate(driver, { warnings }) {
			if (isExposed(driver)) warnings.push(warning);
			return [];
		},
		validate({ spec: { serviceAccountTokenInSecrets, tokenRequests = [] } }) {
			if (serviceAccountTokenInSecrets === undefined || tokenRequests.length > 0) return [];
			return [
				invalidValue(
					'spec.serviceAccountTokenInSecrets',
					serviceAccountTokenInSecrets,
					'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
				),
			];
		},
		validateUpdate(driver, old, { warnings }) {
			if (isExposed(driver) && !deepEqual(tokensOf(driver), tokensOf(old))) warnings.push(warning);
			return [];
		},
	};
}

function tokensOf({ spec }: CSIDriver): JsonValue {
	return (spec?.tokenRequests ?? []) as object as JsonValue;
}
