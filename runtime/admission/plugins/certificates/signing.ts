/** CertificateSigning: issuing a certificate, or reporting a failure, needs permission to sign for the signer (seed 3, "Endpoints"). */
import type { CertificateSigningRequest } from '../../../../generated/types/certificates/v1.ts';
import type { JsonObject, JsonValue } from '../../../model/catalog.ts';
import { deepEqual } from '../../../model/equal.ts';
import type { AdmissionPlugin } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { certificatesGroup, mayForSigner } from '../../signer-rights.ts';
import { requestsIn } from './requests.ts';

export const certificateSigning: AdmissionPlugin = {
	name: 'CertificateSigning',
	exists: { from: '1.18' },
	onByDefault: { from: '1.18' },
	operations: ['UPDATE'],
	only: requestsIn,
	start({ authorizer, vocabulary }) {
		const group = certificatesGroup(vocabulary);
		return {
			async validate(request) {
				const { object, oldObject } = request;
				if (request.subresource !== 'status' || object === undefined || oldObject === undefined) return;
				if (deepEqual(outcomeOf(object), outcomeOf(oldObject))) return;
				const { signerName } = (oldObject as unknown as CertificateSigningRequest).spec;
				if (await mayForSigner(authorizer, request.user, 'sign', signerName, group)) return;
				throw refused(request, `user not permitted to sign requests with signerName ${JSON.stringify(signerName)}`);
			},
		};
	},
};

function outcomeOf({ status }: JsonObject): JsonValue {
	const { certificate = '', conditions = [] } = (status ?? {}) as JsonObject;
	return [certificate, conditions];
}
