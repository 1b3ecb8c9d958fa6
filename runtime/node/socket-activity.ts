/**
 * Calls of Node after each read or write of a connection. Node's HTTP parser reads straight from OpenSSL, so that no event reports a read.
 * Its method that postpones timeouts is the only sign.
 */
import type { TLSSocket } from 'node:tls';

interface Timed {
	_unrefTimer?(): void;
}

/** Calls `listener` after each read or write. Returns false where Node lacks the method. */
export function onSocketActivity(socket: TLSSocket, listener: () => void): boolean {
	const timed = socket as unknown as Timed;
	const postpone = timed._unrefTimer;
	if (postpone === undefined) return false;
	timed._unrefTimer = () => {
		postpone.call(socket);
		listener();
	};
	return true;
}

export function reportsActivity(socket: TLSSocket): boolean {
	return typeof (socket as unknown as Timed)._unrefTimer === 'function';
}
