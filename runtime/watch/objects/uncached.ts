/** An object outside the cache, read from the store. Its shown form is built on first use, because the previous state is rarely needed. */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Ownership } from '../../storage/side.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../contract.ts';
import type { Encoded, Encoding } from './encodings.ts';
import type { ObjectKey } from './object.ts';
import type { SideData } from './side-data.ts';
import { fittingForm, leftOutBy, splice } from './splice.ts';

export class UncachedObject implements CachedObject, Encoded {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly form: ItemForm;
	encodings: Encoding[] | undefined;
	readonly #sideData: SideData;
	readonly #stored: Uint8Array;
	#shown: Buffer | undefined;

	constructor({ namespace, name, revision }: ObjectKey, sideData: SideData, bytes: Uint8Array, typeForm: ItemForm) {
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
		this.form = fittingForm(typeForm, bytes);
		this.#sideData = sideData;
		this.#stored = bytes;
	}

	get bytes(): Buffer {
		this.#shown ??= splice(this.#stored, this.revision, leftOutBy(this.form));
		return this.#shown;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.#sideData.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.#sideData.fields;
	}

	get ownership(): Ownership | undefined {
		return this.#sideData.ownership;
	}
}
