/**
 * Stand-in for etcd in tests of controllers. It stores no objects. It names its data directory to the API server, which stores them
 * there, so that objects last as long as the directory.
 */
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { type Argument, ArgumentError, helpLines, readArguments, refuseOthers } from './arguments.ts';
import { dataDirPath } from './etcd-address.ts';

/** Flags that a test framework passes to etcd. There are no peers, so the flags about peers have no effect. */
const etcdArguments: readonly Argument[] = [
	{ name: 'data-dir', value: 'DIR', help: 'Directory for the stored objects. Default: default.etcd.' },
	{ name: 'listen-client-urls', value: 'URLS', help: 'Addresses to listen on, http only. Default: http://localhost:2379.' },
	{ name: 'advertise-client-urls', value: 'URLS', help: 'Addresses for clients. Without effect.' },
	{ name: 'listen-peer-urls', value: 'URLS', help: 'Addresses for peers. Without effect.' },
	{ name: 'initial-advertise-peer-urls', value: 'URLS', help: 'Addresses for peers. Without effect.' },
	{ name: 'name', value: 'NAME', help: 'Name of the member. Without effect.' },
	{ name: 'unsafe-no-fsync', value: '[BOOL]', alone: 'true', help: 'Do not wait for the disk: a crash of the machine may lose objects.' },
];

export function etcdHelp(): string {
	return ['Usage: etcd [FLAGS]', '', 'Replaces etcd in tests of controllers.', '', ...helpLines(etcdArguments), ''].join('\n');
}

/** Starts the listeners. Resolves when all of them accept connections. Throws ArgumentError for a wrong flag. */
export async function startEtcd(words: readonly string[]): Promise<readonly Server[]> {
	const { values, rest } = readArguments(etcdArguments, words);
	refuseOthers(rest, etcdArguments);
	const dataDir = resolve(values.get('data-dir') ?? 'default.etcd');
	const syncs = values.get('unsafe-no-fsync') !== 'true';
	const addresses = (values.get('listen-client-urls') ?? 'http://localhost:2379').split(',').map(addressOf);
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const bodies = new Map([
		['/health', JSON.stringify({ health: 'true', reason: '' })],
		[dataDirPath, JSON.stringify({ dataDir, syncs })],
	]);
	return await Promise.all(addresses.map((address) => listen(address, bodies)));
}

function addressOf(text: string): URL {
	const url = URL.parse(text);
	if (url?.protocol !== 'http:' || url.port === '') throw new ArgumentError(`--listen-client-urls ${JSON.stringify(text)}: expected http://HOST:PORT`);
	return url;
}

function listen(address: URL, bodies: ReadonlyMap<string, string>): Promise<Server> {
	// A static import of the module would load Node's fetch, and delay the start.
	const server = process.getBuiltinModule('node:http').createServer((request, response) => answer(request, response, bodies));
	const { promise, resolve: listening, reject } = Promise.withResolvers<Server>();
	server.once('error', (error) => reject(new ArgumentError(`cannot listen on ${address.origin}: ${error.message}`)));
	server.listen({ host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port) }, () => listening(server));
	return promise;
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse, bodies: ReadonlyMap<string, string>): void {
	const body = bodies.get(url.split('?')[0] ?? '');
	response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
	response.end(body ?? JSON.stringify({ error: 'this is the etcd replacement of orch envtest, which stores no keys' }));
}
