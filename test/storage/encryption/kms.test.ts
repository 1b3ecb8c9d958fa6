/** Tests key management plugins: real ones behind sockets that work, rotate their key, lie, hang and disconnect. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KmsOptions, startKms } from '../../../runtime/storage/encryption/kms/data-keys.ts';
import { connectPlugin, type Plugin } from '../../../runtime/storage/encryption/kms/plugin.ts';
import type { EncryptionProvider } from '../../../runtime/storage/encryption/provider.ts';
import { TestPlugin } from '../../setup/kms-plugin.ts';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';

describe('a key management plugin', () => {
	let scratch: Scratch;
	let socket: string;
	let plugin: TestPlugin;
	let now: number;
	const reports: string[] = [];
	const open: { close?(): void }[] = [];

	beforeEach(async () => {
		scratch = makeScratch();
		socket = join(scratch.path, 'kms.sock');
		plugin = new TestPlugin();
		now = 0;
		reports.length = 0;
		await plugin.listen(socket);
	});
	afterEach(async () => {
		for (const each of open.splice(0)) each.close?.();
		await plugin.close();
		scratch.remove();
	});

	const connected = (timeoutMs = 3000): Plugin => {
		const made = connectPlugin(socket, timeoutMs);
		open.push(made);
		return made;
	};
	const start = async (options: Partial<KmsOptions> = {}): Promise<EncryptionProvider> => {
		const kms = await startKms({ name: 'vault', plugin: connected(), report: (sentence) => reports.push(sentence), now: () => now, waitMs: 0, ...options });
		open.push(kms);
		return kms;
	};

	it('encrypts a data key at the start, and decrypts it for readers', async () => {
		const writer = await start();
		const { mark, cipher } = writer.current;
		const encrypted = cipher.encrypt('here', Buffer.from('value'));
		const before = plugin.calls;
		for (let i = 0; i < 100; i++) writer.current.cipher.encrypt('here', Buffer.from('value'));
		expect(plugin.calls).toBe(before);
		const reader = await start();
		expect(reader.current.mark).not.toBe(mark);
		expect(reader.isCurrent(mark)).toBe(true);
		expect(reader.cipher(mark)).toBeUndefined();
		await reader.ask?.(mark);
		expect(Buffer.from(reader.cipher(mark)?.decrypt('here', encrypted) ?? []).toString()).toBe('value');
	});

	it('rotates its key: a new data key is made, and rows of the former one are stale', async () => {
		const before = await start();
		plugin.keyId = 'key-2';
		const after = await start();
		expect(after.isCurrent(before.current.mark)).toBe(false);
		expect(after.isCurrent(after.current.mark)).toBe(true);
		await after.ask?.(before.current.mark);
		expect(after.cipher(before.current.mark)).toBeDefined();
	});

	it.each<[string, (plugin: TestPlugin) => void, string]>([
		['another version', (it) => (it.version = 'v1beta1'), 'unsupported API version "v1beta1", expected v2'],
		['not well', (it) => (it.healthz = 'the vault is sealed'), 'unhealthy: "the vault is sealed"'],
		['no key id', (it) => (it.keyId = ''), 'its key_id should have 1 to 1024 bytes'],
		['a long key id', (it) => (it.keyId = 'k'.repeat(1025)), 'its key_id should have 1 to 1024 bytes'],
		['no ciphertext', (it) => (it.ciphertext = () => Buffer.alloc(0)), 'its ciphertext should have 1 to 1024 bytes'],
		['a long ciphertext', (it) => (it.ciphertext = () => Buffer.alloc(1025)), 'its ciphertext should have 1 to 1024 bytes'],
		['long annotations', (it) => (it.annotations = { a: Buffer.alloc(32 * 1024) }), 'its annotations have more than 32768 bytes'],
	])('is refused at the start: %s', async (_, change, reason) => {
		change(plugin);
		await expect(start()).rejects.toThrow(`kms vault cannot be used: ${reason}`);
	});

	it('is refused that hangs, that is not there, and that gives back no key', async () => {
		const { mark } = (await start()).current;
		const reader = await start();
		plugin.annotations = {};
		const odd = (await start()).current.mark;
		await expect(reader.ask?.(odd)).rejects.toThrow('kms vault cannot be used: ');
		plugin.hangs = true;
		await expect(start({ plugin: connected(50) })).rejects.toThrow('kms vault cannot be used: ');
		await plugin.close();
		rmSync(socket, { force: true });
		await expect(start()).rejects.toThrow('kms vault cannot be used: ');
		await expect(reader.ask?.(mark)).rejects.toThrow('kms vault cannot be used: ');
	});

	it('is waited for at the start', async () => {
		await plugin.close();
		rmSync(socket, { force: true });
		const starting = startKms({ name: 'vault', plugin: connected(), report: () => undefined, waitMs: 5000 });
		plugin = new TestPlugin();
		await plugin.listen(socket);
		open.push(await starting);
	});

	it('encrypts no value with a key that is unconfirmed for three minutes, and still reads', async () => {
		const kms = await start();
		const { mark } = kms.current;
		now += 180_000;
		expect(kms.current.mark).toBe(mark);
		now += 1;
		expect(() => kms.current).toThrow('kms vault has not confirmed its key for 3 minutes');
		expect(kms.cipher(mark)).toBeDefined();
	});
});
