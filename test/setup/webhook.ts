/** Webhook server for tests: a TLS server with its own CAs that trusts one client and behaves as configured. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { makeScratch } from './scratch.ts';

export interface Asked {
	/** Common name of the client certificate. */
	readonly client: string | undefined;
	readonly authorization: string | undefined;
	readonly path: string | undefined;
	readonly review: unknown;
}

export interface WebhookServer {
	readonly url: string;
	/** Origin of the webhook's URL, without a path. */
	readonly origin: string;
	/** CA certificate of the webhook in PEM. */
	readonly authority: string;
	/** Serving certificate of the webhook in PEM. */
	readonly certificate: string;
	/** Kubeconfig that describes how to call the webhook. */
	readonly config: string;
	readonly asked: Asked[];
	/** Changes how the webhook answers; the behaviour receives the review. */
	behave(behaviour: Behaviour): void;
	close(): Promise<void>;
}

export type Behaviour = (review: unknown, ...handler: Parameters<RequestListener>) => void;

/** Returns a behaviour that answers with JSON. */
export function answering(status: number, body: (review: unknown) => unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
	return (review, _, response) => {
		const said = body(review);
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof said === 'string' ? said : JSON.stringify(said));
	};
}

export interface WebhookOptions {
	/** Clients that are served; absent serves only those with a certificate of the webhook's CA. */
	readonly serves?: 'anybody';
	/** Names in the certificate in addition to `webhook.example`. */
	readonly names?: readonly string[];
}

export async function startWebhook(user: object = {}, { serves, names = [] }: WebhookOptions = {}): Promise<WebhookServer> {
	const scratch = makeScratch();
	const authority = await issueAuthority('the webhooks');
	const [serving, client] = await Promise.all([
		issueLeaf(authority, { commonName: 'webhook', organisations: [], usage: 'server', alternativeNames: ['webhook.example', ...names] }),
		issueLeaf(authority, { commonName: 'the-server', organisations: [], usage: 'client', alternativeNames: [] }),
	]);
	let behaviour: Behaviour = answering(500, () => 'nobody has said what to do');
	const asked: Asked[] = [];
	const server = createServer({ ...serving, ca: authority.cert, requestCert: true, rejectUnauthorized: serves !== 'anybody' }, async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const review: unknown = JSON.parse(Buffer.concat(parts).toString());
		// The subject is an empty object when the client sends no certificate.
		const { subject } = (request.socket as TLSSocket).getPeerCertificate() as { readonly subject?: { readonly CN?: unknown } };
		asked.push({ client: subject && String(subject.CN), authorization: request.headers.authorization, path: request.url, review });
		behaviour(review, request, response);
	});
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const url = `${origin}/decide?by=rules`;
	const config = join(scratch.path, 'webhook.yaml');
	writeFileSync(join(scratch.path, 'ca.pem'), authority.cert);
	const base64 = (text: string): string => Buffer.from(text).toString('base64');
	writeFileSync(
		config,
		JSON.stringify({
			apiVersion: 'v1',
			kind: 'Config',
			clusters: [{ name: 'there', cluster: { server: url, 'certificate-authority': 'ca.pem', 'tls-server-name': 'webhook.example' } }],
			users: [{ name: 'me', user: { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key), ...user } }],
			contexts: [{ name: 'ask', context: { cluster: 'there', user: 'me' } }],
			'current-context': 'ask',
		}),
	);
	return {
		url,
		origin,
		authority: authority.cert,
		certificate: serving.cert,
		config,
		asked,
		behave: (next) => {
			behaviour = next;
			asked.length = 0;
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			scratch.remove();
		},
	};
}
