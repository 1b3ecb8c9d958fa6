/** ClusterTrustBundleAttest: a bundle of a signer's authorities needs permission to attest for the signer (KEP 3257). */
import type { ClusterTrustBundle } from '../../../../generated/types/certificates/v1beta1.ts';
import { isOfCollectorAlone } from '../../collector-write.ts';
import type { AdmissionPlugin } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { certificatesGroup, mayForSigner } from '../../signer-rights.ts';

export const clusterTrustBundleAttest: AdmissionPlugin = {
	name: 'ClusterTrustBundleAttest',
	exists: { from: '1.27' },
	onByDefault: { from: '1.27' },
	operations: ['CREATE', 'UPDATE'],
	only: (vocabulary) => [`clustertrustbundles.${certificatesGroup(vocabulary)}`],
	start({ authorizer, vocabulary }) {
		const group = certificatesGroup(vocabulary);
		return {
			async validate(request) {
				const { signerName = '' } = (request.object as unknown as ClusterTrustBundle).spec;
				if (signerName === '' || isOfCollectorAlone(request)) return;
				if (await mayForSigner(authorizer, request.user, 'attest', signerName, group)) return;
				throw refused(request, `user not permitted to attest for signerName ${JSON.stringify(signerName)}`);
			},
		};
	},
};
