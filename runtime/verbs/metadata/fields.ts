/** Treatment of metadata fields on writes, as the spec of ObjectMeta defines it under `lifecycle`. Seed 1, "Common object shape". */
import type { JsonObject, JsonValue, MetadataLifecycle, TypeDescriptor } from '../../model/catalog.ts';
import { metadataOf } from './metadata.ts';

/** Type of the metadata of every object. */
export const metadataType = 'meta/v1.ObjectMeta';

/** Values of fields by name. Undefined removes a field. */
export type MetadataValues = { readonly [field: string]: JsonValue | undefined };

interface MetadataField {
	readonly name: string;
	readonly create: MetadataLifecycle['create'] | undefined;
	readonly update: MetadataLifecycle['update'] | undefined;
}

/**
 * Fields of metadata, computed once from the type. Their order determines the bytes on the wire, and where the resourceVersion is inserted.
 */
export class MetadataFields {
	/** Fields that an update cannot change. */
	readonly immutable: readonly string[];
	readonly #fields: readonly MetadataField[];
	readonly #dropped: readonly string[];

	constructor({ fields }: TypeDescriptor) {
		this.#fields = fields.map(({ name, lifecycle }) => ({ name, create: lifecycle?.create, update: lifecycle?.update }));
		this.#dropped = fields.filter(({ lifecycle }) => lifecycle?.create === 'drop').map(({ name }) => name);
		this.immutable = fields.filter(({ lifecycle }) => lifecycle?.immutable === true).map(({ name }) => name);
	}

	/** Sets fields of the object's metadata and keeps all others, in canonical order. */
	set(object: JsonObject, changes: MetadataValues): void {
		const metadata = metadataOf(object);
		const next: JsonObject = {};
		for (const { name } of this.#fields) {
			const value = Object.hasOwn(changes, name) ? changes[name] : metadata[name];
			if (value !== undefined) next[name] = value;
		}
		object.metadata = next;
	}

	/** Removes fields that a client cannot set on a new object. */
	dropFromNew(object: JsonObject): void {
		const metadata = metadataOf(object);
		for (const name of this.#dropped) if (metadata[name] !== undefined) delete metadata[name];
	}

	/** Sets the fields that the server gives to a new object, whatever the client sent. `given`: the server's values. */
	ofNew(object: JsonObject, given: MetadataValues): void {
		const sent = metadataOf(object);
		const next: JsonObject = {};
		for (const { name, create } of this.#fields) {
			const value = create === undefined ? sent[name] : create === 'set' ? given[name] : create === 'fill' ? (sent[name] ?? given[name]) : undefined;
			if (value !== undefined) next[name] = value;
		}
		object.metadata = next;
	}

	/** Restores fields that an update cannot remove, or that it may omit. */
	ofChanged(object: JsonObject, old: JsonObject, given: MetadataValues): void {
		const sent = metadataOf(object);
		const before = metadataOf(old);
		const next: JsonObject = {};
		for (const { name, update } of this.#fields) {
			const value = update === undefined ? sent[name] : changedValue(update, sent[name], before[name], given[name]);
			if (value !== undefined) next[name] = value;
		}
		object.metadata = next;
	}
}

function changedValue(
	update: NonNullable<MetadataLifecycle['update']>,
	sent: JsonValue | undefined,
	before: JsonValue | undefined,
	given: JsonValue | undefined,
): JsonValue | undefined {
	switch (update) {
		case 'set':
			return given;
		case 'fill':
			return sent ?? before;
		case 'keep':
			return before ?? sent;
		case 'drop':
			return undefined;
	}
}
