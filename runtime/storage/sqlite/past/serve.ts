/** Entry of the thread that reads history: each message is one short read. */
import type { MessagePort } from 'node:worker_threads';
import { DamagedError, DamagedLogError } from '../checks/damage.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import { describeFailure, messageOf } from '../worker/failure.ts';
import type { OutlineQuery, PastFailure, PastReply, PastRequest, PastThreadData, ReplacedQuery } from './protocol.ts';
import { PastReader } from './reader.ts';

interface Answer {
	readonly value: unknown;
	readonly transfer: readonly ArrayBuffer[];
}

export function servePast(port: MessagePort, data: PastThreadData): void {
	let reader: PastReader | undefined;
	port.on('message', (request: PastRequest) => {
		try {
			reader ??= new PastReader(data);
			const { value, transfer } = answerOf(reader, request);
			port.postMessage({ id: request.id, value } satisfies PastReply, transfer as ArrayBuffer[]);
		} catch (error) {
			port.postMessage({ id: request.id, failure: failureOf(error, data.past) } satisfies PastReply);
		}
	});
}

function answerOf(reader: PastReader, { name, request }: PastRequest): Answer {
	switch (name) {
		case 'outline':
			return { value: reader.outline(request as OutlineQuery), transfer: [] };
		case 'replaced': {
			const value = reader.replaced(request as ReplacedQuery);
			return { value, transfer: [value.buffer, value.revisions.buffer as ArrayBuffer] };
		}
	}
}

function failureOf(error: unknown, path: string): PastFailure {
	if (error instanceof DamagedLogError) return { kind: 'damagedLog', message: error.message, structural: error.structural };
	// The damaged row defines where the history starts.
	if (error instanceof DamagedError) return { kind: 'damagedLog', message: error.message, structural: true };
	const code = sqliteCode(error);
	if (code === codes.corrupt) return { kind: 'damagedLog', message: 'it cannot be read', structural: true };
	// No descriptor is left. A missing file is detected by the thread that writes.
	if (code === codes.cannotOpen) return { kind: 'unavailable', message: messageOf(error) };
	return describeFailure(error, path);
}
