/**
 * A text, message or value that cannot be read as the expected form. Clients see its message; `ApiError.from` turns it into a BadRequest.
 */
export class MalformedError extends Error {
	override readonly name = 'MalformedError';
	/** Segments that lead to the offending value: field names, list indices and map keys. Undefined when the whole is malformed. */
	readonly steps: readonly (string | number)[] | undefined;

	constructor(message: string, steps?: readonly (string | number)[]) {
		super(message);
		this.steps = steps;
	}
}
