/** Headless Chromium with one page, which reports to the origin that serves it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { slowness } from '../../setup/slowness.ts';

/** Returns the path of a Chromium; prints a message and returns undefined when there is none. */
export function findChromium(): string | undefined {
	const paths = (process.env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)));
	const found = paths.find((path) => {
		try {
			accessSync(path, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
	if (found === undefined) console.warn('SKIPPED: no Chromium on PATH (on Debian: apt-get install chromium), so nothing here was tried in a browser');
	return found;
}

export interface Origin {
	readonly url: string;
	/** Resolves when the page has reported each of these lines once. */
	hears(...lines: readonly string[]): Promise<void>;
	close(): Promise<void>;
}

interface Upstream {
	readonly port: number;
	readonly ca: Buffer;
}

/** Serves a page and its script, and proxies all other requests to the API server, so that the browser sees one origin. */
export async function serveOrigin(script: string, upstream: Upstream): Promise<Origin> {
	const said: string[] = [];
	const waiting = new Set<() => void>();
	const take = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = message.url ?? '/';
		if (path.startsWith('/page')) return void response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/script.js"></script>');
		if (path === '/script.js') return void response.setHeader('content-type', 'text/javascript').end(script);
		if (path === '/favicon.ico') return void response.writeHead(404).end();
		if (path !== '/said') return pass(message, response, upstream);
		said.push(Buffer.concat(await message.toArray()).toString());
		for (const check of waiting) check();
		response.end();
	};
	const server = createServer((message, response) => {
		take(message, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		// A server that listens on a port has an address of this form.
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		hears: (...lines) =>
			new Promise((resolve, reject) => {
				const timer = setTimeout(() => reject(new Error(`waited for ${lines.join(', ')}; heard ${said.join(', ')}`)), 60_000 * slowness());
				const check = (): void => {
					if (!lines.every((line) => said.includes(line))) return;
					clearTimeout(timer);
					waiting.delete(check);
					for (const line of lines) said.splice(said.indexOf(line), 1);
					resolve();
				};
				waiting.add(check);
				check();
			}),
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function pass(message: IncomingMessage, response: ServerResponse, { port, ca }: Upstream): void {
	const { host: _, connection: __, ...headers } = message.headers;
	const onward = request({ host: '127.0.0.1', port, ca, path: message.url, method: message.method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
		answer.on('error', () => response.destroy());
	});
	// The server is away.
	onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
	response.on('close', () => onward.destroy());
	message.pipe(onward);
}

/** Opens a page; returns a function that ends the browser and its processes. */
export async function openPage(chromium: string, url: string): Promise<() => Promise<void>> {
	const profile = mkdtempSync(join(tmpdir(), 'orch-chromium-'));
	const child: ChildProcess = spawn(
		chromium,
		// The sandbox needs privileges that root lacks in a container; the page is trusted.
		[
			'--headless',
			'--no-sandbox',
			'--disable-gpu',
			'--disable-dev-shm-usage',
			'--no-first-run',
			'--disable-background-networking',
			`--user-data-dir=${profile}`,
			'--remote-debugging-port=0',
			url,
		],
		{ stdio: 'ignore' },
	);
	await once(child, 'spawn');
	return async () => {
		const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
		child.kill('SIGTERM');
		await exited;
		rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	};
}
