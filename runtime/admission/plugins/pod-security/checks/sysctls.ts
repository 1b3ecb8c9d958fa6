/** Pods set only kernel parameters that are safe for other pods of the node. */
import type { Check, FindViolation } from './check.ts';

const safe = [
	'kernel.shm_rmid_forced',
	'net.ipv4.ip_local_port_range',
	'net.ipv4.tcp_syncookies',
	'net.ipv4.ping_group_range',
	'net.ipv4.ip_unprivileged_port_start',
];
const safeSince27 = [...safe, 'net.ipv4.ip_local_reserved_ports'];
const safeSince29 = [
	...safeSince27,
	'net.ipv4.tcp_keepalive_time',
	'net.ipv4.tcp_fin_timeout',
	'net.ipv4.tcp_keepalive_intvl',
	'net.ipv4.tcp_keepalive_probes',
];
const safeSince32 = [...safeSince29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

function withNames(allowed: readonly string[]): FindViolation {
	return ({ spec }) => {
		const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name).filter((name) => !allowed.includes(name));
		return names.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: names.join(', ') };
	};
}

export const sysctls: Check = {
	name: 'sysctls',
	level: 'baseline',
	versions: [
		{ from: 0, find: withNames(safe) },
		{ from: 27, find: withNames(safeSince27) },
		{ from: 29, find: withNames(safeSince29) },
		{ from: 32, find: withNames(safeSince32) },
	],
};
