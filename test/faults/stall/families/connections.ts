/** What is hostile in the connection and not in what is asked: heads and framing of HTTP/1.1. */
import type { HostileCase } from '../contract.ts';
import { overHttp1, overWire } from '../send.ts';

const head = 'POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\n';
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
];
