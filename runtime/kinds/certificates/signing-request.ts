/** Parser of certificate signing requests: PKCS #10 (RFC 2986) in PEM, as far as the server uses them. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { pemBlocks } from '../../wire/pem.ts';
import { type Der, expectTag, inside, oidText, readDer, tags } from './der.ts';

export interface SigningRequest {
	readonly commonName: string;
	readonly organizations: readonly string[];
	/** Tags (RFC 5280) of the alternative names: 1 is an email address, 2 a DNS name, 6 a URI, 7 an IP address. */
	readonly alternativeNames: readonly number[];
}

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
const extensionRequest = '1.2.840.113549.1.9.14';
const subjectAltName = '2.5.29.17';

/** Hash algorithms by signature OID; `null` when the signature algorithm implies it. */
const hashes: Readonly<Record<string, string | null>> = {
	'1.2.840.113549.1.1.11': 'sha256',
	'1.2.840.113549.1.1.12': 'sha384',
	'1.2.840.113549.1.1.13': 'sha512',
	'1.2.840.10045.4.3.2': 'sha256',
	'1.2.840.10045.4.3.3': 'sha384',
	'1.2.840.10045.4.3.4': 'sha512',
	'1.3.101.112': null,
};

export interface RequestParts {
	readonly info: Der;
	readonly subject: Der;
	readonly key: KeyObject;
	readonly attributes: Der | undefined;
	readonly algorithm: Der;
	readonly signature: Der;
}

/** Parses a request. Throws an Error for malformed bytes. */
export function requestParts(bytes: Uint8Array): RequestParts {
	const [info, algorithm, signature] = inside(expectTag(readDer(bytes), tags.sequence));
	const [, subject, key, attributes] = inside(expectTag(info, tags.sequence));
	return {
		info: expectTag(info, tags.sequence),
		subject: expectTag(subject, tags.sequence),
		key: createPublicKey({ key: Buffer.from(expectTag(key, tags.sequence).whole), format: 'der', type: 'spki' }),
		attributes,
		algorithm: expectTag(algorithm, tags.sequence),
		signature: expectTag(signature, tags.bits),
	};
}

/** Parses a request and verifies its signature. Throws an Error that describes the problem. `pem`: PEM text. */
export function readSigningRequest(pem: string): SigningRequest {
	const [block] = pemBlocks(pem);
	if (block?.type !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST');
	const parts = requestParts(block.bytes);
	const { subject, attributes } = parts;
	checkSignature(parts);
	const names = inside(subject).flatMap(inside).map(inside);
	const valuesOf = (wanted: string) =>
		names.flatMap(([oid, value]) => (oid !== undefined && value !== undefined && oidText(oid) === wanted ? [text(value)] : []));
	return {
		commonName: valuesOf(commonName).at(-1) ?? '',
		organizations: valuesOf(organization),
		alternativeNames: attributes === undefined ? [] : alternativeNames(expectTag(attributes, tags.attributes)),
	};
}

function text({ content }: Der): string {
	return Buffer.from(content).toString('utf8');
}

/** Verifies that the request is signed with its own key; throws an Error otherwise. */
export function checkSignature({ info, key, algorithm, signature }: RequestParts): void {
	const [oid] = inside(algorithm);
	const hash = hashes[oidText(expectTag(oid, tags.oid))];
	if (hash === undefined) throw new Error('x509: cannot verify signature: algorithm unimplemented');
	// The first byte is the number of unused bits in the last one: 0.
	if (!verify(hash, info.whole, key, signature.content.subarray(1))) throw new Error('x509: verification failure');
}

function alternativeNames(attributes: Der): readonly number[] {
	const extensions = inside(attributes)
		.map(inside)
		.filter(([oid]) => oid !== undefined && oidText(oid) === extensionRequest)
		.flatMap(([, values]) => (values === undefined ? [] : inside(values)))
		.flatMap(inside)
		.map(inside);
	const [, ...parts] = extensions.find(([oid]) => oid !== undefined && oidText(oid) === subjectAltName) ?? [];
	const value = parts.at(-1);
	// The tag of a name is context-specific; its number is the lowest five bits.
	return value === undefined ? [] : inside(readDer(value.content)).map(({ tag }) => tag & 0x1f);
}
