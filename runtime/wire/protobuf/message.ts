/**
 * Builds messages from encoded parts: lists, watch events, metadata objects. A protobuf message is a concatenation of fields, so items need
 * no decoding.
 */

/** Encodes a length-delimited field (wire type 2). `number` is below 16. */
export function bytesField(number: number, content: Uint8Array): Uint8Array[] {
	return [Buffer.from([(number << 3) | 2, ...varint(content.length)]), content];
}

export function textField(number: number, text: string): Uint8Array[] {
	return bytesField(number, Buffer.from(text));
}

function varint(value: number): number[] {
	const bytes: number[] = [];
	let rest = value;
	while (rest > 0x7f) {
		bytes.push((rest & 0x7f) | 0x80);
		rest = Math.floor(rest / 128);
	}
	bytes.push(rest);
	return bytes;
}

/** Field numbers of the assembled messages. */
export const listFields = { metadata: 1, items: 2 } as const;
export const partialFields = { metadata: 1 } as const;
const eventFields = { type: 1, object: 2 } as const;
const rawFields = { raw: 1 } as const;

/** Encodes a WatchEvent whose object is in its envelope. */
export function eventMessage(type: string, object: Uint8Array): Buffer {
	return Buffer.concat(eventParts(type, object));
}

/** Encodes the event as a frame of a protobuf watch: four bytes of length (big-endian), then the message. */
export function eventFrame(type: string, object: Uint8Array): Buffer {
	const event = eventParts(type, object);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(event.reduce((sum, part) => sum + part.length, 0));
	return Buffer.concat([length, ...event]);
}

function eventParts(type: string, object: Uint8Array): Uint8Array[] {
	const raw = Buffer.concat(bytesField(rawFields.raw, object));
	return [...textField(eventFields.type, type), ...bytesField(eventFields.object, raw)];
}
