/** Objects of one node: its Lease, CSINode, ResourceSlices, and the certificate requests of its agent. */
import type { CertificateSigningRequest } from '../../../../generated/types/certificates/v1.ts';
import type { ResourceSlice } from '../../../../generated/types/resource/v1.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import type { NodeCheck, NodeParts } from './dependencies.ts';

export function ownLease({ vocabulary }: NodeParts): NodeCheck {
	const home = `${vocabulary.shortPrefix}-node-lease`;
	return (node, request) => {
		if (request.namespace !== home) throw refused(request, `can only access leases in the "${home}" system namespace`);
		if (request.name !== node) throw refused(request, 'can only access node lease with the same name as the requesting node');
	};
}

export function ownCsiNode(): NodeCheck {
	return (node, request) => {
		if (request.name !== node) throw refused(request, 'can only access CSINode with the same name as the requesting node');
	};
}

/** The authorizer checks the other verbs. It sees neither a new object nor the objects of a collection. */
export function resourceSliceCheck({ since }: NodeParts): NodeCheck {
	return (node, request) => {
		const { operation, object, oldObject } = request;
		const isOf = (slice: unknown): boolean => (slice as ResourceSlice | undefined)?.spec.nodeName === node;
		if (operation === 'CREATE' && !isOf(object)) throw refused(request, 'can only create ResourceSlice with the same NodeName as the requesting node');
		if (operation === 'DELETE' && since('1.31') && !isOf(oldObject))
			throw refused(request, 'can only delete ResourceSlice with the same NodeName as the requesting node');
	};
}

/** A certificate of an agent must name the node that requests it. Its signer checks the rest. */
export function certificateRequestCheck({ vocabulary, since, isOpen }: NodeParts): NodeCheck {
	const { labelDomain, shortPrefix, nodeAgent } = vocabulary;
	const signers = [`${labelDomain}/${nodeAgent}-serving`, `${labelDomain}/${shortPrefix}-apiserver-client-${nodeAgent}`];
	const isOn = since('1.31') && !isOpen('AllowInsecureKubeletCertificateSigningRequests');
	return async (node, request) => {
		if (!isOn || request.operation !== 'CREATE') return;
		const { signerName, request: pem } = (request.object as unknown as CertificateSigningRequest).spec;
		if (!signers.includes(signerName)) return;
		const wanted = `system:node:${node}`;
		if ((await commonNameIn(request, pem)) !== wanted) throw refused(request, `can only create a node CSR with CN=${wanted}`);
	};
}

/** Reads the name as the signer does. */
async function commonNameIn(request: AdmissionRequest, pem: string): Promise<string> {
	const { readCertificateRequest } = await import('../../../wire/certificate-request.ts');
	try {
		return (await readCertificateRequest(pem)).commonName;
	} catch (error) {
		throw refused(request, `unable to parse csr: ${(error as Error).message}`);
	}
}
