/**
 * TLS 1.3 lets a client change its keys whenever it likes (KeyUpdate, RFC 8446 4.6.3). OpenSSL derives others for each 27 bytes that
 * come, in a loop that nothing of ours sees the end of, before anybody could ask for credentials. What it does tell is that there are
 * secrets to be logged: they are counted, and never looked at.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { Allowance } from './allowance.ts';
import type { Floods } from './floods.ts';
import { readerOf } from './socket-reader.ts';

/**
 * At once, and a second thereafter: a handshake makes five, a KeyUpdate one, or two when it asks the server for its own. Libraries
 * send one for millions of records.
 */
const mostSecrets = 20;

export function boundKeyUpdates(server: Server, floods: Floods): void {
	const open = new Map<TLSSocket, Allowance>();
	const allowanceOf = (socket: TLSSocket): Allowance => {
		const known = open.get(socket);
		if (known !== undefined) return known;
		const allowance = new Allowance(mostSecrets);
		open.set(socket, allowance);
		socket.once('close', () => open.delete(socket));
		return allowance;
	};
	server.on('keylog', (_secret: Buffer, socket: TLSSocket) => {
		if (allowanceOf(socket).take()) return;
		floods.end(socket);
		// Nobody needs to hear of the secrets that are still to come.
		const reader = readerOf(socket);
		if (reader) reader.onkeylog = undefined;
	});
}
