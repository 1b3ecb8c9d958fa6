/**
 * The stored form of an object: its JSON without resourceVersion, what selectors need beside it, and the same text with
 * the revision spliced in, which is what clients get.
 */
import { ApiError } from '../../api/errors.ts';
import { wholeForm } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { getAt } from '../../model/path.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import { metadataOf, metadataText } from './metadata/metadata.ts';

export interface StoredForm {
	/** JSON in the storage version, without metadata.resourceVersion. */
	readonly text: string;
	/** `{"l":...,"f":...}` as `Row.side` says. */
	readonly side: string;
	/** `ServedResource.storedVersion`. */
	readonly version: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
}

const nothing: Readonly<Record<string, string>> = Object.freeze({});

/** A body's own bound: what patches make of an object, and what defaults add to it, is no longer. */
const maxObjectBytes = 3 * 1024 * 1024;

/** `object` is in its storage version and carries no resourceVersion. Throws ApiError RequestEntityTooLarge. */
export function storedForm(object: JsonObject, resource: ServedResource): StoredForm {
	const labels = (metadataOf(object).labels as Record<string, string> | undefined) ?? nothing;
	const fields = selectableFields(object, resource.kind.selectableFields);
	const text = stringifyJson(object);
	// A character is three bytes at most.
	if (text.length > maxObjectBytes / 3 && Buffer.byteLength(text) > maxObjectBytes) {
		throw new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${maxObjectBytes}`);
	}
	return { text, side: sideText(labels, fields), version: resource.storedVersion, labels, fields };
}

export function sideText(labels: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>>): string {
	if (labels === nothing && fields === nothing) return '';
	return `{"l":${JSON.stringify(labels)},"f":${JSON.stringify(fields)}}`;
}

/** Those that have a value: to a selector an absent field is the same as an empty one. */
function selectableFields(object: JsonObject, paths: readonly string[]): Readonly<Record<string, string>> {
	if (paths.length === 0) return nothing;
	const fields: Record<string, string> = {};
	let any = false;
	for (const path of paths) {
		const text = fieldText(object, path);
		if (text === '') continue;
		fields[path] = text;
		any = true;
	}
	return any ? fields : nothing;
}

/** The text that a field selector compares: empty when the field is absent or no scalar. */
function fieldText(object: JsonObject, path: string): string {
	const value = getAt(object, path);
	return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/**
 * The text with a revision. It goes after the uid, its canonical place. The first raw `"uid":"` is metadata's own:
 * kind, apiVersion and metadata come first, before uid metadata holds only strings, and inside a JSON string every
 * quote is escaped, so that those seven characters cannot stand there.
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
 * Whether an object of the cache, whose bytes are `shown`, is what is stored as `text`: nothing would be written. Asked at every
 * update, so the pieces are compared where they stand, and no text is made of them.
 */
export function isShownBy({ form, revision }: Pick<CachedObject, 'form' | 'revision'>, shown: string, text: string): boolean {
	// What the form leaves out of the text, whose own first byte stands in its place.
	const leftOut = form.headText.length - 1;
	const member = revisionMember(revision);
	if (shown.length + leftOut !== text.length + member.length || !text.startsWith(form.headText)) return false;
	const end = endOfUid(text);
	const behind = end - leftOut;
	if (!shown.startsWith(member, behind)) return false;
	return shown.slice(1, behind) === text.slice(leftOut + 1, end) && shown.slice(behind + member.length) === text.slice(end);
}

/** What a write leaves, in the form in which reads find it in the cache. */
export interface WrittenObject extends CachedObject {
	/** The whole as text. */
	readonly text: string;
}

/** `revision` 0: a dry run of a create, which gives none. */
export function written(object: JsonObject, form: StoredForm, revision: Revision): WrittenObject {
	return new Written(object, form, revision);
}

/** A class, since V8 makes a map of its own for each literal with a getter, and that keeps all of it until the next full collection. */
class Written implements WrittenObject {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
	readonly revision: Revision;
	readonly text: string;
	readonly form = wholeForm;
	#bytes: Buffer | undefined;

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
