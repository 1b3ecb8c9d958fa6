/** HTTP/2 as raw bytes (RFC 9113, 7541), for frames that no client would send. */

export const frameTypes = {
	data: 0,
	headers: 1,
	priority: 2,
	reset: 3,
	settings: 4,
	pushPromise: 5,
	ping: 6,
	goAway: 7,
	windowUpdate: 8,
	continuation: 9,
} as const;
export const flags = { endStream: 1, endHeaders: 4, padded: 8 } as const;

export function frame(type: number, flag: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
	const start = Buffer.alloc(9);
	start.writeUIntBE(payload.length, 0, 3);
	start[3] = type;
	start[4] = flag;
	start.writeUInt32BE(stream, 5);
	return Buffer.concat([start, payload]);
}

export function many(count: number, make: (index: number) => Buffer): Buffer {
	return Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));
}

export function number32(...values: readonly number[]): Buffer {
	const bytes = Buffer.alloc(4 * values.length);
	for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
	return bytes;
}

export function setting(id: number, value: number): Buffer {
	return Buffer.concat([Buffer.from([0, id]), number32(value)]);
}

export const settingIds = { headerTableSize: 1, initialWindowSize: 4 } as const;

/** Bytes that open a connection. */
export const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(frameTypes.settings, 0, 0)]);

/** Method, scheme, path and authority (RFC 7541, appendix A). */
export const getRoot = Buffer.from([0x82, 0x87, 0x84, 0x01, 0x01, 0x78]);

/** Returns the same with another path of at most 126 characters. */
export function get(path: string): Buffer {
	return Buffer.concat([Buffer.from([0x82, 0x87, 0x04, path.length]), Buffer.from(path), Buffer.from([0x01, 0x01, 0x78])]);
}

/** Returns a POST, whose body follows. */
export function post(path: string): Buffer {
	return Buffer.concat([Buffer.from([0x83, 0x87, 0x04, path.length]), Buffer.from(path), Buffer.from([0x01, 0x01, 0x78])]);
}

/** Returns a header that becomes entry 62 of the connection's table, and this number of references to it. */
export function repeatedHeader(valueBytes: number, times: number): Buffer {
	const more = valueBytes - 127;
	const head = Buffer.from([0x40, 1, 0x61, 127, 0x80 | (more & 127), more >> 7]);
	return Buffer.concat([head, Buffer.alloc(valueBytes, 'x'), Buffer.alloc(times, 0xbe)]);
}

/** A fatal frame that ends a connection which would otherwise continue. */
export const ending = frame(frameTypes.data, 0, 0);
