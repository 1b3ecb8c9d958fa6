/** PartialObjectMetadata: only the metadata of an object. */
import type { JsonObject } from '../model/catalog.ts';
import { bytesField, partialFields } from '../wire/protobuf/message.ts';
import type { Representation } from './representation.ts';
import type { CodecParts } from './served.ts';

export const partialKind = 'PartialObjectMetadata';
const metadataType = 'meta/v1.ObjectMeta';

export function metaApiVersion({ metaGroup, metaVersion }: Representation): string {
	return `${metaGroup}/${metaVersion}`;
}

export function partialObject(object: JsonObject, representation: Representation): JsonObject {
	return { kind: partialKind, apiVersion: metaApiVersion(representation), metadata: object.metadata ?? {} };
}

/** Encodes the message, without its envelope. */
export function partialMessage(object: JsonObject, parts: CodecParts): Buffer {
	const metadata = parts.schemas.type(metadataType).encode((object.metadata ?? {}) as JsonObject);
	return Buffer.concat(bytesField(partialFields.metadata, metadata));
}
