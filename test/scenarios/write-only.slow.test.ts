/**
 * Tests fields that a user's spec marks write-only. They cannot be read, and no file of the data directory holds them, or values that a
 * hook derives, in clear.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const orch = resolve(import.meta.dirname, '../../bin/orch.mjs');
const scratch = makeScratch();
const dataDir = join(scratch.path, 'data');
const built = join(scratch.path, 'built');
let server: ServerProcess;

const vault = `
kind: Vault
names: {plural: vaults}
scope: Namespaced
description: What is kept.
versions: [{name: v1, storage: true}]
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: What is kept.
      properties:
        word: {type: string, protobuf: 1, writeOnly: true, description: What opens it.}
        sealed: {type: string, protobuf: 2, description: What a hook makes of the word.}
        doors:
          type: array
          protobuf: 3
          listType: atomic
          description: Ways in.
          items:
            type: object
            typeName: VaultDoor
            properties:
              name: {type: string, protobuf: 1, description: Its name.}
              code: {type: string, protobuf: 2, writeOnly: true, description: What opens it.}
`;
const plain = `
kind: Shelf
names: {plural: shelves}
scope: Namespaced
description: What anybody may read.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec: {type: object, protobuf: 2, description: What lies there., properties: {text: {type: string, protobuf: 1, description: What it says.}}}
`;
const hooks = `/** Vault: what is made of its word. */
import type { Hooks } from './orch/hook.ts';

export const hooks: Hooks['vault/vaults'] = {
	prepareForCreate({ spec }) {
		if (spec.word !== undefined) spec.sealed = \`sealed-\${spec.word}\`;
	},
};
`;

const word = (): string => `planted-${randomBytes(9).toString('hex')}`;
const group = '/apis/vault.example.com/v1/namespaces/default';

/** Returns the files that hold a text in clear, or in base64 at one of three alignments. */
function filesWith(text: string): readonly string[] {
	const forms = [
		text,
		...[0, 1, 2].map((shift) =>
			Buffer.from('x'.repeat(shift) + text)
				.toString('base64')
				.slice(2 * shift, -4),
		),
	];
	const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return files
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((path) => {
			const bytes = readFileSync(path);
			return forms.some((form) => bytes.includes(form));
		});
}

beforeAll(async () => {
	const specs = join(scratch.path, 'mine');
	const run = (...args: string[]) => execFileSync(process.execPath, [orch, ...args], { cwd: scratch.path, stdio: ['ignore', 'ignore', 'inherit'] });
	run('new', 'kind', 'Vault', '--group', 'vault.example.com', '--specs', 'mine', '--hook');
	mkdirSync(join(specs, 'vault'), { recursive: true });
	writeFileSync(join(specs, 'vault/vault.yaml'), vault);
	writeFileSync(join(specs, 'vault/shelf.yaml'), plain);
	writeFileSync(join(specs, 'hooks/vault.ts'), hooks);
	run('build', '--specs', 'mine', '--out', 'built');
	server = await startServer(built, { dataDir });
}, 120_000);
afterAll(async () => {
	await server?.stop();
	scratch.remove();
});

describe('a write-only field', () => {
	const [secret, patched, ofDoor, told] = [word(), word(), word(), word()];

	it('is accepted, visible to hooks and never readable', async () => {
		const made = await server.call('POST', `${group}/vaults`, {
			apiVersion: 'vault.example.com/v1',
			kind: 'Vault',
			metadata: { name: 'one' },
			spec: { word: secret, doors: [{ name: 'front', code: ofDoor }] },
		});
		expect(made.status, made.text).toBe(201);
		expect((made.json() as Loose).spec).toEqual({ sealed: `sealed-${secret}`, doors: [{ name: 'front' }] });
		const merge = { 'content-type': 'application/merge-patch+json' };
		const change = { spec: { word: patched, doors: [{ name: 'back', code: patched }] } };
		const apply = { apiVersion: 'vault.example.com/v1', kind: 'Vault', metadata: { name: 'two' }, spec: { word: ofDoor, doors: [{ code: patched }] } };
		expect((await server.call('PATCH', `${group}/vaults/one`, change, merge)).status).toBe(200);
		const applied = await server.call('PATCH', `${group}/vaults/two?fieldManager=m`, apply, { 'content-type': 'application/apply-patch+yaml' });
		expect(applied.status, applied.text).toBe(201);
		const reads = await Promise.all([
			server.call('GET', `${group}/vaults/one`),
			server.call('GET', `${group}/vaults`),
			server.call('GET', `${group}/vaults?watch=1&resourceVersion=0&timeoutSeconds=1`),
			server.call('GET', `${group}/vaults`, undefined, { accept: 'application/yaml' }),
			server.call('GET', `${group}/vaults`, undefined, { accept: 'application/vnd.kubernetes.protobuf,application/json' }),
		]);
		for (const read of reads) {
			expect(read.status).toBe(200);
			expect(read.text).not.toMatch(/"(word|code)":/);
			expect(read.text).not.toContain(patched);
			// The value that the hook derived is readable.
			expect(read.text).toContain(`sealed-${secret}`);
		}
	});

	it('is in no file in clear text, and neither is derived data: while the server runs, after a kill, in a backup', async () => {
		expect((await server.call('POST', `${group}/shelves`, { metadata: { name: 'a' }, spec: { text: told } })).status).toBe(201);
		expect((await server.call('DELETE', `${group}/vaults/two`)).status).toBe(200);
		const inNone = (): void => {
			// The same search finds a readable value.
			expect(filesWith(told)).not.toEqual([]);
			for (const each of [secret, patched, ofDoor]) expect(filesWith(each)).toEqual([]);
		};
		inNone();
		await server.kill();
		inNone();
		execFileSync(process.execPath, [join(built, 'server.mjs'), 'backup', '--data-dir', dataDir, '--out', join(dataDir, 'backup')]);
		server = await startServer(built, { dataDir });
		inNone();
		expect(((await server.call('GET', `${group}/vaults/one`)).json() as Loose).spec.sealed).toBe(`sealed-${secret}`);
		await server.stop();
		inNone();
	});
});
