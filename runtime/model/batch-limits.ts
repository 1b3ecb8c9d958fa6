/** Limits of one batch of tRPC calls. The server enforces them; client packages use them in the batch link. */
export const batchLimits = {
	/** Each call is a request with its own audit event. */
	calls: 50,
	/** Proxies commonly refuse longer URLs. */
	urlLength: 8 * 1024,
	/** A client receives the responses of a batch only when all are complete. */
	answerBytes: 16 * 1024 * 1024,
} as const;
