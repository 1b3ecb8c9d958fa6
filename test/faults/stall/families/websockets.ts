/** Frames that clients send over WebSockets to force the server to process them. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { HostileCase, Send } from '../contract.ts';

const upgrade = [
	'GET /api/v1/namespaces/default/configmaps?watch=1&fieldSelector=metadata.name=none HTTP/1.1',
	'Host: localhost',
	'Connection: Upgrade',
	'Upgrade: websocket',
	'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
	'Sec-WebSocket-Version: 13',
	'Origin: https://localhost',
	'\r\n',
].join('\r\n');

/** Sends the frames on a separate connection, after the upgrade or together with the request; the outcome is the server's close code. */
function over(frames: Buffer, { atOnce = false } = {}): Send {
	return async ({ server, signal }) => {
		const socket = connect({ ...server.credentials, host: '127.0.0.1', port: server.port, ALPNProtocols: ['http/1.1'] });
		const end = (): void => void socket.destroy();
		signal.addEventListener('abort', end, { once: true });
		const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()).once('end', () => resolve()));
		let tail = Buffer.alloc(0);
		let heard = Promise.withResolvers<void>();
		socket
			.on('error', () => undefined)
			.on('data', (data: Buffer) => {
				tail = Buffer.concat([tail, data]).subarray(-4);
				heard.resolve();
			});
		const connected = once(socket, 'secureConnect').then(
			() => true,
			() => false,
		);
		if (await connected) {
			socket.write(atOnce ? Buffer.concat([Buffer.from(upgrade), frames]) : upgrade);
			if (!atOnce) {
				await Promise.race([heard.promise, closed]);
				heard = Promise.withResolvers();
				socket.write(frames);
			}
			await closed;
		}
		socket.destroy();
		signal.removeEventListener('abort', end);
		return tail[0] === 0x88 && tail[1] === 2 ? tail.readUInt16BE(2) : 'closed';
	};
}

/** Returns a frame masked with zeros. */
function frame(first: number, content = ''): Buffer {
	return Buffer.concat([Buffer.from([first, 0x80 | content.length, 0, 0, 0, 0]), Buffer.from(content)]);
}

function flood(bytes: number, frame: Buffer, options?: Parameters<typeof over>[1]): () => Send {
	return () => over(Buffer.concat(Array.from({ length: Math.ceil(bytes / frame.length) }, () => frame)), options);
}

const megabyte = 1024 * 1024;
/** Maximum of bytes that a client may send at once. */
const allowed = 8 * 1024 - 64;

export const websockets: readonly HostileCase[] = [
	{ name: 'a flood of empty pings over a WebSocket', prepare: flood(megabyte, frame(0x89)), answers: [1008, 'closed'] },
	{
		name: 'as many pings as are taken, and then what is no frame',
		prepare: () => over(Buffer.concat([...Array((allowed / 6) | 0).fill(frame(0x89)), Buffer.from([0x83, 0x80])])),
		answers: [1002, 1008, 'closed'],
	},
	{ name: 'a flood of messages over a WebSocket', prepare: flood(megabyte, frame(0x82, 'x'.repeat(100))), answers: [1008, 'closed'] },
	{ name: 'a flood of empty fragments over a WebSocket', prepare: flood(megabyte, frame(0x00)), answers: [1002, 1008, 'closed'] },
	{ name: 'a flood of pings with the request for a WebSocket', prepare: flood(megabyte, frame(0x89), { atOnce: true }), answers: [1008, 'closed'] },
];
