/** Result of validating an object without a server. */
import type { Cause } from '../../../runtime/model/cause.ts';

export type { Cause };

export interface Validation {
	/** Errors for which the server would refuse the object; empty when it would accept it. */
	readonly causes: readonly Cause[];
	/** Warnings with which the server would accept the object: unknown and deprecated fields. */
	readonly warnings: readonly string[];
}

export interface ValidateOptions {
	/** Namespace of the object if it has none itself: `default` when absent. */
	readonly namespace?: string | undefined;
}

/** Validates objects of one kind and version that are to be created. */
export type Validator = (object: object, options?: ValidateOptions) => Validation;
