/** Response of a list in the representation that the request asks for. */
import type { ApiResponse } from '../../api/request.ts';
import { withAges } from '../../codec/cached-row.ts';
import type { Item } from '../../codec/item-form.ts';
import { jsonEnvelope, jsonItem, keptItem } from '../../codec/list.ts';
import { itemText, listText } from '../../codec/list-text.ts';
import { isPlainJson, type Representation } from '../../codec/representation.ts';
import { canKeepRows } from '../../codec/table.ts';
import { everything } from '../../select/index.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { encodingKey } from '../context/response-formats.ts';
import { shownElsewhere } from '../large-objects.ts';
import { asBuffer } from '../respond.ts';
import type { ListAnswer } from './answer.ts';
import { type ItemText, listBody } from './chunks.ts';
import { respondProtobuf } from './protobuf.ts';
import { storedListBody } from './stored.ts';

/** Responds with the list. Throws ApiError NotAcceptable. */
export function respondList(answer: ListAnswer): ApiResponse | Promise<ApiResponse> {
	const { context, request, resource, metadata } = answer;
	const representation = context.formats.negotiate.answer(request, { protobuf: resource.schema.hasProtobuf, transforms: 'objects', stream: false });
	const headers = context.formats.headers(representation.mediaType);
	if (representation.encoding === 'protobuf') return respondProtobuf(answer, representation, headers);
	const envelope = jsonEnvelope(resource, representation, metadata);
	if (resource.servesStoredBytes && isPlainJson(representation)) {
		return { status: 200, headers, body: storedListBody(envelope, answer.objects, context.slices, () => gather(answer)) };
	}
	return { status: 200, headers, body: listBody(listText(representation, envelope), itemsOf(answer, representation), context.slices) };
}

/**
 * Moves the listed objects together in memory, so that the next list copies less. Only the listed page is moved, because the next list may
 * be of another page. Filtered lists and lists of an earlier version are skipped: they do not show how the whole list lies in memory.
 */
function gather({ context, request, resource, options, token, isPast }: ListAnswer): void {
	if (options.matches !== everything || isPast || resource.kind.conversionWebhook !== undefined) return;
	const namespace = request.info.isResource ? request.info.namespace : '';
	context.cache.gather(resource.kind.storageName, namespace, token, options.limit > 0 ? options.limit : Number.POSITIVE_INFINITY);
}

/**
 * Yields the items of the list. Stored bytes are used unchanged. The cache of encodings keeps items in other versions, and rows of Tables
 * without their ages.
 */
function itemsOf(answer: ListAnswer, representation: Representation): Iterable<ItemText> {
	const { context, resource, options, objects } = answer;
	const key = `item ${encodingKey(resource, { ...representation, encoding: 'json' })}`;
	const make = (object: CachedObject): Buffer => asBuffer(jsonItem(resource, representation, object, options.include));
	const list = context.cache.beginList();
	const isKept = representation.as !== 'Table' && !(representation.as === 'none' && resource.servesStoredBytes);
	const json =
		representation.as === 'Table' && canKeepRows(resource)
			? rowsOf(answer, representation, `${key} ${options.include}`)
			: isKept
				? (object: CachedObject) => context.cache.encodedInList(list, object, key, make)
				: (object: CachedObject) => jsonItem(resource, representation, object, options.include);
	return mapped(objects, (object) => elsewhere(answer, representation, object) ?? itemText(representation, json(object)));
}

function rowsOf({ context, resource, options: { include } }: ListAnswer, representation: Representation, key: string): (object: CachedObject) => Buffer {
	const nowMs = Date.now();
	const make = (object: CachedObject): Buffer => keptItem(resource, representation, object, include);
	const list = context.cache.beginList();
	return (object) => withAges(context.cache.encodedInList(list, object, key, make), nowMs);
}

/** Encodes the item on the thread of large requests. Returns undefined for an object that is not large. */
function elsewhere({ context, request, resource, options: { include } }: ListAnswer, representation: Representation, item: Item) {
	return shownElsewhere({ as: 'item', representation, options: { include, headers: false }, item, caller: request }, resource, context);
}

/** Maps the objects. Creates the iterator at once, so that it shows the cache's current snapshot. */
function mapped<T>(objects: Iterable<CachedObject>, each: (object: CachedObject) => T): Iterable<T> {
	const iterator = objects[Symbol.iterator]();
	return Iterator.from({ next: () => iterator.next() }).map(each);
}
