/**
 * Puts `metadata.resourceVersion` into stored JSON, in its canonical place: name, generateName, namespace, selfLink, uid, resourceVersion.
 * Walks the few members before that place, so it never mistakes text inside a value, or a nested object's uid, for the object's own.
 * What lists leave out in front (`ItemForm`) is left off on the way.
 */
import { type ItemForm, wholeForm } from '../../codec/item-form.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const braceOpen = 0x7b;
const braceClose = 0x7d;
const bracketOpen = 0x5b;
const bracketClose = 0x5d;

/** First letter and length tell the members before resourceVersion from all others that ObjectMeta has. */
const before = new Map(['name', 'generateName', 'namespace', 'selfLink', 'uid'].map((key) => [key.length, key.charCodeAt(0)]));

const metadataKey = Buffer.from('metadata');

/** The member without its digits, with a comma in front. */
const memberBytes = Buffer.from(',"resourceVersion":""');

/** Bytes that the splice adds at most: the member, a comma, and 16 digits. */
export const spliceBytes = memberBytes.length + 16;

/**
 * Writes the object with its resourceVersion into `target` at `offset`, where `spliceBytes` more than the object must fit, without
 * the first `leftOut` bytes behind its brace. Returns the bytes written. Throws when the JSON is not an object with a `metadata`
 * object, written without white space.
 */
export function spliceInto(target: Buffer, offset: number, json: Uint8Array, revision: number, leftOut: number): number {
	const point = splicePoint(json, leftOut + 1);
	if (point < 0) throw new Error('stored JSON has no metadata object');
	const first = json[point - 1] === braceOpen;
	const alone = first && json[point] === braceClose;
	const digits = String(revision);
	const written = memberBytes.length - 1 + digits.length + (alone ? 0 : 1);
	// One copy, a move and single bytes: views and native writes would take longer than all of it, at every row of a start.
	target.set(json, offset);
	if (leftOut > 0) target.copyWithin(offset + 1, offset + 1 + leftOut, offset + point);
	let at = offset + point - leftOut;
	target.copyWithin(at + written, offset + point, offset + json.byteLength);
	if (!first) target[at++] = comma;
	for (let i = 1; i < memberBytes.length - 1; i++) target[at++] = memberBytes[i] ?? 0;
	for (let i = 0; i < digits.length; i++) target[at++] = digits.charCodeAt(i);
	target[at++] = quote;
	if (first && !alone) target[at] = comma;
	return json.byteLength + written - leftOut;
}

/** The object with its resourceVersion, in a buffer of its own. */
export function splice(json: Uint8Array, revision: number, leftOut: number): Buffer {
	const target = Buffer.allocUnsafe(json.byteLength + spliceBytes);
	return target.subarray(0, spliceInto(target, 0, json, revision, leftOut));
}

/** The form in which stored JSON can be kept: whole, when it does not begin as that of its type. */
export function fittingForm(form: ItemForm, json: Uint8Array): ItemForm {
	const { head } = form;
	for (let i = 0; i < head.length; i++) if (json[i] !== head[i]) return wholeForm;
	return form;
}

/** What `splice` leaves out for a form. */
export function leftOutBy({ head }: ItemForm): number {
	return head.length - 1;
}

/** Where the member goes; -1 when there is no metadata object. */
function splicePoint(json: Uint8Array, start: number): number {
	let point = behindMetadataBrace(json, start);
	if (point < 0) return -1;
	for (let i = point; json[i] === quote; i = point + 1) {
		const keyEnd = behindString(json, i);
		if (before.get(keyEnd - i - 2) !== json[i + 1] || json[keyEnd + 1] !== quote) break;
		point = behindString(json, keyEnd + 1);
		if (json[point] !== comma) break;
	}
	return point;
}

/** `start`: of a member of the object. */
function behindMetadataBrace(json: Uint8Array, start: number): number {
	if (json[0] !== braceOpen) return -1;
	for (let i = start; json[i] === quote; i++) {
		const keyEnd = behindString(json, i);
		if (isMetadata(json, i + 1, keyEnd - 1)) return json[keyEnd + 1] === braceOpen ? keyEnd + 2 : -1;
		i = behindValue(json, keyEnd + 1);
		if (json[i] !== comma) return -1;
	}
	return -1;
}

function isMetadata(json: Uint8Array, start: number, end: number): boolean {
	if (end - start !== metadataKey.length) return false;
	for (let i = 0; i < metadataKey.length; i++) if (json[start + i] !== metadataKey[i]) return false;
	return true;
}

function behindString(json: Uint8Array, open: number): number {
	for (let i = open + 1; i < json.byteLength; i++) {
		const byte = json[i];
		if (byte === backslash) i++;
		else if (byte === quote) return i + 1;
	}
	return json.byteLength;
}

function behindValue(json: Uint8Array, start: number): number {
	let depth = 0;
	for (let i = start; i < json.byteLength; i++) {
		const byte = json[i];
		if (byte === quote) i = behindString(json, i) - 1;
		else if (byte === braceOpen || byte === bracketOpen) depth++;
		else if (byte === braceClose || byte === bracketClose) {
			if (depth === 0) return i;
			depth--;
		} else if (byte === comma && depth === 0) return i;
	}
	return json.byteLength;
}
