/** Error in a stream that was already reported to the client within the stream. The stream ends normally; the cause is logged. */
export class ReportedError extends Error {
	override readonly name = 'ReportedError';

	constructor(cause: unknown) {
		super('the stream told its client of a failure', { cause });
	}
}
