/** Checks at the start that Node still has the private parts that this folder uses. Each has a fallback, which protects less. */
import type { Server } from 'node:https';
import { createSecureContext, TLSSocket } from 'node:tls';
import { asksAboutUpgrades, servesHttp1 } from './https-server.ts';
import { reportsActivity } from './socket-activity.ts';
import { hasHandle } from './socket-handle.ts';
import { collector } from './v8-flags.ts';

interface Parts {
	/** Server that does not listen. */
	readonly server: Server;
	/** Socket without a connection. */
	readonly socket: TLSSocket;
}

interface Check {
	readonly part: string;
	readonly isThere: (parts: Parts) => boolean;
	readonly consequence: string;
}

const checks: readonly Check[] = [
	{ part: 'TLSSocket._handle', isThere: ({ socket }) => hasHandle(socket), consequence: 'floods of input are stopped later' },
	{ part: 'TLSSocket._unrefTimer', isThere: ({ socket }) => reportsActivity(socket), consequence: 'HTTP/1.1 heads in many fragments are not limited' },
	{ part: 'Server "secureConnection" listeners', isThere: ({ server }) => servesHttp1(server), consequence: 'HTTP/1.1 is not served' },
	{ part: 'Server.shouldUpgradeCallback', isThere: ({ server }) => asksAboutUpgrades(server), consequence: 'unknown upgrades are refused instead of ignored' },
	{ part: 'V8 gc', isThere: () => collector() !== undefined, consequence: 'an idle server keeps garbage' },
];

/** Returns a sentence for each missing part. `ca` is any certificate, which saves reading the system's. */
export function missingParts(ca: string): readonly string[] {
	// Importing a value from this module would load Node's fetch.
	const server = process.getBuiltinModule('node:https').createServer();
	const socket = new TLSSocket(undefined as never, { secureContext: createSecureContext({ ca }), isServer: true });
	socket.on('error', () => undefined);
	try {
		const { node } = process.versions;
		return checks.filter(({ isThere }) => !isThere({ server, socket })).map(({ part, consequence }) => `Node ${node} lacks ${part}: ${consequence}`);
	} finally {
		socket.destroy();
	}
}
