/**
 * Encodes and decodes CBOR (RFC 8949) as Kubernetes does. Texts and field names are byte strings, keys are sorted by bytes, and floats are as
 * short as possible. Text strings are accepted too, and bytes with tag 22 become base64 text.
 */
import { decode, encode, Tag } from 'cbor2';
import { sortCoreDeterministic } from 'cbor2/sorts';
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';

/** Tag of self-described CBOR: the first three bytes of each encoded object are its magic number. */
const selfDescribed = 55799;
const timeTags: ReadonlySet<number> = new Set([0]);
/** Tags of bytes that become base64url, base64 and hexadecimal text. */
const laterText: ReadonlyMap<number, BufferEncoding> = new Map([
	[21, 'base64url'],
	[22, 'base64'],
	[23, 'hex'],
]);
const numberTags: ReadonlySet<number> = new Set([2, 3]);

const encoding = { sortKeys: sortCoreDeterministic, collapseBigInts: true } as const;
const decoding = { preferMap: true, ignoreGlobalTags: true, rejectUndefined: true } as const;

type Encodable = null | boolean | number | bigint | Uint8Array | Tag | readonly Encodable[] | ReadonlyMap<Uint8Array, Encodable>;

/** Encodes an object, with the magic number. */
export function encodeCbor(value: JsonValue): Buffer {
	return bytesOf(new Tag(selfDescribed, encodable(value)));
}

/** Encodes a watch event. Its object has a magic number of its own. */
export function encodeCborEvent({ type, object }: JsonObject): Buffer {
	const event = new Map<Uint8Array, Encodable>([
		[text('type'), encodable(type ?? null)],
		[text('object'), new Tag(selfDescribed, encodable(object ?? null))],
	]);
	return bytesOf(new Tag(selfDescribed, event));
}

/** Decodes one value. Throws MalformedError. */
export function decodeCbor(bytes: Uint8Array): JsonValue {
	let value: unknown;
	try {
		value = decode(bytes, decoding);
	} catch (error) {
		throw new MalformedError(`the body is not valid CBOR: ${(error as Error).message}`);
	}
	return decoded(value);
}

function bytesOf(value: Encodable): Buffer {
	const bytes = encode(value, encoding);
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const encoder = new TextEncoder();

function text(value: string): Uint8Array {
	return encoder.encode(value);
}

function encodable(value: JsonValue): Encodable {
	if (typeof value === 'string') return text(value);
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(encodable);
	return new Map(Object.entries(value).map(([name, inner]) => [text(name), encodable(inner as JsonValue)]));
}

function decoded(value: unknown): JsonValue {
	if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
	if (typeof value === 'number') return finite(value);
	if (value instanceof Uint8Array) return utf8(value);
	if (Array.isArray(value)) return value.map(decoded);
	if (value instanceof Map) return decodedMap(value);
	if (value instanceof Tag) return decodedTag(value);
	throw new MalformedError('the body has a CBOR value that JSON cannot express');
}

function finite(value: number): number {
	if (!Number.isFinite(value)) throw new MalformedError('the body has a number that is not finite');
	return value;
}

function utf8(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function decodedMap(map: ReadonlyMap<unknown, unknown>): JsonObject {
	const entries = new Map<string, JsonValue>();
	for (const [key, value] of map) {
		const name = key instanceof Uint8Array ? utf8(key) : key;
		if (typeof name !== 'string') throw new MalformedError('the body has a map key that is not a string');
		if (entries.has(name)) throw new MalformedError(`the body has the map key ${JSON.stringify(name)} twice`);
		entries.set(name, decoded(value));
	}
	// `fromEntries` defines own properties, also `__proto__`.
	return Object.fromEntries(entries);
}

function decodedTag({ tag, contents }: Tag): JsonValue {
	const number = Number(tag);
	if (numberTags.has(number)) throw new MalformedError('the body has an integer beyond 64 bits');
	const form = laterText.get(number);
	if (form !== undefined && contents instanceof Uint8Array) return Buffer.from(contents).toString(form);
	const value = decoded(contents);
	if (timeTags.has(number) && typeof value !== 'string') throw new MalformedError('the body has a time that is not text');
	return value;
}
