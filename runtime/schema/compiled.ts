/** Operations of a compiled type. `compile.ts` makes them from descriptors, on first use, for built-in and custom kinds alike. */

import type { JsonObject, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { Misfit } from './misfit.ts';

/** Findings about a body that is read. The caller decides whether they are errors (seed 1, fieldValidation). */
export interface Findings {
	/** Sentences for warnings or errors: `unknown field "spec.x"`, `duplicate field "spec.y"`. */
	readonly notices: string[];
	/**
	 * Collects values of the wrong type in a custom kind. Zeros replace them in the object. Errors in `metadata`, `kind` and `apiVersion`
	 * are still thrown.
	 */
	readonly misfits?: Misfit[] | undefined;
}

/** Options of a validation. */
export interface Validation {
	/** Collects warnings about deprecated values, which are accepted. */
	readonly warnings?: string[];
	/** True when warnings also include values that the update did not change. */
	readonly warnAnew?: boolean;
	/** Number of causes at which the check stops, at the next entry of a list or map. Absent: all causes are found. */
	readonly most?: number;
	/** True to skip expressions, because zeros replace some of the sent values. */
	readonly withoutExpressions?: boolean;
}

export interface CompiledType {
	readonly name: TypeName;
	/**
	 * Converts parsed JSON to the canonical in-memory form, as a copy. Fields are in descriptor order, zero values are kept or left out as
	 * their `presence` says, and unknown fields are dropped. Quantities and times become canonical, and `__proto__` is an ordinary key.
	 * Throws MalformedError for a value of the wrong type, with the wording of Kubernetes' JSON decoder: `json: cannot unmarshal string
	 * into Go struct field ObjectMeta.metadata.generation of type int64`.
	 */
	read(value: unknown, findings: Findings): JsonObject;
	/** Fills in defaults, in place. */
	applyDefaults(object: JsonObject): void;
	/**
	 * Returns all violations of the schema's rules. `old`: object before an update, to which transition rules also apply (immutable,
	 * frozenWhen, CEL oldSelf).
	 */
	validate(object: JsonObject, old?: JsonObject, how?: Validation): Cause[];
	/** Removes fields and values whose feature gate is off and that `old` does not use, in place. */
	dropHeldBack(object: JsonObject, old?: JsonObject): void;
	/** Removes write-only fields, in place. */
	dropWriteOnly(object: JsonObject): void;
	/** True when the type has write-only fields. */
	readonly hasWriteOnly: boolean;
	/** Encodes the object as a protobuf message without an envelope. Throws when the type has no protobuf form. */
	encode(object: JsonObject): Uint8Array;
	/** Decodes protobuf to the canonical in-memory form. Throws MalformedError. */
	decode(bytes: Uint8Array): JsonObject;
	readonly hasProtobuf: boolean;
	/** Returns the descriptors of the type and of every type that its values can contain. They alone determine the compiled form. */
	consistsOf(): readonly TypeDescriptor[];
}

export interface CompiledSchemas {
	type(name: TypeName): CompiledType;
	/** Returns the types compiled so far. */
	made(): Iterable<CompiledType>;
}
