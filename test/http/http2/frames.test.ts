/** Frames that violate a rule of their type, or appear to (RFC 9113, sections 4 and 6). */
import { describe } from 'vitest';
import { flags, frame, frameTypes, many, number32, setting } from '../../faults/stall/frames.ts';
import { get, post } from './blocks.ts';
import { judgeRows, served } from './front-door.ts';
import { type Row, request, wholeHead } from './judged.ts';

const door = served();
const priorityFlag = 0x20;
const settingIds = { enablePush: 2, initialWindowSize: 4, maxFrameSize: 5 } as const;
const nothing = Buffer.alloc(0);
/** Default maximum frame size of both sides (6.5.2). */
const frameBytes = 16_384;
const cancel = number32(8);
const root = get('/');
/** Remains unanswered while a row is judged. */
const opened = request(1, get('/never'));
const posted = request(1, post('/never'), { ends: false });
const stateless = (count: number): Buffer => Buffer.alloc(count);

describe('DATA', () => {
	const data = (stream: number, payload: Buffer, bits = 0): Buffer => frame(frameTypes.data, bits, stream, payload);
	const to = request(1, post('/body'), { ends: false });
	const rows: readonly Row[] = [
		{ name: 'on no stream', section: '6.1', frames: data(0, stateless(1)), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'as large as may be', section: '4.2', frames: Buffer.concat([posted, data(1, stateless(frameBytes))]), allowed: ['nothing'] },
		{
			name: 'larger than may be',
			section: '4.2',
			frames: Buffer.concat([posted, data(1, stateless(frameBytes + 1))]),
			allowed: ['GOAWAY FRAME_SIZE_ERROR', 'RST_STREAM 1 FRAME_SIZE_ERROR'],
		},
		{
			name: 'with padding',
			section: '6.1',
			frames: Buffer.concat([to, data(1, Buffer.from([3, 65, 0, 0, 0]), flags.padded | flags.endStream)]),
			allowed: ['1: 200'],
		},
		{
			name: 'of nothing but padding',
			section: '6.1',
			frames: Buffer.concat([posted, data(1, Buffer.from([3, 0, 0, 0]), flags.padded)]),
			allowed: ['nothing'],
		},
		{
			name: 'with a length of padding of 0',
			section: '6.1',
			frames: Buffer.concat([posted, data(1, Buffer.from([0, 65]), flags.padded)]),
			allowed: ['nothing'],
		},
		{
			name: 'with as much padding as it is long',
			section: '6.1',
			frames: Buffer.concat([posted, data(1, Buffer.from([4, 0, 0, 0]), flags.padded)]),
			allowed: ['GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'with more padding than it is long',
			section: '6.1',
			frames: Buffer.concat([posted, data(1, Buffer.from([255, 0, 0, 0]), flags.padded)]),
			allowed: ['GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'that is padded and has not even the length of that',
			section: '4.2',
			frames: Buffer.concat([posted, data(1, nothing, flags.padded)]),
			allowed: ['GOAWAY FRAME_SIZE_ERROR', 'GOAWAY PROTOCOL_ERROR', 'RST_STREAM 1 FRAME_SIZE_ERROR'],
		},
		{ name: 'of nothing, which ends the body', section: '6.1', frames: Buffer.concat([to, data(1, nothing, flags.endStream)]), allowed: ['1: 200'] },
		{ name: 'with flags that it has not', section: '4.1', frames: Buffer.concat([to, data(1, nothing, 0xf7)]), allowed: ['1: 200'] },
		{
			name: 'with the reserved bit of its stream set',
			section: '4.1',
			frames: Buffer.concat([to, frame(frameTypes.data, flags.endStream, 0x80000001, nothing)]),
			allowed: ['1: 200'],
		},
	];
	judgeRows(door, rows);
});

describe('HEADERS', () => {
	const headers = (payload: Buffer, bits: number, stream = 1): Buffer => frame(frameTypes.headers, wholeHead | bits, stream, payload);
	const long = post('/body', ['x-long', 'v'.repeat(frameBytes)]);
	const rows: readonly Row[] = [
		{ name: 'on no stream', section: '6.2', frames: headers(root, 0, 0), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'on a stream with an even number', section: '5.1.1', frames: headers(root, 0, 2), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'larger than may be', section: '4.2', frames: headers(long.subarray(0, frameBytes + 1), 0), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'with padding', section: '6.2', frames: headers(Buffer.concat([Buffer.from([4]), root, stateless(4)]), flags.padded), allowed: ['1: 200'] },
		{
			name: 'with a priority and padding',
			section: '6.2',
			frames: headers(Buffer.concat([Buffer.from([2]), number32(0), Buffer.from([15]), root, stateless(2)]), flags.padded | priorityFlag),
			allowed: ['1: 200'],
		},
		{
			name: 'with an exclusive priority after a stream that is not there',
			section: '5.3',
			frames: headers(Buffer.concat([number32(0x80000063), Buffer.from([255]), root]), priorityFlag),
			allowed: ['1: 200'],
		},
		{
			name: 'that depends on itself (a stream error in RFC 7540)',
			section: '5.3',
			frames: headers(Buffer.concat([number32(1), Buffer.from([1]), root]), priorityFlag),
			allowed: ['1: 200', 'RST_STREAM 1 PROTOCOL_ERROR', 'GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'with as much padding as is left',
			section: '6.2',
			frames: headers(Buffer.concat([Buffer.from([root.length + 1]), root]), flags.padded),
			allowed: ['GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'with more padding than is left behind the priority',
			section: '6.2',
			frames: headers(Buffer.concat([Buffer.from([root.length + 1]), number32(0), Buffer.from([1]), root]), flags.padded | priorityFlag),
			allowed: ['GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'that is padded and empty',
			section: '4.2',
			frames: headers(nothing, flags.padded),
			allowed: ['GOAWAY FRAME_SIZE_ERROR', 'GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'with half a priority',
			section: '4.2',
			frames: headers(stateless(4), priorityFlag),
			allowed: ['GOAWAY FRAME_SIZE_ERROR', 'GOAWAY PROTOCOL_ERROR'],
		},
		{ name: 'with flags that it has not', section: '4.1', frames: headers(root, 0xd2), allowed: ['1: 200'] },
		{ name: 'with the reserved bit of its stream set', section: '4.1', frames: headers(root, 0, 0x80000001), allowed: ['1: 200'] },
	];
	judgeRows(door, rows);
});

describe('CONTINUATION', () => {
	const half = frame(frameTypes.headers, flags.endStream, 1, root.subarray(0, 5));
	const rest = (stream: number, bits: number = flags.endHeaders): Buffer => frame(frameTypes.continuation, bits, stream, root.subarray(5));
	const within = (name: string, other: Buffer): Row => ({
		name: `a block with ${name} in it`,
		section: '6.10',
		frames: Buffer.concat([half, other, rest(1)]),
		allowed: ['GOAWAY PROTOCOL_ERROR'],
	});
	const rows: readonly Row[] = [
		{ name: 'completes a block', section: '6.10', frames: Buffer.concat([half, rest(1)]), allowed: ['1: 200'] },
		{
			name: 'of nothing, three times in a block',
			section: '6.10',
			frames: Buffer.concat([half, many(3, () => frame(frameTypes.continuation, 0, 1)), rest(1)]),
			allowed: ['1: 200'],
		},
		{
			name: 'has the whole block, behind HEADERS of nothing',
			section: '6.2',
			frames: Buffer.concat([frame(frameTypes.headers, flags.endStream, 1), frame(frameTypes.continuation, flags.endHeaders, 1, root)]),
			allowed: ['1: 200'],
		},
		{
			name: 'behind padded HEADERS, whose padding is none of the block',
			section: '6.2',
			frames: Buffer.concat([
				frame(frameTypes.headers, flags.endStream | flags.padded, 1, Buffer.concat([Buffer.from([3]), root.subarray(0, 5), stateless(3)])),
				rest(1),
			]),
			allowed: ['1: 200'],
		},
		{ name: 'without HEADERS', section: '6.10', frames: rest(1), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'behind a block that is whole', section: '6.10', frames: Buffer.concat([opened, rest(1)]), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'on no stream', section: '6.10', frames: Buffer.concat([half, rest(0)]), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'on another stream', section: '6.10', frames: Buffer.concat([half, rest(3)]), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{
			name: 'larger than may be',
			section: '4.2',
			frames: Buffer.concat([half, frame(frameTypes.continuation, flags.endHeaders, 1, stateless(frameBytes + 1))]),
			allowed: ['GOAWAY FRAME_SIZE_ERROR'],
		},
		within('DATA of its stream', frame(frameTypes.data, 0, 1, stateless(1))),
		within('HEADERS of another stream', request(3, root)),
		within('HEADERS of its stream', request(1, root)),
		within('PRIORITY', frame(frameTypes.priority, 0, 1, stateless(5))),
		within('RST_STREAM of its stream', frame(frameTypes.reset, 0, 1, cancel)),
		within('SETTINGS', frame(frameTypes.settings, 0, 0)),
		within('PING', frame(frameTypes.ping, 0, 0, stateless(8))),
		within('GOAWAY', frame(frameTypes.goAway, 0, 0, stateless(8))),
		within('WINDOW_UPDATE', frame(frameTypes.windowUpdate, 0, 0, number32(1))),
		within('a frame of an unknown type', frame(0x77, 0, 1, stateless(1))),
	];
	judgeRows(door, rows);
});

describe('PRIORITY', () => {
	const priority = (stream: number, payload: Buffer): Buffer => frame(frameTypes.priority, 0, stream, payload);
	const rows: readonly Row[] = [
		{ name: 'on no stream', section: '6.3', frames: priority(0, stateless(5)), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{
			name: 'of 4 bytes',
			section: '6.3',
			frames: Buffer.concat([opened, priority(1, stateless(4))]),
			allowed: ['RST_STREAM 1 FRAME_SIZE_ERROR', 'GOAWAY FRAME_SIZE_ERROR'],
		},
		{
			name: 'of 6 bytes',
			section: '6.3',
			frames: Buffer.concat([opened, priority(1, stateless(6))]),
			allowed: ['RST_STREAM 1 FRAME_SIZE_ERROR', 'GOAWAY FRAME_SIZE_ERROR'],
		},
		{ name: 'on a stream that was never opened', section: '6.3', frames: Buffer.concat([priority(5, stateless(5)), request(5, root)]), allowed: ['5: 200'] },
		{
			name: 'on a later stream, which leaves those before as they are',
			section: '5.1.1',
			frames: Buffer.concat([priority(99, stateless(5)), request(1, root)]),
			allowed: ['1: 200'],
		},
		{ name: 'on a stream that is over', section: '6.3', frames: Buffer.concat([request(1, root), priority(1, stateless(5))]), allowed: ['1: 200'] },
		{ name: 'on a stream that a server would open', section: '6.3', frames: priority(2, stateless(5)), allowed: ['nothing'] },
		{
			name: 'that depends on itself (an error in RFC 7540)',
			section: '5.3',
			frames: Buffer.concat([opened, priority(1, Buffer.from([0, 0, 0, 1, 1]))]),
			allowed: ['nothing', 'RST_STREAM 1 PROTOCOL_ERROR', 'GOAWAY PROTOCOL_ERROR'],
		},
	];
	judgeRows(door, rows);
});

describe('RST_STREAM', () => {
	const reset = (stream: number, payload: Buffer = cancel): Buffer => frame(frameTypes.reset, 0, stream, payload);
	const rows: readonly Row[] = [
		{ name: 'on no stream', section: '6.4', frames: reset(0), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'on a stream that was never opened', section: '6.4', frames: reset(1), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'on a stream that a server would open', section: '6.4', frames: reset(2), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'of 3 bytes', section: '6.4', frames: Buffer.concat([opened, reset(1, stateless(3))]), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'of 5 bytes', section: '6.4', frames: Buffer.concat([opened, reset(1, stateless(5))]), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'with a code that there is not', section: '7', frames: Buffer.concat([opened, reset(1, number32(0xffffffff))]), allowed: ['nothing'] },
		{ name: 'on a stream that is answered', section: '5.1', frames: Buffer.concat([request(1, root), reset(1)]), allowed: ['1: 200', 'nothing'] },
		{
			name: 'twice',
			section: '5.1',
			frames: Buffer.concat([opened, reset(1), reset(1)]),
			allowed: ['nothing', 'RST_STREAM 1 STREAM_CLOSED', 'GOAWAY STREAM_CLOSED'],
		},
	];
	judgeRows(door, rows);
});

describe('SETTINGS', () => {
	const settings = (payload: Buffer, bits = 0, stream = 0): Buffer => frame(frameTypes.settings, bits, stream, payload);
	const set = (id: number, value: number): Buffer => settings(setting(id, value));
	const rows: readonly Row[] = [
		{ name: 'on a stream', section: '6.5', frames: Buffer.concat([opened, settings(nothing, 0, 1)]), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'acknowledged with a payload', section: '6.5', frames: settings(setting(settingIds.enablePush, 0), 1), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'of 5 bytes', section: '6.5', frames: settings(stateless(5)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{
			name: 'of 7 bytes',
			section: '6.5',
			frames: settings(Buffer.concat([setting(settingIds.enablePush, 0), stateless(1)])),
			allowed: ['GOAWAY FRAME_SIZE_ERROR'],
		},
		{ name: 'that push is 2', section: '6.5.2', frames: set(settingIds.enablePush, 2), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'that push is 1', section: '6.5.2', frames: set(settingIds.enablePush, 1), allowed: ['nothing'] },
		{ name: 'of a window of 2^31', section: '6.5.2', frames: set(settingIds.initialWindowSize, 0x80000000), allowed: ['GOAWAY FLOW_CONTROL_ERROR'] },
		{
			name: 'of a window of 2^31-1',
			section: '6.5.2',
			frames: Buffer.concat([set(settingIds.initialWindowSize, 0x7fffffff), request(1, root)]),
			allowed: ['1: 200'],
		},
		{ name: 'of frames of 16,383 bytes', section: '6.5.2', frames: set(settingIds.maxFrameSize, frameBytes - 1), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'of frames of 2^24 bytes', section: '6.5.2', frames: set(settingIds.maxFrameSize, 0x1000000), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'of frames of 2^24-1 bytes', section: '6.5.2', frames: set(settingIds.maxFrameSize, 0xffffff), allowed: ['nothing'] },
		{ name: 'that nobody knows', section: '6.5.2', frames: settings(Buffer.concat([Buffer.from([0xff, 0xff]), number32(0xffffffff)])), allowed: ['nothing'] },
		{
			name: 'that widen the window of a stream beyond its bound',
			section: '6.9.2',
			frames: Buffer.concat([opened, frame(frameTypes.windowUpdate, 0, 1, number32(0x7fffffff - 65_535)), set(settingIds.initialWindowSize, 65_536)]),
			allowed: ['GOAWAY FLOW_CONTROL_ERROR'],
		},
		{
			name: 'more than once in a frame, of which the last holds',
			section: '6.5.3',
			frames: Buffer.concat([
				settings(Buffer.concat([setting(settingIds.initialWindowSize, 0), setting(settingIds.initialWindowSize, 100)])),
				request(1, root),
			]),
			allowed: ['1: 200'],
		},
		{ name: 'in a frame larger than may be', section: '4.2', frames: settings(Buffer.alloc(frameBytes + 2)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
	];
	judgeRows(door, rows);
});

describe('PUSH_PROMISE, PING, GOAWAY and others', () => {
	const ping = (payload: Buffer, bits = 0, stream = 0): Buffer => frame(frameTypes.ping, bits, stream, payload);
	const rows: readonly Row[] = [
		{
			name: 'a promise from a client',
			section: '8.4',
			frames: Buffer.concat([opened, frame(frameTypes.pushPromise, flags.endHeaders, 1, Buffer.concat([number32(2), root]))]),
			allowed: ['GOAWAY PROTOCOL_ERROR'],
		},
		{ name: 'a ping of 7 bytes', section: '6.7', frames: ping(stateless(7)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'a ping of 9 bytes', section: '6.7', frames: ping(stateless(9)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'a ping on a stream', section: '6.7', frames: Buffer.concat([opened, ping(stateless(8), 0, 1)]), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{
			name: 'a farewell on a stream',
			section: '6.8',
			frames: Buffer.concat([opened, frame(frameTypes.goAway, 0, 1, stateless(8))]),
			allowed: ['GOAWAY PROTOCOL_ERROR'],
		},
		{ name: 'a farewell of 7 bytes', section: '6.8', frames: frame(frameTypes.goAway, 0, 0, stateless(7)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'a frame of an unknown type on no stream', section: '4.1', frames: frame(0x0b, 0xff, 0, stateless(100)), allowed: ['nothing'] },
		{ name: 'one on a stream that was never opened', section: '5.1', frames: frame(0xfe, 0, 7, stateless(100)), allowed: ['nothing'] },
		{ name: 'one on a stream that is answered', section: '5.5', frames: Buffer.concat([request(1, root), frame(0xfe, 1, 1)]), allowed: ['1: 200'] },
		{
			name: 'one larger than may be',
			section: '4.2',
			frames: frame(0xfe, 0, 0, stateless(frameBytes + 1)),
			allowed: ['GOAWAY FRAME_SIZE_ERROR'],
		},
		{ name: 'PRIORITY_UPDATE', section: 'RFC 9218 7.1', frames: frame(0x10, 0, 0, Buffer.concat([number32(1), Buffer.from('u=1')])), allowed: ['nothing'] },
	];
	judgeRows(door, rows);
});

describe('WINDOW_UPDATE', () => {
	const update = (stream: number, payload: Buffer): Buffer => frame(frameTypes.windowUpdate, 0, stream, payload);
	const most = number32(0x7fffffff);
	const rows: readonly Row[] = [
		{ name: 'by nothing, of the connection', section: '6.9', frames: update(0, number32(0)), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{
			name: 'by nothing, of a stream',
			section: '6.9',
			frames: Buffer.concat([opened, update(1, number32(0))]),
			allowed: ['RST_STREAM 1 PROTOCOL_ERROR', 'GOAWAY PROTOCOL_ERROR'],
		},
		{ name: 'by nothing but the reserved bit, of the connection', section: '6.9', frames: update(0, number32(0x80000000)), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'by 1 with the reserved bit', section: '6.9', frames: update(0, number32(0x80000001)), allowed: ['nothing'] },
		{ name: 'of 3 bytes', section: '6.9', frames: update(0, stateless(3)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'of 5 bytes', section: '6.9', frames: update(0, stateless(5)), allowed: ['GOAWAY FRAME_SIZE_ERROR'] },
		{ name: 'of a stream that was never opened', section: '5.1', frames: update(1, number32(1)), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'of a stream that is answered', section: '5.1', frames: Buffer.concat([request(1, root), update(1, number32(1))]), allowed: ['1: 200'] },
		{ name: 'to its bound, of the connection', section: '6.9.1', frames: update(0, number32(0x7fffffff - 65_535)), allowed: ['nothing'] },
		{ name: 'beyond its bound, of the connection', section: '6.9.1', frames: update(0, most), allowed: ['GOAWAY FLOW_CONTROL_ERROR'] },
		{
			name: 'beyond its bound, of a stream',
			section: '6.9.1',
			frames: Buffer.concat([opened, update(1, most)]),
			allowed: ['RST_STREAM 1 FLOW_CONTROL_ERROR'],
		},
		{
			name: 'beyond its bound, of a stream whose body comes',
			section: '6.9.1',
			frames: Buffer.concat([posted, update(1, most)]),
			allowed: ['RST_STREAM 1 FLOW_CONTROL_ERROR'],
		},
	];
	judgeRows(door, rows);
});
