/** A built server in a separate process: starting, waiting and stopping. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { keepExchangeFromSight, keepFromSight, shown } from './confidential.ts';

/** Time limit for reading the metrics; a slower server has been delayed deliberately by its test. */
const figuresMs = 2000;

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly bytes: Buffer;
	/** Parses the body as JSON. */
	json(): unknown;
	readonly text: string;
}

/** Access to a server as its administrator. */
export interface ServerAdmin {
	/** `https://127.0.0.1:port`. */
	readonly url: string;
	readonly port: number;
	/** TLS material of the administrator, from the kubeconfig. */
	readonly credentials: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
	/** Makes one request as the administrator; an object body is sent as JSON. */
	call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface ServerProcess extends ServerAdmin {
	readonly process: ChildProcess;
	readonly dataDir: string;
	readonly kubeconfig: string;
	/** Returns the stderr output so far. */
	log(): string;
	/** Sends SIGTERM and returns the exit code. */
	stop(): Promise<number | null>;
	/** Sends SIGKILL. */
	kill(): Promise<void>;
	/** Stops the server and removes its data. */
	remove(): Promise<void>;
}

export interface StartOptions {
	readonly dataDir?: string;
	readonly flags?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/**
	 * True to compile the code and store it in the data directory, as a deployed server does. Otherwise the compiled code of `build.ts` is
	 * used.
	 */
	readonly compiles?: boolean;
}

/** Returns the folder of compiled code in a build folder; it may not exist. */
export function compiledFolder(built: string): string {
	return join(built, 'compiled');
}

/** Starts `server.mjs` of a build folder on a free port and resolves when the server reports that it is ready. */
export async function startServer(
	built: string,
	{ dataDir = mkdtempSync(join(tmpdir(), 'orch-data-')), flags = [], env = {}, compiles = !existsSync(compiledFolder(built)) }: StartOptions = {},
): Promise<ServerProcess> {
	const script = join(built, 'server.mjs');
	const child = spawn(process.execPath, [script, '--data-dir', dataDir, '--secure-port', '0', ...flags], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...(!compiles && { NODE_COMPILE_CACHE: compiledFolder(built) }), ...env },
	});
	let log = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		log += text;
	});
	let out = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		out += text;
	});
	const output = () => out;
	const exited = once(child, 'exit');
	const line = await firstLine(child, exited, () => log);
	const url = /https:\/\/[^\s]+:\d+/.exec(line)?.[0];
	if (url === undefined) throw new Error(`the server said ${JSON.stringify(line)}, which names no address`);
	const kubeconfig = join(dataDir, 'kubeconfig');
	const credentials = credentialsOf(kubeconfig);
	for (const key of privateKeys(dataDir)) keepFromSight('a private key', key);
	let figures = '';
	const end = async (signal: NodeJS.Signals): Promise<number | null> => {
		const runs = child.exitCode === null && child.signalCode === null;
		if (runs && signal === 'SIGTERM') figures = await lastFigures(url, credentials);
		if (runs) child.kill(signal);
		await exited;
		closeConnections(url);
		const leaks = [...shown('the log', log), ...shown('standard output', output()), ...shown('/metrics', figures), ...shownInAudit(flags)];
		if (leaks.length > 0) throw new Error(leaks.join('\n'));
		return child.exitCode;
	};
	return {
		...administer(url, credentials),
		process: child,
		dataDir,
		kubeconfig,
		log: () => log,
		stop: () => end('SIGTERM'),
		kill: async () => void (await end('SIGKILL')),
		remove: async () => {
			await end('SIGTERM');
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

/** Returns the administrator of a kubeconfig. */
export function adminOf(kubeconfig: string): ServerAdmin {
	const config = parse(readFileSync(kubeconfig, 'utf8')) as { clusters: [{ cluster: { server: string } }] };
	return administer(config.clusters[0].cluster.server, credentialsOf(kubeconfig));
}

function administer(url: string, credentials: ServerAdmin['credentials']): ServerAdmin {
	return { url, port: Number(new URL(url).port), credentials, call: (method, path, body, headers) => call(url, credentials, method, path, body, headers) };
}

/** Returns the metrics of a server, or an empty text when the server is stopped or denies the administrator. */
async function lastFigures(url: string, credentials: ServerProcess['credentials']): Promise<string> {
	const answer = await Promise.race([call(url, credentials, 'GET', '/metrics').catch(() => undefined), pause(figuresMs, undefined, { ref: false })]);
	return answer?.text ?? '';
}

function shownInAudit(flags: readonly string[]): string[] {
	const path = givenFor(flags, 'audit-log-path');
	const policy = givenFor(flags, 'audit-policy-file');
	if (path === undefined || !existsSync(path) || !statSync(path).isFile()) return [];
	const asksForBodies = policy !== undefined && existsSync(policy) && /Request/.test(readFileSync(policy, 'utf8'));
	return shown('the audit', readFileSync(path, 'utf8'), asksForBodies ? 'values of Secrets' : 'nothing');
}

function givenFor(flags: readonly string[], name: string): string | undefined {
	const at = flags.findIndex((flag) => flag === `--${name}` || flag.startsWith(`--${name}=`));
	return flags[at]?.includes('=') === true ? flags[at].slice(name.length + 3) : flags[at + 1];
}

/** Returns a unique line of each private key in the data directory. */
function privateKeys(dataDir: string): string[] {
	const folder = join(dataDir, 'pki');
	if (!existsSync(folder)) return [];
	const keys = readdirSync(folder).filter((name) => name.endsWith('.key'));
	return keys.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')[2] ?? []);
}

async function firstLine(child: ChildProcess, exited: Promise<unknown>, log: () => string): Promise<string> {
	if (child.stdout === null) throw new Error('the server has no stdout');
	const lines = createInterface({ input: child.stdout });
	const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), exited.then(() => undefined)]);
	if (line === undefined) throw new Error(`the server ended with code ${child.exitCode} before it was ready:\n${log()}`);
	return line;
}

function credentialsOf(kubeconfig: string): ServerProcess['credentials'] {
	const config = parse(readFileSync(kubeconfig, 'utf8')) as {
		clusters: [{ cluster: { 'certificate-authority-data': string } }];
		users: [{ user: { 'client-certificate-data': string; 'client-key-data': string } }];
	};
	const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
	return {
		ca: bytes(config.clusters[0].cluster['certificate-authority-data']),
		cert: bytes(config.users[0].user['client-certificate-data']),
		key: bytes(config.users[0].user['client-key-data']),
	};
}

/** Connections that are kept between requests, by server: a TLS handshake takes ten times as long as a request. */
const agents = new Map<string, Agent>();

function agentOf(url: string): Agent {
	const agent = agents.get(url) ?? new Agent({ keepAlive: true });
	agents.set(url, agent);
	return agent;
}

/** Closes the connections to a server that has ended, so that none is used for the next server on its port. */
function closeConnections(url: string): void {
	agents.get(url)?.destroy();
	agents.delete(url);
}

/** Makes one HTTPS request. Without `cert` and `key` in `credentials` the request is anonymous. */
export function call(
	url: string,
	credentials: { readonly ca: Buffer; readonly cert?: Buffer; readonly key?: Buffer },
	method: string,
	path: string,
	body?: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
	const bytes = body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
	const options: RequestOptions = {
		method,
		...credentials,
		headers: {
			...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(bytes as string | Buffer)) }),
			...headers,
		},
		agent: agentOf(url),
	};
	return new Promise((resolve, reject) => {
		// Passes the path unchanged; a URL object would resolve dot segments.
		const outgoing = request({ ...options, host: '127.0.0.1', port: new URL(url).port, path }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () => {
				const all = Buffer.concat(chunks);
				const text = all.toString();
				keepExchangeFromSight(path, headers, body, text);
				resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: all, text, json: () => JSON.parse(text) as unknown });
			});
		});
		outgoing.on('error', reject);
		outgoing.end(bytes as string | Buffer | undefined);
	});
}
