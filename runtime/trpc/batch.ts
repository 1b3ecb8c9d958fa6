/**
 * Batches: several calls in one request, with their responses in one array. The calls run one after another, and their responses are sent
 * in that order.
 */
import { ApiError } from '../api/errors.ts';
import { Terminated } from '../filters/terminated.ts';
import { batchLimits } from '../model/batch-limits.ts';
import type { Piece } from './answers.ts';
import type { TrpcMetrics } from './call-metrics.ts';
import { type IncomingCall, root } from './incoming.ts';

/** Retry-After of calls beyond the byte limit: the client may send them at once in another batch. */
const retryAfterSeconds = 1;

/** Counts the bytes sent for one request, and refuses calls beyond the limit. */
export class SentBytes {
	bytes = 0;
	readonly #metrics: TrpcMetrics;

	constructor(metrics: TrpcMetrics) {
		this.#metrics = metrics;
	}

	/** Throws ApiError TooManyRequests beyond the limit. */
	check(): void {
		if (this.bytes < batchLimits.answerBytes) return;
		this.#metrics.refused.bytes++;
		const why = `the answers of this batch have ${this.bytes} bytes, and no call begins after ${batchLimits.answerBytes}`;
		throw new Terminated('TooManyRequests', `${why}: send the remaining calls in another batch`, { retryAfterSeconds });
	}
}

/** Checks the number of calls. Throws ApiError. */
export function checkCount(names: readonly string[], metrics: TrpcMetrics): void {
	const count = names.length;
	if (count <= batchLimits.calls) return;
	metrics.refused.calls++;
	throw new ApiError('RequestEntityTooLarge', `the batch has ${count} calls, and ${batchLimits.calls} are allowed: set maxItems of the batch link`);
}

export interface CallOfBatch {
	/** URL path of the call. */
	readonly path: string;
	readonly query: string;
	readonly input: string | undefined;
}

/** Splits a batch into its calls. Throws ApiError. */
export function callsOf({ request, names, input }: IncomingCall): readonly CallOfBatch[] {
	const inputs = inputsOf(input);
	return names.map((name, index) => {
		const own = inputs[index] === undefined ? undefined : JSON.stringify(inputs[index]);
		const query = request.method === 'GET' && own !== undefined ? `input=${encodeURIComponent(own)}` : '';
		return { path: `${root}/${name}`, query, input: own };
	});
}

function inputsOf(input: string | undefined): Readonly<Record<string, unknown>> {
	if (input === undefined || input === '') return {};
	let inputs: unknown;
	try {
		inputs = JSON.parse(input);
	} catch (error) {
		throw new ApiError('BadRequest', `the input of the batch is no JSON: ${(error as Error).message}`);
	}
	if (typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)) return inputs as Record<string, unknown>;
	throw new ApiError('BadRequest', 'the input of a batch is an object with a field for each call');
}

const [open, comma, close] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** Returns the JSON array of the responses, in pieces. `answer`: runs one call. */
export async function* arrayOf(calls: readonly CallOfBatch[], answer: (call: CallOfBatch) => Promise<Iterable<Piece>>): AsyncGenerator<Piece, void> {
	yield open;
	for (const [index, call] of calls.entries()) {
		if (index > 0) yield comma;
		yield* await answer(call);
	}
	yield close;
}
