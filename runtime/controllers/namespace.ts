/**
 * Deleting a namespace removes what is in it: every object of every namespaced kind, finalizers honoured; then the
 * namespace's own finalizer, with which it goes (seed 1, "Deletion lifecycle"). Until then its conditions say what it
 * waits for. Works from the state alone, so it goes on where it was after a restart.
 */
import type { NamespaceStatus } from '../../generated/types/core/v1.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { type DeleteOptions, noDeleteOptions } from '../verbs/write/delete-options.ts';
import { isTerminating, metadataText } from '../verbs/write/metadata/metadata.ts';
import type { Proposal } from '../verbs/write/update-object.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { startLoop } from './loop.ts';
import { type Remains, withConditions } from './namespace-conditions.ts';
import { NamespaceContent } from './namespace-content.ts';
import type { QueueFigures } from './queue-metrics.ts';

const name = 'namespace';
const namespaces = 'namespaces';

/** As in Kubernetes, so that who deletes a namespace may still delete what is in it by name. */
const graceMs = 5_000;

export const namespaceController = emptiesAfter(graceMs);

/** `graceMs`: from the deletion of a namespace until what is in it is deleted. */
export function emptiesAfter(graceMs: number): Controller {
	return {
		name,
		identity: 'namespace-controller',
		rules: [
			{ verbs: ['get', 'list', 'watch', 'delete'], groups: [''], resources: [namespaces] },
			{ verbs: ['update'], groups: [''], resources: [`${namespaces}/finalize`, `${namespaces}/status`] },
			{ verbs: ['get', 'list', 'watch', 'delete', 'deletecollection'], groups: ['*'], resources: ['*'] },
		],
		purpose: 'removes what is in a namespace that is being deleted, and then the namespace',
		start(context) {
			if (context.verbs.stored(namespaces) === undefined) return { stop: async () => {} };
			return new NamespaceController(context, graceMs);
		},
	};
}

class NamespaceController implements RunningController {
	readonly queue: QueueFigures;
	readonly #context: ControllerContext;
	readonly #loop: Required<RunningController>;
	/** Of namespaces that are being deleted. One that waits, however long, keeps none of the loop's places from others. */
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
							// A namespace that has gone is looked at once more: a create that was under way may have landed in it.
							if (type === 'DELETED') return add(object.name);
							const namespace = parseWhole(object);
							if (!isTerminating(namespace)) return;
							const content = this.#contents.get(object.name);
							if (content === undefined) addAfter(object.name, this.#leftMs(namespace));
							// What a round writes into a namespace is a change too: the next round comes when it is time for it.
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

	/** What is left of the time in which a namespace that is deleted keeps what is in it. */
	#leftMs(namespace: JsonObject): number {
		const deletedMs = Date.parse(metadataText(namespace, 'deletionTimestamp'));
		// The timestamp has no fractions of its second.
		return Math.min(this.#graceMs, deletedMs + 1_000 + this.#graceMs - Date.now());
	}

	/** One round: what is there is asked to go. Lets the namespace go when it is empty; until then changes in it lead to further rounds. */
	async #clear(namespace: string, signal: AbortSignal): Promise<void> {
		const { verbs } = this.#context;
		const found = verbs.cache.get(namespaces, '', namespace);
		if (found !== undefined && !isTerminating(parseWhole(found))) return this.#leave(namespace);
		const content = this.#contentOf(namespace);
		await content.begin(occupied(verbs, namespace));
		const failures = await deleteContent(this.#context, namespace, content, signal);
		const left = occupied(verbs, namespace);
		if (found !== undefined) {
			const resources = countsOf(verbs, namespace, left);
			await tell(this.#context, namespace, { failures: failures.map(shown), resources, finalizers: content.held });
		}
		if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
		if (left.length > 0) return;
		await this.#leave(namespace);
		if (found !== undefined) await letGo(this.#context, namespace);
	}

	#contentOf(namespace: string): NamespaceContent {
		const known = this.#contents.get(namespace);
		if (known !== undefined) return known;
		const report = (subject: string, error: unknown): void => this.#context.report({ controller: name, subject: `${subject} in ${namespace}`, error });
		const content = new NamespaceContent(this.#context, namespace, () => this.#add(namespace), report);
		this.#contents.set(namespace, content);
		return content;
	}

	async #leave(namespace: string): Promise<void> {
		const content = this.#contents.get(namespace);
		this.#contents.delete(namespace);
		await content?.close();
	}
}

/** As clients delete whose only wish is that the objects go. */
const background: DeleteOptions = { ...noDeleteOptions, propagationPolicy: 'Background' };

/** What kept it from deleting, an error for each kind: one that fails holds up no other. */
async function deleteContent({ actor }: ControllerContext, namespace: string, content: NamespaceContent, signal: AbortSignal): Promise<unknown[]> {
	const failures: unknown[] = [];
	for (const [storageName, names] of content.takeFresh()) {
		try {
			await actor.deleteAll(storageName, namespace, names, background, signal);
		} catch (error) {
			content.giveBack(storageName, names);
			signal.throwIfAborted();
			failures.push(error);
		}
	}
	return failures;
}

/** Namespaced kinds that have objects in the namespace, by storage name. */
function occupied({ catalog, cache }: VerbContext, namespace: string): string[] {
	const storageNames = new Set(catalog.kinds.filter((kind) => kind.scope === 'Namespaced').map((kind) => kind.storageName));
	return [...storageNames].filter((storageName) => cache.count(storageName, namespace) > 0);
}

/** As an answer would say it: the original goes to the log alone. */
function shown(failure: unknown): string {
	return ApiError.from(failure).message;
}

/** How many there are of each kind that is left, by `plural.group`. */
function countsOf({ cache, stored }: VerbContext, namespace: string, left: readonly string[]): Remains['resources'] {
	return new Map(
		left.flatMap((storageName) => {
			const resource = stored(storageName);
			const count = cache.count(storageName, namespace);
			return resource === undefined || count === 0 ? [] : [[`${resource.kind.plural}.${resource.storage.group}`, count] as const];
		}),
	);
}

/** Says in the namespace's status what it waits for; a round that found the same writes nothing. */
async function tell(context: ControllerContext, namespace: string, found: Remains): Promise<void> {
	await change(context, namespace, 'status', (old) => ({
		...old,
		status: withConditions((old.status ?? {}) as NamespaceStatus, found, context.verbs.clock.now()) as JsonObject,
	}));
}

async function letGo(context: ControllerContext, namespace: string): Promise<void> {
	const { product } = context.verbs.vocabulary;
	await change(context, namespace, 'finalize', (old) => {
		const spec = (old.spec ?? {}) as JsonObject;
		const finalizers = Array.isArray(spec.finalizers) ? spec.finalizers.filter((finalizer) => finalizer !== product) : [];
		return { ...old, spec: { ...spec, finalizers } };
	});
}

/** Of a namespace on its way out: one of the same name that has come since is none of this round's business. */
async function change({ actor }: ControllerContext, namespace: string, subresource: string, propose: Proposal): Promise<void> {
	try {
		await actor.update({ storageName: namespaces, namespace: '', name: namespace, subresource }, (old) => (isTerminating(old) ? propose(old) : old));
	} catch (error) {
		// Somebody else has let it go.
		if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
	}
}
