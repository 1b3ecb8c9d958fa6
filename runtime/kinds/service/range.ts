/** A network out of which services are given addresses: all of it but the first address, and of IPv4 the last. */
import { type Cidr, cidrText, Ip, masked, textOf } from '../../scalars/addresses.ts';
import { reservedOf } from './free.ts';

/** Without ranges that are objects, no more of an IPv6 network is used. */
const mostOfPart = 65_536;
/** More addresses than services will ever have: numbers up to here are drawn by chance. */
const mostOfWhole = 2 ** 32;

/** Of a network. */
const reservedShare = { share: 16, least: 16, most: 256 };

/** The one that the server itself has as a service. */
export function firstAddress(range: Cidr): string {
	return textOf(new AddressRange(range, { isWhole: true, reserves: false }).at(0));
}

export class AddressRange {
	readonly cidr: Cidr;
	/** How many addresses there are to be given out. */
	readonly size: number;
	/** So many, from the first on, are left to who asks for them by name, as long as there are others. */
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
