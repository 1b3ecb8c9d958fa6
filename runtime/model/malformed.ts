/**
 * Thrown for a text, message or value that does not have the expected form. Clients see its message; `ApiError.from` makes it a BadRequest.
 */
export class MalformedError extends Error {
	override readonly name = 'MalformedError';
	/** Path to the invalid value: field names, list indices and map keys. Undefined when the whole is invalid. */
	readonly steps: readonly (string | number)[] | undefined;

	constructor(message: string, steps?: readonly (string | number)[]) {
		super(message);
		this.steps = steps;
	}
}
