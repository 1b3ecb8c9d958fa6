/**
 * What a compiled type can do. `compile.ts` makes these from descriptors, on first use, for built-in and custom kinds alike.
 * DESIGN section 5, "Descriptors first".
 */

import type { JsonObject, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { Misfit } from './misfit.ts';

/** Collects what reading a body found; strictness is the caller's (seed 1, fieldValidation). */
export interface Findings {
	/** `unknown field "spec.x"`, `duplicate field "spec.y"`: complete sentences for warnings and strict errors. */
	readonly notices: string[];
	/**
	 * Takes values of the wrong type of a kind of users' own; zeros replace them in the object. Mistakes in `metadata`, `kind` and
	 * `apiVersion` are thrown all the same.
	 */
	readonly misfits?: Misfit[] | undefined;
}

/** How an object is validated. */
export interface Validation {
	/** Takes warnings of values that are accepted but deprecated. */
	readonly warnings?: string[];
	/** Whether warnings also name what was there before the update. */
	readonly warnAnew?: boolean;
	/** Stops at the next entry of a list or a map after more causes than this. All are found without a bound. */
	readonly most?: number;
	/** Skips expressions, because zeros replace some of the values that were sent. */
	readonly withoutExpressions?: boolean;
}

export interface CompiledType {
	readonly name: TypeName;
	/**
	 * Parsed JSON to the canonical in-memory form: fields in descriptor order, presence applied, unknown fields dropped,
	 * quantities and times canonical, a struct without a prototype trap (`__proto__` is data). The input is not changed.
	 * Throws MalformedError on a value of the wrong type, with the wording of Kubernetes' JSON decoder:
	 * `json: cannot unmarshal string into Go struct field ObjectMeta.metadata.generation of type int64`.
	 */
	read(value: unknown, findings: Findings): JsonObject;
	/** Fills in defaults, in place. */
	applyDefaults(object: JsonObject): void;
	/** All violations of the schema's rules. With `old`: an update, where transition rules (immutable, frozenWhen, CEL oldSelf) hold as well. */
	validate(object: JsonObject, old?: JsonObject, how?: Validation): Cause[];
	/** Takes away, in place, what feature gates that are off hold back and `old` does not use yet. */
	dropHeldBack(object: JsonObject, old?: JsonObject): void;
	/** Takes away, in place, what clients may write and nobody reads. */
	dropWriteOnly(object: JsonObject): void;
	/** Whether there are any. */
	readonly hasWriteOnly: boolean;
	/** Protobuf bytes of the message (no envelope). Throws when the type has no protobuf form. */
	encode(object: JsonObject): Uint8Array;
	/** Canonical in-memory form from protobuf. Throws MalformedError on malformed bytes. */
	decode(bytes: Uint8Array): JsonObject;
	readonly hasProtobuf: boolean;
	/** Descriptors of the type and of every type that a value of it can hold: while they are the same, so is what is compiled of them. */
	consistsOf(): readonly TypeDescriptor[];
}

export interface CompiledSchemas {
	type(name: TypeName): CompiledType;
	/** Those that somebody has asked for. */
	made(): Iterable<CompiledType>;
}
