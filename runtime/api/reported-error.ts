/** Failure of a stream that its client has been informed of within the stream. The stream ends regularly, and the cause is logged. */
export class ReportedError extends Error {
	override readonly name = 'ReportedError';

	constructor(cause: unknown) {
		super('the stream told its client of a failure', { cause });
	}
}
