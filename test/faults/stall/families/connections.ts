/** What is hostile in the connection and not in what is asked: heads, framing, frames. */
import type { HostileCase } from '../contract.ts';
import { overHttp1, overWire } from '../send.ts';

const head = 'POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\n';
const http2Preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)]);
/** Method, scheme, path and authority (RFC 7541, appendix A). */
const getRoot = Buffer.from([0x82, 0x87, 0x84, 0x01, 0x01, 0x78]);

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
	const start = Buffer.alloc(9);
	start.writeUIntBE(payload.length, 0, 3);
	start[3] = type;
	start[4] = flags;
	start.writeUInt32BE(stream, 5);
	return Buffer.concat([start, payload]);
}

function many(count: number, make: (index: number) => Buffer): Buffer {
	return Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));
}

/** Bytes over HTTP/2, to which nothing is an answer but the end of the connection. */
function frames(name: string, make: () => Buffer): HostileCase {
	return {
		name,
		prepare: () => {
			const bytes = Buffer.concat([http2Preface, make()]);
			return overWire(() => bytes, { anonymous: true, protocol: 'h2' });
		},
		answers: ['closed'],
	};
}

export const connections: readonly HostileCase[] = [
	{
		name: 'a head of 1 MB in one header',
		prepare: () => {
			const large = 'x'.repeat(1_000_000);
			return overHttp1(() => ({ path: '/healthz', headers: { 'x-large': large }, anonymous: true }));
		},
		answers: [200],
	},
	{
		name: '40,000 headers',
		prepare: () => {
			const bytes = `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${'a:b\r\n'.repeat(40_000)}\r\n`;
			return overWire(() => bytes, { anonymous: true });
		},
		answers: [431],
	},
	{
		name: 'a body of 2 MB in chunks of one byte, without credentials',
		prepare: () => {
			const bytes = Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(340_000)}0\r\n\r\n`);
			return overWire(() => bytes, { anonymous: true });
		},
		answers: [403, 'closed'],
	},
	{
		name: 'a body of 2 MB in chunks of one byte',
		prepare: () => {
			const bytes = Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(340_000)}0\r\n\r\n`);
			return overWire(() => bytes);
		},
		answers: [400, 'closed'],
	},
	{
		name: 'chunk extensions of 1 MB',
		prepare: () => {
			const bytes = `${head}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(1_000_000)}\r\nx\r\n0\r\n\r\n`;
			return overWire(() => bytes);
		},
		answers: [400, 413],
	},
	frames('HTTP/2: 1,000 streams opened and reset', () =>
		many(1_000, (i) => Buffer.concat([frame(1, 5, 2 * i + 1, getRoot), frame(3, 0, 2 * i + 1, Buffer.from([0, 0, 0, 8]))])),
	),
	frames('HTTP/2: 100,000 settings', () => Buffer.concat([many(100_000, () => frame(4, 0, 0)), frame(0, 0, 0)])),
	frames('HTTP/2: 100,000 pings', () => Buffer.concat([many(100_000, () => frame(6, 0, 0, Buffer.alloc(8))), frame(0, 0, 0)])),
	frames('HTTP/2: headers in 20,000 continuations', () => Buffer.concat([frame(1, 1, 1, getRoot), many(20_000, () => frame(9, 0, 1, Buffer.from([0x82])))])),
	frames('HTTP/2: 100,000 empty frames of data', () => Buffer.concat([frame(1, 4, 1, getRoot), many(100_000, () => frame(0, 0, 1)), frame(0, 0, 0)])),
];
