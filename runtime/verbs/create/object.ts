/** Creates an object, for a POST, a PUT that may create, and controllers. */
import { type ApiError, alreadyExists, conflict } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Revision } from '../../storage/store.ts';
import type { ShownObject } from '../conversion/shown-object.ts';
import { shownAnswer, toStored } from '../conversion/write.ts';
import { isTerminating, metadataText } from '../metadata/metadata.ts';
import { warnOfRepeatedOwners } from '../metadata/owners.ts';
import { caughtUp, mostAttempts } from '../write/commit/attempts.ts';
import { claimMutations, commitWithClaims } from '../write/commit/claims.ts';
import { formToStore } from '../write/commit/commit.ts';
import { finish } from '../write/finish.ts';
import { toDefaultedStorage } from '../write/proposal.ts';
import type { WriteScope } from '../write/scope.ts';
import { withoutStatus } from '../write/steps/kept.ts';
import { WrittenObject } from '../write/stored-form.ts';

/** Number of random names that a create tries. Even one collision is rare among 27^5 suffixes. */
const nameDraws = 8;

/**
 * Creates the object. `read`: returns a fresh object on each call. `refusalBy`: returns a reason not to store a valid object. Throws
 * ApiError AlreadyExists, Invalid, and the errors of admission and `refusalBy`.
 */
export async function createObject(scope: WriteScope, read: () => JsonObject, refusalBy?: RefusalBy): Promise<AnsweredObject> {
	const made = await createStored(scope, read, refusalBy);
	return scope.resource.kind.conversionWebhook === undefined ? made : shownAnswer(scope, made);
}

type AnsweredObject = WrittenObject | ShownObject;

async function createStored(scope: WriteScope, read: () => JsonObject, refusalBy?: RefusalBy): Promise<WrittenObject> {
	const warned = scope.warnings.length;
	let attempts = 1;
	for (let draw = 1; ; ) {
		scope.warnings.length = warned;
		const sent = read();
		const generated = metadataText(sent, 'generateName') !== '';
		const drawn = generated && metadataText(sent, 'name') === '';
		const made = await createOnce(scope, sent, refusalBy?.(sent));
		if ('text' in made) return made;
		if ('contested' in made) {
			if (attempts++ === mostAttempts) throw conflict(scope.resource.kind.plural, scope.resource.version.group, scope.name);
			await caughtUp(scope, made.contested);
		} else if (!drawn || draw++ === nameDraws) throw taken(scope, made.taken, generated);
	}
}

/** Inspects the object as the client sent it. */
type RefusalBy = (sent: JsonObject) => ApiError | undefined;

/** Returns the AlreadyExists error. Its message says when the existing object is terminating. */
function taken({ context, resource, namespace }: WriteScope, name: string, generated: boolean): ApiError {
	const there = context.cache.get(resource.kind.storageName, namespace, name);
	const terminating = there !== undefined && isTerminating(parseWhole(there));
	return alreadyExists(resource.kind.plural, resource.version.group, name, { terminating, generated });
}

/**
 * Always resolves to false: an object that does not exist yet cannot change during a wait. The commit itself checks that the name is free.
 */
async function unmoved(pending: Promise<void>): Promise<boolean> {
	await pending;
	return false;
}

type CreateResult =
	| WrittenObject
	| { readonly taken: string }
	| { /** Revision of a claim that the new object needs and another object holds. */ readonly contested: Revision };

async function createOnce(scope: WriteScope, sent: JsonObject, refusal: ApiError | undefined): Promise<CreateResult> {
	const object = toDefaultedStorage(withoutStatus(sent, scope), scope.resource);
	warnOfRepeatedOwners(object, scope, '');
	const final = await finish({ scope, operation: 'CREATE', object }, unmoved);
	if (final === undefined) throw new Error('a missing object has moved');
	if (refusal !== undefined) throw refusal;
	return commitNew(scope, final);
}

async function commitNew(scope: WriteScope, finished: JsonObject): Promise<CreateResult> {
	const { context, resource, namespace } = scope;
	const object = resource.kind.conversionWebhook === undefined ? finished : await toStored(scope, finished, unmoved);
	if (object === undefined) throw new Error('a missing object has moved');
	const { storageName } = resource.kind;
	const name = metadataText(object, 'name');
	const form = formToStore(scope, object);
	if (scope.dryRun) {
		await context.cache.consistent(scope.caller);
		return context.cache.get(storageName, namespace, name) === undefined ? new WrittenObject(object, form, 0) : { taken: name };
	}
	const pending = claimMutations(scope, undefined, object);
	const claims = pending instanceof Promise ? await pending : pending;
	const key = { resource: storageName, namespace, name, expected: 0 };
	const outcome = await commitWithClaims(scope, { ...key, bytes: Buffer.from(form.text), side: form.side, version: form.version }, claims);
	if (outcome.ok) return new WrittenObject(object, form, outcome.revision);
	return outcome.contested === undefined ? { taken: name } : { contested: outcome.contested };
}
