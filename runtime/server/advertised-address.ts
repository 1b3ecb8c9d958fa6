/**
 * Address that the server advertises: the flag's value, else the address that it listens on, else an address of the host. As in Kubernetes,
 * interfaces with a default route are preferred among the host's addresses.
 */
import { readFileSync } from 'node:fs';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { type Family, type Ip, isGlobalUnicast, isLoopback, isUnspecified, readIp, textOf } from '../scalars/addresses.ts';

export interface AddressOptions {
	readonly advertiseAddress: string | undefined;
	readonly bindAddress: string;
}

export interface Host {
	interfaces(): Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, 'address'>[] | undefined>>;
	/** Text of Linux' routing table. Empty on other systems. */
	routes(family: Family): string;
}

const routeFiles: Readonly<Record<Family, string>> = { 4: '/proc/net/route', 6: '/proc/net/ipv6_route' };

const thisHost: Host = {
	interfaces: networkInterfaces,
	routes(family) {
		try {
			return readFileSync(routeFiles[family], 'utf8');
		} catch (error) {
			// The host does not run Linux or has no addresses of this family.
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
			throw error;
		}
	},
};

/**
 * Returns the advertised address. `family`: address family of the server's own Service. Returns undefined when other hosts can reach no
 * address of the family.
 */
export function advertisedAddress({ advertiseAddress, bindAddress }: AddressOptions, family: Family, host: Host = thisHost): string | undefined {
	const asked = advertiseAddress === undefined ? undefined : unless(isUnspecified, readIp(advertiseAddress));
	const bound = unless(isUnspecified, unless(isLoopback, readIp(bindAddress)));
	const chosen = asked ?? bound ?? addressOfHost(family, host);
	return chosen !== undefined && chosen.family === family && isGlobalUnicast(chosen) ? textOf(chosen) : undefined;
}

const unless = (isOne: (ip: Ip) => boolean, ip: Ip | undefined): Ip | undefined => (ip === undefined || isOne(ip) ? undefined : ip);

function addressOfHost(family: Family, host: Host): Ip | undefined {
	const interfaces = host.interfaces();
	const names = [...defaultInterfaces(family, host.routes(family)), ...Object.keys(interfaces)];
	return names
		.flatMap((name) => interfaces[name] ?? [])
		.flatMap(({ address }) => readIp(address) ?? [])
		.find((ip) => ip.family === family && isGlobalUnicast(ip));
}

/** Returns the names of the interfaces with a default route. */
function defaultInterfaces(family: Family, routes: string): readonly string[] {
	const rows = routes.split('\n').map((line) => line.trim().split(/\s+/));
	const isZero = (field: string | undefined): boolean => /^0+$/.test(field ?? '');
	// Columns of the IPv4 table: interface, destination, ..., and the mask as the eighth. Columns of the IPv6 table: destination, prefix
	// length, ..., and the interface as the last.
	if (family === 4) return rows.filter(([, destination, , , , , , mask]) => isZero(destination) && isZero(mask)).map(([name = '']) => name);
	return rows.filter(([destination, prefix]) => isZero(destination) && isZero(prefix)).map((row) => row.at(-1) ?? '');
}
