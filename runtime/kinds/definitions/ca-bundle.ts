/** The authorities whom a webhook's certificate must come from: PEM, with one certificate at least (from 1.31 on). */
import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../certificates/pem.ts';

/** `bundle`: base64 of the PEM, not empty. Undefined: there is nothing wrong with it. */
export function bundleProblem(bundle: string): string | undefined {
	const blocks = pemBlocks(Buffer.from(bundle, 'base64').toString());
	const certificates = blocks.filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders);
	if (certificates.some(({ bytes }) => isCertificate(bytes))) return undefined;
	const why =
		blocks.length === 0
			? 'unable to parse bytes as PEM block'
			: certificates.length > 0
				? 'failed to parse certificate'
				: 'no valid certificate authority data seen';
	return `unable to load root certificates: ${why}`;
}

function isCertificate(der: Uint8Array): boolean {
	try {
		new X509Certificate(der);
		return true;
	} catch (error) {
		if (error instanceof Error) return false;
		throw error;
	}
}
