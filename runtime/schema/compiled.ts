/**
 * Operations of a compiled type. `compile.ts` makes these from descriptors, on first use, for built-in and custom kinds alike. DESIGN
 * section 5, "Descriptors first".
 */

import type { JsonObject, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { Misfit } from './misfit.ts';

/** Findings of reading a body; the caller decides on strictness (seed 1, fieldValidation). */
export interface Findings {
	/** Complete sentences for warnings and strict errors: `unknown field "spec.x"`, `duplicate field "spec.y"`. */
	readonly notices: string[];
	/**
	 * Collects values of the wrong type of a custom kind; zeros replace them in the object. Errors in `metadata`, `kind` and `apiVersion`
	 * are still thrown.
	 */
	readonly misfits?: Misfit[] | undefined;
}

/** Options of a validation. */
export interface Validation {
	/** Collects warnings for deprecated but accepted values. */
	readonly warnings?: string[];
	/** True when warnings also cover values that the update did not change. */
	readonly warnAnew?: boolean;
	/** Number of causes after which the check stops at the next entry of a list or map. Without it, all are found. */
	readonly most?: number;
	/** True to skip expressions, because zeros replace some of the values that were sent. */
	readonly withoutExpressions?: boolean;
}

export interface CompiledType {
	readonly name: TypeName;
	/**
	 * Converts parsed JSON to the canonical in-memory form and does not change its input. Fields follow the descriptor order, presence is
	 * applied and unknown fields are dropped. Quantities and times become canonical, and `__proto__` is plain data. Throws MalformedError
	 * on a value of the wrong type, with the wording of Kubernetes' JSON decoder: `json: cannot unmarshal string into Go struct field
	 * ObjectMeta.metadata.generation of type int64`.
	 */
	read(value: unknown, findings: Findings): JsonObject;
	/** Fills in defaults in place. */
	applyDefaults(object: JsonObject): void;
	/**
	 * Returns all violations of the schema's rules. `old` is set for an update, for which transition rules (immutable, frozenWhen, CEL
	 * oldSelf) hold as well.
	 */
	validate(object: JsonObject, old?: JsonObject, how?: Validation): Cause[];
	/** Removes, in place, fields and values whose feature gate is off and that `old` does not use yet. */
	dropHeldBack(object: JsonObject, old?: JsonObject): void;
	/** Removes write-only fields in place. */
	dropWriteOnly(object: JsonObject): void;
	/** True when the type has write-only fields. */
	readonly hasWriteOnly: boolean;
	/** Encodes the protobuf message (no envelope). Throws when the type has no protobuf form. */
	encode(object: JsonObject): Uint8Array;
	/** Decodes protobuf to the canonical in-memory form. Throws MalformedError on malformed bytes. */
	decode(bytes: Uint8Array): JsonObject;
	readonly hasProtobuf: boolean;
	/** Returns the descriptors of the type and of every type that its values can hold. The compiled form depends on these alone. */
	consistsOf(): readonly TypeDescriptor[];
}

export interface CompiledSchemas {
	type(name: TypeName): CompiledType;
	/** Returns the types compiled so far. */
	made(): Iterable<CompiledType>;
}
