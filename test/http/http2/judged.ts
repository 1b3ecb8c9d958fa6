/** Summarizes a server's reaction to frames in a word for test tables. */
import { flags, frame, frameTypes, many } from '../../faults/stall/frames.ts';
import { get } from './blocks.ts';
import { type Frame, isAck, RawClient, type RawOptions } from './raw-client.ts';

/** RFC 9113, section 7. */
export const errorCodes = [
	'NO_ERROR',
	'PROTOCOL_ERROR',
	'INTERNAL_ERROR',
	'FLOW_CONTROL_ERROR',
	'SETTINGS_TIMEOUT',
	'STREAM_CLOSED',
	'FRAME_SIZE_ERROR',
	'REFUSED_STREAM',
	'CANCEL',
	'COMPRESSION_ERROR',
	'CONNECT_ERROR',
	'ENHANCE_YOUR_CALM',
	'INADEQUATE_SECURITY',
	'HTTP_1_1_REQUIRED',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * Most severe reaction of the server: the connection ended (GOAWAY code, or `closed`), a stream was reset or answered, or nothing happened.
 * A connection that did not end has answered a later request.
 */
export type Verdict = `GOAWAY ${ErrorCode}` | 'closed' | `RST_STREAM ${number} ${ErrorCode}` | `${number}: ${number}` | 'nothing';

export const wholeHead = flags.endStream | flags.endHeaders;
/** Stream id above all ids that the tests use. */
export const laterStream = 100_001;

export function codeOf({ type, payload }: Frame): ErrorCode {
	return errorCodes[payload.readUInt32BE(type === frameTypes.goAway ? 4 : 0)] ?? 'INTERNAL_ERROR';
}

/** Returns a request on a separate stream. */
export function request(stream: number, block: Buffer, { ends = true } = {}): Buffer {
	return frame(frameTypes.headers, ends ? wholeHead : flags.endHeaders, stream, block);
}

/** Returns the request in as many frames as its block needs. */
export function framed(stream: number, block: Buffer): Buffer {
	const most = 16_384;
	return many(Math.ceil(block.length / most), (i) => {
		const bits = (i + 1) * most >= block.length ? flags.endHeaders : 0;
		return frame(
			i === 0 ? frameTypes.headers : frameTypes.continuation,
			i === 0 ? bits | flags.endStream : bits,
			stream,
			block.subarray(i * most, (i + 1) * most),
		);
	});
}

function worst(frames: readonly Frame[], isEnded: boolean): Verdict | undefined {
	const farewell = frames.find((seen) => seen.type === frameTypes.goAway && codeOf(seen) !== 'NO_ERROR');
	if (farewell !== undefined) return `GOAWAY ${codeOf(farewell)}`;
	if (isEnded) return 'closed';
	const reset = frames.find(({ type }) => type === frameTypes.reset);
	return reset === undefined ? undefined : `RST_STREAM ${reset.stream} ${codeOf(reset)}`;
}

/**
 * Waits for the server's reaction; throws at a timeout. `cutOff` marks incomplete frames or an open block, after which no further request
 * is possible.
 */
export async function judge(client: RawClient, { cutOff = false } = {}): Promise<Verdict> {
	// Waits for two pings: a ping answer has priority, so a reset may arrive after the first one.
	if (cutOff) await client.ended();
	else for (let i = 0; i < 2; i++) await client.ping();
	if (client.frames.some((seen) => seen.type === frameTypes.goAway && codeOf(seen) !== 'NO_ERROR')) await client.ended();
	const before = [...client.frames];
	const verdict = worst(before, client.isEnded);
	if (verdict !== undefined && !verdict.startsWith('RST_STREAM')) return verdict;
	client.send(request(laterStream, get('/')));
	const { status } = await client.answer(laterStream);
	if (status !== 200) throw new Error(`the request behind was answered with ${status}; seen:\n${client.transcript()}`);
	if (verdict !== undefined) return verdict;
	const answered = before.find(({ headers }) => headers !== undefined);
	return answered === undefined ? 'nothing' : `${answered.stream}: ${(await answered.headers)?.[':status'] ?? 0}`;
}

export interface Row {
	/** Description of the client's frames. */
	readonly name: string;
	/** Section of RFC 9113, unless stated otherwise. */
	readonly section: string;
	readonly frames: Buffer;
	/** Allowed reactions: those of the section, and the alternatives of 5.4. */
	readonly allowed: readonly Verdict[];
	/** True when the frames leave something open; the test then waits for the end of the connection. */
	readonly cutOff?: boolean;
	readonly client?: RawOptions;
}

export interface Judged {
	readonly verdict: Verdict;
	/** Transcript for failure messages. */
	readonly seen: string;
}

export async function judged(port: number, { frames, cutOff = false, client: options = {} }: Row): Promise<Judged> {
	const client = await RawClient.open(port, options);
	try {
		client.send(frames);
		return { verdict: await judge(client, { cutOff }), seen: `sent ${frames.subarray(0, 200).toString('hex')}; seen:\n${client.transcript()}` };
	} finally {
		client.close();
	}
}

export const settingsAcks = (client: RawClient): number => client.frames.filter((seen) => seen.type === frameTypes.settings && isAck(seen)).length;
