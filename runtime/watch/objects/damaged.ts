/** An object of which the store has only the key: reading its content throws StorageDamagedError. */
import type { ItemForm } from '../../codec/item-form.ts';
import { StorageDamagedError } from '../../storage/errors.ts';
import type { Revision } from '../../storage/store.ts';
import type { Encoding } from './encodings.ts';
import type { HeldObject, ObjectKey } from './object.ts';

export class DamagedObject implements HeldObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly length = 0;
	readonly damaged = true;
	holders = 0;
	encodings: Encoding[] | undefined;
	readonly #resource: string;

	constructor(resource: string, { namespace, name, revision }: ObjectKey) {
		this.#resource = resource;
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
	}

	get labels(): never {
		throw this.#error();
	}

	get fields(): never {
		throw this.#error();
	}

	get ownership(): never {
		throw this.#error();
	}

	get form(): ItemForm {
		throw this.#error();
	}

	get place(): never {
		throw this.#error();
	}

	get bytes(): Buffer {
		throw this.#error();
	}

	#error(): StorageDamagedError {
		const { namespace, name } = this;
		return new StorageDamagedError(`${this.#resource} ${namespace === '' ? name : `${namespace}/${name}`} differs from the written state`);
	}
}
