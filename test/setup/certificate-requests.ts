/** Certificate requests for tests, made with openssl as users make them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import type { Loose } from './loose.ts';
import type { ServerProcess } from './server.ts';

/** Reports whether openssl is available, and says aloud what is skipped without it. */
export function hasOpenssl(skipped: string): boolean {
	const found = spawnSync('openssl', ['version']).status === 0;
	if (!found) console.warn(`SKIPPED: no openssl on PATH, so ${skipped}`);
	return found;
}

export interface RequestOptions {
	/** Value of the subjectAltName extension. */
	readonly names?: string;
	/** Type of the key, in the words of `openssl req -newkey`. */
	readonly key?: readonly string[];
	/** Further arguments of `openssl req`. */
	readonly more?: readonly string[];
}

export interface MadeRequest {
	/** PEM of the request in base64, as `spec.request` has it. */
	readonly request: string;
	readonly key: Buffer;
}

const ellipticKey = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Makes a key and a request in a folder. `subject` has the form `/O=group/CN=user`. */
export function makeRequest(folder: string, name: string, subject: string, { names, key = ellipticKey, more = [] }: RequestOptions = {}): MadeRequest {
	const file = (end: string): string => join(folder, `${name}.${end}`);
	const extensions = names === undefined ? [] : ['-addext', `subjectAltName=${names}`];
	const line = ['req', '-new', '-newkey', ...key, '-nodes', '-subj', subject, ...extensions, ...more, '-keyout', file('key'), '-out', file('csr')];
	execFileSync('openssl', line, { stdio: ['ignore', 'ignore', 'pipe'] });
	return { request: readFileSync(file('csr')).toString('base64'), key: readFileSync(file('key')) };
}

/** Makes a CA of two days: `NAME.crt` and `NAME.key` in a folder. */
export function makeAuthority(
	folder: string,
	name: string,
	subject: string,
	key: readonly string[] = ellipticKey,
): { readonly cert: string; readonly key: string } {
	const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
	const line = ['req', '-x509', '-newkey', ...key, '-nodes', '-subj', subject, '-days', '2', '-keyout', files.key, '-out', files.cert];
	execFileSync('openssl', line, { stdio: ['ignore', 'ignore', 'pipe'] });
	return files;
}

/** Watches one request until it has a certificate or has failed, and resolves to its status. `path` selects the request. */
export function settledStatus({ port, credentials }: ServerProcess, path: string): Promise<Loose> {
	return new Promise((resolve, reject) => {
		let text = '';
		const watch = get({ host: '127.0.0.1', port, path: `${path}&watch=1&timeoutSeconds=20`, ...credentials, agent: false }, (response) => {
			response.setEncoding('utf8').on('error', reject);
			response.on('end', () => reject(new Error(`no outcome in the events ${text}`)));
			response.on('data', (chunk: string) => {
				text += chunk;
				const events = text.split('\n').slice(0, -1);
				const status = events.map((line) => (JSON.parse(line) as Loose).object.status).find(isSettled);
				if (status === undefined) return;
				resolve(status);
				watch.destroy();
			});
		});
		watch.on('error', reject);
	});
}

function isSettled({ certificate, conditions = [] }: Loose): boolean {
	return certificate !== undefined || conditions.some(({ type }: Loose) => type === 'Failed');
}
