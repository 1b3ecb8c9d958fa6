/**
 * Handle of a TLS socket, which Node's types do not name. Pausing a stream does not stop the input that the system already holds; stopping
 * the handle does. Where Node has no such handle, the stream is paused instead.
 */
import type { TLSSocket } from 'node:tls';

interface Handle {
	/** True when the stream wants more. */
	readonly reading: boolean;
	onkeylog: unknown;
	readStart(): void;
	readStop(): void;
}

/** Returns undefined when the socket is closed, or when Node has no handle of this form. */
function handleOf(socket: TLSSocket): Handle | undefined {
	const { _handle } = socket as unknown as { readonly _handle?: Handle | null };
	return typeof _handle?.readStop === 'function' && typeof _handle.readStart === 'function' ? _handle : undefined;
}

export function stopReading(socket: TLSSocket): void {
	const handle = handleOf(socket);
	if (handle !== undefined) handle.readStop();
	else if (!socket.destroyed) socket.pause();
}

export function startReading(socket: TLSSocket): void {
	const handle = handleOf(socket);
	if (handle !== undefined) handle.readStart();
	else if (!socket.destroyed) socket.resume();
}

export function isReading(socket: TLSSocket): boolean {
	return handleOf(socket)?.reading ?? socket.readableFlowing === true;
}

/** Ends the events for the socket's TLS secrets. Without a handle, they go on and cost a call each. */
export function ignoreSecrets(socket: TLSSocket): void {
	const handle = handleOf(socket);
	if (handle !== undefined) handle.onkeylog = undefined;
}

export function hasHandle(socket: TLSSocket): boolean {
	return handleOf(socket) !== undefined;
}
