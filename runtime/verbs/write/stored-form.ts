/**
 * Stored form of an object: its JSON without resourceVersion, and the data that selectors and the garbage collector need. The text that clients get is
 * the same with the revision spliced in.
 */
import { ApiError } from '../../api/errors.ts';
import { wholeForm } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { getAt } from '../../model/path.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { noTexts, type OwnerReference, type Ownership, sideText } from '../../storage/side.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import { finalizersOf, foregroundFinalizer, metadataOf, metadataText, orphanFinalizer } from '../metadata/metadata.ts';

export interface StoredForm {
	/** JSON in the storage version, without metadata.resourceVersion. */
	readonly text: string;
	/** `Row.side` */
	readonly side: string;
	/** Equals `ServedResource.storedVersion`. */
	readonly version: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
}

/** Maximum size of an object, equal to that of a body: patches and defaults may not make it longer. */
const maxObjectBytes = 3 * 1024 * 1024;

/** Returns the stored form. `object`: object in its storage version, without resourceVersion. Throws ApiError RequestEntityTooLarge. */
export function storedForm(object: JsonObject, resource: ServedResource): StoredForm {
	const labels = (metadataOf(object).labels as Record<string, string> | undefined) ?? noTexts;
	const fields = selectableFields(object, resource.kind.selectableFields);
	const text = stringifyJson(object);
	// A UTF-16 code unit takes at most three bytes in UTF-8, so the bytes of a shorter text need not be counted.
	if (text.length > maxObjectBytes / 3 && Buffer.byteLength(text) > maxObjectBytes) {
		throw new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${maxObjectBytes}`);
	}
	return { text, side: sideText({ labels, fields, ownership: ownershipOf(object) }), version: resource.storedVersion, labels, fields };
}

/** Returns undefined for most objects: they have no owners and are not being deleted. */
function ownershipOf(object: JsonObject): Ownership | undefined {
	const { ownerReferences } = metadataOf(object);
	const owners = Array.isArray(ownerReferences) ? (ownerReferences as JsonObject[]).map(ownerReference) : [];
	const deletionTimestamp = metadataText(object, 'deletionTimestamp');
	if (owners.length === 0 && deletionTimestamp === '') return undefined;
	const finalizers = finalizersOf(object);
	const propagation = finalizers.includes(foregroundFinalizer) ? 'Foreground' : finalizers.includes(orphanFinalizer) ? 'Orphan' : 'Background';
	return { owners, deletionTimestamp, propagation };
}

export function ownerReference({ apiVersion, kind, name, uid, blockOwnerDeletion }: JsonObject): OwnerReference {
	return { apiVersion: String(apiVersion), kind: String(kind), name: String(name), uid: String(uid), blocks: blockOwnerDeletion === true };
}

/** Returns the selectable fields that have a value. For a selector, an absent field equals an empty one. */
export function selectableFields(object: JsonObject, paths: readonly string[]): Readonly<Record<string, string>> {
	if (paths.length === 0) return noTexts;
	const fields: Record<string, string> = {};
	let any = false;
	for (const path of paths) {
		const text = fieldText(object, path);
		if (text === '') continue;
		fields[path] = text;
		any = true;
	}
	return any ? fields : noTexts;
}

/** Returns the text that a field selector compares. Empty for an absent field or a value that is not scalar. */
function fieldText(object: JsonObject, path: string): string {
	const value = getAt(object, path);
	return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/**
 * Returns the text with a revision inserted after the uid, its canonical place. The first raw `"uid":"` is that of metadata: kind,
 * apiVersion and metadata come first, and metadata has only strings before uid. Quotes inside a JSON string are escaped, so these
 * characters cannot occur in one.
 */
function withRevision(text: string, revision: Revision): string {
	const end = endOfUid(text);
	return `${text.slice(0, end)}${revisionMember(revision)}${text.slice(end)}`;
}

function endOfUid(text: string): number {
	const start = text.indexOf('"uid":"');
	if (start === -1) throw new Error('a stored object has no uid');
	return text.indexOf('"', start + 7) + 1;
}

function revisionMember(revision: Revision): string {
	return `,"resourceVersion":"${revision}"`;
}

/**
 * Reports whether the cached bytes `shown` equal the stored `text`, so that a write would change nothing. Every update calls it, so it
 * compares in place and builds no text.
 */
export function isShownBy({ form, revision }: Pick<CachedObject, 'form' | 'revision'>, shown: string, text: string): boolean {
	// Length of the prefix that the cached form omits. One byte takes its place.
	const leftOut = form.headText.length - 1;
	const member = revisionMember(revision);
	if (shown.length + leftOut !== text.length + member.length || !text.startsWith(form.headText)) return false;
	const end = endOfUid(text);
	const behind = end - leftOut;
	if (!shown.startsWith(member, behind)) return false;
	return shown.slice(1, behind) === text.slice(leftOut + 1, end) && shown.slice(behind + member.length) === text.slice(end);
}

/**
 * Result of a write, in the form that the cache has for reads. V8 would keep a map for each object literal with a getter until the next
 * full collection, so this is a class.
 */
export class WrittenObject implements CachedObject {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
	readonly revision: Revision;
	/** Whole object as text. */
	readonly text: string;
	readonly form = wholeForm;
	#bytes: Buffer | undefined;

	/** `revision`: 0 for the dry run of a create, which has none. */
	constructor(object: JsonObject, form: StoredForm, revision: Revision) {
		this.namespace = metadataText(object, 'namespace');
		this.name = metadataText(object, 'name');
		this.labels = form.labels;
		this.fields = form.fields;
		this.revision = revision;
		this.text = revision === 0 ? form.text : withRevision(form.text, revision);
	}

	get bytes(): Buffer {
		this.#bytes ??= Buffer.from(this.text);
		return this.#bytes;
	}
}
