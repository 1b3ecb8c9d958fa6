/** Changes an existing object, for a PUT, a PATCH, a subresource, and controllers. */
import { conflict, invalid } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { shownAnswer, shownToWrite } from '../conversion/write.ts';
import { finalizersOf, isTerminating, metadataOf, metadataText } from '../metadata/metadata.ts';
import { type Attempt, attempts, type Outside, overtaken } from './commit/attempts.ts';
import { type ReplaceResult, replace } from './commit/commit.ts';
import { finish } from './finish.ts';
import type { WriteScope } from './scope.ts';

/**
 * Computes the new object from the current one. Both are in the storage version and have metadata.resourceVersion. Called for each attempt;
 * must not change `old`. Returns a promise while a webhook converts.
 */
export type Proposal = (old: JsonObject) => JsonObject | Promise<JsonObject>;

/**
 * Updates the object. `removed`: true when the update removed the last finalizer of an object that is being deleted. Throws ApiError
 * NotFound, Conflict, Invalid, and the errors of admission.
 */
export async function updateObject(scope: WriteScope, propose: Proposal): Promise<ReplaceResult> {
	const result = await attempts(scope, (current, outside) => updateOnce(scope, current, propose, outside));
	return scope.resource.kind.conversionWebhook === undefined ? result : { ...result, object: await shownAnswer(scope, result.object) };
}

async function updateOnce(scope: WriteScope, stored: CachedObject, propose: Proposal, outside: Outside): Promise<Attempt<ReplaceResult>> {
	const current = scope.resource.kind.conversionWebhook === undefined ? stored : await shownToWrite(scope, stored, outside);
	if (current === undefined) return overtaken;
	const currentText = current.bytes.toString();
	const old = parseWhole(current, currentText);
	// An object that was stored before a default was declared counts as having the default. Otherwise immutable fields would seem to
	// change.
	scope.resource.storageSchema.applyDefaults(old);
	const proposal = propose(old);
	const proposed = proposal instanceof Promise ? await proposedOutside(proposal, outside) : proposal;
	if (proposed === undefined) return overtaken;
	checkPreconditions(scope, proposed, old);
	const object = await finish({ scope, operation: 'UPDATE', object: proposed, old }, outside);
	if (object === undefined) return overtaken;
	const removed = isLetGo(scope, object, old);
	return replace(scope, { stored, current, currentText, old, object, removed, removedShows: 'before', freesSpace: isTerminating(old) }, outside);
}

/** Awaits the proposal without holding the turn. Returns undefined when the stored object has changed meanwhile. */
async function proposedOutside(proposal: Promise<JsonObject>, outside: Outside): Promise<JsonObject | undefined> {
	let proposed: JsonObject | undefined;
	const isOvertaken = await outside(
		proposal.then((made) => {
			proposed = made;
		}),
	);
	return isOvertaken ? undefined : proposed;
}

/** Reports whether an update completes a deletion: no finalizer is left, and no grace period runs. */
function isLetGo(scope: WriteScope, object: JsonObject, old: JsonObject): boolean {
	if (!isTerminating(old) || finalizersOf(object).length > 0) return false;
	if (metadataOf(old).deletionGracePeriodSeconds) return false;
	return scope.resource.hooks.readyToRemove?.(object) ?? true;
}

function checkPreconditions(scope: WriteScope, object: JsonObject, old: JsonObject): void {
	const { resource, name } = scope;
	const { plural, kind } = resource.kind;
	const { group } = resource.version;
	const uid = metadataText(object, 'uid');
	const oldUid = metadataText(old, 'uid');
	if (uid !== '' && uid !== oldUid) {
		throw conflict(plural, group, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${oldUid}`);
	}
	const version = metadataText(object, 'resourceVersion');
	if (version === metadataText(old, 'resourceVersion')) return;
	if (version === '' || version === '0') {
		if (resource.kind.updateNeedsVersion !== true) return;
		// In this refusal Kubernetes names the resource, in all others the kind.
		throw invalid(plural, group, name, [badVersion('0', 'must be specified for an update')]);
	}
	if (!/^[0-9]+$/.test(version)) throw invalid(kind, group, name, [badVersion(JSON.stringify(version), 'must be a version that this server has given')]);
	throw conflict(plural, group, name);
}

function badVersion(shown: string, why: string): Cause {
	return { reason: 'FieldValueInvalid', field: 'metadata.resourceVersion', message: `Invalid value: ${shown}: ${why}` };
}
