/** What a server did about frames that it was sent, in a word that a table can name. */
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
 * The worst that happened: the connection ended (with the code of its GOAWAY; `closed` without one), a stream was reset, one was
 * answered, or nothing. A connection that did not end has answered another request behind.
 */
export type Verdict = `GOAWAY ${ErrorCode}` | 'closed' | `RST_STREAM ${number} ${ErrorCode}` | `${number}: ${number}` | 'nothing';

export const wholeHead = flags.endStream | flags.endHeaders;
/** As yet no test has used it. */
export const laterStream = 100_001;

export function codeOf({ type, payload }: Frame): ErrorCode {
	return errorCodes[payload.readUInt32BE(type === frameTypes.goAway ? 4 : 0)] ?? 'INTERNAL_ERROR';
}

/** A request on a stream of its own. */
export function request(stream: number, block: Buffer, { ends = true } = {}): Buffer {
	return frame(frameTypes.headers, ends ? wholeHead : flags.endHeaders, stream, block);
}

/** The same in as many frames as its block needs. */
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

/** Throws when it is not over in time. `cutOff`: what was sent is no whole frame, or leaves a block open: nothing can be asked behind it. */
export async function judge(client: RawClient, { cutOff = false } = {}): Promise<Verdict> {
	// What the server resets may come behind the answer to one ping, which is urgent.
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
	/** What the client sends. */
	readonly name: string;
	/** Of RFC 9113, unless it says another. */
	readonly section: string;
	readonly frames: Buffer;
	/** What may be done about it: what the section says, and what 5.4 allows instead. */
	readonly allowed: readonly Verdict[];
	/** The frames leave something open: the end of the connection is waited for. */
	readonly cutOff?: boolean;
	readonly client?: RawOptions;
}

export interface Judged {
	readonly verdict: Verdict;
	/** For who reads a failure. */
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
