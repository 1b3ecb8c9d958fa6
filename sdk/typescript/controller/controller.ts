/**
 * Controller: reconciles the actual state with the desired one. Each change adds the key of an object to a queue, and `reconcile` gets the
 * object's current state. It is called for each object at the start, never concurrently for one object, and again with growing backoff
 * after it throws.
 */
import type { Definition } from '../client/definition.ts';
import type { Informer } from '../watch/informer.ts';
import { keyOf } from '../watch/watch.ts';
import { defaultPauses, WorkQueue } from './queue.ts';

interface Placed {
	readonly metadata: { readonly name: string; readonly namespace?: string; readonly ownerReferences?: readonly OwnerReference[] };
}

export interface OwnerReference {
	apiVersion: string;
	kind: string;
	name: string;
	uid: string;
	controller?: boolean;
	blockOwnerDeletion?: boolean;
}

/** Object to reconcile. */
export interface Reconciled<T> {
	readonly name: string;
	/** Empty for a cluster-scoped kind. */
	readonly namespace: string;
	readonly object: T | undefined;
	/** Aborted when the controller ends. */
	readonly signal: AbortSignal;
}

/** Result of `reconcile` that requests another call after this time, even if the object does not change. */
export interface Again {
	readonly againAfterMs: number;
}

/** Related objects whose changes cause a reconcile. */
export interface Watched<U> {
	readonly informer: Informer<U, string>;
	/** Keys of the objects to reconcile, `NAME` or `NAMESPACE/NAME`. Default: the owners of the changed object. */
	readonly keys?: ((object: U) => readonly string[]) | undefined;
}

export interface ControllerOptions<T> {
	/** Informer of the reconciled objects. An informer that is not running is started with the controller. */
	readonly informer: Informer<T, string>;
	/** Related objects: `watches(pods)` for those that the reconciled objects own, `watches(configMaps, (map) => [...])` for others. */
	readonly also?: readonly Watched<never>[] | undefined;
	reconcile(which: Reconciled<T>): Promise<Again | undefined> | Promise<void>;
	/** Maximum number of concurrent calls of `reconcile`. Default: 1. */
	readonly concurrency?: number | undefined;
	/** Called with an error of `reconcile`, before the retry. Default: `console.error`. */
	readonly onError?: ((error: unknown, key: string) => void) | undefined;
	readonly firstPauseMs?: number | undefined;
	readonly longestPauseMs?: number | undefined;
}

/** Returns an entry of `also`: objects that the controller watches besides its own. */
export function watches<U extends Placed>(informer: Informer<U, string>, keys?: (object: U) => readonly string[]): Watched<never> {
	return { informer, keys } as unknown as Watched<never>;
}

/**
 * Runs the controller until the signal is aborted, then resolves when the running reconciles have ended. Rejects when an informer cannot
 * start.
 */
export async function runController<T extends Placed>(options: ControllerOptions<T>, signal: AbortSignal): Promise<void> {
	const { informer, also = [], concurrency = 1, firstPauseMs = defaultPauses.firstMs, longestPauseMs = defaultPauses.longestMs } = options;
	const queue = new WorkQueue({ firstMs: firstPauseMs, longestMs: longestPauseMs });
	const owners = ownersAmong(informer.definition);
	const ends = [handle(informer, queue, (object) => [keyOf(object)])];
	for (const watched of also as readonly unknown[] as readonly Watched<Placed>[]) ends.push(handle(watched.informer, queue, watched.keys ?? owners));
	const close = (): void => queue.close();
	signal.addEventListener('abort', close, { once: true });
	if (signal.aborted) close();
	const informers = new Set<Startable>([informer, ...also.map((each) => each.informer)]);
	const started = [...informers].filter((each) => !each.started);
	try {
		await Promise.all(started.map((each) => each.start({ signal })));
		await Promise.all(Array.from({ length: concurrency }, () => work(options, queue, signal)));
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		signal.removeEventListener('abort', close);
		close();
		for (const end of ends) end();
		for (const each of started) each.stop();
	}
}

type Startable = Pick<Informer<unknown>, 'started' | 'start' | 'stop'>;

function handle<U>(informer: Informer<U, string>, queue: WorkQueue, keys: (object: U) => readonly string[]): () => void {
	const add = (object: U): void => {
		for (const key of keys(object)) queue.add(key);
	};
	return informer.handle({
		added: add,
		// The previous owner no longer has the object.
		updated(object, before) {
			add(before);
			add(object);
		},
		deleted: add,
	});
}

async function work<T extends Placed>({ informer, reconcile, onError = logError }: ControllerOptions<T>, queue: WorkQueue, signal: AbortSignal): Promise<void> {
	for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
		const slash = key.indexOf('/');
		const [namespace, name] = slash < 0 ? ['', key] : [key.slice(0, slash), key.slice(slash + 1)];
		try {
			const outcome = await reconcile({ name, namespace, object: namespace === '' ? informer.get(name) : informer.get(name, namespace), signal });
			queue.done(key);
			if (outcome) queue.addAfter(key, outcome.againAfterMs);
		} catch (error) {
			if (signal.aborted) return;
			onError(error, key);
			queue.failed(key);
		}
	}
}

function logError(error: unknown, key: string): void {
	console.error(`${key}:`, error);
}

/**
 * Returns a function that returns the keys of an object's owners of this kind. Owners are in the namespace of the object, or
 * cluster-scoped.
 */
function ownersAmong({ group, kind, namespaced }: Definition): (object: Placed) => readonly string[] {
	const isOne = (owner: OwnerReference): boolean => owner.controller === true && owner.kind === kind && groupOf(owner.apiVersion) === group;
	return ({ metadata: { namespace, ownerReferences = [] } }) =>
		ownerReferences.filter(isOne).map(({ name }) => (namespaced && namespace !== undefined ? `${namespace}/${name}` : name));
}

function groupOf(apiVersion: string): string {
	return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Returns an entry of `metadata.ownerReferences`. The object then belongs to the owner, and is deleted with it. */
export function ownerReference(owner: {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: { readonly name: string; readonly uid: string };
}): OwnerReference {
	const { apiVersion, kind, metadata } = owner;
	return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
}
