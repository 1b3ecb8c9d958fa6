/** Result of validating an object without a server. */
import type { Cause } from '../../../runtime/model/cause.ts';

export type { Cause };

export interface Validation {
	/** Errors for which the server would refuse the object. Empty when it would accept it. */
	readonly causes: readonly Cause[];
	/** Warnings with which the server would accept the object, about unknown and deprecated fields. */
	readonly warnings: readonly string[];
}

export interface ValidateOptions {
	/** Namespace of an object that names none. Default: `default`. */
	readonly namespace?: string | undefined;
}

/** Validates new objects of one kind and version. */
export type Validator = (object: object, options?: ValidateOptions) => Validation;
