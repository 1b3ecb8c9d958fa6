/**
 * Envelope of protobuf bodies: four magic bytes and an `Unknown` message. Its fields: typeMeta = 1 {apiVersion = 1, kind = 2}, raw = 2,
 * contentEncoding = 3, contentType = 4. `schema/protobuf/` decodes the content (seed 1, protobuf encoding).
 */
import { MalformedError } from '../../model/malformed.ts';
import { WireError, WireReader, wireTypes } from './reader.ts';
import { BackwardWriter } from './writer.ts';

/** `k8s` and a zero byte, in every vocabulary. */
const protobufMagic: Uint8Array = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

export interface Envelope {
	readonly apiVersion: string;
	readonly kind: string;
	/** Bytes of the enclosed object. */
	readonly raw: Uint8Array;
}

/** Returns the whole body, magic bytes included. */
export function wrapUnknown(apiVersion: string, kind: string, raw: Uint8Array): Buffer {
	const writer = new BackwardWriter(raw.length + apiVersion.length + kind.length + 64);
	writeBehind(writer);
	writer.raw(raw);
	writeBefore(writer, apiVersion, kind, raw.length);
	return writer.finish();
}

/** Returns the bytes before (magic bytes included) and after an enclosed object of `rawBytes` bytes. */
export function unknownAround(apiVersion: string, kind: string, rawBytes: number): { readonly head: Buffer; readonly tail: Buffer } {
	const before = new BackwardWriter(apiVersion.length + kind.length + 64);
	writeBefore(before, apiVersion, kind, rawBytes);
	const behind = new BackwardWriter(4);
	writeBehind(behind);
	return { head: before.finish(), tail: behind.finish() };
}

const lengthDelimited = wireTypes.bytes;

function writeBehind(writer: BackwardWriter): void {
	writer.text('');
	writer.tag(4, lengthDelimited);
	writer.text('');
	writer.tag(3, lengthDelimited);
}

function writeBefore(writer: BackwardWriter, apiVersion: string, kind: string, rawBytes: number): void {
	writer.varint(rawBytes);
	writer.tag(2, lengthDelimited);
	const before = writer.length;
	writer.text(kind);
	writer.tag(2, lengthDelimited);
	writer.text(apiVersion);
	writer.tag(1, lengthDelimited);
	writer.varint(writer.length - before);
	writer.tag(1, lengthDelimited);
	writer.raw(protobufMagic);
}

/** Throws MalformedError without the magic bytes, or for a malformed message. */
export function unwrapUnknown(bytes: Uint8Array): Envelope {
	if (bytes.length === 0) throw new MalformedError('empty data');
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (!protobufMagic.every((byte, index) => buffer[index] === byte)) {
		throw new MalformedError('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
	}
	if (bytes.length === protobufMagic.length) throw new MalformedError('empty body');
	try {
		return readEnvelope(new WireReader(buffer, protobufMagic.length));
	} catch (error) {
		if (error instanceof WireError) throw new MalformedError(error.message);
		throw error;
	}
}

function readEnvelope(reader: WireReader): Envelope {
	const envelope: { -readonly [K in keyof Envelope]: Envelope[K] } = { apiVersion: '', kind: '', raw: new Uint8Array() };
	while (!reader.done) {
		const tag = reader.tag();
		if (tag === tagOf(1)) readTypeMeta(reader.message(), envelope);
		else if (tag === tagOf(2)) envelope.raw = reader.bytes();
		else reader.skip(tag & 7);
	}
	return envelope;
}

function readTypeMeta(reader: WireReader, into: { apiVersion: string; kind: string }): void {
	while (!reader.done) {
		const tag = reader.tag();
		if (tag === tagOf(1)) into.apiVersion = reader.text();
		else if (tag === tagOf(2)) into.kind = reader.text();
		else reader.skip(tag & 7);
	}
}

function tagOf(number: number): number {
	return number * 8 + wireTypes.bytes;
}
