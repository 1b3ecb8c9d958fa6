/** The common form of controllers: watched changes queue keys, and each key is processed until it succeeds. */

import { sleep } from '../scheduling/sleep.ts';
import { damageOf } from '../storage/errors.ts';
import { type FollowOptions, follow, type OnChange } from '../watch/follow.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { WorkQueue } from './work-queue.ts';

export interface Loop {
	readonly name: string;
	/** Returns the watched resources, with functions that map changes to queue keys. */
	readonly follows: (add: (key: string) => void, addAfter: (key: string, delayMs: number) => void) => readonly FollowOptions[];
	readonly work: (key: string, signal: AbortSignal) => Promise<void>;
}

/** Maximum number of keys processed concurrently; one that waits does not delay others. */
const atOnce = 16;
/** Delay before watching again. A watch fails only when the store is unreachable or access is forbidden. */
const followPauseMs = 1_000;

export interface RunningLoop extends Required<RunningController> {
	/** Queues a key for a reason other than a watched change. */
	again(key: string): void;
	/** Queues a key after a delay, as `WorkQueue.addAfter` does. */
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
		queue: queue.metrics,
		again: (key) => queue.add(key),
		againAfter: (key, delayMs) => queue.addAfter(key, delayMs),
		async stop() {
			stopping.abort(new Error('the controller is stopping'));
			await Promise.all([...followers, queue.stop()]);
		},
	};
}

/** Processes each key once, all concurrently. Reports errors and returns the failed keys; the loop retries them after the start. */
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

/**
 * Watches until the signal aborts; retries after failures. A damaged object that `seen` reads is reported, and the others are still seen.
 */
export async function keepFollowing(
	context: ControllerContext,
	followed: FollowOptions,
	signal: AbortSignal,
	report: (subject: string, error: unknown) => void,
): Promise<void> {
	const seen: OnChange = (type, object) => {
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
			await sleep(followPauseMs, signal);
		}
	}
}
