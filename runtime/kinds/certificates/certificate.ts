/** Issued certificates: PEM with certificates only. */
import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../../wire/pem.ts';

const certificateType = 'CERTIFICATE';

/** Returns why the certificates are invalid, or undefined. `pem`: PEM text. */
export function certificateProblem(pem: string): string | undefined {
	if (pem === '') return undefined;
	const blocks = pemBlocks(pem);
	for (const { type, hasHeaders, bytes } of blocks) {
		if (type !== certificateType) return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
		if (hasHeaders) return 'no PEM block headers are permitted';
		if (bytes.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates';
		try {
			new X509Certificate(bytes);
		} catch (error) {
			if (error instanceof Error) return 'x509: malformed certificate';
			throw error;
		}
	}
	return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}
