/** A text, message or value cannot be read as what it should be. The message is complete: it is what the client is told (`ApiError.from` makes it a BadRequest). */
export class MalformedError extends Error {
	override readonly name = 'MalformedError';
	/** The way to the value within the object, where one is to blame: field names, list indices and map keys. */
	readonly steps: readonly (string | number)[] | undefined;

	constructor(message: string, steps?: readonly (string | number)[]) {
		super(message);
		this.steps = steps;
	}
}
