/** CertificateApproval: a decision about a certificate request needs permission to approve for its signer (seed 3, "Endpoints"). */
import type { CertificateSigningRequest } from '../../../../generated/types/certificates/v1.ts';
import type { AdmissionPlugin } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { certificatesGroup, mayForSigner } from '../../signer-rights.ts';
import { requestsIn } from './requests.ts';

export const certificateApproval: AdmissionPlugin = {
	name: 'CertificateApproval',
	exists: { from: '1.18' },
	onByDefault: { from: '1.18' },
	operations: ['UPDATE'],
	only: requestsIn,
	start({ authorizer, vocabulary }) {
		const group = certificatesGroup(vocabulary);
		return {
			async validate(request) {
				if (request.subresource !== 'approval') return;
				// The signer of the stored request counts. A write cannot change it, but its object may name another one.
				const { signerName } = (request.oldObject as unknown as CertificateSigningRequest).spec;
				if (await mayForSigner(authorizer, request.user, 'approve', signerName, group)) return;
				throw refused(request, `user not permitted to approve requests with signerName ${JSON.stringify(signerName)}`);
			},
		};
	},
};
