/** Writes only changed files, and leaves files of other origin alone. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ForeignFilesError, manifestName, staleFiles, writeGenerated } from '../../generator/write.ts';

let out: string;
beforeEach(async () => {
	out = await mkdtemp(join(tmpdir(), 'orch-write-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

const files = (content: Record<string, string>) => Object.entries(content).map(([path, text]) => ({ path, content: text }));
const read = (path: string) => readFile(join(out, path), 'utf8');

describe('writing what was generated', () => {
	it('touches changed files only', async () => {
		await writeGenerated({ out, files: files({ 'a.ts': '1', 'deep/b.ts': '2' }) });
		const before = await stat(join(out, 'a.ts'));
		expect(await writeGenerated({ out, files: files({ 'a.ts': '1', 'deep/b.ts': '3' }) })).toEqual({ written: ['deep/b.ts'], deleted: [], unchanged: 1 });
		expect((await stat(join(out, 'a.ts'))).ino).toBe(before.ino);
		expect(await read('deep/b.ts')).toBe('3');
	});

	it('writes nothing at all when nothing changed', async () => {
		await writeGenerated({ out, files: files({ 'a.ts': '1' }) });
		const before = await stat(join(out, manifestName));
		await writeGenerated({ out, files: files({ 'a.ts': '1' }) });
		expect((await stat(join(out, manifestName))).ino).toBe(before.ino);
	});

	it('deletes stale files, and folders that become empty', async () => {
		await writeGenerated({ out, files: files({ 'a.ts': '1', 'deep/er/b.ts': '2' }) });
		expect(await writeGenerated({ out, files: files({ 'a.ts': '1' }) })).toMatchObject({ deleted: ['deep/er/b.ts'] });
		expect((await readdir(out)).sort()).toEqual([manifestName, 'a.ts']);
	});

	it('keeps a folder in which something else lies', async () => {
		await writeGenerated({ out, files: files({ 'deep/b.ts': '2' }) });
		await writeFile(join(out, 'deep/notes.txt'), 'mine');
		await writeGenerated({ out, files: [] });
		expect(await readdir(join(out, 'deep'))).toEqual(['notes.txt']);
	});

	it('refuses to overwrite a file that it did not write, and writes nothing then', async () => {
		await mkdir(join(out, 'deep'));
		await writeFile(join(out, 'deep/b.ts'), 'mine');
		const writing = writeGenerated({ out, files: files({ 'a.ts': '1', 'deep/b.ts': '2' }) });
		await expect(writing).rejects.toThrow(ForeignFilesError);
		await expect(writing).rejects.toThrow(`${join(out, 'deep/b.ts')}: the generator did not write it`);
		expect(await readdir(out)).toEqual(['deep']);
		expect(await read('deep/b.ts')).toBe('mine');
	});

	it('refuses to overwrite or delete edited files, unless forced', async () => {
		await writeGenerated({ out, files: files({ 'a.ts': '1', 'b.ts': '1' }) });
		await writeFile(join(out, 'a.ts'), 'edited');
		await writeFile(join(out, 'b.ts'), 'edited');
		await expect(writeGenerated({ out, files: files({ 'a.ts': '2' }) })).rejects.toThrow(
			/a\.ts: it was edited by hand; edit the specs instead\n.*b\.ts: it is no longer generated, but was edited by hand\n.*--force/,
		);
		expect(await writeGenerated({ out, files: files({ 'a.ts': '2' }), force: true })).toMatchObject({ written: ['a.ts'], deleted: ['b.ts'] });
		expect(await read('a.ts')).toBe('2');
	});

	it('adopts a file with the same content', async () => {
		await writeFile(join(out, 'a.ts'), '1');
		expect(await writeGenerated({ out, files: files({ 'a.ts': '1' }) })).toMatchObject({ unchanged: 1 });
		expect(await writeGenerated({ out, files: [] })).toMatchObject({ deleted: ['a.ts'] });
	});

	it('continues after a crash between the files and the manifest', async () => {
		await writeGenerated({ out, files: files({ 'a.ts': '1' }) });
		const old = JSON.parse(await read(manifestName));
		await writeGenerated({ out, files: files({ 'a.ts': '2' }) });
		const now = JSON.parse(await read(manifestName));
		await writeFile(join(out, manifestName), JSON.stringify({ 'a.ts': [old['a.ts'], now['a.ts']] }));
		expect(await writeGenerated({ out, files: files({ 'a.ts': '3' }) })).toMatchObject({ written: ['a.ts'] });
	});

	it('never leaves the folder', async () => {
		await expect(writeGenerated({ out, files: files({ '../a.ts': '1' }) })).rejects.toThrow('outside of');
		await writeFile(join(out, manifestName), JSON.stringify({ '../../etc/passwd': 'x' }));
		await expect(writeGenerated({ out, files: [] })).rejects.toThrow('outside of');
	});

	it('reports differences without writing', async () => {
		await writeGenerated({ out, files: files({ 'a.ts': '1', 'b.ts': '1', 'd.ts': '1' }) });
		await writeFile(join(out, 'd.ts'), 'edited');
		expect(await staleFiles(out, files({ 'a.ts': '2', 'c.ts': '1', 'd.ts': '1' }))).toEqual([
			{ path: 'a.ts', why: 'out of date' },
			{ path: 'b.ts', why: 'no longer generated' },
			{ path: 'c.ts', why: 'missing' },
			{ path: 'd.ts', why: 'it was edited by hand; edit the specs instead' },
		]);
		expect(await read('a.ts')).toBe('1');
	});

	it('reports a broken manifest', async () => {
		await writeFile(join(out, manifestName), '<<<<<<< HEAD');
		await expect(writeGenerated({ out, files: [] })).rejects.toThrow(/cannot be read .*restore it, or delete it/);
	});
});
