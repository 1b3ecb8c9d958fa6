/**
 * Generates keys and certificates. Its library takes a tenth of a second to load, so this module is imported only when a key or certificate
 * must be generated.
 */
import 'reflect-metadata';
import { createPrivateKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
	AuthorityKeyIdentifierExtension,
	BasicConstraintsExtension,
	ExtendedKeyUsage,
	ExtendedKeyUsageExtension,
	type JsonName,
	KeyUsageFlags,
	KeyUsagesExtension,
	Name,
	SubjectAlternativeNameExtension,
	SubjectKeyIdentifierExtension,
	X509Certificate,
	X509CertificateGenerator,
} from '@peculiar/x509';
import type { AlternativeName } from '../../wire/certificate-request.ts';
import type { PemPair } from './pair.ts';

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;

const dayMs = 24 * 60 * 60 * 1000;
/** Validity of the CA in days, as usual for cluster CAs: replacing a CA means reconfiguring every client. */
const authorityDays = 3650;
/** Validity of leaf certificates in days. A year suffices because they are renewed at a start. */
const leafDays = 365;
/** Backdating, so that clients with a slightly slow clock accept a new certificate. */
const backdateMs = 5 * 60 * 1000;

export interface Leaf {
	readonly commonName: string;
	readonly organisations: readonly string[];
	readonly usage: 'server' | 'client';
	/** DNS names and IP addresses. */
	readonly alternativeNames: readonly string[];
}

export type KeyUsage = keyof typeof KeyUsageFlags;

/** Certificate for the key of a request. */
export interface Wanted {
	/** Values of the subject by object identifier. */
	readonly subject: readonly (readonly [id: string, value: string])[];
	readonly alternativeNames: readonly AlternativeName[];
	/** SubjectPublicKeyInfo in DER. */
	readonly publicKey: ArrayBuffer;
	readonly keyUsages: readonly KeyUsage[];
	/** Object identifiers. */
	readonly extendedKeyUsages: readonly string[];
	readonly notBefore: Date;
	readonly notAfter: Date;
}

export async function issueAuthority(commonName: string): Promise<PemPair> {
	const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
	const certificate = await X509CertificateGenerator.createSelfSigned({
		serialNumber: serialNumber(),
		name: nameOf(commonName, []),
		...validity(authorityDays),
		keys,
		signingAlgorithm,
		extensions: [
			new BasicConstraintsExtension(true, undefined, true),
			new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature, true),
			await SubjectKeyIdentifierExtension.create(keys.publicKey),
		],
	});
	return { cert: pem(certificate), key: await exportKey(keys.privateKey) };
}

export async function issueLeaf(authority: PemPair, leaf: Leaf): Promise<PemPair> {
	const issuer = new X509Certificate(authority.cert);
	const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
	const certificate = await X509CertificateGenerator.create({
		serialNumber: serialNumber(),
		subject: nameOf(leaf.commonName, leaf.organisations),
		issuer: issuer.subjectName,
		...validity(leafDays),
		publicKey: keys.publicKey,
		...(await signing(authority.key)),
		extensions: [
			new BasicConstraintsExtension(false, undefined, true),
			new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
			new ExtendedKeyUsageExtension([leaf.usage === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
			await keyIdentifierOf(issuer),
			...(leaf.alternativeNames.length === 0
				? []
				: [new SubjectAlternativeNameExtension(leaf.alternativeNames.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })))]),
		],
	});
	return { cert: pem(certificate), key: await exportKey(keys.privateKey) };
}

/** Issues a certificate and returns it as PEM. Its subject is encoded from the values that were read. */
export async function issueFor(authority: PemPair, wanted: Wanted): Promise<string> {
	const { subject, alternativeNames, keyUsages, extendedKeyUsages } = wanted;
	const issuer = new X509Certificate(authority.cert);
	const certificate = await X509CertificateGenerator.create({
		serialNumber: serialNumber(),
		// The object form is taken as it stands; in plain strings the library interprets some characters.
		subject: new Name(subject.map(([id, value]) => ({ [id]: [Name.isPrintableString(value) ? { printableString: value } : { utf8String: value }] }))),
		issuer: issuer.subjectName,
		notBefore: wanted.notBefore,
		notAfter: wanted.notAfter,
		publicKey: wanted.publicKey,
		...(await signing(authority.key)),
		extensions: [
			...(keyUsages.length === 0
				? []
				: [
						new KeyUsagesExtension(
							keyUsages.reduce((flags, usage) => flags | KeyUsageFlags[usage], 0),
							true,
						),
					]),
			...(extendedKeyUsages.length === 0 ? [] : [new ExtendedKeyUsageExtension([...extendedKeyUsages])]),
			new BasicConstraintsExtension(false, undefined, true),
			await keyIdentifierOf(issuer),
			// Names in place of a subject must be understood by those who read it (RFC 5280).
			...(alternativeNames.length === 0 ? [] : [new SubjectAlternativeNameExtension([...alternativeNames], subject.length === 0)]),
		],
	});
	return pem(certificate);
}

/** Returns the identifier by which an issuer's certificates name its key: its own, which need not be computed as the library does. */
async function keyIdentifierOf(issuer: X509Certificate): Promise<AuthorityKeyIdentifierExtension> {
	const own = issuer.getExtension(SubjectKeyIdentifierExtension);
	return own === null ? AuthorityKeyIdentifierExtension.create(issuer.publicKey) : new AuthorityKeyIdentifierExtension(own.keyId);
}

function nameOf(commonName: string, organisations: readonly string[]): JsonName {
	return [...organisations.map((organisation) => ({ O: [organisation] })), { CN: [commonName] }];
}

function validity(days: number): { notBefore: Date; notAfter: Date } {
	const now = Date.now();
	return { notBefore: new Date(now - backdateMs), notAfter: new Date(now + days * dayMs) };
}

/** Generates a positive serial number of 127 bits, which is unique without a record of issued numbers. */
function serialNumber(): string {
	const bytes = randomBytes(16);
	bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
	return bytes.toString('hex');
}

function pem(certificate: X509Certificate): string {
	return `${certificate.toString('pem')}\n`;
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
	const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
	return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' }) as string;
}

/** Algorithms of elliptic keys, by the name that OpenSSL gives the curve. */
const curves: Readonly<Record<string, readonly [namedCurve: string, hash: string]>> = {
	prime256v1: ['P-256', 'SHA-256'],
	secp384r1: ['P-384', 'SHA-384'],
	secp521r1: ['P-521', 'SHA-512'],
};

interface Signing {
	readonly signingAlgorithm: { readonly name: string; readonly hash: string };
	readonly signingKey: webcrypto.CryptoKey;
}

/** Imports a CA's private key. Rejects with an Error when no certificates can be signed with it. */
async function signing(text: string): Promise<Signing> {
	const key = createPrivateKey(text);
	const { hash, ...algorithm } = algorithmOf(key);
	const der = key.export({ format: 'der', type: 'pkcs8' });
	const signingKey = await webcrypto.subtle.importKey('pkcs8', der, { ...algorithm, hash }, false, ['sign']);
	return { signingAlgorithm: { name: algorithm.name, hash }, signingKey };
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): {
	readonly name: string;
	readonly hash: string;
	readonly namedCurve?: string;
} {
	if (type === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
	if (type === 'ed25519') return { name: 'Ed25519', hash: 'SHA-256' };
	const [namedCurve, hash] = curves[details?.namedCurve ?? ''] ?? [];
	if (namedCurve === undefined || hash === undefined) throw new Error(`certificates cannot be signed with a key of the type ${type}`);
	return { name: 'ECDSA', hash, namedCurve };
}
