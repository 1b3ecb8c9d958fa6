/**
 * Form of objects in lists and in the watch cache. Items of built-in kinds omit kind and apiVersion at the start, as in lists of
 * Kubernetes. Custom objects are complete. The functions here are the only ones that complete an item.
 */
import type { JsonObject } from '../model/catalog.ts';
import { parseJson } from '../wire/json/json.ts';

export type ItemEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** JSON of an object in the form of a list item. `form` has the omitted start. */
export interface Item {
	readonly bytes: Buffer;
	readonly form: ItemForm;
}

export class ItemForm {
	/** Start of the complete object, which replaces the item's first byte. */
	readonly head: Buffer;
	/** `head` as text. */
	readonly headText: string;
	/** True when items are complete objects. */
	readonly isWhole: boolean;
	/** Kind and apiVersion, where items omit them; otherwise empty. */
	readonly type: Readonly<JsonObject>;
	/** Starts of watch events, which replace the item's first byte. */
	readonly eventHeads: Readonly<Record<ItemEvent, Buffer>>;

	/** `type`: the members that items omit; undefined when items are complete. */
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

/** Returns the complete object's JSON without copying. */
export function wholePieces(item: Item): Buffer | readonly Buffer[] {
	// Bytes first: reading them parses a lazily parsed object, which can change its form.
	const { bytes } = item;
	const { isWhole, head } = item.form;
	return isWhole ? bytes : [head, bytes.subarray(1)];
}

/** Returns the complete object's JSON; copies it when the item omits its start. */
export function wholeBytes(item: Item): Buffer {
	const pieces = wholePieces(item);
	return Buffer.isBuffer(pieces) ? pieces : Buffer.concat(pieces);
}

/** Parses the complete object, in its storage version. `text`: the item's bytes. */
export function parseWhole(item: Item, text: Uint8Array | string = item.bytes): JsonObject {
	const object = parseJson(text) as JsonObject;
	return item.form.isWhole ? object : { ...item.form.type, ...object };
}

/** Makes an item of a JSON object that is not in the cache. */
export function itemOf(json: Buffer | string): Item {
	return { bytes: typeof json === 'string' ? Buffer.from(json) : json, form: wholeForm };
}
