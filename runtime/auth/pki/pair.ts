/** Certificate and key as PEM, with the checks made before they are used. */
import { createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';

export interface PemPair {
	readonly cert: string;
	readonly key: string;
}

export interface CheckedPair extends PemPair {
	/** First certificate of the file, which belongs to the key. */
	readonly certificate: X509Certificate;
}

/** Checks a pair. Throws an Error that names the faulty file. */
export function checkPair(pair: PemPair, certFile: string, keyFile: string): CheckedPair {
	const certificate = readCertificate(pair.cert, certFile);
	const key = readKey(pair.key, keyFile);
	if (!certificate.checkPrivateKey(key)) throw new Error(`${keyFile} does not match ${certFile}`);
	if (!fits(key, certificate.publicKey)) throw new Error(`${keyFile} is damaged, its signatures do not match ${certFile}: restore a copy`);
	if (certificate.subject === certificate.issuer && !certificate.verify(certificate.publicKey))
		throw new Error(`${certFile} is damaged, its self-signature is invalid: restore a copy`);
	return { ...pair, certificate };
}

/**
 * Reports whether the private key matches, with a trial signature. Comparing public keys is not enough, since the key file contains its
 * public half separately.
 */
function fits(key: KeyObject, publicKey: KeyObject): boolean {
	// These key types have a fixed digest.
	const digest = key.asymmetricKeyType?.startsWith('ed') === true ? null : 'sha256';
	const data = Buffer.from('a trial');
	try {
		return verify(digest, data, publicKey, sign(digest, data, key));
	} catch {
		// A key that cannot sign does not match either.
		return false;
	}
}

function readCertificate(pem: string, file: string): X509Certificate {
	try {
		return new X509Certificate(pem);
	} catch (error) {
		throw new Error(`${file} contains no PEM certificate: ${(error as Error).message}`, { cause: error });
	}
}

/**
 * Returns the certificates of a file without any text between them, so that only validated content is published. Throws an Error that names
 * the file.
 */
export function certificatesOf(pem: string, file: string): string {
	// Certificates with another PEM label are not matched; then the first certificate of the file is used.
	const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [pem];
	return blocks.map((block) => readCertificate(block, file).toString()).join('');
}

function readKey(pem: string, file: string): KeyObject {
	try {
		return createPrivateKey(pem);
	} catch (error) {
		throw new Error(`${file} contains no PEM private key: ${(error as Error).message}`, { cause: error });
	}
}
