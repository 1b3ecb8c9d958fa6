/** Addresses that a proxy may be asked for: not those of the machine itself, of its link, or of many at once. */
import { BlockList, isIP } from 'node:net';

export function isGlobalUnicast(address: string): boolean {
	const family = isIP(address);
	return family !== 0 && !address.includes('%') && !others().check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function others(): BlockList {
	const list = new BlockList();
	for (const [net, prefix] of [
		['0.0.0.0', 32],
		['255.255.255.255', 32],
		['127.0.0.0', 8],
		['169.254.0.0', 16],
		['224.0.0.0', 4],
	] as const)
		list.addSubnet(net, prefix, 'ipv4');
	for (const [net, prefix] of [
		['::', 128],
		['::1', 128],
		['fe80::', 10],
		['ff00::', 8],
	] as const)
		list.addSubnet(net, prefix, 'ipv6');
	return list;
}
