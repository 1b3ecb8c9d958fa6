/** Proof that the requester has the private key: a signature over the pod's uid, or a self-signed request. */
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { PodCertificateRequestSpec } from '../../../generated/types/certificates/v1beta1.ts';
import { type Cause, invalidValue, tooLong } from '../../model/cause.ts';
import { checkSignature, type RequestParts, requestParts } from './signing-request.ts';

const most = 10 * 1024;
const paths = { key: 'spec.pkixPublicKey', proof: 'spec.proofOfPossession', request: 'spec.stubPKCS10Request' } as const;

export function possessionViolations(spec: PodCertificateRequestSpec): Cause[] {
	const [key, proof, request] = [bytesOf(spec.pkixPublicKey), bytesOf(spec.proofOfPossession), bytesOf(spec.stubPKCS10Request)];
	if (request.length > 0 && key.length === 0 && proof.length === 0) return ofRequest(request);
	if (request.length === 0 && key.length > 0 && proof.length > 0) return ofKey(key, proof, spec);
	return [withoutValue('spec', 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set')];
}

/** Returns the requested public key. Throws an Error when the spec has no valid one. */
export function keyOf(spec: PodCertificateRequestSpec): KeyObject {
	const request = bytesOf(spec.stubPKCS10Request);
	return request.length > 0 ? requestParts(request).key : readKey(bytesOf(spec.pkixPublicKey));
}

function bytesOf(base64: string | null | undefined): Buffer {
	return Buffer.from(base64 ?? '', 'base64');
}

function readKey(der: Buffer): KeyObject {
	const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
	// `createPublicKey` ignores trailing bytes.
	if (key.export({ format: 'der', type: 'spki' }).length !== der.length) throw new Error('asn1: syntax error: trailing data');
	return key;
}

function ofKey(der: Buffer, proof: Buffer, { podUID, pkixPublicKey = '' }: PodCertificateRequestSpec): Cause[] {
	if (der.length > most) return [tooLong(paths.key, most)];
	if (proof.length > most) return [tooLong(paths.proof, most)];
	const key = attempt(() => readKey(der));
	if (key === undefined || !isRead(key)) return [invalidValue(paths.key, pkixPublicKey, 'must be a valid PKIX-serialized public key')];
	const why = keyProblem(key, 'P256 or P384');
	if (why !== undefined) return [invalidValue(paths.key, why.value ?? pkixPublicKey, why.message)];
	return isSignedBy(key, Buffer.from(podUID), proof) ? [] : [withoutValue(paths.proof, 'could not verify proof-of-possession signature')];
}

function ofRequest(der: Buffer): Cause[] {
	if (der.length > most) return [tooLong(paths.request, most)];
	const parts = attempt(() => requestParts(der));
	if (parts === undefined) return [withoutValue(paths.request, 'must be a valid PKCS#10 CSR')];
	const why = isRead(parts.key) ? keyProblem(parts.key, 'P256, P384, or P521') : unknownType;
	if (why !== undefined) return [why.value === undefined ? withoutValue(paths.request, why.message) : invalidValue(paths.request, why.value, why.message)];
	return isSigned(parts) ? [] : [withoutValue(paths.request, 'invalid signature')];
}

function isSigned(parts: RequestParts): boolean {
	return attempt(() => checkSignature(parts) ?? true) !== undefined;
}

/** Reports whether Kubernetes supports the key type; to it, other types are malformed keys. */
function isRead({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
	if (type === 'ec') return Object.hasOwn(curves, details?.namedCurve ?? '');
	return type === 'rsa' || type === 'ed25519' || type === 'x25519' || type === 'dsa';
}

/** Names of the curves in messages, by OpenSSL name. */
const curves: Readonly<Record<string, string>> = { secp224r1: 'P-224', prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };
const lengths: readonly number[] = [3072, 4096];

interface KeyProblem {
	/** Value in the message; absent when the message has none, or the key itself. */
	readonly value?: string;
	readonly message: string;
}

const unknownType: KeyProblem = { message: 'unknown public key type; supported types are Ed25519, ECDSA, and RSA' };

/** Returns why a key is not supported. `said`: the curves in the message. */
function keyProblem({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject, said: string): KeyProblem | undefined {
	if (type === 'ed25519') return undefined;
	if (type === 'ec') {
		const curve = curves[details?.namedCurve ?? ''] ?? '';
		return curve === 'P-224' ? { value: `curve ${curve}`, message: `elliptic public keys must use curve ${said}` } : undefined;
	}
	if (type !== 'rsa') return unknownType;
	const bits = Math.ceil((details?.modulusLength ?? 0) / 8) * 8;
	return lengths.includes(bits) ? undefined : { value: `${bits}-bit modulus`, message: 'RSA keys must have modulus size 3072 or 4096' };
}

function isSignedBy(key: KeyObject, data: Buffer, signature: Buffer): boolean {
	if (key.asymmetricKeyType === 'ed25519') return verify(null, data, key, signature);
	if (key.asymmetricKeyType === 'ec') return verify('sha256', data, key, signature);
	return verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, signature);
}

/** Returns undefined when `read` throws an Error, as for malformed bytes. */
function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof Error) return undefined;
		throw error;
	}
}

function withoutValue(field: string, why: string): Cause {
	return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${why}` };
}
