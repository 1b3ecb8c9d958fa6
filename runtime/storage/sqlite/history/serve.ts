/** Entry of the thread that reads history: each message is one short read. */
import type { MessagePort } from 'node:worker_threads';
import { DamagedError, DamagedLogError } from '../checks/damage.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import { describeFailure, messageOf } from '../worker/failure.ts';
import type { CountQuery, HistoryFailure, HistoryReply, HistoryRequest, HistoryThreadData, RowsQuery } from './protocol.ts';
import { HistoryReader } from './reader.ts';

interface Answer {
	readonly value: unknown;
	readonly transfer: readonly ArrayBuffer[];
}

export function serveHistory(port: MessagePort, data: HistoryThreadData): void {
	let reader: HistoryReader | undefined;
	port.on('message', (request: HistoryRequest) => {
		try {
			reader ??= new HistoryReader(data);
			const { value, transfer } = answerOf(reader, request);
			port.postMessage({ id: request.id, value } satisfies HistoryReply, transfer as ArrayBuffer[]);
		} catch (error) {
			port.postMessage({ id: request.id, failure: failureOf(error, data.historyOf) } satisfies HistoryReply);
		}
	});
}

function answerOf(reader: HistoryReader, { name, request }: HistoryRequest): Answer {
	switch (name) {
		case 'at': {
			const value = reader.at(request as RowsQuery);
			return { value, transfer: [value.bytes.buffer] };
		}
		case 'countAt':
			return { value: reader.countAt(request as CountQuery), transfer: [] };
	}
}

function failureOf(error: unknown, path: string): HistoryFailure {
	if (error instanceof DamagedLogError) return { kind: 'damagedLog', message: error.message, structural: error.structural };
	// The damaged row defines where the history starts.
	if (error instanceof DamagedError) return { kind: 'damagedLog', message: error.message, structural: true };
	const code = sqliteCode(error);
	if (code === codes.corrupt) return { kind: 'damagedLog', message: 'it cannot be read', structural: true };
	// The process has no file descriptor left. A missing file gives the same code, but the writing thread reports that.
	if (code === codes.cannotOpen) return { kind: 'unavailable', message: messageOf(error) };
	return describeFailure(error, path);
}
