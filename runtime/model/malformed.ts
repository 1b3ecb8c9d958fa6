/** A text, message or value cannot be read as what it should be. The message is complete: it is what the client is told (`ApiError.from` makes it a BadRequest). */
export class MalformedError extends Error {
	override readonly name = 'MalformedError';
}
