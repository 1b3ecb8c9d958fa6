/**
 * A list in protobuf. The length of all items stands before them: they are measured first, in slices between which others have their
 * turn, and written as the client takes them. What has been made is kept in the cache of encodings, where writing finds it again.
 */
import type { ApiResponse } from '../../api/request.ts';
import { protobufEnvelope, protobufItem } from '../../codec/list.ts';
import type { ListText } from '../../codec/list-text.ts';
import type { Representation } from '../../codec/representation.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { shownElsewhere, unending } from '../large-objects.ts';
import { encodingKey } from '../response-formats.ts';
import { inSlices } from './in-slices.ts';
import type { ListAnswer } from './list-answer.ts';
import { listBody, pieceBytes } from './list-chunks.ts';

/** A list up to this size is not made again to be written, whatever became of what was kept. */
const heldBytes = 2 * pieceBytes;

/** What is looked at twice: the same objects both times. */
export function respondProtobuf(answer: ListAnswer, representation: Representation, headers: ApiResponse['headers']): ApiResponse | Promise<ApiResponse> {
	const items = new ProtobufItems(answer, representation);
	const respond = (): ApiResponse => ({ status: 200, headers, body: items.body() });
	const measuring = inSlices(answer.objects, { caller: answer.request, slices: answer.context.slices }, (object) => items.measure(object));
	return measuring === undefined ? respond() : measuring.then(respond);
}

class ProtobufItems {
	readonly #answer: ListAnswer;
	readonly #representation: Representation;
	/** Under which items are kept. */
	readonly #key: string;
	readonly #list: number;
	#bytes = 0;
	/** Undefined: they are too many to be held. */
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

	/** The size of an item that the cache has no room for is kept, so that the next list makes the item once. */
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

	/** Undefined: it is not large, or known. What one user asks for several times at once is made once. */
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
