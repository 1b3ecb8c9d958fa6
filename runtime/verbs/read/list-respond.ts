/** Writes a list in the representation that the request asks for. */
import type { ApiRequest, ApiResponse, ResponseBody } from '../../api/request.ts';
import { objectMessage } from '../../codec/encode-object.ts';
import { jsonEnvelope, jsonItem, type ListMetadata, protobufList } from '../../codec/list.ts';
import { isPlainJson, type Representation } from '../../codec/representation.ts';
import { indented, textForm } from '../../codec/text-form.ts';
import { everything } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson } from '../../wire/json/json.ts';
import { encodingKey } from '../answers.ts';
import type { VerbContext } from '../contract.ts';
import { asBuffer } from '../respond.ts';
import type { ContinueToken } from './continue-token.ts';
import { listBody } from './list-chunks.ts';
import type { ListOptions } from './list-options.ts';
import { storedListBody } from './list-stored.ts';

export interface ListAnswer {
	readonly context: VerbContext;
	readonly request: ApiRequest;
	readonly resource: ServedResource;
	readonly options: ListOptions;
	/** Of the page before. */
	readonly token: ContinueToken | undefined;
	readonly metadata: ListMetadata;
	readonly objects: Iterable<CachedObject>;
}

/** Throws ApiError NotAcceptable. */
export function respondList(answer: ListAnswer): ApiResponse {
	const { context, request, resource, metadata } = answer;
	const representation = context.answers.negotiate.answer(request, { protobuf: resource.schema.hasProtobuf, transforms: 'objects', stream: false });
	const headers = context.answers.headers(representation.mediaType);
	if (representation.encoding === 'protobuf') {
		return { status: 200, headers, body: protobufList(resource, context, representation, metadata, messages(answer, representation)) };
	}
	const { head, tail } = jsonEnvelope(resource, representation, metadata);
	if (resource.servesStoredBytes && isPlainJson(representation)) {
		return { status: 200, headers, body: storedListBody(head, answer.objects, tail, () => gather(answer)) };
	}
	const items = itemsOf(answer, representation);
	if (representation.encoding === 'yaml') return { status: 200, headers, body: textForm(`${head}${[...items].map(String).join(',')}${tail}`, representation) };
	const body = representation.pretty ? prettyBody(head, items, tail) : listBody(head, items, tail);
	return { status: 200, headers, body };
}

/** Only what was listed: the next list may be of another page. A selection says nothing of how the whole is listed. */
function gather({ context, request, resource, options, token }: ListAnswer): void {
	if (options.matches !== everything) return;
	const namespace = request.info.isResource ? request.info.namespace : '';
	context.cache.gather(resource.kind.storageName, namespace, token, options.limit > 0 ? options.limit : Number.POSITIVE_INFINITY);
}

/** Indented item by item, so that a large list for a person blocks no one else. */
function prettyBody(head: string, items: Iterable<Buffer | string>, tail: string): ResponseBody {
	const whole = indented(parseJson(`${head}${tail}`));
	// The list is the last member, and empty here.
	const middle = whole.lastIndexOf('[]') + 1;
	const iterator = items[Symbol.iterator]();
	const pretty = Iterator.from({ next: () => iterator.next() }).map((item) => `\n    ${indented(parseJson(item)).replaceAll('\n', '\n    ')}`);
	return listBody(whole.slice(0, middle), pretty, `\n  ${whole.slice(middle)}\n`);
}

function* messages({ context, resource, objects }: ListAnswer, representation: Representation): Generator<Buffer> {
	const key = `item ${encodingKey(resource, representation)}`;
	for (const object of objects) yield context.cache.encoded(object, key, (cached) => objectMessage(resource, context, representation, cached));
}

/** Stored bytes as they are; other versions are kept in the cache of encodings; Tables are made anew, since ages grow. */
function itemsOf({ context, resource, options, objects }: ListAnswer, representation: Representation): Iterable<Buffer | string> {
	if (representation.as === 'none' && resource.servesStoredBytes) return mapped(objects, (object) => object.bytes);
	if (representation.as === 'Table') return mapped(objects, (object) => jsonItem(resource, representation, object, options.include));
	const key = `item ${encodingKey(resource, { ...representation, encoding: 'json' })}`;
	const make = (object: CachedObject): Buffer => asBuffer(jsonItem(resource, representation, object, options.include));
	return mapped(objects, (object) => context.cache.encoded(object, key, make));
}

/** Takes the iterator at once: the cache's snapshot is of now. */
function mapped<T>(objects: Iterable<CachedObject>, each: (object: CachedObject) => T): Iterable<T> {
	const iterator = objects[Symbol.iterator]();
	return Iterator.from({ next: () => iterator.next() }).map(each);
}
