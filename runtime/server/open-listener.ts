/** Opens the listener that the flags configure, and finds the address under which clients reach it. */

import { peerOf } from '../auth/authn/peer.ts';
import { reachableHost, type Tls } from '../auth/pki/tls.ts';
import { answerStallMs } from '../http/connection.ts';
import { type Listener, type ListenerOptions, listen } from '../http/listener.ts';
import type { Log } from '../telemetry/log.ts';
import type { ServerOptions } from './flags/read.ts';

export interface ListenerParts extends Pick<ListenerOptions, 'compresses' | 'handler' | 'beforeAnswers' | 'handshakes'> {
	readonly tls: Tls;
	readonly log: Log;
}

/** Opens the listener. Throws an Error with a sentence that names the flag to change. */
export async function openListener(
	{ bindAddress, securePort, requestTimeoutMs, maxConnections, allowedWebSocketOrigins, http2 }: ServerOptions,
	{ tls, log, ...given }: ListenerParts,
): Promise<Listener> {
	try {
		return await listen({
			tls,
			host: bindAddress,
			port: securePort,
			requestTimeoutMs,
			maxConnections,
			http2,
			answerStallMs,
			webSocketOrigins: allowedWebSocketOrigins,
			identify: (socket) => peerOf(socket, tls.authorities),
			...given,
			onFailure: (error) => log.warn('response not completed', { error: error instanceof Error ? error.stack : String(error) }),
		});
	} catch (error) {
		throw new Error(listenSentence(error as NodeJS.ErrnoException, bindAddress, securePort), { cause: error });
	}
}

function listenSentence(error: NodeJS.ErrnoException, host: string, port: number): string {
	const at = `${host}:${port}`;
	if (error.code === 'EADDRINUSE') return `${at} is taken by another program: stop it, or choose another port with --secure-port (0 selects a free port)`;
	if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: choose another with --bind-address`;
	if (error.code === 'EACCES') return `no permission to listen on ${at}: choose a port above 1023 with --secure-port`;
	return `cannot listen on ${at}: ${error.message}`;
}

/** Returns the host as it appears in a URL. */
export function urlHost({ bindAddress }: ServerOptions): string {
	return inUrl(reachableHost(bindAddress));
}

export function inUrl(host: string): string {
	return host.includes(':') ? `[${host}]` : host;
}
