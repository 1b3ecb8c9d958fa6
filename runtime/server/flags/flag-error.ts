/** The command line makes no sense; the message is one sentence. */
export class FlagError extends Error {
	override readonly name = 'FlagError';
}
