/**
 * The main thread's end of the thread that reads the past. It is started when somebody first asks, and anew when it has ended: that
 * there was no memory or no thread for it says nothing of the data.
 */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../../api/errors.ts';
import { StorageClosedError } from '../../errors.ts';
import { errorOf } from '../channel.ts';
import type { LogDamage } from '../checks/damage.ts';
import type { PastCallName, PastCalls, PastReply, PastRequest, PastThreadData } from './protocol.ts';

/** A read is at most some thousand keys, or a few MiB outside the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** The log is not what was written: whoever owns it must say from where on it is forgotten. */
export class LogDamagedError extends Error {
	override readonly name = 'LogDamagedError';
	readonly damage: LogDamage;
	constructor(damage: LogDamage) {
		super(damage.message);
		this.damage = damage;
	}
}

interface Waiting {
	readonly settle: (value: unknown) => void;
	readonly reject: (error: Error) => void;
}

export class PastThread {
	readonly #file: URL;
	readonly #data: PastThreadData;
	readonly #waiting = new Map<number, Waiting>();
	#sequence = 0;
	#worker: Worker | undefined;
	#closed = false;

	/** `file` calls `servePast` when its workerData are a PastThreadData. */
	constructor(file: URL, data: PastThreadData) {
		this.#file = file;
		this.#data = data;
	}

	/** Rejects with CompactedError, LogDamagedError, ApiError ServiceUnavailable, StorageFailedError, StorageClosedError. */
	call<N extends PastCallName>(name: N, request: PastCalls[N]['request']): Promise<PastCalls[N]['reply']> {
		return new Promise((settle, reject) => {
			if (this.#closed) {
				reject(new StorageClosedError());
				return;
			}
			this.#worker ??= this.#start();
			const id = ++this.#sequence;
			this.#waiting.set(id, { settle: settle as (value: unknown) => void, reject });
			this.#worker.postMessage({ id, name, request } satisfies PastRequest<N>);
		});
	}

	/** Its connection is closed when this has resolved: the last one that is closed moves the log, unless it may only read. */
	async close(): Promise<void> {
		this.#closed = true;
		this.#rejectAll(new StorageClosedError());
		await this.#worker?.terminate();
	}

	/** Throws ApiError ServiceUnavailable. */
	#start(): Worker {
		const worker = this.#begin();
		worker.unref();
		worker.on('message', (reply: PastReply) => this.#receive(reply));
		// What ended it comes first.
		worker.on('error', (error) => this.#ended(worker, error.message));
		worker.on('exit', (code) => this.#ended(worker, `it ended with code ${code}`));
		return worker;
	}

	#begin(): Worker {
		try {
			return new Worker(this.#file, { workerData: this.#data, name: 'past', resourceLimits });
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_INIT_FAILED') throw unavailable(error instanceof Error ? error.message : String(error));
			throw error;
		}
	}

	#receive(reply: PastReply): void {
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
	return new ApiError('ServiceUnavailable', `the past cannot be read for now: its thread could not do it (${why}); what is there now can`, {
		retryAfterSeconds: 1,
	});
}
