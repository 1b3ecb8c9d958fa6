/** The common form of a controller: what it follows puts keys into a queue, and each key is worked on until it succeeds. */

import { pause } from '../api/pause.ts';
import { damageOf } from '../storage/errors.ts';
import { type Followed, follow, type Seen } from '../watch/follow.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { WorkQueue } from './work-queue.ts';

export interface Loop {
	readonly name: string;
	/** What each change means for the queue. */
	readonly follows: (add: (key: string) => void, addAfter: (key: string, delayMs: number) => void) => readonly Followed[];
	readonly work: (key: string, signal: AbortSignal) => Promise<void>;
}

/** Keys worked on at once: enough that one that waits holds up no other. */
const atOnce = 16;
/** A follower fails only when the store is out of reach, or when it may not look. */
const followPauseMs = 1_000;

export interface RunningLoop extends Required<RunningController> {
	/** Has a key worked on for a reason that nothing followed tells. */
	again(key: string): void;
	/** The same when the delay is over, as `WorkQueue.addAfter`. */
	againAfter(key: string, delayMs: number): void;
}

export function startLoop(context: ControllerContext, loop: Loop): RunningLoop {
	const stopping = new AbortController();
	const report = (subject: string, error: unknown): void => context.report({ controller: loop.name, subject, error });
	const queue = new WorkQueue({ name: loop.name, work: loop.work, onFailure: report, atOnce });
	const follows = loop.follows(
		(key) => queue.add(key),
		(key, delayMs) => queue.addAfter(key, delayMs),
	);
	const followers = follows.map((followed) => keepFollowing(context, followed, stopping.signal, report));
	return {
		queue: queue.figures,
		again: (key) => queue.add(key),
		againAfter: (key, delayMs) => queue.addAfter(key, delayMs),
		async stop() {
			stopping.abort(new Error('the controller is stopping'));
			await Promise.all([...followers, queue.stop()]);
		},
	};
}

/**
 * Works on each key once, all at the same time; the keys whose work failed, which are reported. A start goes on without them, and leaves
 * them to the loop.
 */
export async function firstRound(
	{ report }: ControllerContext,
	controller: string,
	keys: Iterable<string>,
	work: (key: string) => Promise<void>,
): Promise<readonly string[]> {
	const failed: string[] = [];
	const tried = Array.from(keys, async (key) => {
		try {
			await work(key);
		} catch (error) {
			failed.push(key);
			report({ controller, subject: key, error });
		}
	});
	await Promise.all(tried);
	return failed;
}

/** Follows until the signal aborts, whatever fails meanwhile. A damaged object whose content `seen` reads is reported, and the others are seen. */
export async function keepFollowing(
	context: ControllerContext,
	followed: Followed,
	signal: AbortSignal,
	report: (subject: string, error: unknown) => void,
): Promise<void> {
	const seen: Seen = (type, object) => {
		try {
			followed.seen(type, object);
		} catch (error) {
			if (damageOf(error) === undefined) throw error;
			report(followed.storageName, error);
		}
	};
	for (let isAgain = false; !signal.aborted; ) {
		try {
			await context.actor.mayFollow(followed.storageName, followed.namespace);
			await follow(context.verbs.cache, { ...followed, seen }, signal, isAgain);
		} catch (error) {
			isAgain = true;
			report(followed.storageName, error);
			await pause(followPauseMs, signal);
		}
	}
}
