/** Files that an earlier command parsed and validated are neither parsed nor checked again; everything else still is. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CacheLocation, generateCached, openSpecCache } from '../../../generator/command/spec-cache.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { edited, shop, source } from '../fixture.ts';

/**
 * Returns the sources. `count` is the value in the declared example, which is checked when everything else is valid; a value below 1 is
 * refused.
 */
const sources = (count: number): readonly SpecSource[] =>
	shop.map((one) => (one.path === 'shop/product.yaml' ? source(one.path, edited('count: 4', `count: ${count}`)) : one));
const [right, other, wrong] = [sources(4), sources(5), sources(0)];

describe('the cache of checks', () => {
	let folder: string;
	let places: CacheLocation;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'orch-remembered-'));
		writeFileSync(join(folder, 'code.ts'), '1');
		places = { folder: join(folder, 'cache'), code: [join(folder, 'code.ts'), join(folder, 'absent')] };
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const files = (): readonly string[] => readdirSync(places.folder);
	const pathOf = (what: 'passed' | 'parsed'): string => join(places.folder, files().find((name) => name.startsWith(`${what}-`)) ?? '');
	const text = (): string => readFileSync(pathOf('passed'), 'utf8');
	const parsed = (): string => readFileSync(pathOf('parsed'), 'utf8');

	it('is written once, and asked for by the next command', async () => {
		const { files: made, model } = await generateCached({ sources: right }, openSpecCache(places));
		expect(model).toBeDefined();
		const kept = [text(), parsed()];
		expect(text().split('\n').length).toBeGreaterThan(3);
		expect(parsed().split('\n').length).toBe(right.length + 1);
		expect((await generateCached({ sources: right }, openSpecCache(places))).files).toEqual(made);
		expect([text(), parsed()]).toEqual(kept);
	});

	it('reports errors each time', async () => {
		for (let time = 0; time < 2; time++) {
			const { diagnostics } = await generateCached({ sources: wrong }, openSpecCache(places));
			expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('spec.parts[0].count')]);
		}
		expect((await generateCached({ sources: right }, openSpecCache(places))).model).toBeDefined();
	});

	it('is valid only for the current state of the code', async () => {
		const names = files();
		const all = text();
		writeFileSync(join(folder, 'code.ts'), 'another');
		await generateCached({ sources: right }, openSpecCache(places));
		for (const name of names) expect(files()).not.toContain(name);
		expect(files().length).toBe(2);
		expect(all.split('\n')).toEqual(expect.arrayContaining(text().split('\n')));
		expect(text().length).toBeGreaterThan(100);
	});

	it('may be torn, or too much', async () => {
		const path = pathOf('passed');
		writeFileSync(path, text().slice(0, 100));
		expect((await generateCached({ sources: wrong }, openSpecCache(places))).model).toBeUndefined();
		writeFileSync(path, 'x\n'.repeat(600_000));
		await generateCached({ sources: right }, openSpecCache(places));
		expect(text().length).toBeLessThan(100_000);
	});

	it('is not believed where a line is another than was written', async () => {
		const { files: made } = await generateCached({ sources: right });
		await generateCached({ sources: right }, openSpecCache(places));
		const lines = parsed().split('\n');
		const changed = lines.map((line, at) => {
			if (at === 0) return line.slice(0, line.length / 2);
			return at === 1 ? `${line}${lines[2]}` : line.replace(/\d(?=\]+$)/, (digit) => String((Number(digit) + 1) % 10));
		});
		writeFileSync(pathOf('parsed'), changed.join('\n'));
		expect((await generateCached({ sources: right }, openSpecCache(places))).files).toEqual(made);
		expect(parsed().split('\n').length).toBeGreaterThan(lines.length);
		const mended = parsed();
		expect((await generateCached({ sources: right }, openSpecCache(places))).files).toEqual(made);
		expect(parsed()).toBe(mended);
	});

	it.skipIf(process.getuid?.() === 0)('is skipped where the folder is not writable', async () => {
		chmodSync(places.folder, 0o500);
		expect((await generateCached({ sources: other }, openSpecCache(places))).model).toBeDefined();
		chmodSync(places.folder, 0o700);
	});

	it('is done without where there can be no folder', async () => {
		const none = { ...places, folder: join(folder, 'code.ts', 'cache') };
		expect((await generateCached({ sources: right }, openSpecCache(none))).model).toBeDefined();
	});
});
