/**
 * Inserts `metadata.resourceVersion` into stored JSON at its canonical position: name, generateName, namespace, selfLink, uid,
 * resourceVersion. It walks the few members before that position, so it never mistakes text inside a value, or a nested object's uid, for
 * the object's own. It also omits the prefix that lists imply (`ItemForm`).
 */
import { type ItemForm, wholeForm } from '../../codec/item-form.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const braceOpen = 0x7b;
const braceClose = 0x7d;
const bracketOpen = 0x5b;
const bracketClose = 0x5d;

/** Members before resourceVersion by length and first letter, which distinguish them from all others of ObjectMeta. */
const before = new Map(['name', 'generateName', 'namespace', 'selfLink', 'uid'].map((key) => [key.length, key.charCodeAt(0)]));

const metadataKey = Buffer.from('metadata');

/** The member without its digits, with a leading comma. */
const memberBytes = Buffer.from(',"resourceVersion":""');

/** Bytes that the splice adds at most: the member, a comma, and 16 digits. */
export const spliceBytes = memberBytes.length + 16;

/**
 * Writes the object with its resourceVersion into `target` at `offset`, without the first `leftOut` bytes after its brace. `target` needs
 * room for the object and `spliceBytes` more. Returns the number of bytes written. Throws unless the JSON is an object with a `metadata`
 * object, written without white space.
 */
export function spliceInto(target: Buffer, offset: number, json: Uint8Array, revision: number, leftOut: number): number {
	// One copy, one move and single bytes: views and native writes would take longer than all of it, for every row at a start.
	target.set(json, offset);
	const end = offset + json.byteLength;
	const point = splicePoint(target, offset, end, leftOut);
	if (point < 0) throw new Error('stored JSON has no metadata object');
	const first = target[point - 1] === braceOpen;
	const alone = first && target[point] === braceClose;
	const digits = String(revision);
	const written = memberBytes.length - 1 + digits.length + (alone ? 0 : 1);
	// The part before the member is moved first, because the rest may overwrite it.
	if (leftOut > 0) {
		target[offset] = braceOpen;
		target.copyWithin(offset + 1, offset + 1 + leftOut, point);
	}
	let at = point - leftOut;
	target.copyWithin(at + written, point, end);
	if (!first) target[at++] = comma;
	for (let i = 1; i < memberBytes.length - 1; i++) target[at++] = memberBytes[i] ?? 0;
	for (let i = 0; i < digits.length; i++) target[at++] = digits.charCodeAt(i);
	target[at++] = quote;
	if (first && !alone) target[at] = comma;
	return json.byteLength + written - leftOut;
}

/** Returns the object with its resourceVersion in a separate buffer. */
export function splice(json: Uint8Array, revision: number, leftOut: number): Buffer {
	const target = Buffer.allocUnsafe(json.byteLength + spliceBytes);
	return target.subarray(0, spliceInto(target, 0, json, revision, leftOut));
}

/** Returns the form in which stored JSON can be kept: whole unless it begins like its type. */
export function fittingForm(form: ItemForm, bytes: Uint8Array): ItemForm {
	const { head } = form;
	for (let i = 0; i < head.length; i++) if (bytes[i] !== head[i]) return wholeForm;
	return form;
}

/** Returns the number of bytes that `splice` omits for a form. */
export function leftOutBy({ head }: ItemForm): number {
	return head.length - 1;
}

/** Returns the position of the member in the JSON between `start` and `end`; -1 when there is no metadata object. */
function splicePoint(json: Uint8Array, start: number, end: number, leftOut: number): number {
	let point = json[start] === braceOpen ? behindMetadataBrace(json, start + leftOut + 1, end) : -1;
	if (point < 0) return -1;
	for (let i = point; json[i] === quote; i = point + 1) {
		const keyEnd = behindString(json, i, end);
		if (before.get(keyEnd - i - 2) !== json[i + 1] || json[keyEnd + 1] !== quote) break;
		point = behindString(json, keyEnd + 1, end);
		if (json[point] !== comma) break;
	}
	return point;
}

/** `start` is the offset of a member of the object. */
function behindMetadataBrace(json: Uint8Array, start: number, end: number): number {
	for (let i = start; json[i] === quote; i++) {
		const keyEnd = behindString(json, i, end);
		if (isMetadata(json, i + 1, keyEnd - 1)) return json[keyEnd + 1] === braceOpen ? keyEnd + 2 : -1;
		i = behindValue(json, keyEnd + 1, end);
		if (json[i] !== comma) return -1;
	}
	return -1;
}

/** Returns metadata.uid of an object as lists show it; empty when it is missing. */
export function uidIn(json: Buffer): string {
	const end = json.byteLength;
	for (let i = behindMetadataBrace(json, 1, end); i > 0 && json[i] === quote; ) {
		const keyEnd = behindString(json, i, end);
		if (before.get(keyEnd - i - 2) !== json[i + 1] || json[keyEnd + 1] !== quote) break;
		const valueEnd = behindString(json, keyEnd + 1, end);
		if (keyEnd - i - 2 === 'uid'.length) return json.toString('latin1', keyEnd + 2, valueEnd - 1);
		i = valueEnd + 1;
	}
	return '';
}

function isMetadata(json: Uint8Array, start: number, end: number): boolean {
	if (end - start !== metadataKey.length) return false;
	for (let i = 0; i < metadataKey.length; i++) if (json[start + i] !== metadataKey[i]) return false;
	return true;
}

function behindString(json: Uint8Array, open: number, end: number): number {
	for (let i = open + 1; i < end; i++) {
		const byte = json[i];
		if (byte === backslash) i++;
		else if (byte === quote) return i + 1;
	}
	return end;
}

function behindValue(json: Uint8Array, start: number, end: number): number {
	let depth = 0;
	for (let i = start; i < end; i++) {
		const byte = json[i];
		if (byte === quote) i = behindString(json, i, end) - 1;
		else if (byte === braceOpen || byte === bracketOpen) depth++;
		else if (byte === braceClose || byte === bracketClose) {
			if (depth === 0) return i;
			depth--;
		} else if (byte === comma && depth === 0) return i;
	}
	return end;
}
