/**
 * A kind defined by a stored CustomResourceDefinition: its descriptor, and the types of its objects, which are made on first use. An unused
 * kind costs no more than its descriptor.
 */
import type { CustomResourceDefinition } from '../../generated/types/apiextensions/v1.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { DefinedSchema, JsonObject, KindDescriptor, TypeDescriptor, TypeName } from '../model/catalog.ts';
import { Descriptors } from '../schema/structural/descriptors.ts';
import { readProps } from '../schema/structural/props.ts';
import type { CachedObject } from '../watch/contract.ts';
import { kindOf, shownKind } from './kind.ts';
import { typeNameOf } from './type-names.ts';

const metadataType: TypeName = 'meta/v1.ObjectMeta';

/** A definition as stored, and its content. */
export interface StoredDefinition {
	readonly stored: CachedObject;
	readonly definition: CustomResourceDefinition;
}

export class CustomKind {
	readonly kind: KindDescriptor;
	/** The kind with its served versions; undefined when there are none. */
	readonly shown: KindDescriptor | undefined;
	/** Version by name of its type. */
	readonly #versions: ReadonlyMap<TypeName, string>;
	readonly #product: string;
	/** Kinds with equal text are served alike. */
	readonly #identity: string;
	readonly #types = new Map<TypeName, Descriptors>();
	#stored: CachedObject;

	/** `product`: name in the extensions of schemas. */
	constructor({ definition, stored }: StoredDefinition, product: string) {
		const { spec } = definition;
		this.#product = product;
		this.#stored = stored;
		this.#identity = identityOf(definition);
		this.kind = kindOf(definition);
		this.shown = shownKind(this.kind, definition);
		this.#versions = new Map((spec.versions ?? []).map(({ name }) => [typeNameOf(spec.group ?? '', name, spec.names.kind), name]));
	}

	get typeNames(): Iterable<TypeName> {
		return this.#versions.keys();
	}

	/** Uses a later state of the definition that defines the same. Returns false when it defines something else. */
	continueAs({ definition, stored }: StoredDefinition): boolean {
		if (identityOf(definition) !== this.#identity) return false;
		this.#stored = stored;
		return true;
	}

	/** Returns a type of the version with the type `root`. */
	type(name: TypeName, root: TypeName): TypeDescriptor {
		let types = this.#types.get(root);
		if (types === undefined) {
			types = this.#make(root);
			this.#types.set(root, types);
		}
		return types.type(name);
	}

	#make(root: TypeName): Descriptors {
		const { schema, keepsUnknown } = this.schema(root) ?? { schema: { type: 'object' }, keepsUnknown: true };
		const types = new Descriptors({ name: root, metadata: metadataType, keepsUnknown });
		types.addRoot(readProps(schema, this.#product));
		return types;
	}

	/** Returns the schema of a version's root type. Each call parses the stored definition, because only documents need whole schemas. */
	schema(root: TypeName): DefinedSchema | undefined {
		const { spec } = parseWhole(this.#stored) as object as CustomResourceDefinition;
		const version = spec.versions?.find(({ name }) => name === this.#versions.get(root));
		const schema = version?.schema?.openAPIV3Schema as JsonObject | undefined;
		return schema && { schema, keepsUnknown: spec.preserveUnknownFields === true };
	}
}

/** Returns all that decides how a definition is served. Its generation counts the changes of its spec. */
function identityOf({ metadata, status }: CustomResourceDefinition): string {
	return JSON.stringify([metadata?.uid, metadata?.generation, metadata?.deletionTimestamp !== undefined, status?.acceptedNames]);
}
