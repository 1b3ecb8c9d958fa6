/**
 * Objects that were stored in an earlier version of their kind are rewritten in the one of now, a few at a time: readers get them
 * converted meanwhile, so nothing waits for it. To watchers each is a change, as any other write. One server of several does it.
 */

import { pause } from '../api/pause.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { rewriting } from '../verbs/write/stored-versions.ts';
import type { CachedObject, WatchCache } from '../watch/contract.ts';
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
	const hopeless = new Hopeless();
	while (!signal.aborted) {
		const { older } = context.verbs.cache;
		hopeless.forgetOthers(older);
		// What is served may be replaced, and store its objects in another version.
		const finished = older.size <= hopeless.size || (await rewriteOnce(context, hopeless, signal));
		await pause(finished ? laterMs : pauseMs, signal);
	}
}

/** Goes through all that there is, step by step. False: it was called off, or not all was tried. */
async function rewriteOnce(context: ControllerContext, hopeless: Hopeless, signal: AbortSignal): Promise<boolean> {
	try {
		const left = context.verbs.cache.older.entries();
		while (!signal.aborted && (await rewriteSome(context.verbs, left, hopeless))) await pause(pauseMs, signal);
	} catch (error) {
		context.report({ controller: name, subject: 'objects of earlier versions', error });
		return true;
	}
	for (const { subject, error } of hopeless.untold()) context.report({ controller: name, subject, error });
	return context.verbs.cache.older.size <= hopeless.size;
}

/** False: there were no more. */
async function rewriteSome({ cache, store, stored }: VerbContext, left: Iterator<[CachedObject, string]>, hopeless: Hopeless): Promise<boolean> {
	const mutations = [];
	let next = left.next();
	for (let tried = 1; !next.done; tried++, next = left.next()) {
		const [object, resource] = next.value;
		const target = stored(resource);
		// Asked for, it is in the version of now, also when that has changed and its turn has not come.
		if (!hopeless.has(object) && target !== undefined && cache.get(resource, object.namespace, object.name) === object) {
			try {
				mutations.push(rewriting(object, target));
			} catch (error) {
				hopeless.add(object, resource, error);
			}
		}
		if (tried >= objectsPerStep) break;
	}
	await store.commit(mutations);
	return !next.done;
}

/** What cannot be converted is left as it is, and is told of once: each kind with its number and an example, since there may be as many as there are objects. */
class Hopeless {
	readonly #objects = new Set<CachedObject>();
	#new = new Map<string, { count: number; readonly example: CachedObject; readonly error: unknown }>();

	get size(): number {
		return this.#objects.size;
	}

	has(object: CachedObject): boolean {
		return this.#objects.has(object);
	}

	add(object: CachedObject, resource: string, error: unknown): void {
		this.#objects.add(object);
		const known = this.#new.get(resource);
		if (known === undefined) this.#new.set(resource, { count: 1, example: object, error });
		else known.count++;
	}

	forgetOthers(older: WatchCache['older']): void {
		for (const object of this.#objects) if (!older.has(object)) this.#objects.delete(object);
	}

	*untold(): Generator<{ readonly subject: string; readonly error: unknown }> {
		const told = this.#new;
		this.#new = new Map();
		for (const [resource, { count, example, error }] of told) {
			const { namespace, name: first } = example;
			yield { subject: `${count} ${resource} that stay as they are stored, such as ${namespace === '' ? first : `${namespace}/${first}`}`, error };
		}
	}
}
