/** Parts of Node's HTTPS server that its types or its documentation do not name. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { type TLSSocket, Server as TlsServer } from 'node:tls';

/** Passes connections that negotiated HTTP/2 to `serve`, all others to Node's listeners for HTTP/1.1. */
export function takeHttp2(server: Server, serve: (socket: TLSSocket) => void): void {
	const ofNode = server.listeners('secureConnection');
	server.removeAllListeners('secureConnection');
	server.on('secureConnection', (socket: TLSSocket) => {
		if (socket.alpnProtocol === 'h2') serve(socket);
		else for (const listener of ofNode) listener.call(server, socket);
	});
}

export function servesHttp1(server: Server): boolean {
	return server.listenerCount('secureConnection') > 0;
}

interface Upgrading {
	shouldUpgradeCallback?: (incoming: IncomingMessage) => boolean;
}

/** Sets which requests with an Upgrade take over their connection. The option of Node's other servers is a property here. */
export function decideUpgrades(server: Server, may: (incoming: IncomingMessage) => boolean): void {
	(server as unknown as Upgrading).shouldUpgradeCallback = may;
}

export function asksAboutUpgrades(server: Server): boolean {
	return 'shouldUpgradeCallback' in server;
}

/** Stops listening. The HTTP server's own `close` would cut off answers that are passed on but not yet sent. */
export function stopListening(server: Server): Promise<void> {
	return new Promise((resolve) => TlsServer.prototype.close.call(server, () => resolve()));
}

/** Creates the response of a request whose connection was upgraded. */
export function responseOf(incoming: IncomingMessage): ServerResponse {
	// Importing a value from this module would read all its exports, which loads Node's fetch: 10 MB in every idle server.
	return new (process.getBuiltinModule('node:http').ServerResponse)(incoming);
}
