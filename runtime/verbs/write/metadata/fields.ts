/**
 * What the server does with the fields of metadata on writes, as the spec of ObjectMeta says under `lifecycle`.
 * Seed 1, "Common object shape".
 */
import type { JsonObject, JsonValue, MetadataLifecycle, TypeDescriptor } from '../../../model/catalog.ts';
import { metadataOf } from './metadata.ts';

/** The type of the metadata of every object. */
export const metadataType = 'meta/v1.ObjectMeta';

/** Of some fields by name; `undefined`: the field has no value. */
export type MetadataValues = { readonly [field: string]: JsonValue | undefined };

interface MetadataField {
	readonly name: string;
	readonly create: MetadataLifecycle['create'] | undefined;
	readonly update: MetadataLifecycle['update'] | undefined;
}

/** Made once of the type of metadata. Bytes on the wire, and the place where resourceVersion is spliced in, depend on the order of its fields. */
export class MetadataFields {
	/** Those that an update cannot change. */
	readonly immutable: readonly string[];
	readonly #fields: readonly MetadataField[];
	readonly #dropped: readonly string[];

	constructor({ fields }: TypeDescriptor) {
		this.#fields = fields.map(({ name, lifecycle }) => ({ name, create: lifecycle?.create, update: lifecycle?.update }));
		this.#dropped = fields.filter(({ lifecycle }) => lifecycle?.create === 'drop').map(({ name }) => name);
		this.immutable = fields.filter(({ lifecycle }) => lifecycle?.immutable === true).map(({ name }) => name);
	}

	/** Replaces the object's metadata by the same fields and these, in canonical order. */
	set(object: JsonObject, changes: MetadataValues): void {
		const metadata = metadataOf(object);
		const next: JsonObject = {};
		for (const { name } of this.#fields) {
			const value = Object.hasOwn(changes, name) ? changes[name] : metadata[name];
			if (value !== undefined) next[name] = value;
		}
		object.metadata = next;
	}

	/** Takes away what a creator cannot say. */
	dropFromNew(object: JsonObject): void {
		const metadata = metadataOf(object);
		for (const name of this.#dropped) if (metadata[name] !== undefined) delete metadata[name];
	}

	/** What a new object gets, whatever its creator says. `given`: the server's values. */
	ofNew(object: JsonObject, given: MetadataValues): void {
		const sent = metadataOf(object);
		const next: JsonObject = {};
		for (const { name, create } of this.#fields) {
			const value = create === undefined ? sent[name] : create === 'set' ? given[name] : create === 'fill' ? (sent[name] ?? given[name]) : undefined;
			if (value !== undefined) next[name] = value;
		}
		object.metadata = next;
	}

	/** What an update cannot take away from an object, and what it need not repeat. */
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
