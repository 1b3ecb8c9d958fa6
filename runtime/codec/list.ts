/** Encodes lists: the envelope in two parts and the items between them. JSON items can be the stored bytes. */
import { stringifyJson } from '../wire/json/json.ts';
import { bytesField, listFields } from '../wire/protobuf/message.ts';
import { unknownAround } from '../wire/protobuf/unknown.ts';
import { objectJson, objectMessage } from './encode-object.ts';
import { type Item, parseWhole } from './item-form.ts';
import { metaApiVersion, partialKind } from './partial.ts';
import type { Representation } from './representation.ts';
import type { CodecParts, EncodedKind, IncludeObject } from './served.ts';
import { keptTableRow, tableHead, tableRow, tableTail } from './table.ts';

export interface ListMetadata {
	/** Absent for kinds without stored objects. */
	readonly resourceVersion?: string;
	readonly continue?: string;
	readonly remainingItemCount?: number;
}

/** Text before and after the items. */
export interface JsonEnvelope {
	readonly head: string;
	readonly tail: string;
}

const listMetaType = 'meta/v1.ListMeta';

export function jsonEnvelope(served: EncodedKind, representation: Representation, metadata: ListMetadata): JsonEnvelope {
	if (representation.as === 'Table') return { head: tableHead(served, representation, { ...metadata }, true), tail: tableTail };
	const { kind, apiVersion } = listType(served, representation);
	return { head: `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":[`, tail: ']}' };
}

/** Returns the cacheable Table row of an item (`keptTableRow`). */
export function keptItem(served: EncodedKind, representation: Representation, item: Item, include: IncludeObject): Buffer {
	return keptTableRow(served, representation, parseWhole(item), include);
}

/** Returns the JSON of one item. Objects in Table rows and in PartialObjectMetadata have kind and apiVersion. */
export function jsonItem(served: EncodedKind, representation: Representation, item: Item, include: IncludeObject): Buffer | string {
	if (representation.as === 'Table') return tableRow(served, representation, parseWhole(item), include);
	if (representation.as !== 'none') return objectJson(served, representation, item);
	return served.servesStoredBytes ? item.bytes : otherVersion(served, item);
}

function otherVersion(served: EncodedKind, item: Item): string {
	const object = served.fromStorage(parseWhole(item));
	if (served.form.isWhole) return stringifyJson(object);
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
	return stringifyJson(rest);
}

/** Encodes an item of a protobuf list: field tag, length and message. */
export function protobufItem(served: EncodedKind, parts: CodecParts, representation: Representation, item: Item): Buffer {
	return Buffer.concat(bytesField(listFields.items, objectMessage(served, parts, representation, item)));
}

/** Returns the bytes before and after the items (`protobufItem`). The first part contains the total length of the items. */
export function protobufEnvelope(
	served: EncodedKind,
	parts: CodecParts,
	representation: Representation,
	metadata: ListMetadata,
	itemBytes: number,
): { readonly head: Buffer; readonly tail: Buffer } {
	const { kind, apiVersion } = listType(served, representation);
	const before = Buffer.concat(bytesField(listFields.metadata, parts.schemas.type(listMetaType).encode({ ...metadata })));
	const { head, tail } = unknownAround(apiVersion, kind, before.length + itemBytes);
	return { head: Buffer.concat([head, before]), tail };
}

function listType(served: EncodedKind, representation: Representation): { kind: string; apiVersion: string } {
	if (representation.as === 'none') return { kind: served.kind.listKind, apiVersion: served.apiVersion };
	return { kind: `${partialKind}List`, apiVersion: metaApiVersion(representation) };
}
