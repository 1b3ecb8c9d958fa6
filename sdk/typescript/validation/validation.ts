/** What is said of objects that are validated without a server. */
import type { Cause } from '../../../runtime/model/cause.ts';

export type { Cause };

export interface Validation {
	/** What the server would refuse the object for; none when it would take it. */
	readonly causes: readonly Cause[];
	/** What it would take and warn of: unknown fields, deprecated ones. */
	readonly warnings: readonly string[];
}

export interface ValidateOptions {
	/** Where it would be created, if it does not say so itself: `default` when absent. */
	readonly namespace?: string | undefined;
}

/** Validates objects of one kind and version that are to be created. */
export type Validator = (object: object, options?: ValidateOptions) => Validation;
