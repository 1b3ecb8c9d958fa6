/** Connections that are hostile in their heads and HTTP/1.1 framing rather than in their requests. */
import type { HostileCase } from '../contract.ts';
import { inRecords, overHttp1, overWire, records } from '../send.ts';

const head = 'POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\n';
const bodyBytes = 2_000_000;

/** Returns a body of 2 MB in chunks of this size. */
function inChunks(chunkBytes: number, more = ''): Buffer {
	const chunk = `${chunkBytes.toString(16)}\r\n${'x'.repeat(chunkBytes)}\r\n`;
	return Buffer.from(`${head}${more}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(Math.floor(bodyBytes / chunk.length))}0\r\n\r\n`);
}

const sized = (bytes: number): Buffer => Buffer.from(`${head}Content-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`);
const trailers = (count: number): string => `${head}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n${'a:b\r\n'.repeat(count)}\r\n`;

/** Number of TLS records; building more would take the client longer than a case lasts. */
const recordCount = 4_000;

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
	...[1, 20, 64, 256].flatMap((chunkBytes): HostileCase[] => {
		const name = `a body of 2 MB in chunks of ${chunkBytes === 1 ? 'one byte' : `${chunkBytes} bytes`}`;
		const send = (anonymous: boolean) => () => {
			const bytes = inChunks(chunkBytes);
			return overWire(() => bytes, { anonymous });
		};
		return [
			{ name: `${name}, without credentials`, prepare: send(true), answers: [403, 'closed'] },
			{ name, prepare: send(false), answers: [400, 'closed'] },
		];
	}),
	{
		name: 'a request that is refused before a body of 2 MB in chunks of one byte',
		prepare: () => {
			const bytes = inChunks(1, 'Content-Type: a/b\r\nContent-Type: a/b\r\n');
			return overWire(() => bytes, { anonymous: true });
		},
		answers: [400, 'closed'],
	},
	{
		name: '100,000 trailers',
		prepare: () => {
			const bytes = trailers(100_000);
			return overWire(() => bytes);
		},
		answers: [431, 'closed'],
	},
	{
		name: '100,000 trailers, without credentials',
		prepare: () => {
			const bytes = trailers(100_000);
			return overWire(() => bytes, { anonymous: true });
		},
		answers: [403, 431, 'closed'],
	},
	{
		name: 'a body in TLS records of one byte',
		prepare: () => {
			const bytes = sized(recordCount);
			return inRecords(1, () => bytes);
		},
		answers: [400],
	},
	{
		name: 'a body in TLS records of 20 bytes',
		prepare: () => {
			const bytes = sized(20 * recordCount);
			return inRecords(20, () => bytes);
		},
		answers: [400],
	},
	{
		name: 'a head in TLS records of one byte',
		prepare: () => {
			const bytes = Buffer.from(`GET /livez HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(recordCount)}\r\n\r\n`);
			return inRecords(1, () => bytes, { anonymous: true });
		},
		answers: ['closed'],
	},
	{
		name: '5,000 changes of keys without a pause',
		prepare: () => records((client) => Buffer.concat(Array.from({ length: 5_000 }, () => client.keyUpdate()))),
		answers: ['closed'],
	},
	{
		name: '20,000 TLS records of one byte, in a head',
		prepare: () =>
			records((client) => {
				const byte = Buffer.from('x');
				const start = client.record(Buffer.from('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nx: '));
				return Buffer.concat([start, ...Array.from({ length: 20_000 }, () => client.record(byte)), client.record(Buffer.from('\r\n\r\n'))]);
			}),
		answers: ['closed'],
	},
	{
		name: 'chunk extensions of 1 MB',
		prepare: () => {
			const bytes = `${head}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(1_000_000)}\r\nx\r\n0\r\n\r\n`;
			return overWire(() => bytes);
		},
		answers: [400, 413],
	},
];
