/** The common form of a controller: what it follows puts keys into a queue, and each key is worked on until it succeeds. */

import { pause } from '../api/pause.ts';
import { type Followed, follow } from '../watch/follow.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { WorkQueue } from './work-queue.ts';

export interface Loop {
	readonly name: string;
	/** What each change means for the queue. */
	readonly follows: (add: (key: string) => void) => readonly Followed[];
	readonly work: (key: string, signal: AbortSignal) => Promise<void>;
}

/** Keys worked on at once: enough that one that waits holds up no other. */
const atOnce = 16;
/** A follower fails only when the store is out of reach, or when it may not look. */
const followPauseMs = 1_000;

export interface RunningLoop extends Required<RunningController> {
	/** Has a key worked on for a reason that nothing followed tells. */
	again(key: string): void;
}

export function startLoop(context: ControllerContext, loop: Loop): RunningLoop {
	const stopping = new AbortController();
	const report = (subject: string, error: unknown): void => context.report({ controller: loop.name, subject, error });
	const queue = new WorkQueue({ name: loop.name, work: loop.work, onFailure: report, atOnce });
	const followers = loop.follows((key) => queue.add(key)).map((followed) => keepFollowing(context, followed, stopping.signal, report));
	return {
		queue: queue.figures,
		again: (key) => queue.add(key),
		async stop() {
			stopping.abort(new Error('the controller is stopping'));
			await Promise.all([...followers, queue.stop()]);
		},
	};
}

/** Until the signal aborts, whatever fails meanwhile. */
export async function keepFollowing(
	context: ControllerContext,
	followed: Followed,
	signal: AbortSignal,
	report: (subject: string, error: unknown) => void,
): Promise<void> {
	for (let isAgain = false; !signal.aborted; ) {
		try {
			await context.actor.mayFollow(followed.storageName, followed.namespace);
			await follow(context.verbs.cache, followed, signal, isAgain);
		} catch (error) {
			isAgain = true;
			report(followed.storageName, error);
			await pause(followPauseMs, signal);
		}
	}
}
