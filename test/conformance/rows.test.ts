import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referencePath } from '../setup/reference.ts';
import { type Place, readRows, writeRows } from './rows.ts';

const root = resolve(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/conformance/suite.md'), 'utf8');
const reference = referencePath('conformance.tsv');
const isThere = existsSync(reference);
if (!isThere) console.warn(`SKIPPED: ${reference} is missing, so nobody checks that suite.md lists every test that needs the API alone`);

describe('docs/conformance/suite.md', () => {
	it('is written as it is read', () => {
		const rows = readRows(document);
		expect(rows.length).toBeGreaterThan(100);
		expect(writeRows(document, rows)).toBe(document);
		const [first] = rows;
		if (first === undefined) throw new Error('no rows');
		const changed = writeRows(document, [{ ...first, outcome: 'waits', note: 'a `thing` | another' }]);
		expect(changed.split('\n').filter((line, index) => line !== document.split('\n')[index])).toEqual([`| ${first.test} | waits | a \`thing\` \\| another |`]);
	});

	it('names the reason of each waiting row, and of no other', () => {
		expect(readRows(document).filter(({ outcome, note }) => (outcome === 'waits') !== (note !== ''))).toEqual([]);
	});

	it.skipIf(!isThere).each<readonly [string, Place, string]>([
		['the API alone', 'server', 'A'],
		['controllers, or pods that are reported ready', 'cluster', 'COF'],
	])('lists every test that needs %s', (_, place, classes) => {
		const needed = readFileSync(reference, 'utf8')
			.split('\n')
			.slice(1)
			.map((line) => line.split('\t'))
			.flatMap(([kind = '', , , , test = '']) => (kind !== '' && classes.includes(kind) ? [test] : []));
		const listed = readRows(document).filter((row) => row.place === place);
		expect(listed.map(({ test }) => test).sort()).toEqual(needed.sort());
	});
});
