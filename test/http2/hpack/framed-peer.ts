/** Minimal handwritten HTTP/2 server for header blocks: passes the headers of Node's HTTP/2 client through our HPACK codec. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { HpackDecoder } from '../../../runtime/http2/hpack/decoder.ts';
import { HpackEncoder } from '../../../runtime/http2/hpack/encoder.ts';

const prefaceBytes = 24;
const frameHeadBytes = 9;
const frameTypes = { headers: 1, settings: 4, ping: 6, continuation: 9 } as const;
const ack = 0x1;
const endStream = 0x1;
const endHeaders = 0x4;
const padded = 0x8;
const prioritized = 0x20;
const settingHeaderTableSize = 1;
const mostFrameBytes = 16_384;

export interface Answer {
	readonly status: number;
	readonly flat: readonly string[];
}

export interface FramedPeer {
	readonly client: ClientHttp2Session;
	/** Header block of each request, in order. */
	readonly blocks: readonly Buffer[];
	/** The same headers, decoded. */
	readonly requests: readonly (readonly string[])[];
	/** Sets the next answer, before its request is sent; bytes are sent as the header block. */
	answer(answer: Answer | Buffer): void;
	close(): Promise<void>;
}

/** Starts the peer. `tableSize` is announced to the client and expected by the decoder. */
export async function framedPeer(tableSize: number): Promise<FramedPeer> {
	const blocks: Buffer[] = [];
	const requests: (readonly string[])[] = [];
	const answers: (Answer | Buffer)[] = [];
	const decoder = new HpackDecoder(tableSize);
	const encoder = new HpackEncoder();
	const server = createServer((socket) => {
		let unread = Buffer.alloc(0);
		let beginning: Buffer[] = [];
		let isPrefaceRead = false;
		socket.on('error', () => undefined);
		socket.on('data', (bytes) => {
			unread = Buffer.concat([unread, bytes]);
			if (!isPrefaceRead) {
				if (unread.length < prefaceBytes) return;
				unread = unread.subarray(prefaceBytes);
				isPrefaceRead = true;
				const setting = Buffer.alloc(6);
				setting.writeUInt16BE(settingHeaderTableSize);
				setting.writeUInt32BE(tableSize, 2);
				socket.write(frame(frameTypes.settings, 0, 0, setting));
			}
			while (unread.length >= frameHeadBytes && unread.length >= frameHeadBytes + unread.readUIntBE(0, 3)) {
				const end = frameHeadBytes + unread.readUIntBE(0, 3);
				const [type, flags, stream] = [unread[3] as number, unread[4] as number, unread.readUInt32BE(5)];
				take(socket, type, flags, stream, unread.subarray(frameHeadBytes, end));
				unread = unread.subarray(end);
			}
		});
		function take(to: Socket, type: number, flags: number, stream: number, content: Buffer): void {
			if (type === frameTypes.settings && (flags & ack) === 0) {
				for (let i = 0; i < content.length; i += 6)
					if (content.readUInt16BE(i) === settingHeaderTableSize) encoder.setPeerTableSize(content.readUInt32BE(i + 2));
				to.write(frame(frameTypes.settings, ack, 0, Buffer.alloc(0)));
			} else if (type === frameTypes.ping && (flags & ack) === 0) {
				to.write(frame(frameTypes.ping, ack, 0, content));
			} else if (type === frameTypes.headers || type === frameTypes.continuation) {
				beginning.push(type === frameTypes.headers ? fragment(flags, content) : content);
				if ((flags & endHeaders) === 0) return;
				const block = Buffer.concat(beginning);
				beginning = [];
				blocks.push(block);
				requests.push(decoder.decode(block, { keptBytes: 1024 * 1024, keptPairs: 10_000, readBytes: 1024 * 1024 }).flat);
				const given = answers.shift() ?? { status: 500, flat: [] };
				answerWith(to, stream, Buffer.isBuffer(given) ? given : encoder.encode(given.status, given.flat));
			}
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	// Both ends know the other's settings before the first request.
	await Promise.all([once(client, 'remoteSettings'), once(client, 'localSettings')]);
	return {
		client,
		blocks,
		requests,
		answer: (answer) => void answers.push(answer),
		async close() {
			const closed = once(server, 'close');
			client.destroy();
			server.close();
			await closed;
		},
	};
}

function answerWith(socket: Socket, stream: number, block: Buffer): void {
	for (let at = 0; at === 0 || at < block.length; at += mostFrameBytes) {
		const isLast = at + mostFrameBytes >= block.length;
		const flags = (at === 0 ? endStream : 0) | (isLast ? endHeaders : 0);
		socket.write(frame(at === 0 ? frameTypes.headers : frameTypes.continuation, flags, stream, block.subarray(at, at + mostFrameBytes)));
	}
}

function frame(type: number, flags: number, stream: number, content: Buffer): Buffer {
	const head = Buffer.alloc(frameHeadBytes);
	head.writeUIntBE(content.length, 0, 3);
	head[3] = type;
	head[4] = flags;
	head.writeUInt32BE(stream, 5);
	return Buffer.concat([head, content]);
}

/** Returns the header block fragment of a HEADERS frame, without padding and priority. */
function fragment(flags: number, content: Buffer): Buffer {
	const padding = (flags & padded) === 0 ? 0 : (content[0] as number);
	const start = ((flags & padded) === 0 ? 0 : 1) + ((flags & prioritized) === 0 ? 0 : 5);
	return content.subarray(start, content.length - padding);
}
