/** Keeps the servers that test files share: one for each build and release, started when the first file asks for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type ServerProcess, startServer } from './server.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** URL that starts a shared server, or finds it, and answers with its data directory. */
		sharedServers: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const started = new Map<string, Promise<ServerProcess>>();
	const find = (key: string): Promise<ServerProcess> => {
		const { built, release } = JSON.parse(key) as { built: string; release: string };
		const server = started.get(key) ?? startServer(built, { flags: release === '' ? [] : ['--emulated-version', release] });
		started.set(key, server);
		return server;
	};
	const keeper = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		await find(Buffer.concat(parts).toString()).then(
			({ dataDir }) => response.end(dataDir),
			(error: unknown) => response.writeHead(500).end(String(error)),
		);
	}).listen(0, '127.0.0.1');
	await once(keeper, 'listening');
	project.provide('sharedServers', `http://127.0.0.1:${(keeper.address() as AddressInfo).port}`);
	return async () => {
		keeper.closeAllConnections();
		keeper.close();
		for (const server of started.values()) await (await server).remove();
	};
}
