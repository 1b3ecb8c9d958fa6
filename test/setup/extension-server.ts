/** Extension API server for tests: a TLS server on loopback that records what its front proxy sends, and behaves as its test says. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import type { Loose } from './loose.ts';

/** A request as the extension API server received it. */
export interface Received {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	/** Values of repeated headers, in order. */
	readonly lines: (name: string) => readonly string[];
	readonly body: string;
	/** Common name of the proxy's certificate. */
	readonly proxy: string | undefined;
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

export interface ExtensionServer {
	readonly port: number;
	/** PEM of the CA that signs its certificate. */
	readonly authority: string;
	/** Requests other than those for the resource list. */
	readonly received: Received[];
	/** Number of open connections. */
	open(): number;
	/** Sets the answer to requests other than those for the resource list, and forgets the received requests. */
	behave(behaviour: Behaviour): void;
	/** Sets the answer to requests for the resource list. */
	list(behaviour: Behaviour): void;
	close(): Promise<void>;
}

/** Returns the resource list of the test's group. */
export function resourceList(groupVersion: string): Loose {
	return {
		...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion },
		resources: [
			{ name: 'clouds', singularName: 'cloud', namespaced: true, kind: 'Cloud', verbs: ['create', 'get', 'list', 'watch'], shortNames: ['cl'] },
			{ name: 'clouds/status', singularName: '', namespaced: true, kind: 'Cloud', verbs: ['get'] },
		],
	};
}

export function answerJson(value: unknown, status = 200): Behaviour {
	return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Starts the server. `names`: names in its certificate. `upgrade`: answers upgrades of connections. */
export async function startExtensionServer(
	names: readonly string[],
	upgrade: (request: IncomingMessage, socket: Socket) => void = (_, socket) => void socket.destroy(),
): Promise<ExtensionServer> {
	const authority = await issueAuthority('the extensions');
	const leaf = await issueLeaf(authority, { commonName: 'extension', organisations: [], usage: 'server', alternativeNames: [...names] });
	const received: Received[] = [];
	let behaviour: Behaviour = answerJson({});
	let listing: Behaviour = (request, response, seen) => answerJson(resourceList((request.url ?? '').slice('/apis/'.length)))(request, response, seen);
	const server = createServer({ ...leaf, requestCert: true, rejectUnauthorized: false }, async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const seen = receivedOf(request, Buffer.concat(parts).toString());
		if (/^\/apis\/[^/]+\/[^/]+$/.test(request.url ?? '')) return listing(request, response, seen);
		received.push(seen);
		behaviour(request, response, seen);
	});
	server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
		received.push(receivedOf(request, ''));
		upgrade(request, socket);
	});
	const sockets = new Set<Socket>();
	server.on('secureConnection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
	});
	server.listen(0, 'localhost');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		authority: authority.cert,
		received,
		open: () => sockets.size,
		behave: (next) => {
			behaviour = next;
			received.length = 0;
		},
		list: (next) => {
			listing = next;
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}

function receivedOf(request: IncomingMessage, body: string): Received {
	const { rawHeaders, method = '', url = '', headers } = request;
	const lines = (name: string) => rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
	// The subject is an empty object when the client sends no certificate.
	const { subject } = (request.socket as TLSSocket).getPeerCertificate() as { readonly subject?: { readonly CN?: unknown } };
	return { method, url, headers, lines, body, proxy: subject && String(subject.CN) };
}
