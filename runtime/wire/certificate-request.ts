/**
 * Parses certificate requests (PKCS #10, RFC 2986) for signers. Checks and issuance use the same result, and the certificate is encoded
 * from it. So no encoding can mean one thing to a check and another in the certificate. The library takes 100 ms to load: import this
 * module only when a request must be parsed. The kind's synchronous validation has its own parser for form and signature.
 */
import 'reflect-metadata';
import { isIP } from 'node:net';
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from '@peculiar/x509';
import { pemBlocks } from './pem.ts';

/** Attributes of the subject that certificates keep, in the order in which they are written. */
const subjectAttributes = {
	country: '2.5.4.6',
	organization: '2.5.4.10',
	unit: '2.5.4.11',
	locality: '2.5.4.7',
	province: '2.5.4.8',
	street: '2.5.4.9',
	postalCode: '2.5.4.17',
	commonName: '2.5.4.3',
	serialNumber: '2.5.4.5',
} as const;

const alternativeNameId = '2.5.29.17';
/** Maximum size of a request in bytes, which takes milliseconds to parse. Requests have up to a few thousand. */
const mostBytes = 64 * 1024;

export type AlternativeName = { readonly type: 'dns' | 'email' | 'ip' | 'url'; readonly value: string };

export interface CertificateRequest {
	/** The last common name, as in Kubernetes; empty without one. */
	readonly commonName: string;
	readonly organizations: readonly string[];
	/** Values of the subject by object identifier, in certificate order. */
	readonly subject: readonly (readonly [id: string, value: string])[];
	/** Alternative names of the four types that certificates keep. */
	readonly alternativeNames: readonly AlternativeName[];
	/** Public key as SubjectPublicKeyInfo in DER. */
	readonly publicKey: ArrayBuffer;
}

/** Parses a request and verifies its signature. Rejects with an Error. `base64`: PEM, as in the object. */
export async function readCertificateRequest(base64: string): Promise<CertificateRequest> {
	const [block] = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
	if (block?.type !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST');
	if (block.bytes.length > mostBytes) throw new Error(`a certificate request may have at most ${mostBytes} bytes`);
	const request = new Pkcs10CertificateRequest(block.bytes);
	if (!(await request.verify())) throw new Error('x509: verification failure');
	const valuesOf = (id: string): readonly string[] => request.subjectName.getField(id);
	const { commonName: common, ...others } = subjectAttributes;
	const commonName = valuesOf(common).at(-1) ?? '';
	return {
		commonName,
		organizations: valuesOf(others.organization),
		subject: Object.values(subjectAttributes).flatMap((id) => {
			const values = id === common ? (commonName === '' ? [] : [commonName]) : valuesOf(id);
			return values.map((value) => [id, value] as const);
		}),
		alternativeNames: [...request.extensions].filter(({ type }) => type === alternativeNameId).flatMap(({ rawData }) => namesOf(rawData)),
		publicKey: request.publicKey.rawData,
	};
}

function namesOf(extension: ArrayBuffer): readonly AlternativeName[] {
	return [...new SubjectAlternativeNameExtension(extension).names.items].flatMap(({ type, value }): readonly AlternativeName[] => {
		if (type === 'ip' && isIP(value) === 0) throw new Error(`x509: cannot parse IP address ${JSON.stringify(value)}`);
		return type === 'dns' || type === 'email' || type === 'ip' || type === 'url' ? [{ type, value }] : [];
	});
}
