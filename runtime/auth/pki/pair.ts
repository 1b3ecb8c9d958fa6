/** A certificate and its key as PEM, and what must hold of them before they are used. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

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
	if (!certificate.checkPrivateKey(readKey(pair.key, keyFile))) throw new Error(`${keyFile} is not the key of ${certFile}`);
	return { ...pair, certificate };
}

export function readCertificate(pem: string, file: string): X509Certificate {
	try {
		return new X509Certificate(pem);
	} catch (error) {
		throw new Error(`${file} holds no certificate in PEM form: ${(error as Error).message}`, { cause: error });
	}
}

function readKey(pem: string, file: string): KeyObject {
	try {
		return createPrivateKey(pem);
	} catch (error) {
		throw new Error(`${file} holds no private key in PEM form: ${(error as Error).message}`, { cause: error });
	}
}
