/** Write-only fields. Their values are stored only as far as a hook copies them to other fields. */
import type { JsonObject, TypeName } from '../model/catalog.ts';
import { FieldWalks } from './field-walk.ts';
import type { TypeLookup } from './properties.ts';

export type DropWriteOnly = (object: JsonObject) => void;

interface WriteOnly {
	readonly name: string;
}

/** Makes droppers of types, one instance per (narrowed) catalog. */
export class WriteOnlyFields {
	private readonly walks: FieldWalks<WriteOnly>;

	constructor(lookup: TypeLookup) {
		this.walks = new FieldWalks<WriteOnly>(lookup, ({ name, writeOnly }) => (writeOnly ? { name } : undefined));
	}

	/** Returns the dropper of a type, or undefined when it has no write-only fields. */
	dropper(name: TypeName): DropWriteOnly | undefined {
		const walk = this.walks.of(name);
		return walk && ((object) => walk(object, (holder, { name }) => delete holder[name]));
	}
}
