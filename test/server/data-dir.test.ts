/** Tests the start of a whole server with a changed data folder or a full disk. */
import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootGroups, rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type RunningServer, startServer } from '../../runtime/server.ts';
import { shareOf } from '../setup/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'orch-data-dir-'));
/** Data folder that a stopped server left. */
const whole = join(folder, 'whole');
let dataDir: string;
let said: string[];
let server: RunningServer | undefined;

async function start(flags: readonly string[] = [], words = vocabulary): Promise<RunningServer> {
	const { options } = readFlags(['--data-dir', dataDir, '--secure-port', '0', ...flags]) as { options: ServerOptions };
	const say = (sentence: string): unknown => said.push(sentence);
	const log = { error: say, warn: say, info: () => undefined, debug: () => undefined };
	const generated = { catalog, vocabulary: words, rootHooks, rootGroups, docs: async () => docs };
	server = await startServer(options, generated, { log, onFatal: () => undefined });
	return server;
}

async function stop(): Promise<void> {
	await server?.close();
	server = undefined;
}

beforeAll(async () => {
	said = [];
	dataDir = whole;
	await start();
	await stop();
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
	said = [];
	dataDir = mkdtempSync(join(folder, 'data-'));
	cpSync(whole, dataDir, { recursive: true });
});
afterEach(stop);

const kinds: Readonly<Record<string, (path: string) => unknown>> = {
	'a pipe': (path) => execFileSync('mkfifo', [path]),
	'a folder': (path) => mkdirSync(path),
	'an empty device': (path) => symlinkSync('/dev/null', path),
	'a device without an end': (path) => symlinkSync('/dev/zero', path),
	'a link to itself': (path) => symlinkSync(path, path),
};
const files = [
	'kubeconfig',
	'pki/ca.key',
	'pki/ca.crt',
	'pki/apiserver.key',
	'pki/admin.crt',
	'orch.db',
	...['-wal', '-shm', '-journal', '.mark', '.lock'].map((part) => `orch.db${part}`),
];

/** One in three pairs, so that each kind and each file is among them. */
const pairs = shareOf(
	files.flatMap((name) => Object.entries(kinds).map(([kind, make]) => ({ kind, name, make }))),
	3,
);

describe.skipIf(process.platform === 'win32')('other file types in place of a file', () => {
	it.each(pairs)('$kind is refused, as $name, with its name and the remedy', { timeout: 10_000 }, async ({ name, make }) => {
		const path = join(dataDir, name);
		rmSync(path, { force: true });
		make(path);
		const refusal = await start().catch((error: unknown) => error as Error);
		expect(refusal).toBeInstanceOf(Error);
		expect((refusal as Error).message).toContain(path);
		expect((refusal as Error).message).toMatch(
			/: (remove the file or directory at that path$|choose another location with --datastore sqlite:PATH$|put it back, restore a backup)/,
		);
	});

	it.each(Object.entries(kinds))('in place of a folder, %s is refused or narrowed', async (_, make) => {
		rmSync(join(dataDir, 'pki'), { recursive: true });
		make(join(dataDir, 'pki'));
		const started = await start().catch((error: unknown) => error as Error);
		if (started instanceof Error) expect(started.message).toMatch(/^cannot read .*\/pki: .*: remove the file or directory at that path$/);
		else expect(said).toContainEqual(expect.stringContaining('were newly generated'));
	});

	it.each(Object.entries(kinds))('in place of the reserved space, %s does not prevent a start', async (_, make) => {
		for (const name of ['orch.db.reserve', 'orch.db.reserve.new']) {
			rmSync(join(dataDir, name), { force: true });
			make(join(dataDir, name));
		}
		await start();
	});

	it('a pipe of tokens is refused at once, rather than waited for', async () => {
		const pipe = join(dataDir, 'tokens');
		execFileSync('mkfifo', [pipe]);
		await expect(start(['--token-auth-file', pipe])).rejects.toThrow(`cannot read --token-auth-file ${pipe}: it is a pipe`);
	});
});

describe('keys that are gone', () => {
	it('are generated again next to stored objects, with a report', async () => {
		rmSync(join(dataDir, 'pki'), { recursive: true });
		await start();
		expect(said).toEqual([
			expect.stringMatching(/^the keys in .*pki were newly generated, although the store has objects: .* stop the server and restore the folder/),
		]);
		await stop();
		said = [];
		await start();
		expect(said).toEqual([]);
	});

	it('are not generated next to a refused database', async () => {
		rmSync(join(dataDir, 'pki'), { recursive: true });
		await expect(start([], { ...vocabulary, name: 'another' })).rejects.toThrow('holds data in the vocabulary');
		expect(existsSync(join(dataDir, 'pki'))).toBe(false);
	});

	it('are made at a first start without a word', async () => {
		dataDir = join(folder, 'first');
		await start();
		expect(said).toEqual([]);
		expect(existsSync(`${dataDir}/orch.db.reserve`)).toBe(true);
	});
});

describe('a full disk', () => {
	let disk = false;
	afterEach(async () => {
		await stop();
		if (disk) execFileSync('umount', [dataDir]);
		disk = false;
	});

	function mounted(): boolean {
		dataDir = mkdtempSync(join(folder, 'disk-'));
		try {
			execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dataDir], { stdio: 'ignore' });
			disk = true;
		} catch {
			// Mounting needs privileges.
		}
		return disk;
	}

	function fill(name: string): void {
		const file = openSync(join(dataDir, name), 'w');
		const piece = Buffer.alloc(4096);
		try {
			for (;;) writeSync(file, piece);
		} catch (error) {
			expect(error).toMatchObject({ code: 'ENOSPC' });
		} finally {
			closeSync(file);
		}
	}

	it('has space for another kubeconfig in the reserve', async ({ skip }) => {
		if (!mounted()) skip('this user may mount no file system');
		await start();
		await stop();
		fill('others');
		const { url, kubeconfig } = await start();
		expect(readFileSync(kubeconfig, 'utf8')).toContain(url);
		// The disk is full, so the server cannot record its new port in its own Service.
		expect(said.filter((sentence) => sentence.includes('kubeconfig'))).toEqual([]);
	});

	it('keeps no server from starting, also where nothing is kept', async ({ skip }) => {
		if (!mounted()) skip('this user may mount no file system');
		// A folder in place of the file prevents the reserve.
		mkdirSync(join(dataDir, 'orch.db.reserve.new'));
		// Controllers are off: their writes could free space at an unpredictable moment.
		const alone = ['--controllers', '-*'];
		await start(alone);
		await stop();
		// The second start releases free pages once, and records that it did.
		await start(alone);
		await expect.poll(() => existsSync(join(dataDir, 'encrypted-resources'))).toBe(true);
		await stop();
		// The released pages are at the end of the file, which the next start truncates.
		const { url: before } = await start(alone);
		fill('others');
		await stop();
		fill('more');
		const { url, kubeconfig } = await start(alone);
		expect(readFileSync(kubeconfig, 'utf8')).toContain(before);
		const unwritten = said.find((sentence) => sentence.startsWith('cannot write'));
		expect(unwritten).toMatch(/^cannot write .*kubeconfig: ENOSPC.*: free space on that disk, and start again; until then, the file is not a kubeconfig for /);
		expect(unwritten).toContain(url);
	});
});
