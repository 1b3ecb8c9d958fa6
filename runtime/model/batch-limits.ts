/** Bounds of one batch of procedures. The server enforces them, and client packages export them for the batch link. */
export const batchLimits = {
	/** Each call is a request with an entry of its own in the audit log. */
	calls: 50,
	/** Proxies commonly refuse longer URLs. */
	urlLength: 8 * 1024,
	/** A client reads the answers of a batch whole before it sees the first. */
	answerBytes: 16 * 1024 * 1024,
} as const;
