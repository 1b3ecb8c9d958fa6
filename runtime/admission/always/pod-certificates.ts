/**
 * Checks that signing a PodCertificateRequest is permitted for its signer (KEP 4317). Kubernetes checks this in the kind itself, whatever
 * the plugins, and the error names the field.
 */
import type { PodCertificateRequest } from '../../../generated/types/certificates/v1beta1.ts';
import { invalid } from '../../api/errors.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { forbiddenField } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { certificatesGroup, mayForSigner } from '../signer-rights.ts';

export const podCertificateSigning: AdmissionPlugin = {
	name: 'PodCertificateSigning',
	onByDefault: { from: '1.0' },
	operations: ['UPDATE'],
	only: (vocabulary) => [`podcertificaterequests.${certificatesGroup(vocabulary)}`],
	start({ authorizer, vocabulary }) {
		const group = certificatesGroup(vocabulary);
		return {
			async validate({ object, oldObject, subresource, user, name, kind }) {
				if (subresource !== 'status' || object === undefined || oldObject === undefined) return;
				if (deepEqual((object.status ?? {}) as JsonValue, (oldObject.status ?? {}) as JsonValue)) return;
				const { signerName } = (oldObject as unknown as PodCertificateRequest).spec;
				if (await mayForSigner(authorizer, user, 'sign', signerName, group)) return;
				const why = `User ${JSON.stringify(user.name)} is not permitted to "sign" for signer ${JSON.stringify(signerName)}`;
				throw invalid(kind.kind, group, name, [forbiddenField('spec.signerName', why)]);
			},
		};
	},
};
