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
import type { DeleteOptions } from '../verbs/write/delete-options.ts';
import { finalizersOf, isTerminating } from '../verbs/write/metadata/metadata.ts';
import type { Proposal } from '../verbs/write/update-object.ts';
import type { Controller, ControllerContext } from './contract.ts';
import { firstChange } from './follow.ts';
import { startLoop } from './loop.ts';
import { type Remains, withConditions } from './namespace-conditions.ts';

const name = 'namespace';
const namespaces = 'namespaces';

export const namespaceController: Controller = {
	name,
	identity: 'namespace-controller',
	rules: [
		{ verbs: ['get', 'list', 'watch', 'delete'], groups: [''], resources: [namespaces] },
		{ verbs: ['update'], groups: [''], resources: [`${namespaces}/finalize`, `${namespaces}/status`] },
		{ verbs: ['get', 'list', 'delete', 'deletecollection'], groups: ['*'], resources: ['*'] },
	],
	purpose: 'removes what is in a namespace that is being deleted, and then the namespace',
	start(context) {
		if (context.verbs.stored(namespaces) === undefined) return { stop: async () => {} };
		return startLoop(context, {
			name,
			follows: (add) => [
				{
					storageName: namespaces,
					seen: (type, object) => {
						// A namespace that has gone is looked at once more: a create that was under way may have landed in it.
						if (type === 'DELETED' || isTerminating(parseWhole(object))) add(object.name);
					},
				},
			],
			work: (namespace, signal) => clear(context, namespace, signal),
		});
	},
};

/** Comes back when the namespace is empty and let go, or when the signal aborts. */
async function clear(context: ControllerContext, namespace: string, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const { verbs } = context;
		const found = verbs.cache.get(namespaces, '', namespace);
		if (found !== undefined && !isTerminating(parseWhole(found))) return;
		// Of before: a write that admission let pass just before the namespace began to go may come while its content is deleted.
		const { revision } = verbs.cache;
		const failures = await deleteContent(context, namespace, signal);
		const left = occupied(verbs, namespace);
		if (found !== undefined) await tell(context, namespace, { failures: failures.map(shown), ...remaining(verbs, namespace, left) });
		if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
		if (left.length === 0) return found === undefined ? undefined : letGo(context, namespace);
		await anyChange(verbs, left, namespace, revision, signal);
	}
}

/** As clients delete whose only wish is that the objects go. */
const background: DeleteOptions = {
	gracePeriodSeconds: undefined,
	preconditions: { uid: undefined, resourceVersion: undefined },
	orphanDependents: undefined,
	propagationPolicy: 'Background',
	dryRun: false,
	ignoresDamage: false,
};

/** What kept it from deleting, an error for each kind: one that fails holds up no other. */
async function deleteContent({ verbs, actor }: ControllerContext, namespace: string, signal: AbortSignal): Promise<unknown[]> {
	const failures: unknown[] = [];
	for (const storageName of occupied(verbs, namespace)) {
		const names: string[] = [];
		for (const object of verbs.cache.list(storageName, namespace)) names.push(object.name);
		try {
			await actor.deleteAll(storageName, namespace, names, background, signal);
		} catch (error) {
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

/** Waits until one of the objects that are left changes: a finalizer goes, a grace ends. */
async function anyChange(verbs: VerbContext, storageNames: readonly string[], namespace: string, from: number, signal: AbortSignal): Promise<void> {
	const enough = new AbortController();
	const either = AbortSignal.any([signal, enough.signal]);
	const waits = storageNames.map((storageName) => firstChange(verbs.cache, storageName, namespace, from, either));
	try {
		await Promise.race(waits);
	} finally {
		enough.abort(new Error('another object changed first'));
		await Promise.allSettled(waits);
	}
}

/** As an answer would say it: the original goes to the log alone. */
function shown(failure: unknown): string {
	return ApiError.from(failure).message;
}

function remaining(verbs: VerbContext, namespace: string, storageNames: readonly string[]): Omit<Remains, 'failures'> {
	const resources = new Map<string, number>();
	const finalizers = new Map<string, number>();
	for (const storageName of storageNames) {
		const resource = verbs.stored(storageName);
		if (resource === undefined) throw new Error(`the kind stored as ${storageName} is not served`);
		let count = 0;
		for (const object of verbs.cache.list(storageName, namespace)) {
			count++;
			// Most objects have none, and a namespace may hold very many.
			if (!object.bytes.includes('"finalizers"')) continue;
			for (const finalizer of finalizersOf(parseWhole(object))) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
		}
		if (count > 0) resources.set(`${resource.kind.plural}.${resource.storage.group}`, count);
	}
	return { resources, finalizers };
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
