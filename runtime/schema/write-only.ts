/** Fields that clients may write and nobody reads: what a hook has not taken over into other fields is not stored. */
import type { JsonObject, TypeName } from '../model/catalog.ts';
import { FieldWalks } from './field-walk.ts';
import type { TypeLookup } from './properties.ts';

export type DropWriteOnly = (object: JsonObject) => void;

interface WriteOnly {
	readonly name: string;
}

/** Makes droppers of types. One per (narrowed) catalog. */
export class WriteOnlyFields {
	private readonly walks: FieldWalks<WriteOnly>;

	constructor(lookup: TypeLookup) {
		this.walks = new FieldWalks<WriteOnly>(lookup, ({ name, writeOnly }) => (writeOnly ? { name } : undefined));
	}

	/** Undefined: the type has no such fields. */
	dropper(name: TypeName): DropWriteOnly | undefined {
		const walk = this.walks.of(name);
		return walk && ((object) => walk(object, (holder, { name }) => delete holder[name]));
	}
}
