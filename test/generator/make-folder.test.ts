/** Creation of output folders, and the error on file systems that allow none. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../generator/make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('makeFolder', () => {
	it('creates missing parents, and accepts an existing folder', () => {
		for (let times = 0; times < 2; times++) makeFolder(join(folder, 'a/b/c'));
		expect(existsSync(join(folder, 'a/b/c'))).toBe(true);
	});

	it('names the folder that cannot be made', () => {
		writeFileSync(join(folder, 'file'), '');
		expect(() => makeFolder(join(folder, 'file/x'))).toThrow(`cannot make the folder ${join(folder, 'file/x')}: ENOTDIR`);
	});

	it.skipIf(!existsSync('/proc/self'))('ends on a file system that makes no folders', () => {
		expect(() => makeFolder('/proc/x/y')).toThrow('cannot make the folder /proc/x: its file system does not allow folders there');
	});
});
if (!existsSync('/proc/self')) console.warn('SKIPPED: there is no /proc, on which Node makes folders for ever');
