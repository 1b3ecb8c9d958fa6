/**
 * Bounds TLS key updates. TLS 1.3 lets a client change its keys at any time (KeyUpdate, RFC 8446 4.6.3). OpenSSL derives new ones for every
 * 27 bytes, in a loop that our code cannot interrupt, before any credentials can be checked. It reports only that there are secrets to log:
 * these events are counted and their content is ignored.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { ignoreSecrets } from '../node/socket-handle.ts';
import type { Floods } from './floods.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Token bucket of secrets: burst and rate a second. A handshake makes five; a KeyUpdate makes one, or two when it requests the server's
 * own. Libraries send one for millions of records.
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
