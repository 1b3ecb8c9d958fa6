/**
 * Tests that an encrypting store behaves like every store, and that the underlying data is encrypted, bound to its place, and
 * authenticated.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aesGcm } from '../../../runtime/storage/encryption/ciphers/aes-gcm.ts';
import type { CleanResources } from '../../../runtime/storage/encryption/clean-resources.ts';
import { Encryption, UnknownKeyError } from '../../../runtime/storage/encryption/encryption.ts';
import { givenKeys } from '../../../runtime/storage/encryption/keys.ts';
import type { EncryptionProvider } from '../../../runtime/storage/encryption/provider.ts';
import { Rotation } from '../../../runtime/storage/encryption/rotation.ts';
import { withEncryption } from '../../../runtime/storage/encryption/store.ts';
import { type Change, CompactedError, type Row, type Store } from '../../../runtime/storage/store.ts';
import { wrapStore } from '../../../runtime/storage/wrap-store.ts';
import { temporarySqliteStore } from '../../suites/sqlite.ts';
import { all, followerOf, put, text, write } from '../../suites/store/fixture.ts';
import { describeStore } from '../../suites/store.ts';

const secrets = [randomBytes(32), randomBytes(32)] as const;
const keys = (...given: readonly (0 | 1)[]): EncryptionProvider => {
	const [first, ...others] = given.map((i) => ({ name: `key${i}`, secret: secrets[i] }));
	if (first === undefined) throw new Error('no key');
	return givenKeys('aesgcm', [first, ...others], aesGcm);
};

interface Told {
	readonly said: string[];
	readonly failed: string[];
}

interface Around {
	readonly readers?: readonly EncryptionProvider[];
	readonly told?: Told;
	/** True when the kind of `things` does not exist. */
	readonly isGone?: boolean;
	/** Resources that the data directory records as fully encrypted, preserved between starts. */
	readonly clean?: Set<string>;
}

function cleanOf(names: Set<string>): CleanResources {
	return {
		has: (name) => names.has(name),
		get all() {
			return [...names];
		},
		become: async (next) => {
			const kept = [...next];
			names.clear();
			for (const name of kept) names.add(name);
		},
	};
}

/** `writer` undefined stores in clear. */
function encrypting(
	store: Store,
	writer: EncryptionProvider | undefined,
	{ readers = [], told = { said: [], failed: [] }, isGone = false, clean = new Set() }: Around = {},
): Store {
	const providers = [...(writer === undefined ? [] : [writer]), ...readers];
	const isKnown = (resource: string) => resource === 'clear' || !isGone;
	const rules = [{ includes: (resource: string) => resource !== 'clear' && isKnown(resource), writer }];
	const reports = { told: (sentence: string) => told.said.push(sentence), failed: (sentence: string) => told.failed.push(sentence) };
	const isEncrypted = new Map([['clear', false], ...(isGone ? [] : ([['things', writer !== undefined]] as const))]);
	const encryption = new Encryption({ rules, providers, sources: 'keys.yaml', isKnown });
	return withEncryption(store, encryption, new Rotation({ store, reports, clean: cleanOf(clean), isEncrypted }));
}

describeStore('SQLite, encrypted', async () => {
	const under = await temporarySqliteStore();
	const provider = keys(0);
	return {
		store: encrypting(under.store, provider),
		reopen: async () => encrypting(await under.reopen(), provider),
		destroy: () => under.destroy(),
	};
});

describe('encrypted values', () => {
	const open = async () => {
		const under = await temporarySqliteStore();
		return { under, [Symbol.asyncDispose]: () => under.destroy() };
	};

	it('lies in no file in clear: bytes, labels and fields; other resources do', async () => {
		await using opened = await open();
		const store = encrypting(opened.under.store, keys(0));
		const first = await write(store, put('x', 0, 'PLANTED-ONE'));
		await write(store, put('x', first, 'PLANTED-TWO'));
		await write(store, put('x', 0, 'PLAIN', 'a', 'clear'));
		const files = Buffer.concat([opened.under.path, `${opened.under.path}-wal`].map((path) => readFileSync(path)));
		expect(files.includes('PLANTED')).toBe(false);
		expect(files.includes('PLAIN')).toBe(true);
	});

	it('is refused with the names of the missing key and the resource', async () => {
		await using opened = await open();
		await write(encrypting(opened.under.store, keys(0)), put('x', 0, 'value'));
		const other = encrypting(await opened.under.reopen(), keys(1));
		await expect(all(other)).rejects.toThrow(UnknownKeyError);
		await expect(all(other)).rejects.toThrow(/^things "a\/x" is encrypted with the key aesgcm:[0-9a-f]{8}:key0, which is not in keys\.yaml: /);
		// A new secret under the same name is a different key.
		const renamed = givenKeys('aesgcm', [{ name: 'key0', secret: secrets[1] }], aesGcm);
		await expect(all(encrypting(opened.under.store, renamed))).rejects.toThrow(UnknownKeyError);
		expect((await all(encrypting(opened.under.store, keys(1, 0)))).rows.map(({ bytes }) => text(bytes))).toEqual(['value']);
	});

	it('is damaged at another position: values moved without the key are not served', async () => {
		await using opened = await open();
		const store = encrypting(opened.under.store, keys(0));
		const first = await write(store, put('x', 0, 'of x'));
		const [row] = (await all(opened.under.store)).rows as [Row];
		await write(opened.under.store, { ...row, name: 'y', expected: 0 });
		const { rows } = await all(store);
		expect(rows.map(({ name, damaged, bytes }) => [name, damaged === true, damaged === true ? '' : text(bytes)])).toEqual([
			['x', false, 'of x'],
			['y', true, ''],
		]);
		// History reads treat the row as absent, too.
		await expect(store.changes(first, (await store.revision()) as number, 10)).rejects.toThrow(CompactedError);
	});

	it('reach followers in clear text, with the replaced values, from any writer', async () => {
		await using opened = await open();
		const store = encrypting(opened.under.store, keys(0));
		const seen: Change[] = [];
		await store.follow(
			await store.revision(),
			followerOf((changes) => seen.push(...changes)),
		);
		const first = await write(store, put('x', 0, 'one'));
		// Writes as another server with the same key would.
		const second = await write(encrypting(opened.under.store, keys(0)), put('x', first, 'two'));
		await store.commit([{ resource: 'things', namespace: 'a', name: 'x', expected: second }]);
		expect(seen.map(({ bytes, side, previous }) => [text(bytes), side, text(previous?.bytes)])).toEqual([
			['one', '{"l":{"v":"one"}}', undefined],
			['two', '{"l":{"v":"two"}}', 'one'],
			[undefined, undefined, 'two'],
		]);
	});
});

describe('another key', () => {
	/** Rewrites the rows marked as outdated, as the controller of storage versions does. */
	async function rewriteOlder(store: Store): Promise<number> {
		const { rows } = await all(store);
		const older = rows.filter(({ version }) => version.endsWith('!'));
		await store.commit(older.map(({ revision, version, ...row }) => ({ ...row, expected: revision, version: version.slice(0, -1) })));
		return older.length;
	}

	it('replaces the previous one: old values stay readable, are rewritten once, and then need it no longer', async () => {
		const under = await temporarySqliteStore();
		await write(encrypting(under.store, keys(0)), put('x', 0, 'value'));
		await write(encrypting(under.store, keys(0)), put('y', 0, 'other'));
		const told: Told = { said: [], failed: [] };
		const store = encrypting(await under.reopen(), keys(1, 0), { told });
		expect(await rewriteOlder(store)).toBe(2);
		expect(await rewriteOlder(store)).toBe(0);
		expect(told).toEqual({
			said: [
				'2 objects are not encrypted with the current key; rewriting them in the background',
				'all objects are encrypted with the current key; previous keys are needed only for earlier backups',
			],
			failed: [],
		});
		expect((await all(encrypting(await under.reopen(), keys(1)))).rows.map(({ bytes }) => text(bytes))).toEqual(['value', 'other']);
		await under.destroy();
	});

	it('after none leaves no clear text in the history, in freed pages or in the log', async () => {
		const under = await temporarySqliteStore();
		const clear = encrypting(under.store, undefined);
		let revision = 0;
		// Long values occupy separate pages, which are freed.
		for (let i = 0; i < 20; i++) revision = await write(clear, put('x', revision, `PLANTED-${i}-${'PLANTED'.repeat(3000)}`));
		await write(clear, put('gone', 0, 'PLANTED-GONE'));
		await clear.commit([{ resource: 'things', namespace: 'a', name: 'gone', expected: await clear.revision() }]);
		const told: Told = { said: [], failed: [] };
		const store = encrypting(await under.reopen(), keys(0), { told });
		expect(await rewriteOlder(store)).toBe(1);
		await expect.poll(() => told.said.at(-1)).toBe('cleartext wiped from the database');
		expect(told.failed).toEqual([]);
		const files = [under.path, `${under.path}-wal`].map((path) => readFileSync(path).includes('PLANTED'));
		expect(files).toEqual([false, false]);
		expect((await all(store)).rows[0]?.bytes.byteLength).toBeGreaterThan(20_000);
		await under.destroy();
	});

	it('may be none: values are then written in clear text', async () => {
		const under = await temporarySqliteStore();
		await write(encrypting(under.store, keys(0)), put('x', 0, 'value'));
		const store = encrypting(await under.reopen(), undefined, { readers: [keys(0)] });
		expect(await rewriteOlder(store)).toBe(1);
		expect((await all(await under.reopen())).rows.map(({ bytes }) => text(bytes))).toEqual(['value']);
		await under.destroy();
	});

	it('rewrites encrypted rows of removed kinds, too; their clear text stays', async () => {
		const under = await temporarySqliteStore();
		await write(encrypting(under.store, keys(0)), put('x', 0, 'value'));
		await write(under.store, put('y', 0, 'in clear'));
		const told: Told = { said: [], failed: [] };
		await all(encrypting(await under.reopen(), undefined, { readers: [keys(1, 0)], told, isGone: true }));
		await expect.poll(() => told.said.at(-1)).toMatch(/^all objects are encrypted with the current key/);
		expect(told.said[0]).toMatch(/^1 object is not encrypted/);
		const alone = encrypting(await under.reopen(), undefined, { readers: [keys(1)], told, isGone: true });
		expect((await all(alone)).rows.map(({ bytes }) => text(bytes))).toEqual(['value', 'in clear']);
		expect(told.failed).toEqual([]);
		await under.destroy();
	});
});

describe('values stored in clear', () => {
	const shows = (path: string) => [path, `${path}-wal`].some((file) => readFileSync(file).includes('PLANTED'));
	const wiped = 'cleartext wiped from the database';

	/** Writes a value in clear, long enough for separate pages, and deletes it. */
	async function planted() {
		const under = await temporarySqliteStore();
		const clear = encrypting(under.store, undefined);
		const first = await write(clear, put('x', 0, 'PLANTED'.repeat(3000)));
		expect(shows(under.path)).toBe(true);
		return { under, clear, first };
	}

	it('and deleted before encryption are wiped with the next write', async () => {
		const { under, clear, first } = await planted();
		await clear.commit([{ resource: 'things', namespace: 'a', name: 'x', expected: first }]);
		const told: Told = { said: [], failed: [] };
		const clean = new Set<string>();
		const store = encrypting(await under.reopen(), keys(0), { told, clean });
		await all(store);
		await write(store, put('y', 0, 'value'));
		await expect.poll(() => [told.said, told.failed]).toEqual([[wiped], []]);
		await expect.poll(() => [...clean]).toEqual(['things']);
		expect(shows(under.path)).toBe(false);
		await under.destroy();
	});

	it('are wiped by the next process when this one ends between rewriting and wiping', async () => {
		const { under, first } = await planted();
		const clean = new Set<string>();
		// The store rewrites, but its wipe never ends.
		const failing = { ...wrapStore(await under.reopen(), { compact: () => new Promise(() => undefined) }) };
		const interrupted = encrypting(failing, keys(0), { clean });
		const [row] = (await all(interrupted)).rows as [Row];
		await interrupted.commit([{ resource: 'things', namespace: 'a', name: 'x', expected: row.revision, bytes: row.bytes }]);
		expect([...clean]).toEqual([]);
		expect(first).toBe(row.revision);
		const told: Told = { said: [], failed: [] };
		const store = encrypting(await under.reopen(), keys(0), { told, clean });
		await all(store);
		await write(store, put('y', 0, 'value'));
		await expect.poll(() => [told.said, told.failed]).toEqual([[wiped], []]);
		expect(shows(under.path)).toBe(false);
		await under.destroy();
	});

	it('whose wiping the end of the store interrupts are wiped at the next start', async () => {
		const under = await temporarySqliteStore();
		const told: Told = { said: [], failed: [] };
		const wiping = Promise.withResolvers<void>();
		const asked = Promise.withResolvers<void>();
		const wipe = () => {
			asked.resolve();
			return wiping.promise;
		};
		const store = encrypting({ ...wrapStore(under.store, { compact: wipe }) }, keys(0), { told });
		await all(store);
		await asked.promise;
		await store.close();
		wiping.reject(new Error('the store is closed'));
		await setImmediate();
		expect(told).toEqual({ said: [], failed: [] });
		await under.destroy();
	});

	it('of other resources: free pages are returned and the history stays', async () => {
		const under = await temporarySqliteStore();
		await write(under.store, put('z', 0, 'v', 'a', 'clear'));
		const oldest = await under.store.oldest();
		const told: Told = { said: [], failed: [] };
		const clean = new Set<string>();
		const store = encrypting(await under.reopen(), keys(0), { told, clean });
		await all(store);
		await expect.poll(() => [...clean]).toEqual(['things']);
		await write(store, put('y', 0, 'value'));
		expect([told, await store.oldest()]).toEqual([{ said: [], failed: [] }, oldest]);
		await under.destroy();
	});

	it('need no wiping in an empty store', async () => {
		const under = await temporarySqliteStore();
		const told: Told = { said: [], failed: [] };
		const clean = new Set<string>();
		const oldest = await under.store.oldest();
		const store = encrypting(under.store, keys(0), { clean, told });
		await all(store);
		await expect.poll(() => [...clean]).toEqual(['things']);
		await write(store, put('x', 0, 'value'));
		expect([told, await store.oldest()]).toEqual([{ said: [], failed: [] }, oldest]);
		await under.destroy();
	});

	it('is not forgotten when the data is in clear for a while', async () => {
		const { under } = await planted();
		const clean = new Set(['things', 'of-a-kind-that-is-gone']);
		await all(encrypting(await under.reopen(), undefined, { clean }));
		expect([...clean]).toEqual(['of-a-kind-that-is-gone']);
		await under.destroy();
	});
});
