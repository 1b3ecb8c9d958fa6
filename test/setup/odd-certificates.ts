/**
 * Client certificates that no tool produces: subjects that are not valid text, unknown extensions, and anything else a CA might be tricked
 * into signing.
 */
import 'reflect-metadata';
import { createPrivateKey, randomBytes, sign, webcrypto } from 'node:crypto';
import {
	BasicConstraintsExtension,
	ExtendedKeyUsage,
	ExtendedKeyUsageExtension,
	type Extension,
	type JsonName,
	KeyUsageFlags,
	KeyUsagesExtension,
	X509Certificate,
	X509CertificateGenerator,
} from '@peculiar/x509';
import type { PemPair } from '../../runtime/auth/pki/pair.ts';

export interface Odd {
	readonly subject: JsonName;
	/** Replacement of bytes, of the same length, applied before signing. */
	readonly put?: readonly [before: Buffer, after: Buffer];
	readonly isAuthority?: boolean;
	readonly extensions?: readonly Extension[];
	/** Validity period in days relative to now. */
	readonly days?: readonly [from: number, to: number];
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const dayMs = 24 * 3_600_000;

export async function issueOdd(authority: PemPair, { subject, put, isAuthority = false, extensions = [], days = [-1, 1] }: Odd): Promise<PemPair> {
	const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
	const signer = createPrivateKey(authority.key);
	const [notBefore, notAfter] = days.map((from) => new Date(Date.now() + from * dayMs)) as [Date, Date];
	const certificate = await X509CertificateGenerator.create({
		serialNumber: `40${randomBytes(8).toString('hex')}`,
		subject,
		issuer: new X509Certificate(authority.cert).subjectName,
		notBefore,
		notAfter,
		signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
		publicKey: keys.publicKey,
		signingKey: await webcrypto.subtle.importKey('pkcs8', signer.export({ format: 'der', type: 'pkcs8' }), algorithm, false, ['sign']),
		extensions: [
			new BasicConstraintsExtension(isAuthority, undefined, true),
			isAuthority ? new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true) : new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
			...extensions,
		],
	});
	const der = Buffer.from(certificate.rawData);
	const key = createPrivateKey({ key: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)), format: 'der', type: 'pkcs8' });
	return {
		cert: `-----BEGIN CERTIFICATE-----\n${(put === undefined ? der : signedAnew(der, put, signer)).toString('base64')}\n-----END CERTIFICATE-----\n`,
		key: key.export({ format: 'pem', type: 'pkcs8' }) as string,
	};
}

function signedAnew(der: Buffer, [before, after]: NonNullable<Odd['put']>, signer: ReturnType<typeof createPrivateKey>): Buffer {
	const [whole] = parts(der);
	const [told, how] = whole === undefined ? [] : parts(whole.content);
	if (told === undefined || how === undefined || before.length !== after.length || !told.whole.includes(before))
		throw new Error('there is no such place in it');
	const bytes = Buffer.from(told.whole);
	after.copy(bytes, bytes.lastIndexOf(before));
	return tagged(0x30, bytes, how.whole, tagged(0x03, Buffer.from([0]), sign('sha256', bytes, signer)));
}

interface Part {
	readonly whole: Buffer;
	readonly content: Buffer;
}

/** Returns the consecutive elements of a DER value. */
function parts(bytes: Buffer): readonly Part[] {
	const found: Part[] = [];
	for (let at = 0; at < bytes.length; ) {
		const first = bytes.readUInt8(at + 1);
		const more = first < 0x80 ? 0 : first - 0x80;
		const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
		const from = at + 2 + more;
		found.push({ whole: bytes.subarray(at, from + length), content: bytes.subarray(from, from + length) });
		at = from + length;
	}
	return found;
}

export function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const head = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from(head), content]);
}
