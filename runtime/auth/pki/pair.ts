/** A certificate and its key as PEM, and what must hold of them before they are used. */
import { createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';

export interface PemPair {
	readonly cert: string;
	readonly key: string;
}

export interface CheckedPair extends PemPair {
	/** The first of the file, which is the pair's own. */
	readonly certificate: X509Certificate;
}

/** Throws an Error that names the file to blame. */
export function checkPair(pair: PemPair, certFile: string, keyFile: string): CheckedPair {
	const certificate = readCertificate(pair.cert, certFile);
	const key = readKey(pair.key, keyFile);
	if (!certificate.checkPrivateKey(key)) throw new Error(`${keyFile} is not the key of ${certFile}`);
	if (!fits(key, certificate.publicKey)) throw new Error(`${keyFile} is damaged, what it signs does not fit ${certFile}: put back a copy of it`);
	if (certificate.subject === certificate.issuer && !certificate.verify(certificate.publicKey))
		throw new Error(`${certFile} is damaged, its own signature does not fit it: put back a copy of it`);
	return { ...pair, certificate };
}

/** The public half lies in the file of the key as well, and is all that is compared without this. */
function fits(key: KeyObject, publicKey: KeyObject): boolean {
	// Keys of these types have no choice of digest.
	const digest = key.asymmetricKeyType?.startsWith('ed') === true ? null : 'sha256';
	const data = Buffer.from('a trial');
	try {
		return verify(digest, data, publicKey, sign(digest, data, key));
	} catch {
		// What cannot even sign is no better.
		return false;
	}
}

function readCertificate(pem: string, file: string): X509Certificate {
	try {
		return new X509Certificate(pem);
	} catch (error) {
		throw new Error(`${file} holds no certificate in PEM form: ${(error as Error).message}`, { cause: error });
	}
}

/** The certificates of a file and nothing of what stands between or behind them: what is published is what was checked. Throws an Error that names the file. */
export function certificatesOf(pem: string, file: string): string {
	// Where it stands under another of the names that there are, the first.
	const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [pem];
	return blocks.map((block) => readCertificate(block, file).toString()).join('');
}

function readKey(pem: string, file: string): KeyObject {
	try {
		return createPrivateKey(pem);
	} catch (error) {
		throw new Error(`${file} holds no private key in PEM form: ${(error as Error).message}`, { cause: error });
	}
}
