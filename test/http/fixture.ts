/** A listener with a generated key pair, and clients for both protocols. */
import { mkdtemp, rm } from 'node:fs/promises';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiRequest, Handler, User } from '../../runtime/api/request.ts';
import { peerOf } from '../../runtime/auth/authn/peer.ts';
import { Authorities } from '../../runtime/auth/pki/authorities.ts';
import { type Keys, openKeys } from '../../runtime/auth/pki/keys.ts';
import { answerStallMs } from '../../runtime/http/connection.ts';
import { type Listener, type ListenerOptions, listen } from '../../runtime/http/listener.ts';
import type { TlsMaterial } from '../../runtime/http/tls-server.ts';

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
	readonly body: Buffer;
}

export interface Ask {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string | string[]>>;
	readonly body?: string | Buffer;
	readonly certificate?: boolean;
}

export type Client = (path: string, ask?: Ask) => Promise<Answer>;

export interface Fixture {
	readonly listener: Listener;
	readonly keys: Keys;
	readonly failures: unknown[];
	readonly http1: Client;
	readonly http2: Client;
	close(): Promise<void>;
}

/** Returns the user of the request's client certificate. */
export function userOf({ peer }: ApiRequest): User | undefined {
	const user = peer?.client();
	return user === 'refused' ? undefined : user;
}

/** Returns the client CAs for the TLS handshake. */
export function believed(pem: string): TlsMaterial['authorities'] {
	return { pem: pem === '' ? [] : [pem], of: () => '' };
}

let shared: { keys: Keys; folder: string } | undefined;

export async function start(
	handler: Handler,
	more: Partial<Pick<ListenerOptions, 'maxConnections' | 'mostOpenHeadBytes' | 'answerStallMs' | 'webSocketOrigins' | 'http2'>> = {},
): Promise<Fixture> {
	const folder = await mkdtemp(join(tmpdir(), 'orch-http-'));
	const keys = shared?.keys ?? (await openKeys(join(folder, 'pki'), { serving: ['localhost', '127.0.0.1'], admin: 'admin', authority: 'test' }));
	shared ??= { keys, folder };
	await rm(folder, { recursive: true });
	const failures: unknown[] = [];
	const authorities = await Authorities.open({ own: keys.authority.cert, client: undefined, proxy: undefined });
	const listener = await listen({
		tls: { cert: keys.serving.cert, key: keys.serving.key, authorities },
		host: '127.0.0.1',
		port: 0,
		requestTimeoutMs: 60_000,
		answerStallMs,
		compresses: true,
		handshakes: { failed: 0 },
		webSocketOrigins: [],
		http2: 'own',
		identify: (socket) => peerOf(socket, authorities),
		handler,
		onFailure: (error) => failures.push(error),
		...more,
	});
	const tls = { ca: keys.authority.cert };
	const certified = { ...tls, cert: keys.admin.cert, key: keys.admin.key };
	const agent = new https.Agent({ keepAlive: true });
	return {
		listener,
		keys,
		failures,
		http1: (path, ask = {}) => askHttp1(listener.port, agent, ask.certificate ? certified : tls, path, ask),
		http2: (path, ask = {}) => askHttp2(listener.port, ask.certificate ? certified : tls, path, ask),
		close: async () => {
			agent.destroy();
			listener.destroy();
		},
	};
}

function askHttp1(port: number, agent: https.Agent, tls: object, path: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const request = https.request({ ...tls, agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
		});
		request.on('error', reject);
		request.end(body);
	});
}

function askHttp2(port: number, tls: object, path: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const session = http2.connect(`https://127.0.0.1:${port}`, tls);
		session.on('error', reject);
		const stream = session.request({ ':path': path, ':method': method, ...headers }, { endStream: body === undefined });
		const chunks: Buffer[] = [];
		let answer: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {};
		stream.on('response', (got) => {
			answer = got;
		});
		stream.on('data', (chunk: Buffer) => chunks.push(chunk));
		stream.on('error', (error) => {
			session.destroy();
			reject(error);
		});
		stream.on('end', () => {
			session.close();
			resolve({ status: answer[':status'] ?? 0, headers: answer, body: Buffer.concat(chunks) });
		});
		if (body !== undefined) stream.end(body);
	});
}
