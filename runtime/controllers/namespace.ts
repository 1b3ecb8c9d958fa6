/**
 * Empties a namespace in deletion, then finalizes it (seed 1, "Deletion lifecycle"). Deletes every object of every namespaced kind,
 * respecting finalizers; the namespace's own finalizer is removed last. Until then, conditions report what is left. All state is stored, so
 * it continues after a restart.
 */
import type { NamespaceStatus } from '../../generated/types/core/v1.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { type DeleteOptions, noDeleteOptions } from '../verbs/delete/options.ts';
import { isTerminating, metadataText } from '../verbs/metadata/metadata.ts';
import type { Proposal } from '../verbs/write/update-object.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { startLoop } from './loop.ts';
import { type Remains, withConditions } from './namespace-conditions.ts';
import { NamespaceContent } from './namespace-content.ts';
import type { QueueMetrics } from './queue-metrics.ts';

const name = 'namespace';
const namespaces = 'namespaces';

/** Delay as in Kubernetes: after deleting a namespace, a client may still delete its objects by name. */
const graceMs = 5_000;

export const namespaceController = emptiesAfter(graceMs);

/** `graceMs`: time from the deletion of a namespace to that of its objects. */
export function emptiesAfter(graceMs: number): Controller {
	return {
		name,
		identity: 'namespace-controller',
		rules: [
			{ verbs: ['get', 'list', 'watch', 'delete'], groups: [''], resources: [namespaces] },
			{ verbs: ['update'], groups: [''], resources: [`${namespaces}/finalize`, `${namespaces}/status`] },
			{ verbs: ['get', 'list', 'watch', 'delete', 'deletecollection'], groups: ['*'], resources: ['*'] },
		],
		purpose: 'deletes the objects of a terminating namespace, then the namespace',
		start(context) {
			if (context.verbs.stored(namespaces) === undefined) return { stop: async () => {} };
			return new NamespaceController(context, graceMs);
		},
	};
}

class NamespaceController implements RunningController {
	readonly queue: QueueMetrics;
	readonly #context: ControllerContext;
	readonly #loop: Required<RunningController>;
	/** Content of namespaces in deletion. A waiting namespace occupies no slot of the loop. */
	readonly #contents = new Map<string, NamespaceContent>();
	readonly #graceMs: number;
	#add: (namespace: string) => void = () => undefined;

	constructor(context: ControllerContext, graceMs: number) {
		this.#context = context;
		this.#graceMs = graceMs;
		this.#loop = startLoop(context, {
			name,
			follows: (add, addAfter) => {
				this.#add = add;
				return [
					{
						storageName: namespaces,
						seen: (type, object) => {
							// A namespace that is gone is processed once more, because a concurrent create may have committed an object
							// into it.
							if (type === 'DELETED') return add(object.name);
							const namespace = parseWhole(object);
							if (!isTerminating(namespace)) return;
							const content = this.#contents.get(object.name);
							if (content === undefined) addAfter(object.name, this.#leftMs(namespace));
							// A round's own writes are changes too; the next round begins when it is due.
							else content.changed();
						},
					},
				];
			},
			work: (namespace, signal) => this.#clear(namespace, signal),
		});
		this.queue = this.#loop.queue;
	}

	async stop(): Promise<void> {
		await Promise.all([this.#loop.stop(), ...this.#contents.values().map((content) => content.close())]);
	}

	/** Returns the remaining time before the namespace's objects are deleted. */
	#leftMs(namespace: JsonObject): number {
		const deletedMs = Date.parse(metadataText(namespace, 'deletionTimestamp'));
		// Timestamps have whole seconds.
		return Math.min(this.#graceMs, deletedMs + 1_000 + this.#graceMs - Date.now());
	}

	/**
	 * Runs one round: deletes the existing objects, or finalizes an empty namespace. Until it is empty, changes in it cause further rounds.
	 */
	async #clear(namespace: string, signal: AbortSignal): Promise<void> {
		const { verbs } = this.#context;
		const found = verbs.cache.get(namespaces, '', namespace);
		if (found !== undefined && !isTerminating(parseWhole(found))) return this.#stopTracking(namespace);
		const content = this.#contentOf(namespace);
		await content.begin(storageNamesWithObjects(verbs, namespace));
		const failures = await deleteContent(this.#context, namespace, content, signal);
		const left = storageNamesWithObjects(verbs, namespace);
		if (found !== undefined) {
			const resources = countsOf(verbs, namespace, left);
			await writeConditions(this.#context, namespace, { failures: failures.map(messageOf), resources, finalizers: content.held });
		}
		if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
		if (left.length > 0) return;
		await this.#stopTracking(namespace);
		if (found !== undefined) await removeFinalizer(this.#context, namespace);
	}

	#contentOf(namespace: string): NamespaceContent {
		const known = this.#contents.get(namespace);
		if (known !== undefined) return known;
		const report = (subject: string, error: unknown): void => this.#context.report({ controller: name, subject: `${subject} in ${namespace}`, error });
		const content = new NamespaceContent(this.#context, namespace, () => this.#add(namespace), report);
		this.#contents.set(namespace, content);
		return content;
	}

	async #stopTracking(namespace: string): Promise<void> {
		const content = this.#contents.get(namespace);
		this.#contents.delete(namespace);
		await content?.close();
	}
}

/** Options of a plain background delete. */
const background: DeleteOptions = { ...noDeleteOptions, propagationPolicy: 'Background' };

/** Deletes the content. Returns one error per failed kind; a failing kind does not stop the others. */
async function deleteContent({ actor }: ControllerContext, namespace: string, content: NamespaceContent, signal: AbortSignal): Promise<unknown[]> {
	const failures: unknown[] = [];
	for (const [storageName, names] of content.takeFresh()) {
		try {
			await actor.deleteAll(storageName, namespace, names, background, signal);
		} catch (error) {
			content.requeue(storageName, names);
			signal.throwIfAborted();
			failures.push(error);
		}
	}
	return failures;
}

/** Returns the storage names of namespaced kinds with objects in the namespace. */
function storageNamesWithObjects({ catalog, cache }: VerbContext, namespace: string): string[] {
	const storageNames = new Set(catalog.kinds.filter((kind) => kind.scope === 'Namespaced').map((kind) => kind.storageName));
	return [...storageNames].filter((storageName) => cache.count(storageName, namespace) > 0);
}

/** Returns the message that a client would receive; the original error is only logged. */
function messageOf(failure: unknown): string {
	return ApiError.from(failure).message;
}

/** Counts the remaining objects of each kind, by `plural.group`. */
function countsOf({ cache, stored }: VerbContext, namespace: string, left: readonly string[]): Remains['resources'] {
	return new Map(
		left.flatMap((storageName) => {
			const resource = stored(storageName);
			const count = cache.count(storageName, namespace);
			return resource === undefined || count === 0 ? [] : [[`${resource.kind.plural}.${resource.storage.group}`, count] as const];
		}),
	);
}

/** Writes the conditions to the namespace's status. A round with the same result writes nothing. */
async function writeConditions(context: ControllerContext, namespace: string, found: Remains): Promise<void> {
	await change(context, namespace, 'status', (old) => ({
		...old,
		status: withConditions((old.status ?? {}) as NamespaceStatus, found, context.verbs.clock.now()) as JsonObject,
	}));
}

async function removeFinalizer(context: ControllerContext, namespace: string): Promise<void> {
	const { product } = context.verbs.vocabulary;
	await change(context, namespace, 'finalize', (old) => {
		const spec = (old.spec ?? {}) as JsonObject;
		const finalizers = Array.isArray(spec.finalizers) ? spec.finalizers.filter((finalizer) => finalizer !== product) : [];
		return { ...old, spec: { ...spec, finalizers } };
	});
}

/** Changes a namespace in deletion, not a new namespace of the same name. */
async function change({ actor }: ControllerContext, namespace: string, subresource: string, propose: Proposal): Promise<void> {
	try {
		await actor.update({ storageName: namespaces, namespace: '', name: namespace, subresource }, (old) => (isTerminating(old) ? propose(old) : old));
	} catch (error) {
		// Another client has already finalized the namespace.
		if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
	}
}
