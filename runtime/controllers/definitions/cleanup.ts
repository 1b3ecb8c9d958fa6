/**
 * Deletes the objects of a deleted definition, and then lets the definition go: its finalizer keeps it until none of its objects is left.
 * Objects with finalizers of their own stay until their clients remove them.
 */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import { parseWhole } from '../../codec/item-form.ts';
import { cleanupFinalizer } from '../../kinds/definitions/cleanup.ts';
import { isEstablished } from '../../kinds/definitions/ratchet.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { noDeleteOptions } from '../../verbs/delete/options.ts';
import { follow } from '../../watch/follow.ts';
import type { ControllerContext } from '../contract.ts';
import { type Finding, withFindings } from './findings.ts';

const type = 'Terminating';
const completed: Finding = { type, status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' };
const inProgress: Finding = { type, status: 'True', reason: 'InstanceDeletionInProgress', message: 'CustomResource deletion is in progress' };
const neverEstablished: Finding = { type, status: 'False', reason: 'NeverEstablished', message: 'resource was never established' };
const ofSpec: Finding = { type, status: 'False', reason: 'OverlappingBuiltInResource', message: 'instances overlap with built-in resources in storage' };

export class Cleanup {
	readonly #context: ControllerContext;
	readonly #storageName: string;
	readonly #again: (definition: string) => void;
	readonly #stopping = new AbortController();
	/** Waits for the last object, by definition. */
	readonly #waits = new Map<string, Promise<void>>();

	/** `storageName`: of definitions. `again`: queues a definition whose last object is gone. */
	constructor(context: ControllerContext, storageName: string, again: (definition: string) => void) {
		this.#context = context;
		this.#storageName = storageName;
		this.#again = again;
	}

	async stop(): Promise<void> {
		this.#stopping.abort(new Error('the controller is stopping'));
		await Promise.all(this.#waits.values());
	}

	/** Does the next step for a definition, if it is being deleted. */
	async work(each: string, signal: AbortSignal): Promise<void> {
		const { cache, vocabulary } = this.#context.verbs;
		const known = cache.get(this.#storageName, '', each);
		if (known === undefined) return;
		const definition = parseWhole(known) as object as CustomResourceDefinition;
		const { metadata } = definition;
		const finalizer = cleanupFinalizer(vocabulary);
		if (metadata?.deletionTimestamp === undefined || metadata.finalizers?.includes(finalizer) !== true) return;
		const kind = this.#context.verbs.storedKind(each);
		if (kind !== undefined && kind.defined !== true) return this.#letGo(each, ofSpec);
		if (!isEstablished(definition)) return this.#letGo(each, neverEstablished);
		// The snapshot with the kind, which is about to come, queues the definition again.
		if (kind === undefined) return;
		if (cache.count(each, '') === 0) return this.#letGo(each, completed);
		await this.#tell(each, inProgress);
		await this.#deleteObjects(each, signal);
		if (cache.count(each, '') === 0) return this.#letGo(each, completed);
		this.#awaitEmpty(each);
	}

	async #deleteObjects(resource: string, signal: AbortSignal): Promise<void> {
		const { actor, verbs } = this.#context;
		const names = Map.groupBy(verbs.cache.list(resource, ''), ({ namespace }) => namespace);
		for (const [namespace, objects] of names)
			await actor.deleteAll(
				resource,
				namespace,
				objects.map((object) => object.name),
				noDeleteOptions,
				signal,
			);
	}

	/** Queues the definition when its last object is gone. */
	#awaitEmpty(each: string): void {
		if (this.#waits.has(each)) return;
		const emptied = new AbortController();
		const { cache } = this.#context.verbs;
		const read = (): void => {
			if (cache.count(each, '') === 0) emptied.abort();
		};
		const waiting = follow(cache, { storageName: each, seen: () => undefined, read }, AbortSignal.any([emptied.signal, this.#stopping.signal]))
			.catch((error: unknown) => this.#context.report({ controller: 'definitions', subject: each, error }))
			.then(() => {
				this.#waits.delete(each);
				if (!this.#stopping.signal.aborted) this.#again(each);
			});
		this.#waits.set(each, waiting);
	}

	async #tell(each: string, finding: Finding): Promise<void> {
		await this.#update(each, (old) => withTerminating(old, finding, this.#context.verbs.clock.now()));
	}

	async #letGo(each: string, finding: Finding): Promise<void> {
		const { vocabulary, clock } = this.#context.verbs;
		const finalizer = cleanupFinalizer(vocabulary);
		await this.#update(each, (old) => {
			const metadata = old.metadata as JsonObject;
			const finalizers = ((metadata.finalizers ?? []) as string[]).filter((one) => one !== finalizer);
			return { ...withTerminating(old, finding, clock.now()), metadata: { ...metadata, finalizers } };
		});
	}

	async #update(each: string, change: (old: JsonObject) => JsonObject): Promise<void> {
		await this.#context.actor.update({ storageName: this.#storageName, namespace: '', name: each, subresource: 'status' }, change);
	}
}

function withTerminating(old: JsonObject, finding: Finding, now: string): JsonObject {
	const { status } = old as object as CustomResourceDefinition;
	return { ...old, status: { ...status, conditions: withFindings(status?.conditions ?? [], [finding], now) } as object as JsonObject };
}
