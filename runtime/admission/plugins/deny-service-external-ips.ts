/**
 * DenyServiceExternalIPs: refuses new addresses in `externalIPs` of services, which could divert traffic of others (CVE-2020-8554; seed 3,
 * "Built-in admission plugins"). Addresses of the stored service may stay.
 */
import type { Service } from '../../../generated/types/core/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

export const denyServiceExternalIPs: AdmissionPlugin = {
	name: 'DenyServiceExternalIPs',
	exists: { from: '1.21' },
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => ['services'],
	start: () => ({
		validate(request) {
			if (request.subresource !== '') return;
			const old = addressesOf(request.oldObject);
			if (addressesOf(request.object).some((address) => !old.includes(address))) throw refused(request, 'Use of external IPs is denied by admission control');
		},
	}),
};

function addressesOf(object: JsonObject | undefined): readonly string[] {
	return (object as Service | undefined)?.spec?.externalIPs ?? [];
}
