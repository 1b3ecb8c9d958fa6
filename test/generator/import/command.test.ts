/** Command line of imports: inputs, outputs and refusals. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addImportCommand } from '../../../generator/command/import/index.ts';
import { expected } from './fixture.ts';

const input = resolve(import.meta.dirname, '../../golden/import/input');
const vocabularies = resolve(import.meta.dirname, '../../../specs/vocabulary');
let out = '';
let said: string[] = [];

beforeEach(() => {
	out = mkdtempSync(join(tmpdir(), 'import-'));
	said = [];
	for (const stream of ['log', 'error'] as const) vi.spyOn(console, stream).mockImplementation((text: string) => void said.push(text));
});

afterEach(() => {
	vi.restoreAllMocks();
	process.exitCode = undefined;
	rmSync(out, { recursive: true, force: true });
});

async function run(...words: readonly string[]): Promise<void> {
	const program = new Command('orch').exitOverride();
	addImportCommand(program);
	await program.parseAsync(['import', 'openapi', ...words, '--out', out, '--vocabularies', vocabularies], { from: 'user' });
}

const full = [
	'--go-types',
	join(input, 'go'),
	'--protos',
	join(input, 'protos'),
	'--base',
	join(input, 'base.json'),
	'--base-release',
	'1.26',
	'--release',
	'1.27',
];

describe('orch import openapi', () => {
	it('writes specs of every kind in the document', async () => {
		await run(join(input, 'document.json'), ...full, '--later', `1.27=${join(input, 'go')}`);
		const written = expected('full');
		for (const [path, text] of Object.entries(written)) expect(readFileSync(join(out, path), 'utf8')).toBe(text);
		expect(said.at(-1)).toBe('2 kinds, 5 types, 5 files changed');
	});

	it('reports when there is nothing to do', async () => {
		await run(join(input, 'document.json'), ...full);
		await run(join(input, 'document.json'), ...full);
		expect(said.at(-1)).toBe('2 kinds, 5 types, 0 files changed');
	});

	it('keeps short names and columns that were added by hand', async () => {
		await run(join(input, 'document.json'), '--kinds', 'shop.k8s.io/v1/Order');
		const file = join(out, 'shop/order.yaml');
		const imported = readFileSync(file, 'utf8');
		const columns = 'columns:\n  - { name: Number, type: string, value: self.metadata.name, description: Its number. }\n';
		const added = imported.replace(/^names: \{/m, 'names: {short: [or], ').replace(/^versions:/m, `${columns}versions:`);
		expect(added).toContain('short: [or]');
		expect(added).toContain(columns);
		writeFileSync(file, added);
		await run(join(input, 'document.json'), '--kinds', 'shop.k8s.io/v1/Order');
		expect(readFileSync(file, 'utf8')).toBe(added);
	});

	it.each([
		['shop.k8s.io/v1/Basket', ': expected shop.k8s.io/v1/Order or shop.k8s.io/v1/Warehouse'],
		['shop.k8s.io/v1/Ordr', ': did you mean "shop.k8s.io/v1/Order"?'],
		['shop.k8s.io/v3/Order', ': did you mean "shop.k8s.io/v1/Order"?'],
		['orders.example.com/v1/order', ': did you mean "shop.k8s.io/v1/Order"?'],
	])('fails for the unknown kind %s', async (kind, nearest) => {
		await run(join(input, 'document.json'), '--kinds', kind);
		expect(said).toContain(`error: the document has no kind ${kind}${nearest}`);
		expect(process.exitCode).toBe(1);
	});

	it('reports a document without a kind', async () => {
		const file = join(out, 'document.json');
		writeFileSync(file, '{"swagger":"2.0","definitions":{"io.example.shop.v1.Order":{"type":"object"}}}');
		await run(file);
		expect(vi.mocked(console.log).mock.calls.flat()).toContain('no kind imported: 0 are declared by other spec roots, and no path serves another');
	});

	it('refuses documents of other versions', async () => {
		const file = join(out, 'document.json');
		writeFileSync(file, '{"swagger":"1.2"}');
		await expect(run(file)).rejects.toThrow('is no OpenAPI document of version 2 or 3');
	});

	it.each([
		['', 'is empty: expected an OpenAPI document in JSON'],
		['{"swagger": ', 'is not JSON: Unexpected end of JSON input'],
		['null', 'is no OpenAPI document of version 2 or 3'],
	])('names the file whose text is %j', async (text, message) => {
		const file = join(out, 'document.json');
		writeFileSync(file, text);
		await expect(run(file)).rejects.toThrow(`${file} ${message}`);
	});

	it('names unreadable files', async () => {
		const missing = join(out, 'missing');
		await expect(run(missing)).rejects.toThrow(`cannot read ${missing}: the file does not exist`);
		await expect(run(out)).rejects.toThrow(`cannot read ${out}: it is a folder`);
		await expect(run(join(input, 'document.json'), '--protos', missing)).rejects.toThrow(`cannot read ${missing}: the folder does not exist`);
	});

	it('works out the packages of types that a document names in short', async () => {
		const text = readFileSync(join(input, 'document.json'), 'utf8');
		const file = join(out, 'short.json');
		writeFileSync(file, text.replace(/com\.example\.[a-z.]*shop\.v1\.|io\.k8s\.[a-z.]*shop\.v1\./g, 'v1.').replace(/io\.k8s\.[a-z.]*\.(v1\.[A-Z])/g, '$1'));
		expect(readFileSync(file, 'utf8')).toMatch(/"v1\.Order"/);
		await run(file, '--kinds', 'shop.k8s.io/v1/Order');
		const short = readFileSync(join(out, 'shop/order.yaml'), 'utf8');
		rmSync(join(out, 'shop'), { recursive: true });
		await run(join(input, 'document.json'), '--kinds', 'shop.k8s.io/v1/Order');
		expect(short).toBe(readFileSync(join(out, 'shop/order.yaml'), 'utf8'));
	});

	it.each(['Order', 'order', 'shop.k8s.io/Order'])('imports all versions of a kind with the name %s', async (name) => {
		await run(join(input, 'document.json'), '--kinds', 'shop.k8s.io/v1/Order');
		const one = readFileSync(join(out, 'shop/order.yaml'), 'utf8');
		rmSync(join(out, 'shop'), { recursive: true });
		await run(join(input, 'document.json'), '--kinds', name);
		expect(readFileSync(join(out, 'shop/order.yaml'), 'utf8')).toBe(one);
	});

	it.each([
		[['--kinds', 'Pod'], '--kinds: unknown kind "Pod" in the document'],
		[['--kinds', 'Oder'], '--kinds: unknown kind "Oder" in the document: did you mean "shop.k8s.io/v1/Order"?'],
		[['--base', join(input, 'base.json')], '--base needs --base-release and --release, from which the release of new fields follows'],
		[['--base', join(input, 'base.json'), '--base-release', '1.1', '--release', '1.2', '--later', '1.2'], '--later: "1.2" is not RELEASE=DIR'],
	])('refuses %j', async (words, message) => {
		await expect(run(join(input, 'document.json'), ...words)).rejects.toThrow(message);
	});
});
