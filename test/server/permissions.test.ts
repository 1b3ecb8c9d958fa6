/** Tests that files with secrets become readable by their owner only, even if they were left readable by others. */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { narrowDataDir } from '../../runtime/server/open-store.ts';
import { restrictToOwner } from '../../runtime/storage/file-permissions.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'orch-permissions-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('permissions', () => {
	it('on the data directory, keys and database are narrowed, with a report', async () => {
		const dataDir = folder;
		await mkdir(join(dataDir, 'pki'));
		const secret = ['pki/ca.key', 'pki/admin.key', 'kubeconfig', 'orch.db', 'orch.db-wal'];
		for (const name of [...secret, 'pki/ca.crt']) await writeFile(join(dataDir, name), '');
		const wide = ['', 'pki', ...secret];
		for (const name of wide) await chmod(join(dataDir, name), 0o755);
		const said: string[] = [];
		await narrowDataDir(dataDir, (sentence) => said.push(sentence));
		for (const name of wide) expect(await modeOf(join(dataDir, name)), name).toBe(0o700);
		expect(said.map((sentence) => sentence.split(' ')[0]).sort()).toEqual(wide.map((name) => join(dataDir, name)).sort());
		said.length = 0;
		await narrowDataDir(dataDir, (sentence) => said.push(sentence));
		expect(said).toEqual([]);
	});

	it('on an unknown folder are not changed', async () => {
		await writeFile(join(folder, 'something-else'), '');
		await chmod(folder, 0o755);
		const said: string[] = [];
		await narrowDataDir(folder, (sentence) => said.push(sentence));
		expect([await modeOf(folder), said]).toEqual([0o755, []]);
		await mkdir(join(folder, 'pki', 'ca-trust'), { recursive: true });
		await chmod(join(folder, 'pki'), 0o755);
		await narrowDataDir(folder, (sentence) => said.push(sentence));
		expect([await modeOf(folder), await modeOf(join(folder, 'pki')), said]).toEqual([0o755, 0o755, []]);
	});

	it.skipIf(process.platform === 'win32')('on a non-file such as /dev/null are not changed', async () => {
		const path = join(folder, 'socket');
		const socket = createServer().listen(path);
		await once(socket, 'listening');
		await chmod(path, 0o666);
		const said: string[] = [];
		await restrictToOwner(path, (sentence) => said.push(sentence));
		expect([await modeOf(path), said]).toEqual([0o666, []]);
		socket.close();
	});

	it('on a folder in place of a file are not changed', async () => {
		await chmod(folder, 0o755);
		const said: string[] = [];
		await restrictToOwner(folder, (sentence) => said.push(sentence));
		expect([await modeOf(folder), said]).toEqual([0o755, []]);
	});

	it('on a token file are narrowed, and a missing file is ignored', async () => {
		const file = join(folder, 'tokens.csv');
		await writeFile(file, 'token,name,1\n', { mode: 0o644 });
		const said: string[] = [];
		await restrictToOwner(file, (sentence) => said.push(sentence));
		expect(await modeOf(file)).toBe(0o600);
		expect(said).toEqual([expect.stringMatching(/tokens\.csv was accessible to users other than its owner \(mode 0644\); the mode is now 0600/)]);
		await restrictToOwner(join(folder, 'missing'), (sentence) => said.push(sentence));
		expect(said).toHaveLength(1);
	});
});
