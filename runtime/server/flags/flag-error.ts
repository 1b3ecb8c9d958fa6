/** Error of an invalid command line; the message is one sentence. */
export class FlagError extends Error {
	override readonly name = 'FlagError';
}
