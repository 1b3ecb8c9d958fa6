/** Commits the finished object to the store. */
import { ApiError } from '../../../api/errors.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import type { Mutation, Outcome } from '../../../storage/store.ts';
import type { CachedObject } from '../../../watch/contract.ts';
import { isInOtherVersion, toStored } from '../../conversion/write.ts';
import { metadataOf } from '../../metadata/metadata.ts';
import type { WriteScope } from '../scope.ts';
import { isShownBy, type StoredForm, storedForm, WrittenObject } from '../stored-form.ts';
import { type Attempt, type Outside, overtaken } from './attempts.ts';
import { claimMutations, commitWithClaims } from './claims.ts';

/** Replacement or removal of an object. For a removal, `object` is the answer. */
export interface Replacement {
	/** The object as the cache has it. */
	readonly stored: CachedObject;
	/** The same object in the version in which the write works. */
	readonly current: CachedObject;
	/** Bytes of the current object, as text. */
	readonly currentText: string;
	/** The current object, parsed. */
	readonly old: JsonObject;
	readonly object: JsonObject;
	readonly removed: boolean;
	/** Revision that the answer shows after a removal. An update shows the previous one, a delete its own. */
	readonly removedShows: 'before' | 'removal';
	/** True when the write leads to a delete, which may use the reserve of a full disk (`Mutation.freesSpace`). */
	readonly freesSpace: boolean;
}

/** Result of a replacement. */
export interface ReplaceResult {
	readonly object: CachedObject;
	readonly removed: boolean;
}

export async function replace(
	scope: WriteScope,
	{ stored, current, currentText, old, object, removed, removedShows, freesSpace }: Replacement,
	outside: Outside,
): Promise<Attempt<ReplaceResult>> {
	const { resource, namespace, name } = scope;
	const shownForm = formToStore(scope, object);
	const isRemote = resource.kind.conversionWebhook !== undefined;
	const isRewritten = isRemote && isInOtherVersion(scope, stored);
	if (!removed && !isRewritten && isShownBy(current, currentText, shownForm.text)) return { kind: 'idle', result: { object: current, removed } };
	const next = isRemote && !removed ? await toStored(scope, object, outside) : object;
	if (next === undefined) return overtaken;
	const form = next === object ? shownForm : formToStore(scope, next);
	if (scope.dryRun) return { kind: 'idle', result: { object: new WrittenObject(next, form, current.revision), removed } };
	const key = { resource: resource.kind.storageName, namespace, name, expected: current.revision };
	const pending = claimMutations(scope, old, removed ? undefined : object);
	const claims = pending instanceof Promise ? await pending : pending;
	const mutation = removed ? key : { ...key, bytes: Buffer.from(form.text), side: form.side, version: form.version, freesSpace };
	const outcome = await commitWithClaims(scope, mutation, claims);
	if (!outcome.ok) return { kind: 'overtaken', current: outcome.contested ?? outcome.current };
	const revision = removed && removedShows === 'before' ? current.revision : outcome.revision;
	return { kind: 'written', result: { object: new WrittenObject(next, form, revision), removed } };
}

/**
 * Returns the stored form of the object. If it is too large, its managed fields are dropped: no client asked for them, and the object works
 * without them. An apply is refused instead, because it needs owners. Throws ApiError RequestEntityTooLarge.
 */
export function formToStore({ resource, isApply }: WriteScope, object: JsonObject): StoredForm {
	try {
		return storedForm(object, resource);
	} catch (error) {
		if (isApply || !(error instanceof ApiError) || error.reason !== 'RequestEntityTooLarge') throw error;
		const { managedFields: _, ...metadata } = metadataOf(object);
		return storedForm({ ...object, metadata }, resource);
	}
}

export async function commitOne(scope: WriteScope, mutation: Mutation): Promise<Outcome> {
	const [outcome] = await scope.context.store.commit([mutation]);
	if (outcome === undefined) throw new Error('the store gave no outcome of a mutation');
	return outcome;
}
