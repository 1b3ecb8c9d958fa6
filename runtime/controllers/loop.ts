/** The common form of a controller: what it follows puts keys into a queue, and each key is worked on until it succeeds. */
import type { ControllerContext, RunningController } from './contract.ts';
import { follow, type Seen } from './follow.ts';
import { WorkQueue } from './work-queue.ts';

export interface Loop {
	readonly name: string;
	/** By storage name: what each change means for the queue. */
	readonly follows: Readonly<Record<string, (add: (key: string) => void) => Seen>>;
	readonly work: (key: string, signal: AbortSignal) => Promise<void>;
}

/** Keys worked on at once: enough that one that waits holds up no other. */
const atOnce = 16;
/** A follower fails only when the store is out of reach. */
const followPauseMs = 1_000;

export function startLoop(context: ControllerContext, loop: Loop): RunningController {
	const stopping = new AbortController();
	const report = (subject: string, error: unknown): void => context.report({ controller: loop.name, subject, error });
	const queue = new WorkQueue({ work: loop.work, onFailure: report, atOnce });
	const add = (key: string): void => queue.add(key);
	const followers = Object.entries(loop.follows).map(([storageName, seen]) => keepFollowing(context, storageName, seen(add), stopping.signal, report));
	return {
		async stop() {
			stopping.abort(new Error('the controller is stopping'));
			await Promise.all([...followers, queue.stop()]);
		},
	};
}

async function keepFollowing(
	context: ControllerContext,
	storageName: string,
	seen: Seen,
	signal: AbortSignal,
	report: (subject: string, error: unknown) => void,
): Promise<void> {
	while (!signal.aborted) {
		try {
			await follow(context.verbs.cache, storageName, signal, seen);
		} catch (error) {
			report(storageName, error);
			await pause(followPauseMs, signal);
		}
	}
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const end = (): void => {
			clearTimeout(timer);
			signal.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		timer.unref();
		signal.addEventListener('abort', end, { once: true });
	});
}
