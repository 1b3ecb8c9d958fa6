/** ConfigMaps and Secrets made of real files of the machine, text and binary, go in and come back equal. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';

const folders = ['/etc', '/usr/bin', '/usr/lib/x86_64-linux-gnu', '/usr/share/doc', join(import.meta.dirname, '../../node_modules/typescript')];
const wanted = 220;

/** Files of at most 200 KB, so that one fits whole into an object. */
function realFiles(): string[] {
	const found: string[] = [];
	for (const folder of folders) {
		const here: string[] = [];
		for (const entry of entriesOf(folder)) {
			if (here.length >= wanted / 2) break;
			const path = join(entry.parentPath, entry.name);
			if (entry.isFile() && isReadable(path)) here.push(path);
		}
		found.push(...here);
	}
	return found;
}

function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true, recursive: folder.startsWith('/etc') });
	} catch {
		return [];
	}
}

function isReadable(path: string): boolean {
	try {
		const { size } = statSync(path);
		if (size === 0 || size > 200_000) return false;
		readFileSync(path);
		return true;
	} catch {
		return false;
	}
}

const isText = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);
const keyOf = (path: string): string =>
	basename(path)
		.replace(/[^-._a-zA-Z0-9]/g, '_')
		.slice(0, 253);

let server: ServerProcess;
beforeAll(async () => {
	server = await startServer(inject('built').kubernetes);
	expect((await server.call('POST', '/api/v1/namespaces', { metadata: { name: 'files' } })).status).toBe(201);
});
afterAll(() => server.remove());

describe('real files', () => {
	const files = realFiles();

	it('finds enough of them, binary ones too', () => {
		expect(files.length).toBeGreaterThan(wanted);
		expect(files.filter((path) => !isText(readFileSync(path))).length).toBeGreaterThan(20);
	});

	it('stores each in a ConfigMap or a Secret and gives it back, then deletes them all', async () => {
		const objects = files.map((path, index) => {
			const bytes = readFileSync(path);
			const name = `file-${index}`;
			const key = keyOf(path);
			if (index % 2 === 0)
				return { path: 'secrets', name, body: { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { [key]: bytes.toString('base64') } } };
			const content = isText(bytes) ? { data: { [key]: bytes.toString('utf8') } } : { binaryData: { [key]: bytes.toString('base64') } };
			return { path: 'configmaps', name, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...content } };
		});
		for (const { path, name, body } of objects) {
			const made = await server.call('POST', `/api/v1/namespaces/files/${path}`, body);
			expect({ name, status: made.status, text: made.status === 201 ? '' : made.text }).toEqual({ name, status: 201, text: '' });
			const back = (await server.call('GET', `/api/v1/namespaces/files/${path}/${name}`)).json() as Record<string, unknown>;
			const { apiVersion: _a, kind: _k, metadata: _m, ...content } = body as Record<string, unknown>;
			for (const [field, value] of Object.entries(content)) expect(back[field]).toEqual(value);
		}
		for (const path of ['secrets', 'configmaps']) {
			expect((await server.call('DELETE', `/api/v1/namespaces/files/${path}`)).status).toBe(200);
		}
		expect(((await server.call('GET', '/api/v1/namespaces/files/secrets')).json() as { items: unknown[] }).items).toEqual([]);
		const left = ((await server.call('GET', '/api/v1/namespaces/files/configmaps')).json() as { items: { metadata: { name: string } }[] }).items;
		expect(left.map((item) => item.metadata.name).filter((name) => name.startsWith('file-'))).toEqual([]);
	});
});
