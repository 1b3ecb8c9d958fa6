/**
 * Slows down guessing of credentials. Each second, an address gets some refusals at once and the others a second later. No address is
 * blocked, since it may belong to thousands. Valid credentials never get here.
 */
import { isIPv6 } from 'node:net';
import { readIp } from '../scalars/addresses.ts';

/** Immediate refusals for an address that has been quiet, and the number that each second adds. */
const burst = 100;
const perSecond = 10;
const heldMs = 1_000;
/** Bound on delayed answers of all addresses; beyond it they are immediate. */
const mostHeld = 10_000;
/** Bound on remembered addresses; beyond it the longest quiet ones are forgotten. */
const mostAddresses = 4_096;

interface Allowance {
	left: number;
	sinceMs: number;
}

export class FailedAttempts {
	readonly #ofAddresses = new Map<string, Allowance>();
	#held = 0;

	/** Returns undefined for an immediate answer, else a promise that resolves when the answer may go. `remote`: address and port. */
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
		// The map is ordered by the time of the last failure.
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

/** Returns the address, or for IPv6 its /64 network, which is what a site is assigned. */
export function addressOf(remote: string): string {
	const address = remote.slice(0, remote.lastIndexOf(':'));
	if (!isIPv6(address)) return address;
	const ip = readIp(address);
	// A mapped IPv4 address is not reduced to a network.
	return ip === undefined ? address : `${ip.value >> 64n}/64`;
}
