/**
 * CertificateSubjectRestriction: no request to the signer of API clients may name the privileged group (seed 3, "Built-in signers"). A
 * certificate with that group could not be revoked.
 */
import type { CertificateSigningRequest } from '../../../../generated/types/certificates/v1.ts';
import { privilegedGroup } from '../../../api/identity.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { requestsIn } from './requests.ts';

export const certificateSubjectRestriction: AdmissionPlugin = {
	name: 'CertificateSubjectRestriction',
	exists: { from: '1.18' },
	onByDefault: { from: '1.18' },
	operations: ['CREATE'],
	only: requestsIn,
	start({ vocabulary: { labelDomain, shortPrefix } }) {
		const clientSigner = `${labelDomain}/${shortPrefix}-apiserver-client`;
		return {
			async validate(request) {
				const { signerName, request: pem = '' } = (request.object as unknown as CertificateSigningRequest).spec;
				if (request.subresource !== '' || signerName !== clientSigner) return;
				if ((await organizationsOf(request, pem)).includes(privilegedGroup))
					throw refused(request, `use of ${clientSigner} signer with ${privilegedGroup} group is not allowed`);
			},
		};
	},
};

/** Reads the groups of the certificate as its signer would. */
async function organizationsOf(request: AdmissionRequest, pem: string): Promise<readonly string[]> {
	const { readCertificateRequest } = await import('../../../wire/certificate-request.ts');
	try {
		return (await readCertificateRequest(pem)).organizations;
	} catch (error) {
		if (error instanceof Error) throw refused(request, `failed to parse CSR: ${error.message}`);
		throw error;
	}
}
