/**
 * A loop that brings what is nearer to what is wanted: whatever changes puts the key of an object into a queue, and `reconcile` looks at that
 * object as it is now. It is called for each object at the beginning, once at a time for each, and again after a growing pause when it throws.
 */
import type { Definition } from '../client/definition.ts';
import type { Informer } from '../watch/informer.ts';
import { keyOf } from '../watch/watch.ts';
import { WorkQueue } from './queue.ts';

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

/** Which object is meant, and how it is now: undefined when it is gone. */
export interface Reconciled<T> {
	readonly name: string;
	/** Empty where the kind lies in no namespace. */
	readonly namespace: string;
	readonly object: T | undefined;
	/** Aborted when the controller ends. */
	readonly signal: AbortSignal;
}

/** It is looked at again by then, if nothing changes before. */
export interface Again {
	readonly againAfterMs: number;
}

/** Other objects that it looks at. */
export interface Watched<U> {
	readonly informer: Informer<U, string>;
	/** Of which objects it is: `NAME` or `NAMESPACE/NAME`. Those that own it when absent. */
	readonly keys?: ((object: U) => readonly string[]) | undefined;
}

export interface ControllerOptions<T> {
	/** Of the objects that are reconciled. Informers that have not been started are started with the controller. */
	readonly informer: Informer<T, string>;
	/** What belongs to them: `watches(pods)` for those that they own, `watches(configMaps, (map) => [...])` for others. */
	readonly also?: readonly Watched<never>[] | undefined;
	reconcile(which: Reconciled<T>): Promise<Again | undefined> | Promise<void>;
	/** How many are reconciled at a time; 1 when absent. */
	readonly concurrency?: number | undefined;
	/** Told what `reconcile` threw, before it is called again. `console.error` when absent. */
	readonly onError?: ((error: unknown, key: string) => void) | undefined;
	readonly firstPauseMs?: number | undefined;
	readonly longestPauseMs?: number | undefined;
}

/** What a controller looks at beside its own objects. */
export function watches<U extends Placed>(informer: Informer<U, string>, keys?: (object: U) => readonly string[]): Watched<never> {
	return { informer, keys } as unknown as Watched<never>;
}

/** Runs until the signal is aborted, and then resolves when what is under way has ended. Rejects when an informer cannot begin. */
export async function runController<T extends Placed>(options: ControllerOptions<T>, signal: AbortSignal): Promise<void> {
	const { informer, also = [], concurrency = 1, firstPauseMs = 100, longestPauseMs = 300_000 } = options;
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
		// What it belonged to before has lost it.
		updated(object, before) {
			add(before);
			add(object);
		},
		deleted: add,
	});
}

async function work<T extends Placed>(
	{ informer, reconcile, onError = tellError }: ControllerOptions<T>,
	queue: WorkQueue,
	signal: AbortSignal,
): Promise<void> {
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

function tellError(error: unknown, key: string): void {
	console.error(`${key}:`, error);
}

/** Keys of what owns an object, of this kind alone. Owners lie in the namespace of what they own, or in none. */
function ownersAmong({ group, kind, namespaced }: Definition): (object: Placed) => readonly string[] {
	const isOne = (owner: OwnerReference): boolean => owner.controller === true && owner.kind === kind && groupOf(owner.apiVersion) === group;
	return ({ metadata: { namespace, ownerReferences = [] } }) =>
		ownerReferences.filter(isOne).map(({ name }) => (namespaced && namespace !== undefined ? `${namespace}/${name}` : name));
}

function groupOf(apiVersion: string): string {
	return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Says that an object belongs to this one, and goes when it goes: for `metadata.ownerReferences`. */
export function ownerReference(owner: {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: { readonly name: string; readonly uid: string };
}): OwnerReference {
	const { apiVersion, kind, metadata } = owner;
	return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
}
