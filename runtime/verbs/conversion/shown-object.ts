/** Object that a webhook has converted, in the version of a request. */
import { wholeForm } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { noTexts } from '../../storage/side.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson } from '../../wire/json/json.ts';
import { metadataOf } from '../metadata/metadata.ts';
import { selectableFields } from '../write/stored-form.ts';

export class ShownObject implements CachedObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly bytes: Buffer;
	readonly form = wholeForm;
	readonly #selectable: readonly string[];
	#object: JsonObject | undefined;

	/** `stored`: the object before the conversion. `bytes`: JSON of the converted object. `selectable`: selectable fields of the kind. */
	constructor(stored: CachedObject, bytes: Buffer, selectable: readonly string[]) {
		this.namespace = stored.namespace;
		this.name = stored.name;
		this.revision = stored.revision;
		this.bytes = bytes;
		this.#selectable = selectable;
	}

	get text(): string {
		return this.bytes.toString();
	}

	get labels(): Readonly<Record<string, string>> {
		return (metadataOf(this.#parsed()).labels as Record<string, string> | undefined) ?? noTexts;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.#selectable.length === 0 ? noTexts : selectableFields(this.#parsed(), this.#selectable);
	}

	#parsed(): JsonObject {
		this.#object ??= parseJson(this.bytes) as JsonObject;
		return this.#object;
	}
}
