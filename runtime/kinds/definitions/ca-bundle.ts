/** CA bundles of conversion webhooks: PEM with at least one certificate (from 1.31 on). */
import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../../wire/pem.ts';

/** Returns why a bundle is invalid, or undefined. `bundle`: base64 of the PEM, not empty. */
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
