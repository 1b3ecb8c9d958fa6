/** The thread that moves the log while another one commits: each message asks for one checkpoint. */
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { BackgroundCheckpoints, Checkpointed } from './checkpoint.ts';
import { Mover } from './checkpoint.ts';

/** What tells the thread that it is this one. */
export interface CheckpointThreadData {
	/** Path of the database file. */
	readonly checkpoints: string;
}

/** It holds one statement, and no objects. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/** `file` calls `serveCheckpoints` when its workerData are a CheckpointThreadData. */
export function startCheckpointThread(file: URL, path: string): BackgroundCheckpoints {
	const worker = new Worker(file, { workerData: { checkpoints: path } satisfies CheckpointThreadData, name: 'checkpoints', resourceLimits });
	let asked: PromiseWithResolvers<Checkpointed | undefined> | undefined;
	worker.on('message', (done: Checkpointed | undefined) => asked?.resolve(done));
	// A statement that fails throws in the thread and ends it.
	worker.on('error', (error) => asked?.reject(error));
	return {
		run: () => {
			asked = Promise.withResolvers();
			worker.postMessage(null);
			return asked.promise;
		},
		close: async () => {
			await worker.terminate();
		},
	};
}

export function serveCheckpoints(port: MessagePort, { checkpoints: path }: CheckpointThreadData): void {
	const db = new DatabaseSync(path);
	db.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000');
	const mover = new Mover(db);
	port.on('message', () => port.postMessage(mover.run()));
}
