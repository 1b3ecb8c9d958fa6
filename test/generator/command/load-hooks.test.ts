/** The check loads hook files as the server does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadHooks } from '../../../generator/command/load-hooks.ts';

let root: string;
beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), 'orch-load-'));
	await mkdir(join(root, 'hooks/parts'), { recursive: true });
	writeFileSync(join(root, 'hooks/parts/read.ts'), '\nexport function read(text: string): unknown {\n\treturn JSON.parse(text);\n}\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function check(...texts: string[]): Promise<string[]> {
	const files = texts.map((text, index) => ({ root, path: `hooks/kind${index}.ts`, file: `mine/hooks/kind${index}.ts`, text }));
	for (const { path, text } of files) writeFileSync(join(root, path), text);
	return (await loadHooks(files)).map(({ position, line, message }) => `${position.file}:${position.line}:${position.column}: ${message} | ${line}`);
}

const fine = 'export const hooks = {};\nsetInterval(() => {}, 1000);\nconsole.log(1, process.argv);\n';

it('reports no problem of files that load', async () => {
	expect(await check(fine, fine)).toEqual([]);
});

it('reports the position of each exception', async () => {
	const found = await check(
		"import { read } from './parts/read.ts';\n\n\tconst value = read('{');\nexport const hooks = { value };\n",
		fine,
		"export const hooks = {};\nawait Promise.reject(new Error('nobody\\nis there'));\n",
		"throw 'a text';\n",
	);
	const start = 'it throws while it loads, so that no server could start';
	expect(found).toEqual([
		expect.stringMatching(new RegExp(`^mine/hooks/kind0\\.ts:3:2: ${start}: .*JSON.* \\| \\tconst value = read\\('\\{'\\);$`)),
		`mine/hooks/kind2.ts:2:1: ${start}: nobody | await Promise.reject(new Error('nobody\\nis there'));`,
		`mine/hooks/kind3.ts:1:1: ${start}: a text | throw 'a text';`,
	]);
});

it('names the file that ends the process', async () => {
	expect(await check(fine, 'process.exit(3);\n', 'throw 1;\n')).toEqual([
		'mine/hooks/kind1.ts:1:1: it ends the process while it loads, or does not finish loading within 20 s; the files after it have not been looked at | process.exit(3);',
	]);
});

it('reports modules that cannot be bundled', async () => {
	expect(await check("import { x } from 'no-such-package';\nexport const hooks = { x };\n")).toEqual([
		expect.stringMatching(/^mine\/hooks\/kind0\.ts:1:1: it cannot be bundled: Could not resolve "no-such-package"/),
	]);
});
