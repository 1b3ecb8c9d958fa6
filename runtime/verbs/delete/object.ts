/**
 * Deletes an object for any caller. The object is removed immediately, or marked until its finalizers, grace period and kind allow the
 * removal (seed 1, "Deletion lifecycle of an object").
 */
import { conflict } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { secondsInMs } from '../../scalars/duration.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { shownAnswer, shownToWrite } from '../conversion/write.ts';
import { finalizersOf, foregroundFinalizer, isTerminating, metadataOf, metadataText, orphanFinalizer } from '../metadata/metadata.ts';
import { type Attempt, attempts, type Outside, overtaken } from '../write/commit/attempts.ts';
import { type ReplaceResult, replace } from '../write/commit/commit.ts';
import { finish } from '../write/finish.ts';
import type { WriteScope } from '../write/scope.ts';
import type { Deletion } from '../write/steps/write.ts';
import { type DeleteOptions, longestGraceSeconds } from './options.ts';

/** Last state of the object, or the state in which it waits for its removal. */
export interface DeleteResult extends ReplaceResult {
	readonly uid: string;
}

/** Deletes the object. Throws ApiError NotFound, Conflict and the errors of admission. */
export async function deleteObject(scope: WriteScope, options: DeleteOptions): Promise<DeleteResult> {
	const result = await attempts(scope, (current, outside) => deleteOnce(scope, current, options, outside));
	return scope.resource.kind.conversionWebhook === undefined ? result : { ...result, object: await shownAnswer(scope, result.object) };
}

async function deleteOnce(scope: WriteScope, stored: CachedObject, options: DeleteOptions, outside: Outside): Promise<Attempt<DeleteResult>> {
	const current = scope.resource.kind.conversionWebhook === undefined ? stored : await shownToWrite(scope, stored, outside);
	if (current === undefined) return overtaken;
	const currentText = current.bytes.toString();
	const old = parseWhole(current, currentText);
	const uid = metadataText(old, 'uid');
	checkPreconditions(scope, old, options);
	const deletion = deletionOf(scope, old, options);
	const object = await finish({ scope, operation: 'DELETE', object: { ...old }, old, deletion }, outside);
	if (object === undefined) return overtaken;
	if (deletion.effect === 'none') return { kind: 'idle', result: { object: current, uid, removed: false } };
	const removed = deletion.effect === 'remove';
	const attempt = await replace(scope, { stored, current, currentText, old, object, removed, removedShows: 'removal', freesSpace: true }, outside);
	return attempt.kind === 'overtaken' ? attempt : { kind: attempt.kind, result: { ...attempt.result, uid } };
}

function checkPreconditions(scope: WriteScope, old: JsonObject, options: DeleteOptions): void {
	const { plural } = scope.resource.kind;
	const { group } = scope.resource.version;
	const { uid, resourceVersion } = options.preconditions;
	const hasUid = metadataText(old, 'uid');
	if (uid !== undefined && uid !== hasUid) {
		const why = `the UID in the precondition (${uid}) does not match the UID in record (${hasUid}). The object might have been deleted and then recreated`;
		throw conflict(plural, group, scope.name, why);
	}
	const hasVersion = metadataText(old, 'resourceVersion');
	if (resourceVersion !== undefined && resourceVersion !== hasVersion) {
		const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${hasVersion}). The object might have been modified`;
		throw conflict(plural, group, scope.name, why);
	}
}

function deletionOf(scope: WriteScope, old: JsonObject, options: DeleteOptions): Deletion {
	const grace = graceOf(scope, old, options);
	const { kind, version } = scope.resource;
	const orphans = kind.orphans?.in.includes(version.version) === true;
	const finalizers = finalizersAfter(finalizersOf(old), options, orphans);
	const saysNothing = options.orphanDependents === undefined && options.propagationPolicy === undefined;
	if (orphans && saysNothing && kind.orphans.warning !== '') scope.warnings.push(kind.orphans.warning);
	if (grace === 'pending') return { effect: 'none', graceSeconds: 0, graceEndMs: undefined, finalizers };
	const removable = scope.resource.hooks.readyToRemove?.(old) ?? true;
	const removes = finalizers.length === 0 && grace.graceSeconds === 0 && removable;
	return { effect: removes ? 'remove' : 'mark', ...grace, finalizers };
}

/** Returns the grace period. Returns `pending` when one already runs and the request does not shorten it. */
function graceOf(scope: WriteScope, old: JsonObject, options: DeleteOptions): Pick<Deletion, 'graceSeconds' | 'graceEndMs'> | 'pending' {
	const { gracePeriodSeconds } = scope.resource.hooks;
	if (gracePeriodSeconds === undefined) return { graceSeconds: 0, graceEndMs: undefined };
	const requested = options.gracePeriodSeconds;
	if (!isTerminating(old)) {
		const graceSeconds = Math.min(gracePeriodSeconds(old, requested), longestGraceSeconds);
		return { graceSeconds, graceEndMs: Date.now() + secondsInMs(graceSeconds) };
	}
	const running = metadataOf(old).deletionGracePeriodSeconds;
	// An object whose grace period is over waits for finalizers only. A new delete may change its propagation.
	if (Number(running ?? 0) === 0) return { graceSeconds: 0, graceEndMs: undefined };
	if (requested === undefined || requested >= Number(running)) return 'pending';
	const startMs = Date.parse(metadataText(old, 'deletionTimestamp')) - secondsInMs(Number(running));
	return { graceSeconds: requested, graceEndMs: startMs + secondsInMs(requested) };
}

/**
 * Returns the finalizers after the delete. Those that handle dependents follow the request, else stay, else follow the kind's default. All
 * others stay.
 */
function finalizersAfter(finalizers: readonly string[], options: DeleteOptions, orphans: boolean): string[] {
	const { orphanDependents, propagationPolicy } = options;
	const others = finalizers.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
	if (orphanDependents !== undefined) return orphanDependents ? [...others, orphanFinalizer] : others;
	switch (propagationPolicy) {
		case 'Orphan':
			return [...others, orphanFinalizer];
		case 'Foreground':
			return [...others, foregroundFinalizer];
		case 'Background':
			return others;
		case undefined:
			return orphans && others.length === finalizers.length ? [...finalizers, orphanFinalizer] : [...finalizers];
	}
}
