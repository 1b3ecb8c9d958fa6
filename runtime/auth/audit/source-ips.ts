/** Source addresses of a request: those its headers claim, then the peer address of the connection, which cannot be forged. */
import { isIP } from 'node:net';
import type { ApiRequest } from '../../api/request.ts';

export function sourceIps(request: Pick<ApiRequest, 'header' | 'remote'>): readonly string[] {
	const own = hostOf(request.remote ?? '');
	const forwarded = request.header('x-forwarded-for');
	const real = request.header('x-real-ip');
	if (forwarded === undefined && real === undefined) return own === undefined ? none : [own];
	const all = (forwarded ?? '').split(',').map((part) => part.trim());
	const ips = all.filter((part) => isIP(part) !== 0);
	if (real !== undefined && isIP(real) !== 0 && !ips.includes(real)) ips.push(real);
	if (own !== undefined && ips.at(-1) !== own) ips.push(own);
	return ips;
}

const none: readonly string[] = [];

/** Returns the host of `address:port`. An IPv6 address may lack brackets. */
function hostOf(remote: string): string | undefined {
	const host = remote.slice(0, remote.lastIndexOf(':'));
	const ip = host.startsWith('::ffff:') ? host.slice('::ffff:'.length) : host;
	return isIP(ip) === 0 ? undefined : ip;
}
