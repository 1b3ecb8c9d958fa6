/**
 * Bounds TLS key updates. TLS 1.3 lets a client change its keys at any time (KeyUpdate, RFC 8446 4.6.3). For every 27 bytes of input,
 * OpenSSL derives new keys in a loop that our code cannot interrupt, before any credentials can be checked. OpenSSL reports these updates
 * only as secrets to log: the events are counted, and their content is ignored.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { TokenBucket } from '../http2/token-bucket.ts';
import { ignoreSecrets } from '../node/socket-handle.ts';
import type { Floods } from './flood-protection.ts';

/**
 * Token bucket of secrets (burst, rate a second). A handshake makes five. A KeyUpdate makes one, or two when it also requests new keys of
 * the server. Libraries send a KeyUpdate after millions of records.
 */
const mostSecrets = 20;

export function boundKeyUpdates(server: Server, floods: Floods): void {
	const open = new Map<TLSSocket, TokenBucket>();
	const allowanceOf = (socket: TLSSocket): TokenBucket => {
		const known = open.get(socket);
		if (known !== undefined) return known;
		const allowance = new TokenBucket(mostSecrets);
		open.set(socket, allowance);
		socket.once('close', () => open.delete(socket));
		return allowance;
	};
	server.on('keylog', (_secret: Buffer, socket: TLSSocket) => {
		if (allowanceOf(socket).take()) return;
		floods.end(socket);
		ignoreSecrets(socket);
	});
}
