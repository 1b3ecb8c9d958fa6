/** Validity period of signed certificates (seed 3, "Limits"): the shorter of the allowed and the requested one. */

const minuteMs = 60_000;
/** Shortest period that a request may ask for. */
const shortestMs = 10 * minuteMs;
/** Backdating, so that clients with a slightly slow clock accept a new certificate. */
const backdateMs = 5 * minuteMs;
/** Periods below this are not shortened by the backdating: five minutes are about 1% of it. */
const shortMs = 8 * 60 * minuteMs;

export interface ValidityParts {
	readonly nowMs: number;
	/** Longest period that the server allows. */
	readonly longestMs: number;
	readonly wantedSeconds: number | undefined;
	/** Expiry of the CA, which limits every certificate. */
	readonly authorityEndMs: number;
}

export interface Validity {
	readonly notBefore: Date;
	readonly notAfter: Date;
}

/** Throws an Error when the CA has expired. */
export function validity({ nowMs, longestMs, wantedSeconds, authorityEndMs }: ValidityParts): Validity {
	if (nowMs >= authorityEndMs) throw new Error(`the signing CA expired on ${new Date(authorityEndMs).toISOString()}: replace it`);
	const lastsMs = wantedSeconds === undefined ? longestMs : Math.min(longestMs, Math.max(wantedSeconds * 1000, shortestMs));
	const endMs = nowMs + lastsMs - (lastsMs < shortMs ? 0 : backdateMs);
	return { notBefore: new Date(nowMs - backdateMs), notAfter: new Date(Math.min(endMs, authorityEndMs)) };
}
