/**
 * Slows down who guesses: of the credentials that are refused to an address, some each second get their answer at once, the others a
 * second later. Nobody is shut out, since an address may be that of thousands; credentials that are good are not asked for here at all.
 */
import { isIPv6 } from 'node:net';
import { readIp } from '../scalars/addresses.ts';

/** Answered at once from an address that has been quiet; and so many more with each second. */
const burst = 100;
const perSecond = 10;
const heldMs = 1_000;
/** Answers that wait, of all addresses: beyond it they go at once. */
const mostHeld = 10_000;
/** Addresses that are remembered; beyond it those that have been quiet the longest are forgotten. */
const mostAddresses = 4_096;

interface Allowance {
	left: number;
	sinceMs: number;
}

export class FailedAttempts {
	readonly #ofAddresses = new Map<string, Allowance>();
	#held = 0;

	/** `remote`: address and port. Undefined: the answer may go at once; else it may when the promise resolves. */
	failed(remote: string): Promise<void> | undefined {
		if (this.#mayGo(addressOf(remote)) || this.#held >= mostHeld) return undefined;
		this.#held++;
		return new Promise((resolve) => {
			const over = (): void => {
				this.#held--;
				resolve();
			};
			setTimeout(over, heldMs).unref();
		});
	}

	#mayGo(address: string): boolean {
		const nowMs = performance.now();
		const known = this.#ofAddresses.get(address);
		const { left, sinceMs } = known ?? { left: burst, sinceMs: nowMs };
		const now = Math.min(burst, left + ((nowMs - sinceMs) * perSecond) / 1_000);
		// The last one that failed stands last.
		this.#ofAddresses.delete(address);
		this.#ofAddresses.set(address, { left: Math.max(0, now - 1), sinceMs: nowMs });
		if (this.#ofAddresses.size > mostAddresses) this.#forgetOldest();
		return now >= 1;
	}

	#forgetOldest(): void {
		const { value, done } = this.#ofAddresses.keys().next();
		if (done !== true) this.#ofAddresses.delete(value);
	}
}

/** Of IPv6 the network, which is what one is given. */
export function addressOf(remote: string): string {
	const address = remote.slice(0, remote.lastIndexOf(':'));
	if (!isIPv6(address)) return address;
	const ip = readIp(address);
	// An IPv4 address within one of IPv6 stands for itself.
	return ip === undefined ? address : `${ip.value >> 64n}/64`;
}
