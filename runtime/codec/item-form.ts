/**
 * The form in which lists show the objects of a type, and in which the watch cache keeps them: of built-in kinds without the leading
 * kind and apiVersion, which the list says for all its items; of users' own kinds whole. What the cache has of an object is an
 * `Item`; the functions here are the one way from it to the whole object.
 */
import type { JsonObject } from '../model/catalog.ts';
import { parseJson } from '../wire/json/json.ts';

export type ItemEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** An object's JSON as lists of its type show it, and what is missing in front of it. */
export interface Item {
	readonly bytes: Buffer;
	readonly form: ItemForm;
}

export class ItemForm {
	/** What begins the whole object, in place of the first byte of an item. */
	readonly head: Buffer;
	/** The same as text. */
	readonly headText: string;
	/** Whether items are the objects themselves. */
	readonly isWhole: boolean;
	/** Kind and apiVersion, as members to put in front; none where items have them. */
	readonly type: Readonly<JsonObject>;
	/** What begins a watch event, in place of the first byte of an item. */
	readonly eventHeads: Readonly<Record<ItemEvent, Buffer>>;

	/** `type`: what items leave out; undefined: nothing. */
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

/** The whole object's JSON without a copy. */
export function wholePieces(item: Item): Buffer | readonly Buffer[] {
	// First the bytes: an object that is made ready when it is first looked at has its form with them.
	const { bytes } = item;
	const { isWhole, head } = item.form;
	return isWhole ? bytes : [head, bytes.subarray(1)];
}

/** The whole object's JSON, copied where something is missing in front. */
export function wholeBytes(item: Item): Buffer {
	const pieces = wholePieces(item);
	return Buffer.isBuffer(pieces) ? pieces : Buffer.concat(pieces);
}

/** The whole object, in its storage version. `text`: of the item's bytes. */
export function parseWhole(item: Item, text: Uint8Array | string = item.bytes): JsonObject {
	const object = parseJson(text) as JsonObject;
	return item.form.isWhole ? object : { ...item.form.type, ...object };
}

/** A JSON object that is made, and lies nowhere. */
export function itemOf(json: Buffer | string): Item {
	return { bytes: typeof json === 'string' ? Buffer.from(json) : json, form: wholeForm };
}
