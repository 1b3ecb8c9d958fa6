/** HTTP/2 frames that no client sends, or not in such numbers. */
import type { HostileCase } from '../contract.ts';
import { ending, flags, frame, frameTypes, get, getRoot, many, number32, post, preface, repeatedHeader, setting, settingIds } from '../frames.ts';
import { inRecords } from '../send.ts';
import { frames, unreadFrames } from './frame-case.ts';

const wholeHead = flags.endStream | flags.endHeaders;
const list = get('/api/v1/namespaces/default/configmaps');
const cancel = number32(8);
const create = post('/api/v1/namespaces/default/configmaps');
/** Padding lengths: none and 255 bytes. */
const paddings = [0, 255] as const;

/** Returns this number of requests, each with frames after its head. */
const opened = (count: number, behind: (stream: number) => Buffer): Buffer =>
	Buffer.concat([many(count, (i) => Buffer.concat([frame(frameTypes.headers, flags.endHeaders, 2 * i + 1, create), behind(2 * i + 1)])), ending]);

/** Initial connection window (RFC 9113, 6.9.2). */
const windowBytes = 65_535;

/** Returns a case with frames just large enough to escape the limit. */
function bodyFrames(name: string, streams: number, padding: number): HostileCase {
	const text = Buffer.alloc(16, ' ');
	const one = padding === 0 ? text : Buffer.concat([Buffer.from([padding]), text, Buffer.alloc(padding)]);
	return frames(
		name,
		() =>
			Buffer.concat([
				many(streams, (i) => frame(frameTypes.headers, flags.endHeaders, 2 * i + 1, create)),
				many(Math.floor(windowBytes / one.length), (i) => frame(frameTypes.data, padding === 0 ? 0 : flags.padded, 2 * (i % streams) + 1, one)),
				ending,
			]),
		{ anonymous: false },
	);
}

const requests = (count: number, block: Buffer): Buffer => many(count, (i) => frame(frameTypes.headers, wholeHead, 2 * i + 1, block));

const requestOf = (stream: number, block: Buffer): Buffer => frame(frameTypes.headers, wholeHead, stream, block);

/** Request with a connection-specific header, which HTTP/2 forbids. */
const malformed = Buffer.concat([getRoot, Buffer.from([0x00, 7]), Buffer.from('upgrade'), Buffer.from([1, 0x78])]);
/** An unindexed header that nearly fills a frame. */
const longHeader = Buffer.concat([Buffer.from([0x00, 1, 0x61, 127, 0x81, 0x7c]), Buffer.alloc(16_000, 'x')]);

export const frameCases: readonly HostileCase[] = [
	frames('1,000 streams opened and reset', () =>
		many(1_000, (i) => Buffer.concat([frame(frameTypes.headers, wholeHead, 2 * i + 1, getRoot), frame(frameTypes.reset, 0, 2 * i + 1, cancel)])),
	),
	frames(
		'1,000 lists opened and reset, by the administrator',
		() => many(1_000, (i) => Buffer.concat([frame(frameTypes.headers, wholeHead, 2 * i + 1, list), frame(frameTypes.reset, 0, 2 * i + 1, cancel)])),
		{ anonymous: false },
	),
	frames('100,000 settings', () => Buffer.concat([many(100_000, () => frame(frameTypes.settings, 0, 0)), ending])),
	frames('20,000 settings that change the size of the header table', () =>
		Buffer.concat([many(20_000, (i) => frame(frameTypes.settings, 0, 0, setting(settingIds.headerTableSize, i % 2 === 0 ? 0 : 65_536))), ending]),
	),
	frames('20,000 settings that change the window of 100 open streams', () =>
		Buffer.concat([
			many(100, (i) => frame(frameTypes.headers, flags.endHeaders, 2 * i + 1, post('/api/v1/namespaces/default/configmaps'))),
			many(20_000, (i) => frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, i % 2 === 0 ? 1 : 65_535))),
			ending,
		]),
	),
	frames('100,000 pings', () => Buffer.concat([many(100_000, () => frame(frameTypes.ping, 0, 0, Buffer.alloc(8))), ending])),
	frames('100,000 answers to pings that nobody sent', () => Buffer.concat([many(100_000, () => frame(frameTypes.ping, 1, 0, Buffer.alloc(8))), ending])),
	frames('100,000 updates of the window', () => Buffer.concat([many(100_000, () => frame(frameTypes.windowUpdate, 0, 0, number32(1))), ending])),
	frames('updates of the window beyond its bound', () => many(3, () => frame(frameTypes.windowUpdate, 0, 0, number32(0x7fffffff)))),
	frames('an update of the window by nothing', () => frame(frameTypes.windowUpdate, 0, 0, number32(0))),
	frames('100,000 priorities', () =>
		Buffer.concat([many(100_000, (i) => frame(frameTypes.priority, 0, 2 * i + 1, Buffer.concat([number32(0), Buffer.from([1])]))), ending]),
	),
	frames('a stream that depends on itself, 100,000 times', () =>
		Buffer.concat([many(100_000, () => frame(frameTypes.priority, 0, 1, Buffer.concat([number32(1), Buffer.from([1])]))), ending]),
	),
	frames('100,000 frames of an unknown type', () => Buffer.concat([many(100_000, () => frame(0x77, 0, 0, Buffer.alloc(8))), ending])),
	frames('1,000 streams that are malformed', () => Buffer.concat([many(1_000, (i) => frame(frameTypes.headers, wholeHead, 2 * i + 1, malformed)), ending])),
	frames('1,000 streams with a body behind their end', () =>
		Buffer.concat([many(1_000, (i) => Buffer.concat([requestOf(2 * i + 1, list), frame(frameTypes.data, 0, 2 * i + 1, Buffer.from('x'))])), ending]),
	),
	frames('100,000 resets of one stream', () => Buffer.concat([requestOf(1, list), many(100_000, () => frame(frameTypes.reset, 0, 1, cancel)), ending])),
	frames('300 frames of 2,000 settings', () =>
		Buffer.concat([
			many(300, () =>
				frame(
					frameTypes.settings,
					0,
					0,
					many(2_000, (i) => setting(settingIds.initialWindowSize, i)),
				),
			),
			ending,
		]),
	),
	frames('10,000 requests in one write', () => Buffer.concat([requests(10_000, getRoot), ending])),
	frames('an entry of the table for each of 100 headers, on each of 100 streams', () =>
		Buffer.concat([
			many(100, (i) => requestOf(2 * i + 1, Buffer.concat([getRoot, many(100, (n) => Buffer.from([0x40, 2, 0x61, (n % 26) + 0x61, 1, (i % 26) + 0x61]))]))),
			ending,
		]),
	),
	frames('a head of 3 MB in continuations of 16 KB', () =>
		Buffer.concat([frame(frameTypes.headers, flags.endStream, 1, getRoot), many(200, () => frame(frameTypes.continuation, 0, 1, longHeader)), ending]),
	),
	frames(
		'2,000 empty frames of data in each of 50 bodies',
		() =>
			Buffer.concat([
				many(50, (i) => frame(frameTypes.headers, flags.endHeaders, 2 * i + 1, create)),
				many(100_000, (i) => frame(frameTypes.data, 0, 2 * (i % 50) + 1)),
				ending,
			]),
		{ anonymous: false },
	),
	frames('a promise to push, from a client', () => frame(frameTypes.pushPromise, flags.endHeaders, 1, Buffer.concat([number32(2), getRoot]))),
	frames('1,000 resets of streams that were never opened', () => many(1_000, (i) => frame(frameTypes.reset, 0, 2 * i + 1, cancel))),
	frames('streams with even numbers', () => many(100, (i) => frame(frameTypes.headers, wholeHead, 2 * i + 2, getRoot))),
	frames('streams whose numbers go down', () => Buffer.concat([many(100, (i) => frame(frameTypes.headers, wholeHead, 1_001 - 2 * i, getRoot)), ending])),
	frames('1,000 streams at once where 250 are allowed', () => Buffer.concat([requests(1_000, getRoot), ending])),
	frames('headers in 20,000 continuations', () =>
		Buffer.concat([frame(frameTypes.headers, flags.endStream, 1, getRoot), many(20_000, () => frame(frameTypes.continuation, 0, 1, Buffer.from([0x82])))]),
	),
	frames('headers in 100,000 empty continuations', () =>
		Buffer.concat([frame(frameTypes.headers, flags.endStream, 1, getRoot), many(100_000, () => frame(frameTypes.continuation, 0, 1)), ending]),
	),
	frames('a header of 4 KB, 10,000 times by reference to the table (40 MB)', () =>
		Buffer.concat([frame(frameTypes.headers, wholeHead, 1, Buffer.concat([getRoot, repeatedHeader(4_000, 10_000)])), ending]),
	),
	frames('the same on each of 50 streams', () =>
		Buffer.concat([
			frame(frameTypes.headers, wholeHead, 1, Buffer.concat([getRoot, repeatedHeader(4_000, 1)])),
			many(50, (i) => frame(frameTypes.headers, wholeHead, 2 * i + 3, Buffer.concat([getRoot, Buffer.alloc(10_000, 0xbe)]))),
			ending,
		]),
	),
	frames('a reference to no entry of the table', () => frame(frameTypes.headers, wholeHead, 1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]))),
	frames('5,000 changes of the size of the table in one head', () =>
		Buffer.concat([frame(frameTypes.headers, wholeHead, 1, Buffer.concat([many(5_000, (i) => Buffer.from([i % 2 === 0 ? 0x20 : 0x3e])), getRoot])), ending]),
	),
	frames('100,000 empty frames of data', () =>
		Buffer.concat([frame(frameTypes.headers, flags.endHeaders, 1, getRoot), many(100_000, () => frame(frameTypes.data, 0, 1)), ending]),
	),
	frames(
		'20,000 frames of nothing but padding, in a body',
		() => {
			const padding = Buffer.alloc(256);
			padding[0] = 255;
			return Buffer.concat([
				frame(frameTypes.headers, flags.endHeaders, 1, post('/api/v1/namespaces/default/configmaps')),
				many(20_000, () => frame(frameTypes.data, flags.padded, 1, padding)),
				ending,
			]);
		},
		{ anonymous: false },
	),
	frames(
		'100 bodies at once in frames of one byte',
		() =>
			Buffer.concat([
				many(100, (i) => frame(frameTypes.headers, flags.endHeaders, 2 * i + 1, post('/api/v1/namespaces/default/configmaps'))),
				many(60_000, (i) => frame(frameTypes.data, 0, 2 * (i % 100) + 1, Buffer.from('{'))),
				ending,
			]),
		{ anonymous: false },
	),
	...paddings.flatMap((padding) => [
		bodyFrames(`a window of frames of 16 bytes${padding === 0 ? '' : ' with padding'} on one stream`, 1, padding),
		bodyFrames(`a window of frames of 16 bytes${padding === 0 ? '' : ' with padding'} on 100 streams`, 100, padding),
	]),
	frames(
		'1,000 streams whose window is opened beyond its bound',
		() => opened(1_000, (stream) => frame(frameTypes.windowUpdate, 0, stream, number32(0x7fffffff))),
		{ anonymous: false },
	),
	frames(
		'1,000 streams whose trailers do not end them',
		() => opened(1_000, (stream) => frame(frameTypes.headers, flags.endHeaders, stream, Buffer.from([0x82]))),
		{ anonymous: false },
	),
	frames(
		'trailers with 3,000 headers on each of 100 streams',
		() => {
			const block = Buffer.concat([Buffer.from([0x40, 1, 0x61, 1, 0x62]), Buffer.alloc(3_000, 0xbe)]);
			return opened(100, (stream) => frame(frameTypes.headers, wholeHead, stream, block));
		},
		{ anonymous: false },
	),
	{
		name: 'HTTP/2: 230 pings in TLS records of one byte',
		prepare: () => {
			const bytes = Buffer.concat([preface, many(230, () => frame(frameTypes.ping, 0, 0, Buffer.alloc(8))), ending]);
			return inRecords(1, () => bytes, { protocol: 'h2' });
		},
		answers: ['closed'],
	},
	frames('a frame that says that it has 16 MB', () => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]), Buffer.alloc(100_000)])),
	frames('1,000 farewells', () => Buffer.concat([many(1_000, () => frame(frameTypes.goAway, 0, 0, number32(0, 0))), ending])),
	frames('HTTP/1.1 where HTTP/2 was agreed', () => Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))),
	unreadFrames('100 lists on a window of nothing', () =>
		Buffer.concat([frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, 0)), requests(100, list)]),
	),
	unreadFrames('100 lists whose window opens a byte at a time', () =>
		Buffer.concat([
			frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, 0)),
			requests(100, list),
			many(20_000, (i) => frame(frameTypes.windowUpdate, 0, 2 * (i % 100) + 1, number32(1))),
		]),
	),
	unreadFrames('100,000 pings', () => many(100_000, () => frame(frameTypes.ping, 0, 0, Buffer.alloc(8)))),
	unreadFrames('100,000 settings', () => many(100_000, () => frame(frameTypes.settings, 0, 0))),
	unreadFrames('10,000 requests', () => requests(10_000, getRoot)),
	unreadFrames('100 lists whose windows change with each of 20,000 settings', () =>
		Buffer.concat([
			requests(100, list),
			many(20_000, (i) => frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, i % 2 === 0 ? 1 : 65_535))),
		]),
	),
	unreadFrames('100 watches of everything', () => requests(100, get('/api/v1/configmaps?watch=true'))),
];
