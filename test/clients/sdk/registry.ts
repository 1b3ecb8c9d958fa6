/**
 * Verdaccio, a production registry, without an upstream. Tests that need it download it; it is not a dependency of the project, because it
 * has as many dependencies as the project itself.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const version = '6.10.4';

export interface Registry {
	readonly url: string;
	/** An npmrc file with publishing credentials. */
	readonly npmrc: string;
	stop(): Promise<void>;
}

/** Starts a registry in the empty folder `folder`. Authenticated users may publish packages of `scope`. */
export async function startRegistry(folder: string, scope: string): Promise<Registry> {
	mkdirSync(folder, { recursive: true });
	// One of its packages requests a tag that some registries lack.
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides: { 'node-fetch': '2.7.0' } }));
	execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts', `verdaccio@${version}`], { cwd: folder, stdio: 'inherit' });
	const config = {
		storage: './storage',
		auth: { htpasswd: { file: './htpasswd' } },
		web: { enable: false },
		packages: { [`${scope}/*`]: { access: '$all', publish: '$authenticated' } },
		log: { type: 'stdout', format: 'json', level: 'error' },
	};
	// JSON is valid YAML.
	writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
	const url = `http://127.0.0.1:${await freePort()}/`;
	const program = join(folder, 'node_modules/verdaccio/bin/verdaccio');
	const child = fork(program, ['-c', 'config.yaml', '-l', url], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
	await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(([code]) => {
			throw new Error(`the registry ended with code ${code} before it was ready`);
		}),
	]);
	const npmrc = join(folder, 'npmrc');
	writeFileSync(npmrc, `${url.replace('http:', '')}:_authToken=${await signUp(url)}\n`);
	return { url, npmrc, stop: () => stop(child) };
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('a listener on TCP has a port');
	return address.port;
}

async function signUp(url: string): Promise<string> {
	const body = JSON.stringify({ name: 'publisher', password: 'publishes-packages' });
	const response = await fetch(`${url}-/user/org.couchdb.user:publisher`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
	const { token } = (await response.json()) as { readonly token?: string };
	if (token === undefined) throw new Error(`the registry takes no new user: ${response.status}`);
	return token;
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.kill();
	await exited;
}
