/** Headers of a client's request that another server may receive: none of the connection, and none that prove or claim an identity. */
import type { ApiRequest } from '../api/request.ts';
import { isOfConnection } from './forward.ts';

/** Headers with the client's identity. */
const ofIdentity = /^(authorization$|impersonate-|x-remote-)/;
/** Subprotocol of a WebSocket that carries a bearer token. */
const bearerProtocol = /^base64url\.bearer\.authorization\./;

/** Returns the headers as a flat list: name, value, name, value. `authority`: host and port of the other server. `upgrades`: asks for an upgrade. */
export function forwardedHeaders(request: ApiRequest, authority: string, upgrades = false): string[] {
	const connection = request.header('connection');
	const flat = ['host', authority];
	for (const [name, value] of request.headersBeginning('')) {
		if (name === 'host' || name.startsWith(':') || ofIdentity.test(name) || isOfConnection(name, connection)) continue;
		if (name === 'sec-websocket-protocol') flat.push(...protocolsWithoutToken(value));
		else flat.push(name, value);
	}
	if (upgrades) flat.push('connection', 'Upgrade', 'upgrade', request.header('upgrade') ?? '');
	return flat;
}

function protocolsWithoutToken(value: string): string[] {
	const kept = value.split(',').filter((each) => !bearerProtocol.test(each.trim()));
	return kept.length === 0 ? [] : ['sec-websocket-protocol', kept.join(',')];
}
