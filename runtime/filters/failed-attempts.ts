/**
 * Slows down guessing of credentials. Each second, an address gets some refusals immediately, and the others a second later. No address is
 * blocked, because thousands of users may share one. Requests with valid credentials are not delayed.
 */
import { isIPv6 } from 'node:net';
import { readIp } from '../scalars/addresses.ts';

/** Number of immediate refusals for an address without recent failures. Each second adds as many. */
const burst = 100;
const perSecond = 10;
const heldMs = 1_000;
/** Maximum number of delayed answers, over all addresses. Beyond it, answers are immediate. */
const mostHeld = 10_000;
/** Maximum number of remembered addresses. Beyond it, the address without failures for the longest time is forgotten. */
const mostAddresses = 4_096;

interface Allowance {
	left: number;
	sinceMs: number;
}

export class FailedAttempts {
	readonly #ofAddresses = new Map<string, Allowance>();
	#held = 0;

	/** Returns undefined for an immediate answer, else a promise that resolves when the answer may be sent. `remote`: address and port. */
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
		// Keeps the map ordered by the time of the last failure.
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

/** Returns the IPv4 address, or the /64 network of an IPv6 address, which is what one site gets. */
export function addressOf(remote: string): string {
	const address = remote.slice(0, remote.lastIndexOf(':'));
	if (!isIPv6(address)) return address;
	const ip = readIp(address);
	// An IPv4-mapped IPv6 address is not reduced to a network.
	return ip === undefined ? address : `${ip.value >> 64n}/64`;
}
