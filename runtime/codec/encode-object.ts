/** One object from its stored bytes to a representation. */
import type { JsonObject } from '../model/catalog.ts';
import { parseJson, stringifyJson } from '../wire/json/json.ts';
import { wrapUnknown } from '../wire/protobuf/unknown.ts';
import { metaApiVersion, partialKind, partialMessage, partialObject } from './partial.ts';
import type { Representation } from './representation.ts';
import type { CodecParts, IncludeObject, Served } from './served.ts';
import { tableHead, tableRow, tableTail } from './table.ts';
import { textForm } from './text-form.ts';

export interface ObjectOptions {
	/** Of a Table's rows. */
	readonly include: IncludeObject;
	/** Whether a Table names its columns. */
	readonly headers: boolean;
}

export const usualOptions: ObjectOptions = { include: 'Metadata', headers: true };

/** `bytes`: JSON in the storage version, with resourceVersion. Plain JSON of the storage version comes back as it is. */
export function encodeObject(served: Served, parts: CodecParts, representation: Representation, bytes: Buffer, options = usualOptions): Buffer | string {
	if (representation.encoding === 'protobuf') return envelope(served, representation, objectMessage(served, parts, representation, bytes));
	return textForm(objectJson(served, representation, bytes, options), representation);
}

/** Plain JSON of the object, whatever it is turned into. */
export function objectJson(served: Served, representation: Representation, bytes: Buffer, options = usualOptions): Buffer | string {
	if (representation.as === 'none') return served.servesStoredBytes ? bytes : stringifyJson(served.fromStorage(stored(bytes)));
	const object = stored(bytes);
	if (representation.as !== 'Table') return stringifyJson(partialObject(object, representation));
	const { resourceVersion = '' } = (object.metadata ?? {}) as JsonObject;
	const head = tableHead(served, representation, { resourceVersion }, options.headers);
	return `${head}${tableRow(served, representation, object, options.include)}${tableTail}`;
}

/** The protobuf message, without its envelope. */
export function objectMessage(served: Served, parts: CodecParts, representation: Representation, bytes: Buffer): Buffer {
	const object = stored(bytes);
	if (representation.as !== 'none') return partialMessage(object, parts);
	const message = served.schema.encode(served.fromStorage(object));
	return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}

function envelope(served: Served, representation: Representation, message: Uint8Array): Buffer {
	if (representation.as === 'none') return wrapUnknown(served.apiVersion, served.kind.kind, message);
	return wrapUnknown(metaApiVersion(representation), partialKind, message);
}

function stored(bytes: Buffer): JsonObject {
	return parseJson(bytes) as JsonObject;
}
