/** Error in the command line. The message is one sentence. */
export class FlagError extends Error {
	override readonly name = 'FlagError';
}
