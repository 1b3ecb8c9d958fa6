/** Main thread's end of the channel to the worker: numbered requests, replies in order, and a single permanent failure. */
import type { Worker } from 'node:worker_threads';
import { ApiError } from '../../api/errors.ts';
import { StorageClosedError, StorageDamagedError, StorageFailedError, StorageFullError, StorageInUseError, StorageRefusedError } from '../errors.ts';
import { CompactedError } from '../store.ts';
import type { CallName, Calls, Failure, OpenOptions, Reply, Request, StoreState } from './protocol.ts';

interface PendingCall {
	readonly settle: (value: unknown) => void;
	readonly reject: (error: Error) => void;
}

export interface ChannelEvents {
	readonly onFatal: (error: Error) => void;
	readonly onReport: (sentence: string) => void;
}

export class Channel {
	readonly #worker: Worker;
	readonly #waiting = new Map<number, PendingCall>();
	readonly #events: ChannelEvents;
	#sequence = 0;
	#failed: Error | undefined;
	#closing = false;

	private constructor(worker: Worker, events: ChannelEvents) {
		this.#worker = worker;
		this.#events = events;
		worker.on('message', (reply: Reply) => this.#receive(reply));
		worker.on('error', (error) => this.fail(new StorageFailedError(error.message)));
		worker.on('exit', (code) => this.fail(new StorageFailedError(`its thread ended with code ${code}`)));
	}

	/** Sends the open request. `onFatal` is called at most once, and only after the opening succeeded. */
	static async open(options: OpenOptions, worker: Worker, events: ChannelEvents): Promise<{ channel: Channel; opened: StoreState }> {
		worker.ref();
		worker.postMessage(options);
		let opened = false;
		const onFatal = (error: Error) => {
			if (opened) events.onFatal(error);
		};
		const channel = new Channel(worker, { ...events, onFatal });
		try {
			const value = await new Promise((settle, reject) => channel.#waiting.set(0, { settle, reject }));
			opened = true;
			return { channel, opened: value as StoreState };
		} catch (error) {
			channel.#closing = true;
			throw error;
		}
	}

	/** Sends a request. `onReply` is called before any code that awaits the promise runs. */
	call<N extends CallName>(name: N, request: Calls[N]['request'], transfer: readonly ArrayBuffer[] = []): Promise<Calls[N]['reply']> {
		return new Promise((settle, reject) => this.send(name, request, transfer, settle, reject));
	}

	/** Sends a request. The callbacks are called synchronously, in the order of the worker's replies. */
	send<N extends CallName>(
		name: N,
		request: Calls[N]['request'],
		transfer: readonly ArrayBuffer[],
		settle: (reply: Calls[N]['reply']) => void,
		reject: (error: Error) => void,
	): void {
		if (this.#failed) {
			reject(this.#failed);
			return;
		}
		const id = ++this.#sequence;
		this.#waiting.set(id, { settle: settle as (value: unknown) => void, reject });
		this.#worker.postMessage({ id, name, request } satisfies Request, transfer as ArrayBuffer[]);
	}

	/** Fails the channel. Every later request is refused with the first error. */
	fail(error: Error): void {
		const first = this.#failed === undefined;
		this.#failed ??= error;
		for (const { reject } of this.#waiting.values()) reject(this.#failed);
		this.#waiting.clear();
		if (first) this.#events.onFatal(error);
	}

	/** Closes the worker. Earlier requests are still answered; later ones are refused. */
	async close(): Promise<void> {
		if (this.#closing) return;
		const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
		const closed = this.#failed ? undefined : this.call('close', null);
		this.#closing = true;
		this.#failed ??= new StorageClosedError();
		await closed;
		if (closed) await ended;
		await this.#worker.terminate();
	}

	#receive(reply: Reply): void {
		if ('report' in reply) {
			this.#events.onReport(reply.report);
			return;
		}
		const waiting = this.#waiting.get(reply.id);
		this.#waiting.delete(reply.id);
		if ('value' in reply) {
			waiting?.settle(reply.value);
			return;
		}
		const error = errorOf(reply.failure);
		// `fail` comes first, because code that reacts to the rejection must not send another request.
		if (error instanceof StorageFailedError) this.fail(error);
		waiting?.reject(error);
	}
}

export function errorOf(failure: Failure): Error {
	switch (failure.kind) {
		case 'full':
			return new StorageFullError(failure.message);
		case 'busy':
			return new ApiError('ServiceUnavailable', `another program holds the database locked (${failure.message})`, { retryAfterSeconds: 1 });
		case 'compacted':
			return new CompactedError(failure.oldest);
		case 'damaged':
			return new StorageDamagedError(failure.message);
		case 'refused':
			return new StorageRefusedError(failure.message);
		case 'inUse':
			return new StorageInUseError(failure.message);
		case 'fatal':
			return new StorageFailedError(failure.message);
	}
}
