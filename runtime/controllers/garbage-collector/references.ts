/** Owner references and deletion state of objects, and their removal from objects. */
import type { JsonObject } from '../../model/catalog.ts';
import type { OwnerReference, Ownership } from '../../storage/side.ts';
import { finalizersOf, metadataOf } from '../../verbs/metadata/metadata.ts';
import { ownerReference } from '../../verbs/write/stored-form.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { uidIn } from '../../watch/objects/splice.ts';

/** Role of an object between its owners and its dependents. */
export interface OwnershipState extends Pick<Ownership, 'owners'> {
	readonly uid: string;
	readonly resourceVersion: string;
	/**
	 * State of the deletion. Undefined: not deleted. `foreground` and `orphan`: it waits for its dependents. `other`: it waits for another
	 * finalizer.
	 */
	readonly deletion: 'foreground' | 'orphan' | 'other' | undefined;
	/** Propagation policy of the deletion; also the policy for a later deletion. */
	readonly policy: Ownership['propagation'];
}

const deletions = { Foreground: 'foreground', Orphan: 'orphan', Background: 'other' } as const;

/** Returns undefined for an object that has neither owners nor a deletion, as most have. */
export function ownershipOf(object: CachedObject): OwnershipState | undefined {
	const { ownership, revision } = object;
	if (ownership === undefined) return undefined;
	const { owners, deletionTimestamp, propagation: policy } = ownership;
	return { uid: uidOf(object), resourceVersion: String(revision), owners, deletion: deletionTimestamp === '' ? undefined : deletions[policy], policy };
}

/** Returns metadata.uid; empty when it is missing. */
export function uidOf({ bytes }: CachedObject): string {
	return uidIn(bytes);
}

/** Returns a key of all fields that identify the owner. The same uid with another name, kind or version is another owner. */
export function referenceKey({ apiVersion, kind, name, uid }: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>): string {
	return JSON.stringify([apiVersion, kind, name, uid]);
}

/** Returns the object without the matching references; the object itself when none matches. */
export function withoutOwners(object: JsonObject, isMeant: (reference: OwnerReference) => boolean): JsonObject {
	return withReferences(object, (entry) => (isMeant(ownerReference(entry)) ? undefined : entry));
}

/** Returns the object with blockOwnerDeletion cleared in all references. */
export function unblocking(object: JsonObject): JsonObject {
	return withReferences(object, (entry) => (entry.blockOwnerDeletion === true ? { ...entry, blockOwnerDeletion: false } : entry));
}

function withReferences(object: JsonObject, change: (entry: JsonObject) => JsonObject | undefined): JsonObject {
	const metadata = metadataOf(object);
	const before = Array.isArray(metadata.ownerReferences) ? (metadata.ownerReferences as JsonObject[]) : [];
	const after = before.map(change);
	if (after.every((entry, index) => entry === before[index])) return object;
	const { ownerReferences: _, ...rest } = metadata;
	const left = after.filter((entry) => entry !== undefined);
	return { ...object, metadata: { ...rest, ...(left.length > 0 && { ownerReferences: left }) } };
}

export function withoutFinalizer(object: JsonObject, finalizer: string): JsonObject {
	const finalizers = finalizersOf(object);
	if (!finalizers.includes(finalizer)) return object;
	const { finalizers: _, ...rest } = metadataOf(object);
	const left = finalizers.filter((one) => one !== finalizer);
	return { ...object, metadata: { ...rest, ...(left.length > 0 && { finalizers: left }) } };
}
