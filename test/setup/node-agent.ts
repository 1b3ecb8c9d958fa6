/** Node agent for tests: an HTTPS server that records what it is asked, answers logs, and echoes the bytes of upgraded connections. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { makeScratch } from './scratch.ts';

export interface AgentRequest {
	readonly method: string | undefined;
	readonly url: string | undefined;
	readonly headers: IncomingHttpHeaders;
	/** Common name of the client certificate. */
	readonly client: string | undefined;
}

export interface NodeAgent {
	readonly port: number;
	readonly asked: AgentRequest[];
	/** Flags with which a server trusts the agent and is known to it. */
	readonly flags: readonly string[];
	answer(listener: RequestListener): void;
	/** Replaces the echo on upgraded connections. */
	upgrade(listener: (request: AgentRequest & { readonly raw: Parameters<RequestListener>[0] }, socket: Duplex, head: Buffer) => void): void;
	close(): Promise<void>;
}

export async function startNodeAgent(): Promise<NodeAgent> {
	const scratch = makeScratch();
	const authority = await issueAuthority('the agents');
	const [serving, client] = await Promise.all([
		issueLeaf(authority, { commonName: 'agent', organisations: [], usage: 'server', alternativeNames: ['127.0.0.1'] }),
		issueLeaf(authority, { commonName: 'the-server', organisations: [], usage: 'client', alternativeNames: [] }),
	]);
	const file = (name: string, content: string): string => {
		const path = join(scratch.path, name);
		writeFileSync(path, content, { mode: 0o600 });
		return path;
	};
	const asked: AgentRequest[] = [];
	const heard = (request: Parameters<RequestListener>[0]): AgentRequest => {
		const { method, url, headers, socket } = request;
		const { subject } = (socket as TLSSocket).getPeerCertificate();
		const one = { method, url, headers, client: subject === undefined ? undefined : String(subject.CN) };
		asked.push(one);
		return one;
	};
	let listener: RequestListener = (_, response) => response.end('a line\n');
	let upgraded: Parameters<NodeAgent['upgrade']>[0] = ({ headers }, socket) => {
		socket.write(
			`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${headers.upgrade}\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\nhello `,
		);
		socket.pipe(socket);
	};
	const server = createServer({ ...serving, ca: authority.cert, requestCert: true, rejectUnauthorized: false }, (request, response) => {
		heard(request);
		listener(request, response);
	});
	server.on('upgrade', (request, socket, head) => {
		socket.on('error', () => undefined);
		upgraded({ ...heard(request), raw: request }, socket, head);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		asked,
		flags: [
			...['--kubelet-certificate-authority', file('agents.crt', authority.cert)],
			...['--kubelet-client-certificate', file('client.crt', client.cert), '--kubelet-client-key', file('client.key', client.key)],
		],
		answer: (next) => {
			listener = next;
		},
		upgrade: (next) => {
			upgraded = next;
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			scratch.remove();
		},
	};
}
