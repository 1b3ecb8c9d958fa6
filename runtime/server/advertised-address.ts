/**
 * The address at which others of a cluster are told that the server is: what the flag says, else the one that the server listens on,
 * else that of the host, chosen as Kubernetes does: of an interface with a default route before any other.
 */
import { readFileSync } from 'node:fs';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { type Family, type Ip, isGlobalUnicast, isLoopback, isUnspecified, readIp, textOf } from '../scalars/addresses.ts';

export interface Asked {
	readonly advertiseAddress: string | undefined;
	readonly bindAddress: string;
}

/** What the host tells of its network. */
export interface Host {
	interfaces(): Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, 'address'>[] | undefined>>;
	/** Linux' table of routes; empty elsewhere. */
	routes(family: Family): string;
}

const routeFiles: Readonly<Record<Family, string>> = { 4: '/proc/net/route', 6: '/proc/net/ipv6_route' };

const thisHost: Host = {
	interfaces: networkInterfaces,
	routes(family) {
		try {
			return readFileSync(routeFiles[family], 'utf8');
		} catch (error) {
			// Not Linux, or a host that has no addresses of this family.
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
			throw error;
		}
	},
};

/** `family`: of the address that the server has as a service. Undefined: there is none of it that others could reach. */
export function advertisedAddress({ advertiseAddress, bindAddress }: Asked, family: Family, host: Host = thisHost): string | undefined {
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

/** Those through which goes what no other route is for. */
function defaultInterfaces(family: Family, routes: string): readonly string[] {
	const rows = routes.split('\n').map((line) => line.trim().split(/\s+/));
	const isZero = (field: string | undefined): boolean => /^0+$/.test(field ?? '');
	// Of IPv4: interface, destination ... mask in the eighth column; of IPv6: destination, prefix ... interface.
	if (family === 4) return rows.filter(([, destination, , , , , , mask]) => isZero(destination) && isZero(mask)).map(([name = '']) => name);
	return rows.filter(([destination, prefix]) => isZero(destination) && isZero(prefix)).map((row) => row.at(-1) ?? '');
}
