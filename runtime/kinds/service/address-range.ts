/** Range of service addresses: all of a network except the first and, for IPv4, the last one. */
import { type Cidr, cidrText, Ip, masked, textOf } from '../../scalars/addresses.ts';
import { reservedOf } from './random-allocation.ts';

/** Maximum size of an IPv6 range when ranges are not objects. */
const mostOfPart = 65_536;
/** Maximum of the random numbers: more addresses than services will ever need. */
const mostOfWhole = 2 ** 32;

/** Part of a range that is reserved for requested addresses. */
const reservedShare = { share: 16, least: 16, most: 256 };

/** Returns the address of the server's own Service. */
export function firstAddress(range: Cidr): string {
	return textOf(new AddressRange(range, { isWhole: true, reserves: false }).at(0));
}

export class AddressRange {
	readonly cidr: Cidr;
	/** Number of allocatable addresses. */
	readonly size: number;
	/** Number of first addresses reserved for requested ones while others are free. */
	readonly reserved: number;

	constructor(cidr: Cidr, { isWhole, reserves }: { readonly isWhole: boolean; readonly reserves: boolean }) {
		this.cidr = masked(cidr);
		const bits = (cidr.ip.family === 4 ? 32 : 128) - cidr.prefix;
		const all = 2 ** Math.min(bits, 40);
		const most = isWhole ? mostOfWhole : mostOfPart;
		this.size = Math.max(0, cidr.ip.family === 4 ? all - 2 : Math.min(all, most) - 1);
		this.reserved = reserves ? Math.min(reservedOf(all, reservedShare), this.size) : 0;
	}

	get text(): string {
		return cidrText(this.cidr);
	}

	at(index: number): Ip {
		const { family, value } = this.cidr.ip;
		return new Ip(family, value + 1n + BigInt(index));
	}

	holds({ family, value }: Ip): boolean {
		const index = value - this.cidr.ip.value - 1n;
		return family === this.cidr.ip.family && index >= 0n && index < BigInt(this.size);
	}
}
