/**
 * Worker thread that checkpoints: it copies the write-ahead log into the database while another thread commits. Each message requests one
 * checkpoint.
 */
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, Worker } from 'node:worker_threads';
import { syncMode } from '../database/sync-mode.ts';
import type { BackgroundCheckpoints, CheckpointResult, NotMoved } from './checkpoint.ts';
import { Mover } from './checkpoint.ts';

/** Data of a worker in this role. */
export interface CheckpointThreadData {
	/** Path of the database file. */
	readonly checkpoints: string;
	/** True when the database need not reach the disk. */
	readonly unsynced?: boolean | undefined;
}

/** `failure`: SQLite's message, for errors other than a full disk. */
type Answer = { readonly done: CheckpointResult | 'full' } | { readonly failure: string };

/** Heap limits: the thread holds one statement and no objects. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/** Starts the thread. `file` must call `serveCheckpoints` when its workerData is a CheckpointThreadData. */
export function startCheckpointThread(file: URL, path: string, unsynced?: boolean): BackgroundCheckpoints {
	const data: CheckpointThreadData = { checkpoints: path, unsynced };
	const worker = begin(file, data);
	if (worker === undefined) return { run: async () => 'unavailable', close: async () => undefined };
	let asked: PromiseWithResolvers<CheckpointResult | NotMoved> | undefined;
	let ended = false;
	worker.on('message', (answer: Answer) => {
		if ('failure' in answer) asked?.reject(new Error(answer.failure));
		else asked?.resolve(answer.done);
	});
	// A thread that cannot start, or that ends, says nothing about the data: memory or descriptors ran out, or its file is missing.
	worker.on('error', () => asked?.resolve('unavailable'));
	worker.on('exit', () => {
		ended = true;
		asked?.resolve('unavailable');
	});
	return {
		run: () => {
			asked = Promise.withResolvers();
			if (ended) asked.resolve('unavailable');
			else worker.postMessage(null);
			return asked.promise;
		},
		close: async () => {
			await worker.terminate();
		},
	};
}

/** Starts the worker. Returns undefined when the system has no threads left, for which Node throws. It reports other failures as events. */
function begin(file: URL, data: CheckpointThreadData): Worker | undefined {
	try {
		return new Worker(file, { workerData: data, name: 'checkpoints', resourceLimits });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_INIT_FAILED') return undefined;
		throw error;
	}
}

export function serveCheckpoints(port: MessagePort, { checkpoints: path, unsynced }: CheckpointThreadData): void {
	const db = new DatabaseSync(path);
	db.exec(`PRAGMA synchronous = ${syncMode(unsynced)}; PRAGMA busy_timeout = 1000`);
	const mover = new Mover(db);
	port.on('message', () => port.postMessage(answerOf(mover)));
}

function answerOf(mover: Mover): Answer {
	try {
		return { done: mover.run() };
	} catch (error) {
		return { failure: error instanceof Error ? error.message : String(error) };
	}
}
