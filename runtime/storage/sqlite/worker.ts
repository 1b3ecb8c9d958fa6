/**
 * The worker thread that owns the SQLite connection: one message, one step. Entry point of its own: a bundle carries it as a separate file.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { StorageRefusedError } from '../errors.ts';
import type { Failure, OpenOptions, Reply, Request } from './protocol.ts';
import { describeFailure, Session } from './session.ts';

const reserveAfterMs = 1000;

function start(port: NonNullable<typeof parentPort>, options: OpenOptions): void {
	let session: Session;
	try {
		session = new Session(options);
	} catch (error) {
		port.postMessage({ id: 0, failure: { kind: 'refused', message: refusal(options.path, error) } } satisfies Reply);
		port.close();
		return;
	}
	port.postMessage({ id: 0, value: session.opened } satisfies Reply);
	// Some milliseconds of writing that no start need wait for.
	setTimeout(() => session.reserve(), reserveAfterMs).unref();
	let lost: Failure | undefined;
	port.on('message', (request: Request) => {
		try {
			if (lost && request.name !== 'close') {
				port.postMessage({ id: request.id, failure: lost } satisfies Reply);
				return;
			}
			const { value, transfer } = session.handle(request);
			port.postMessage({ id: request.id, value } satisfies Reply, transfer);
		} catch (error) {
			const failure = describeFailure(error);
			// What the system says after a failed sync is not to be believed: nothing is tried again.
			if (failure.kind === 'fatal') lost = failure;
			port.postMessage({ id: request.id, failure } satisfies Reply);
		}
		if (request.name === 'close') port.close();
	});
}

function refusal(path: string, error: unknown): string {
	if (error instanceof StorageRefusedError) return error.message;
	return `cannot open the database ${path}: ${error instanceof Error ? error.message : String(error)}`;
}

if (parentPort) start(parentPort, workerData as OpenOptions);
