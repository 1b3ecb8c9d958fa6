/**
 * Main thread's end of the thread that reads history. The thread starts on first use and again after it has ended. A failure to start, for
 * lack of memory or threads, implies no problem with the data.
 */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../../api/errors.ts';
import { StorageClosedError } from '../../errors.ts';
import { errorOf } from '../channel.ts';
import type { LogDamage } from '../checks/damage.ts';
import type { HistoryCallName, HistoryCalls, HistoryReply, HistoryRequest, HistoryThreadData } from './protocol.ts';

/** Heap limits: a read holds at most some thousand rows, whose bytes are outside the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** The log is damaged; the thread that owns it decides up to which revision it is lost. */
export class LogDamagedError extends Error {
	override readonly name = 'LogDamagedError';
	readonly damage: LogDamage;
	constructor(damage: LogDamage) {
		super(damage.message);
		this.damage = damage;
	}
}

interface PendingCall {
	readonly settle: (value: unknown) => void;
	readonly reject: (error: Error) => void;
}

export class HistoryThread {
	readonly #file: URL;
	readonly #data: HistoryThreadData;
	readonly #waiting = new Map<number, PendingCall>();
	#sequence = 0;
	#worker: Worker | undefined;
	#closed = false;

	/** `file` must call `serveHistory` when its workerData is a HistoryThreadData. */
	constructor(file: URL, data: HistoryThreadData) {
		this.#file = file;
		this.#data = data;
	}

	/**
	 * Calls the thread. Rejects with CompactedError, LogDamagedError, ApiError ServiceUnavailable, StorageFailedError, StorageClosedError.
	 */
	call<N extends HistoryCallName>(name: N, request: HistoryCalls[N]['request']): Promise<HistoryCalls[N]['reply']> {
		return new Promise((settle, reject) => {
			if (this.#closed) {
				reject(new StorageClosedError());
				return;
			}
			this.#worker ??= this.#start();
			const id = ++this.#sequence;
			this.#waiting.set(id, { settle: settle as (value: unknown) => void, reject });
			this.#worker.postMessage({ id, name, request } satisfies HistoryRequest<N>);
		});
	}

	/**
	 * Closes the thread; its connection is closed when this resolves. The last connection to close moves the log unless it is read-only.
	 */
	async close(): Promise<void> {
		this.#closed = true;
		this.#rejectAll(new StorageClosedError());
		await this.#worker?.terminate();
	}

	/** Starts the thread. Throws ApiError ServiceUnavailable. */
	#start(): Worker {
		const worker = this.#begin();
		worker.unref();
		worker.on('message', (reply: HistoryReply) => this.#receive(reply));
		// The error event precedes the exit event.
		worker.on('error', (error) => this.#ended(worker, error.message));
		worker.on('exit', (code) => this.#ended(worker, `it ended with code ${code}`));
		return worker;
	}

	#begin(): Worker {
		try {
			return new Worker(this.#file, { workerData: this.#data, name: 'history', resourceLimits });
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_INIT_FAILED') throw unavailable(error instanceof Error ? error.message : String(error));
			throw error;
		}
	}

	#receive(reply: HistoryReply): void {
		const waiting = this.#waiting.get(reply.id);
		this.#waiting.delete(reply.id);
		if ('value' in reply) {
			waiting?.settle(reply.value);
			return;
		}
		const { failure } = reply;
		if (failure.kind === 'damagedLog') waiting?.reject(new LogDamagedError(failure));
		else if (failure.kind === 'unavailable') waiting?.reject(unavailable(failure.message));
		else waiting?.reject(errorOf(failure));
	}

	#ended(worker: Worker, why: string): void {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		this.#rejectAll(unavailable(why));
	}

	#rejectAll(error: Error): void {
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}
}

function unavailable(why: string): ApiError {
	return new ApiError(
		'ServiceUnavailable',
		`lists at old versions are unavailable: the thread that reads them failed (${why}); retry, or list the current version`,
		{
			retryAfterSeconds: 1,
		},
	);
}
