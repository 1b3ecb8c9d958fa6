/**
 * A list in protobuf. The total length precedes the items. Therefore the items are measured first, in time slices, and then written as the
 * client reads them. The cache of encodings keeps measured items for the second pass.
 */
import type { ApiResponse } from '../../api/request.ts';
import { protobufEnvelope, protobufItem } from '../../codec/list.ts';
import type { ListText } from '../../codec/list-text.ts';
import type { Representation } from '../../codec/representation.ts';
import { sliceOver } from '../../scheduling/slice-over.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { encodingKey } from '../context/response-formats.ts';
import { shownElsewhere, unending } from '../large-objects.ts';
import type { ListAnswer } from './answer.ts';
import { listBody, pieceBytes } from './chunks.ts';

/** Size up to which the measured items are kept here and written directly, even if the cache evicts them. */
const heldBytes = 2 * pieceBytes;

/** Responds with a list in protobuf. Iterates the objects twice; both iterations must yield the same ones. */
export function respondProtobuf(answer: ListAnswer, representation: Representation, headers: ApiResponse['headers']): ApiResponse | Promise<ApiResponse> {
	const items = new ProtobufItems(answer, representation);
	const respond = (): ApiResponse => ({ status: 200, headers, body: items.body() });
	const measuring = sliceOver(answer.objects, { caller: answer.request, slices: answer.context.slices }, (object) => items.measure(object));
	return measuring === undefined ? respond() : measuring.then(respond);
}

class ProtobufItems {
	readonly #answer: ListAnswer;
	readonly #representation: Representation;
	/** Key of the items in the cache of encodings. */
	readonly #key: string;
	readonly #list: number;
	#bytes = 0;
	/** Measured items. Undefined once they are too large to keep. */
	#held: Buffer[] | undefined = [];

	constructor(answer: ListAnswer, representation: Representation) {
		this.#answer = answer;
		this.#representation = representation;
		this.#list = answer.context.cache.beginList();
		this.#key = `item ${encodingKey(answer.resource, representation)}`;
	}

	measure(object: CachedObject): Promise<void> | undefined {
		const { itemSizes } = this.#answer.context;
		const size = this.#held === undefined ? itemSizes.get(object, this.#key) : undefined;
		if (size !== undefined) {
			this.#bytes += size;
			return undefined;
		}
		const item = this.#item(object);
		if (item instanceof Promise) return item.then((bytes) => this.#measured(object, bytes));
		this.#measured(object, item);
		return undefined;
	}

	body(): ApiResponse['body'] {
		const { context, resource, metadata, objects } = this.#answer;
		const { head, tail } = protobufEnvelope(resource, context, this.#representation, metadata, this.#bytes);
		if (this.#held !== undefined) return Buffer.concat([head, ...this.#held, tail]);
		const text: ListText = { head, lead: '', none: '', separator: '', tail };
		const items = Iterator.from(objects).map((object) => this.#item(object));
		return listBody(text, items, context.slices, head.length + this.#bytes + tail.length);
	}

	/**
	 * Measures an item. If the cache has no room for the item, its size is remembered, so that the next list encodes the item only once.
	 */
	#measured(object: CachedObject, item: Buffer): void {
		const { cache, itemSizes } = this.#answer.context;
		if (cache.known(object, this.#key) === undefined) itemSizes.set(object, this.#key, item.length);
		this.#count(item);
	}

	#count(item: Buffer): void {
		this.#bytes += item.length;
		if (this.#bytes > heldBytes) this.#held = undefined;
		this.#held?.push(item);
	}

	#item(object: CachedObject): Buffer | Promise<Buffer> {
		const { context, resource } = this.#answer;
		const make = (): Buffer => protobufItem(resource, context, this.#representation, object);
		return this.#elsewhere(object) ?? context.cache.encodedInList(this.#list, object, this.#key, make);
	}

	/**
	 * Encodes a large item on the thread of large requests. Returns undefined for an item that is not large or is cached. Concurrent
	 * requests of a user share one encoding.
	 */
	#elsewhere(object: CachedObject): Promise<Buffer> | undefined {
		const { context, request, resource } = this.#answer;
		const { cache } = context;
		if (cache.known(object, this.#key) !== undefined) return undefined;
		const caller = { signal: unending, user: request.user };
		const options = { include: 'Metadata', headers: false } as const;
		const shown = { as: 'item', representation: this.#representation, options, item: object, caller } as const;
		return context.underWay.once(object, `${request.user.name} ${this.#key}`, () =>
			shownElsewhere(shown, resource, context)?.then((bytes) => cache.encodedInList(this.#list, object, this.#key, () => bytes)),
		);
	}
}
