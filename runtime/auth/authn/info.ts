/** Authentication settings published for aggregated API servers. */
import type { FlagValues } from '../../api/flag.ts';
import type { Authorities } from '../pki/authorities.ts';
import { requestHeaderFlags } from './request-header.ts';

/** Returns the published keys and values in the Kubernetes format: PEM, and lists as JSON. */
export function authenticationInfo(flags: FlagValues, authorities: Authorities): Readonly<Record<string, string>> {
	const proxies = authorities.of('proxy');
	const clients = { 'client-ca-file': authorities.of('client') };
	if (proxies === '') return clients;
	const lists = Object.values(requestHeaderFlags)
		.filter((flag) => flag !== requestHeaderFlags['uid-headers'] || flags.of(flag).length > 0)
		.map((flag) => [flag.name, JSON.stringify(flags.of(flag))] as const);
	return { ...clients, 'requestheader-client-ca-file': proxies, ...Object.fromEntries(lists) };
}
