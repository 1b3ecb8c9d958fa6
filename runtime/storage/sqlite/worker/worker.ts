/**
 * Worker thread that owns the SQLite connection: one step per message. It is a separate entry point, so a bundle has it as a file of its
 * own. The threads that checkpoint and read history run the same file in other roles.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from '../../../node/collect-when-idle.ts';
import { trimWhenIdle } from '../../../node/trim-malloc.ts';
import { type CheckpointThreadData, serveCheckpoints, startCheckpointThread } from '../checkpoint/thread.ts';
import type { HistoryThreadData } from '../history/protocol.ts';
import { serveHistory } from '../history/serve.ts';
import type { CallName, Failure, OpenOptions, Reply, Request } from '../protocol.ts';
import { describeFailure, describeRefusal, fatal, isDamage } from './failure.ts';
import { Session } from './session.ts';

/** Interval at which an idle server checks that its files still exist. */
const presenceMs = 2000;

function start(port: NonNullable<typeof parentPort>, options: OpenOptions): void {
	let lost: Failure | undefined;
	let session: Session;
	const lose = (error: unknown): Failure => {
		if (lost !== undefined) return lost;
		lost = fatal(error, options.path);
		if (isDamage(error)) session.leave();
		return lost;
	};
	const fail = (error: unknown) => port.postMessage({ id: 0, failure: lose(error) } satisfies Reply);
	try {
		session = new Session(options, {
			checkpoints: () => startCheckpointThread(new URL(import.meta.url), options.path, options.unsynced),
			failed: fail,
			report: (report) => port.postMessage({ report } satisfies Reply),
		});
	} catch (error) {
		port.postMessage({ id: 0, failure: describeRefusal(options.path, error) } satisfies Reply);
		port.close();
		return;
	}
	port.postMessage({ id: 0, value: session.opened } satisfies Reply);
	collectWhenIdle();
	// The process has one allocator. This thread has SQLite loaded, and it delays no request that only reads.
	trimWhenIdle();
	// The reserve is filled while the main thread creates keys.
	if (session.isEmpty) session.reserve();
	setInterval(() => {
		if (lost !== undefined) return;
		try {
			session.verifyPresence();
		} catch (error) {
			fail(error);
		}
	}, presenceMs).unref();
	port.on('message', (request: Request) => {
		if (request.name === 'close') {
			void close(port, session, request.id, options.path);
			return;
		}
		try {
			if (lost) {
				port.postMessage({ id: request.id, failure: lost } satisfies Reply);
				return;
			}
			const { value, transfer } = session.handle(request as Request<Exclude<CallName, 'close'>>);
			port.postMessage({ id: request.id, value } satisfies Reply, transfer);
		} catch (error) {
			const failure = describeFailure(error, options.path);
			// After a failed sync, later answers of the system cannot be trusted, so nothing is retried.
			port.postMessage({ id: request.id, failure: failure.kind === 'fatal' ? lose(error) : failure } satisfies Reply);
		}
	});
}

async function close(port: NonNullable<typeof parentPort>, session: Session, id: number, path: string): Promise<void> {
	try {
		await session.close();
		port.postMessage({ id, value: null } satisfies Reply);
	} catch (error) {
		port.postMessage({ id, failure: describeFailure(error, path) } satisfies Reply);
	}
	port.close();
}

if (parentPort) {
	const port = parentPort;
	const data = workerData as CheckpointThreadData | HistoryThreadData | undefined;
	if (data === undefined) port.once('message', (options: OpenOptions) => start(port, options));
	else if ('historyOf' in data) serveHistory(port, data);
	else serveCheckpoints(port, data);
}
