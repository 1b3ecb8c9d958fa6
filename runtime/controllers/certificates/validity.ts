/** Validity of signed certificates (seed 3, "Limits"): the shorter of what is allowed and what is asked for. */

const minuteMs = 60_000;
/** Shortest validity that a request can ask for. */
const shortestMs = 10 * minuteMs;
/** Backdating, so that clients with a slightly slow clock accept a new certificate. */
const backdateMs = 5 * minuteMs;
/** Validity below which the backdating does not shorten it: five minutes are about 1% of it. */
const shortMs = 8 * 60 * minuteMs;

export interface ValidityParts {
	readonly nowMs: number;
	/** Longest validity that the server allows. */
	readonly longestMs: number;
	readonly wantedSeconds: number | undefined;
	/** End of the authority, which no certificate outlives. */
	readonly authorityEndMs: number;
}

export interface Validity {
	readonly notBefore: Date;
	readonly notAfter: Date;
}

/** Throws an Error when the authority has expired. */
export function validity({ nowMs, longestMs, wantedSeconds, authorityEndMs }: ValidityParts): Validity {
	if (nowMs >= authorityEndMs) throw new Error(`the signing CA expired on ${new Date(authorityEndMs).toISOString()}: replace it`);
	const lastsMs = wantedSeconds === undefined ? longestMs : Math.min(longestMs, Math.max(wantedSeconds * 1000, shortestMs));
	const endMs = nowMs + lastsMs - (lastsMs < shortMs ? 0 : backdateMs);
	return { notBefore: new Date(nowMs - backdateMs), notAfter: new Date(Math.min(endMs, authorityEndMs)) };
}
