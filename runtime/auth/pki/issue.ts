/**
 * Generates keys and certificates. Its library takes a tenth of a second to load, so this module is imported only when a key or certificate
 * must be generated.
 */
import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
	AuthorityKeyIdentifierExtension,
	BasicConstraintsExtension,
	ExtendedKeyUsage,
	ExtendedKeyUsageExtension,
	type JsonName,
	KeyUsageFlags,
	KeyUsagesExtension,
	SubjectAlternativeNameExtension,
	SubjectKeyIdentifierExtension,
	X509Certificate,
	X509CertificateGenerator,
} from '@peculiar/x509';
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
		signingAlgorithm,
		publicKey: keys.publicKey,
		signingKey: await importKey(authority.key),
		extensions: [
			new BasicConstraintsExtension(false, undefined, true),
			new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
			new ExtendedKeyUsageExtension([leaf.usage === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
			await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
			...(leaf.alternativeNames.length === 0
				? []
				: [new SubjectAlternativeNameExtension(leaf.alternativeNames.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })))]),
		],
	});
	return { cert: pem(certificate), key: await exportKey(keys.privateKey) };
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

async function importKey(text: string): Promise<webcrypto.CryptoKey> {
	const der = createPrivateKey(text).export({ format: 'der', type: 'pkcs8' });
	return webcrypto.subtle.importKey('pkcs8', der, keyAlgorithm, false, ['sign']);
}
