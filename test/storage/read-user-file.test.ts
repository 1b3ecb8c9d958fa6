/** Tests files named on the command line. A path that is no file is refused immediately, and a pipe from a shell is read to its end. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackup } from '../../runtime/storage/backup/read.ts';
import { openUserFile, readUserFile } from '../../runtime/storage/read-user-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'given-'));
const at = (name: string): string => join(folder, name);
beforeAll(() => {
	writeFileSync(at('file'), 'what it holds\n');
	symlinkSync(at('file'), at('link'));
	execFileSync('mkfifo', [at('pipe')]);
	symlinkSync(at('pipe'), at('link to a pipe'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file that a user names', () => {
	it.each(['file', 'link'])('is read: a %s', async (name) => {
		expect(await readUserFile(at(name))).toBe('what it holds\n');
		const file = openUserFile(at(name));
		expect(readFileSync(file, 'utf8')).toBe('what it holds\n');
		closeSync(file);
	});

	it.each([
		['a pipe that nobody writes to', at('pipe'), 'it is a pipe: use a file, /dev/stdin'],
		['a link to one', at('link to a pipe'), 'it is a pipe'],
		['a device', '/dev/zero', 'it is a device'],
		['a folder', folder, 'it is a directory'],
		['nothing', at('nothing'), 'ENOENT'],
	])('is refused at once: %s', async (_, path, why) => {
		await expect(readUserFile(path)).rejects.toThrow(why);
		expect(() => openUserFile(path)).toThrow(why);
	});

	it('may be a descriptor of a shell', () => {
		const module = resolve(import.meta.dirname, '../../runtime/storage/read-user-file.ts');
		const program = at('read.ts');
		writeFileSync(
			program,
			`import { readFileSync } from 'node:fs';
			import { openUserFile, readUserFile } from ${JSON.stringify(module)};
			const [, , first, second] = process.argv;
			process.stdout.write((await readUserFile(first)) + readFileSync(openUserFile(second), 'utf8'));`,
		);
		const run = (line: string): string => execFileSync('bash', ['-c', line, process.execPath, program], { encoding: 'utf8', timeout: 20_000 });
		expect(run('"$0" "$1" <(echo one) <(echo two)')).toBe('one\ntwo\n');
		expect(run(`echo one | "$0" "$1" /dev/stdin ${at('file')}`)).toBe('one\nwhat it holds\n');
		expect(run(`"$0" "$1" ${at('file')} /dev/stdin < ${at('file')}`)).toBe('what it holds\nwhat it holds\n');
	});

	it('is named where it is refused', async () => {
		expect(() => openBackup(at('pipe'))).toThrow(`cannot read the backup ${at('pipe')}: it is a pipe`);
	});
});
