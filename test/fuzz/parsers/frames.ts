/** WebSocket frames beyond the package's own parsing: the accepted frames and their cost. */
import { codeOf, receiver } from '../../../runtime/http/websocket/frames.ts';
import type { FuzzedParser } from '../parser.ts';

/** Returns a masked client frame. */
function masked(opcode: number, content: string, isFinal = true): Buffer {
	return Buffer.concat([
		Buffer.of((isFinal ? 0x80 : 0) | opcode, 0x80 | content.length, 1, 2, 3, 4),
		Buffer.from(content).map((byte, i) => byte ^ ((i % 4) + 1)),
	]);
}

const webSocket: FuzzedParser = {
	name: 'WebSocket frames',
	seeds: [
		masked(9, 'ping'),
		Buffer.concat([masked(1, 'a', false), masked(9, ''), masked(0, 'b')]),
		masked(8, '\x03\xe8bye'),
		Buffer.of(0x81, 0xfe, 0xff, 0xff, 1, 2, 3, 4),
		Buffer.of(0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4),
		masked(1, 'x'.repeat(120)),
		Buffer.of(0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f),
	],
	words: ['\x89\x80\x00\x00\x00\x00', '\x88\x82', '\x01\x81', '\x80\x80', '\xc1', '\xff'],
	// Eight times the amount that a connection may send at once.
	mostBytes: 64 * 1024,
	run(input) {
		const frames = receiver();
		frames.on('ping', (content: Buffer) => void content.length);
		frames.on('conclude', () => undefined);
		frames.on('error', (error) => void codeOf(error));
		frames.write(input);
		frames.destroy();
	},
};

export const frames: readonly FuzzedParser[] = [webSocket];
