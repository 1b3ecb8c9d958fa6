/**
 * Objects that were stored in an earlier version of their kind are rewritten in the one of now, a few at a time: readers get them
 * converted meanwhile, so nothing waits for it. To watchers each is a change, as any other write. One server of several does it.
 */

import type { VerbContext } from '../verbs/contract.ts';
import { rewriting } from '../verbs/write/stored-versions.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Controller, ControllerContext } from './contract.ts';

const name = 'storage-version-migrator';

/** Converting one costs tens of microseconds, so that others wait a few milliseconds at most. */
const objectsPerStep = 50;

/** At most some thousands a second, which leaves most of the disk to others. */
const pauseMs = 20;

/** After a failure, and when there is nothing to do, which costs nothing to see. */
const laterMs = 10_000;

export const storageVersions: Controller = {
	name,
	identity: 'storage-version-migrator',
	// It changes no object, only how one is written.
	rules: [],
	purpose: 'rewrites objects that are stored in an earlier version of their kind',
	start(context) {
		const ended = new AbortController();
		const running = rewriteAll(context, ended.signal);
		return {
			stop: async () => {
				ended.abort();
				await running;
			},
		};
	},
};

async function rewriteAll(context: ControllerContext, signal: AbortSignal): Promise<void> {
	// What cannot be converted is left as it is, and is told of once.
	const hopeless = new Set<CachedObject>();
	while (!signal.aborted) {
		let waitMs = pauseMs;
		try {
			for (const object of hopeless) if (!context.verbs.cache.older.has(object)) hopeless.delete(object);
			// What is served may be replaced, and store its objects in another version.
			if (context.verbs.cache.older.size <= hopeless.size) waitMs = laterMs;
			else await rewriteSome(context.verbs, hopeless, (subject, error) => context.report({ controller: name, subject, error }));
		} catch (error) {
			context.report({ controller: name, subject: 'objects of earlier versions', error });
			waitMs = laterMs;
		}
		await pause(waitMs, signal);
	}
}

async function rewriteSome(
	{ cache, store, stored }: VerbContext,
	hopeless: Set<CachedObject>,
	failed: (subject: string, error: unknown) => void,
): Promise<void> {
	const mutations = [];
	for (const [object, resource] of cache.older) {
		if (mutations.length >= objectsPerStep) break;
		const target = stored(resource);
		// Asked for, it is in the version of now, also when that has changed and its turn has not come.
		if (hopeless.has(object) || target === undefined || cache.get(resource, object.namespace, object.name) !== object) continue;
		try {
			mutations.push(rewriting(object, target));
		} catch (error) {
			hopeless.add(object);
			failed(`${resource} ${object.namespace}/${object.name}`, error);
		}
	}
	await store.commit(mutations);
}

/** Ends early when it is called off. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const end = () => {
			clearTimeout(timer);
			signal.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		timer.unref();
		signal.addEventListener('abort', end);
	});
}
