/** Objects of a data directory: those that are read, those that cannot be inspected, and proof that the directory is unchanged. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDataDir } from '../../../../generator/command/objects/data-dir.ts';
import { placeOf } from '../../../../generator/stored/stored-object.ts';
import { Encryption } from '../../../../runtime/storage/encryption/encryption.ts';
import { openOwnKey } from '../../../../runtime/storage/encryption/own-key.ts';
import { atOnce } from '../../../../runtime/storage/private-files.ts';
import { openSqliteStore } from '../../../../runtime/storage/sqlite/open.ts';
import type { Mutation, Store } from '../../../../runtime/storage/store.ts';

let folder: string;
let store: Store;
const row = (name: string, bytes: string): Mutation => ({
	resource: 'bells',
	namespace: 'default',
	name,
	expected: 0,
	version: 'v1',
	bytes: Buffer.from(bytes),
});

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-data-dir-'));
	const own = await openOwnKey({ path: join(folder, 'encryption.key'), writes: true, writing: atOnce });
	await own.begin?.();
	const encryption = new Encryption({ rules: [{ includes: () => true, writer: own }], providers: [own], sources: '', isKnown: () => true });
	store = await openSqliteStore({ path: join(folder, 'orch.db'), vocabulary: 'kubernetes' });
	await store.commit([row('a', '{"a":1}'), row('broken', '{"a":'), row('list', '[]'), encryption.sealed(row('sealed', '{"b":12345678901234567890}'))]);
});
afterAll(async () => {
	await store.close();
	rmSync(folder, { recursive: true, force: true });
});

async function read(place = folder): Promise<readonly string[]> {
	const said: string[] = [];
	await inDataDir(place).read(({ vocabulary }) => {
		said.push(`speaks ${vocabulary}`);
		return {
			resourceOf: () => undefined,
			take: (stored) =>
				said.push(
					`${stored.resource} ${placeOf(stored)} ${JSON.stringify(stored.object, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`,
				),
			takeUnreadable: (resource, reason) => said.push(`${resource} unread: ${reason}`),
		};
	});
	return said;
}

describe('a data directory', () => {
	it('is read while a server uses it, including encrypted objects', async () => {
		expect(await read()).toEqual([
			'speaks kubernetes',
			'bells default/a {"a":1}',
			'bells unread: the stored value is not JSON',
			'bells unread: the stored value is not an object',
			'bells default/sealed {"b":"12345678901234567890n"}',
		]);
		// The server that owns the database continues to write.
		expect(await store.commit([row('b', '{}')])).toMatchObject([{ ok: true }]);
		expect(await read(join(folder, 'orch.db'))).toContain('bells default/b {}');
	});

	it('without its key reports unreadable objects', async () => {
		const path = join(folder, 'encryption.key');
		const key = readFileSync(path);
		rmSync(path);
		expect((await read()).at(-2)).toMatch(/^bells unread: they are encrypted with the key aesgcm:\w+:own, and it is not in .*encryption\.key$/);
		writeFileSync(path, 'no key\n');
		expect((await read()).at(-2)).toMatch(
			/^bells unread: they are encrypted with the key aesgcm:\w+:own, and .*encryption\.key:1: expected a key of 32 bytes in base64$/,
		);
		writeFileSync(path, key);
	});

	it.each([
		['nowhere', /^--objects .*nowhere: the folder does not exist: give the data directory of a server, or its https:\/\/ address$/],
		['empty', /empty is not a data directory of a server: it has no stored objects$/],
		['encryption.key', /^--objects .*encryption\.key: not a data directory/],
	])('is refused if it is missing: %s', async (name, message) => {
		mkdirSync(join(folder, 'empty'), { recursive: true });
		await expect(read(join(folder, name))).rejects.toThrow(message);
	});
});
