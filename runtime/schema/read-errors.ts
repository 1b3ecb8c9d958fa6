import type { TypeName } from '../model/catalog.ts';
import type { FieldPath } from '../model/field-path.ts';
import { MalformedError } from '../model/malformed.ts';
import { QuantityError } from '../scalars/quantity.ts';
import { TimeError } from '../scalars/time.ts';
import { bareType, type Property, shortType } from './properties.ts';
import { Mismatch } from './read-scalar.ts';

/** True for an error whose message already is what the client sees. */
export function isUnreadable(error: unknown): error is Error {
	return (
		error instanceof QuantityError ||
		error instanceof TimeError ||
		error instanceof MalformedError ||
		(error instanceof Mismatch && error.complete !== undefined)
	);
}

/** Place at which decoding failed. */
interface FailedAt {
	readonly path: FieldPath;
	/** Property being decoded; `composite`: the path already includes its name. */
	readonly at: (Property & { readonly composite: boolean }) | undefined;
}

/**
 * Converts an error to a MalformedError with the message of Go's decoder; returns other errors unchanged. `ofOwnKind`: in a custom kind,
 * messages about metadata name no enclosing field.
 */
export function asMalformed(error: unknown, root: TypeName, { at, path }: FailedAt, ofOwnKind: boolean): unknown {
	const steps = at === undefined || at.composite ? path.steps : [...path.steps, at.name];
	if (isUnreadable(error)) return new MalformedError(error.message, steps);
	if (!(error instanceof Mismatch)) return error;
	if (at === undefined) return new MalformedError(`json: cannot unmarshal ${error.found} into Go value of type ${shortType(root)}`, steps);
	const isApart = ofOwnKind && steps[0] === 'metadata';
	if (isApart && steps.length === 1) return new MalformedError(`json: cannot unmarshal ${error.found} into Go value of type ${error.goType}`, steps);
	const parents = isApart ? path.names().replace(/^metadata\.?/, '') : path.names();
	const field = at.composite ? parents : parents === '' ? at.name : `${parents}.${at.name}`;
	return new MalformedError(`json: cannot unmarshal ${error.found} into Go struct field ${bareType(at.owner)}.${field} of type ${error.goType}`, steps);
}
