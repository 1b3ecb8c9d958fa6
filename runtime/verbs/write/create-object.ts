/** Creates an object, whoever asks: a POST, a PUT that may create, a controller. */
import { type ApiError, alreadyExists, conflict } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { isEmpty } from '../../model/equal.ts';
import { subresourcesIn } from '../../model/subresource-fields.ts';
import type { Revision } from '../../storage/store.ts';
import { stamped } from '../body.ts';
import { caughtUp, mostAttempts } from './commit/attempts.ts';
import { claimMutations, commitWithClaims } from './commit/claims.ts';
import { formToStore } from './commit/commit.ts';
import { finish } from './finish.ts';
import { isTerminating, metadataText } from './metadata/metadata.ts';
import { warnOfRepeatedOwners } from './metadata/owners.ts';
import type { WriteScope } from './scope.ts';
import { type WrittenObject, written } from './stored-form.ts';
import { defaulted } from './taken-over.ts';

/** Draws of a random name before a create gives up: among 27^5 suffixes a taken one is already rare. */
const nameDraws = 8;

/**
 * `read` gives the object anew each time. `refusalBy` says why a valid object is not stored. Throws ApiError AlreadyExists, Invalid and
 * whatever admission and `refusalBy` refuse with.
 */
export async function createObject(scope: WriteScope, read: () => JsonObject, refusalBy?: RefusalBy): Promise<WrittenObject> {
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

/** Looks at the object as it was sent. */
type RefusalBy = (sent: JsonObject) => ApiError | undefined;

/** The AlreadyExists error; its message says when the existing object is terminating. */
function taken({ context, resource, namespace }: WriteScope, name: string, generated: boolean): ApiError {
	const there = context.cache.get(resource.kind.storageName, namespace, name);
	const terminating = there !== undefined && isTerminating(parseWhole(there));
	return alreadyExists(resource.kind.plural, resource.version.group, name, { terminating, generated });
}

/** A free name: nothing moves while something outside is waited for; whether it was free the store says in the end. */
async function unmoved(pending: Promise<void>): Promise<boolean> {
	await pending;
	return false;
}

type Created =
	| WrittenObject
	| { readonly taken: string }
	| { /** Revision of a claim of somebody else's on what it would have. */ readonly contested: Revision };

async function createOnce(scope: WriteScope, sent: JsonObject, refusal: ApiError | undefined): Promise<Created> {
	const object = defaulted(withoutStatus(sent, scope), scope.resource);
	warnOfRepeatedOwners(object, scope, '');
	const final = await finish({ scope, operation: 'CREATE', object }, unmoved);
	if (final === undefined) throw new Error('an object that is not there has moved');
	if (refusal !== undefined) throw refusal;
	return commitNew(scope, final);
}

/** Creators do not say how things are: a status is written through its subresource. */
function withoutStatus(sent: JsonObject, { resource }: WriteScope): JsonObject {
	const { kind, version, schema } = resource;
	const { status } = subresourcesIn(kind, version);
	if (status === undefined || status.onCreate === true || isEmpty(sent.status)) return sent;
	const { status: _status, ...rest } = sent;
	return stamped(schema.read(rest, { notices: [] }), { apiVersion: resource.apiVersion, kind: kind.kind });
}

async function commitNew(scope: WriteScope, object: JsonObject): Promise<Created> {
	const { context, resource, namespace } = scope;
	const { storageName } = resource.kind;
	const name = metadataText(object, 'name');
	const form = formToStore(scope, object);
	if (scope.dryRun) {
		await context.cache.consistent(scope.caller);
		return context.cache.get(storageName, namespace, name) === undefined ? written(object, form, 0) : { taken: name };
	}
	const pending = claimMutations(scope, undefined, object);
	const claims = pending instanceof Promise ? await pending : pending;
	const key = { resource: storageName, namespace, name, expected: 0 };
	const outcome = await commitWithClaims(scope, { ...key, bytes: Buffer.from(form.text), side: form.side, version: form.version }, claims);
	if (outcome.ok) return written(object, form, outcome.revision);
	return outcome.contested === undefined ? { taken: name } : { contested: outcome.contested };
}
