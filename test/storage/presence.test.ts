import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Presence } from '../../runtime/storage/sqlite/checks/presence.ts';

let parent: string;
let folder: string;
let path: string;
beforeEach(() => {
	parent = mkdtempSync(join(tmpdir(), 'presence-'));
	folder = join(parent, 'data');
	mkdirSync(folder);
	path = join(folder, 'test.db');
	for (const part of ['', '-wal']) writeFileSync(`${path}${part}`, 'x');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Clocks just after a change of the folder, and late enough for its modification time to be conclusive. */
const clocks = [
	['a folder that was changed just now', () => Date.now()],
	['a folder that was changed long ago', () => Date.now() + 3_600_000],
	['a clock that went back', () => Date.now() - 3_600_000],
] as const;

const losses: readonly (readonly [string, () => void, RegExp])[] = [
	['the database is deleted', () => rmSync(path), /test\.db was deleted while/],
	['the log is deleted', () => rmSync(`${path}-wal`), /test\.db-wal was deleted while/],
	['the database is moved away', () => renameSync(path, join(parent, 'away')), /test\.db was deleted while/],
	['the log is replaced', () => replace(`${path}-wal`), /test\.db-wal was replaced while/],
	['the database is replaced', () => replace(path), /test\.db was replaced while/],
	['the folder is moved away', () => renameSync(folder, join(parent, 'away')), /test\.db was deleted while/],
	['the folder is replaced', () => replaceFolder(), /test\.db was replaced while/],
];

function replace(file: string): void {
	writeFileSync(`${file}.new`, 'y');
	renameSync(`${file}.new`, file);
}

function replaceFolder(): void {
	renameSync(folder, join(parent, 'away'));
	mkdirSync(folder);
	for (const part of ['', '-wal']) writeFileSync(`${path}${part}`, 'x');
}

describe.each(clocks)('%s', (_, now) => {
	it.each(losses)('%s: noticed', (_what, lose, message) => {
		const presence = new Presence(path, now);
		presence.verify();
		presence.verify();
		lose();
		expect(() => presence.verify()).toThrow(message);
	});

	it('notices only its own files while others change', () => {
		const presence = new Presence(path, now);
		presence.verify();
		writeFileSync(join(folder, 'other'), '');
		presence.verify();
		writeFileSync(`${path}-wal`, 'more');
		rmSync(join(folder, 'other'));
		presence.verify();
		presence.verify();
	});
});
