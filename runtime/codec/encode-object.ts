/** Encodes one cached object in the negotiated representation. */
import { stringifyJson } from '../wire/json/json.ts';
import { wrapUnknown } from '../wire/protobuf/unknown.ts';
import { type Item, parseWhole, wholeBytes } from './item-form.ts';
import { metaApiVersion, partialKind, partialMessage, partialObject } from './partial.ts';
import type { Representation } from './representation.ts';
import type { CodecParts, EncodedKind, IncludeObject } from './served.ts';
import { objectTable } from './table.ts';
import { textForm } from './text-form.ts';

export interface ObjectOptions {
	/** Which part of the object each Table row includes. */
	readonly include: IncludeObject;
	/** Whether a Table includes its column definitions. */
	readonly headers: boolean;
}

export const usualOptions: ObjectOptions = { include: 'Metadata', headers: true };

/**
 * Encodes the object. `item`: in the storage version, with resourceVersion. Stored JSON is returned unchanged when the client wants it
 * complete and in that version.
 */
export function encodeObject(served: EncodedKind, parts: CodecParts, representation: Representation, item: Item, options = usualOptions): Buffer | string {
	if (representation.encoding === 'protobuf') return envelope(served, representation, objectMessage(served, parts, representation, item));
	return textForm(objectJson(served, representation, item, options), representation);
}

/** Returns the object's plain JSON, after any transformation. */
export function objectJson(served: EncodedKind, representation: Representation, item: Item, options = usualOptions): Buffer | string {
	if (representation.as === 'none') return served.servesStoredBytes ? wholeBytes(item) : stringifyJson(served.fromStorage(parseWhole(item)));
	const object = parseWhole(item);
	if (representation.as !== 'Table') return stringifyJson(partialObject(object, representation));
	return objectTable(served, representation, object, options.include, options.headers);
}

/** Encodes the protobuf message, without its envelope. */
export function objectMessage(served: EncodedKind, parts: CodecParts, representation: Representation, item: Item): Buffer {
	const object = parseWhole(item);
	if (representation.as !== 'none') return partialMessage(object, parts);
	const message = served.schema.encode(served.fromStorage(object));
	return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}

function envelope(served: EncodedKind, representation: Representation, message: Uint8Array): Buffer {
	if (representation.as === 'none') return wrapUnknown(served.apiVersion, served.kind.kind, message);
	return wrapUnknown(metaApiVersion(representation), partialKind, message);
}
