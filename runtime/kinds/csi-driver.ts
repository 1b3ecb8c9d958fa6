/** CSIDriver: tokens that drivers are given among what they may write into their log. */
import type { CSIDriver } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue } from '../model/catalog.ts';
import { invalidValue } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';

const warning =
	'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

/** `hasSecrets`: drivers can be given tokens as secrets. */
export function csiDriverHooks(hasSecrets: boolean): KindHooks<CSIDriver> {
	const isExposed = ({ spec }: CSIDriver): boolean => hasSecrets && (spec?.tokenRequests ?? []).length > 0 && spec?.serviceAccountTokenInSecrets === undefined;
	return {
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
