/** Files of the key folder are replaced completely or not at all. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePrivateFiles } from '../../runtime/storage/private-files.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'orch-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a private file', () => {
	it('is replaced, and its owner’s alone', async () => {
		const path = join(folder, 'kubeconfig');
		await writePrivateFiles({ path, text: 'one' });
		await writePrivateFiles({ path, text: 'two' });
		expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, readdirSync(folder)]).toEqual(['two', 0o600, ['kubeconfig']]);
	});

	it('names the file that cannot be written and leaves no partial file', async () => {
		const path = join(folder, 'taken');
		await mkdir(path);
		await expect(writePrivateFiles({ path, text: 'text' })).rejects.toThrow(/^cannot write .*taken: .*: remove the file or directory at that path$/);
		await expect(writePrivateFiles({ path: join(folder, 'missing', 'file'), text: 'text' })).rejects.toThrow('cannot write ');
		expect(readdirSync(folder)).toEqual(['taken']);
	});
});
