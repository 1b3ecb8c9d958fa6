/** A stream has failed, and its client was told so within it: it ends in good order, and the log hears of the cause. */
export class ToldFailure extends Error {
	override readonly name = 'ToldFailure';

	constructor(cause: unknown) {
		super('the stream told its client of a failure', { cause });
	}
}
