/**
 * Form of a type's objects in lists and in the watch cache. Built-in kinds omit the leading kind and apiVersion, which the list states for
 * all items; users' kinds are whole. The cache's form of an object is an `Item`. Only the functions here turn it into the whole object.
 */
import type { JsonObject } from '../model/catalog.ts';
import { parseJson } from '../wire/json/json.ts';

export type ItemEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** An object's JSON in the form of its type's lists. `form` has the start that lists omit. */
export interface Item {
	readonly bytes: Buffer;
	readonly form: ItemForm;
}

export class ItemForm {
	/** Start of the whole object, in place of an item's first byte. */
	readonly head: Buffer;
	/** `head` as text. */
	readonly headText: string;
	/** True when items are whole objects. */
	readonly isWhole: boolean;
	/** Kind and apiVersion, the members that items lack; empty when items have them. */
	readonly type: Readonly<JsonObject>;
	/** Starts of watch events, in place of an item's first byte. */
	readonly eventHeads: Readonly<Record<ItemEvent, Buffer>>;

	/** `type`: members that items omit; undefined when items are whole. */
	constructor(type: { readonly kind: string; readonly apiVersion: string } | undefined) {
		this.isWhole = type === undefined;
		this.type = type === undefined ? {} : { kind: type.kind, apiVersion: type.apiVersion };
		this.headText = type === undefined ? '{' : `{"kind":${JSON.stringify(type.kind)},"apiVersion":${JSON.stringify(type.apiVersion)},`;
		this.head = Buffer.from(this.headText);
		const eventHead = (event: ItemEvent): Buffer => Buffer.from(`{"type":"${event}","object":${this.headText}`);
		this.eventHeads = { ADDED: eventHead('ADDED'), MODIFIED: eventHead('MODIFIED'), DELETED: eventHead('DELETED') };
	}
}

export const wholeForm = new ItemForm(undefined);

/** Returns the whole object's JSON without a copy. */
export function wholePieces(item: Item): Buffer | readonly Buffer[] {
	// Bytes first: reading them prepares a lazily prepared object and settles its form.
	const { bytes } = item;
	const { isWhole, head } = item.form;
	return isWhole ? bytes : [head, bytes.subarray(1)];
}

/** Returns the whole object's JSON, copied when the item lacks its head. */
export function wholeBytes(item: Item): Buffer {
	const pieces = wholePieces(item);
	return Buffer.isBuffer(pieces) ? pieces : Buffer.concat(pieces);
}

/** Parses the whole object, in its storage version. `text`: of the item's bytes. */
export function parseWhole(item: Item, text: Uint8Array | string = item.bytes): JsonObject {
	const object = parseJson(text) as JsonObject;
	return item.form.isWhole ? object : { ...item.form.type, ...object };
}

/** Wraps a JSON object that is not in the cache. */
export function itemOf(json: Buffer | string): Item {
	return { bytes: typeof json === 'string' ? Buffer.from(json) : json, form: wholeForm };
}
