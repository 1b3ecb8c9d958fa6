/** Text of a lock: one line per promise and valid YAML. Reading it returns the original promises. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { builtInSpecs, lockPath, readSources } from '../../../generator/command/spec-roots.ts';
import { nothingLocked, printLock, readLock } from '../../../generator/compat/lock/lock.ts';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import { lockOf, replaced, shop, source } from './locked.ts';

const text = lockOf(shop).text;

function problem(lock: string): string {
	const read = readLock(source('api.lock.yaml', lock));
	if (!('diagnostics' in read)) throw new Error('the lock can be read');
	return read.diagnostics.map((one) => formatDiagnostic(one).split('\n')[0] ?? '').join('\n');
}

describe('a lock', () => {
	it('has a line for each field with its facts', () => {
		expect(text.split('\n')).toEqual(
			expect.arrayContaining([
				'lock: 1',
				'  FineGrain: [{"from": "1.20", "stage": "alpha", "default": false}, {"from": "1.22", "stage": "beta", "default": true}]',
				'  shop/v1.ProductSpec:',
				'    colours: {"number": 7, "is": "[string]", "value": {"listType": "set"}, "presence": "omitZero"}',
				'    free: {"number": 6, "is": "boolean", "union": "price", "gate": "FineGrain", "introduced": "1.21"}',
				'  products.shop.example.com: ["shop.example.com/v1"]',
			]),
		);
	});

	it('is YAML, and read again as it is', () => {
		const read = readLock(source('api.lock.yaml', text));
		if ('diagnostics' in read) throw new Error(problem(text));
		expect(printLock(read.lock)).toBe(text);
		const yaml = parse(text) as Record<string, unknown>;
		const { surface, accepted: _, stored } = read.lock;
		expect(yaml).toEqual({
			lock: 1,
			releases: surface.releases,
			gates: surface.gates,
			groups: surface.groups,
			kinds: surface.kinds,
			types: surface.types,
			stored,
		});
	});

	it('of the built-in specs is YAML and equals them', async () => {
		const sources = await readSources([builtInSpecs]);
		const lock = sources.find(({ path }) => path === 'api.lock.yaml');
		if (lock === undefined) throw new Error('the project has no lock');
		expect(lock.file).toBe('api.lock.yaml');
		const read = readLock(lock);
		if ('diagnostics' in read) throw new Error(problem(lock.text));
		expect((parse(lock.text) as { types: unknown }).types).toEqual(read.lock.surface.types);
		expect(printLock(read.lock)).toBe(lock.text);
		expect(lock.text.length).toBeLessThan(1_000_000);
	});

	it('does not depend on the order of specs', () => {
		expect(lockOf(shop.toReversed()).text).toBe(text);
	});

	it('lies in its root, or next to the built-in specs', () => {
		expect(lockPath('/somewhere/specs')).toBe(join('/somewhere/specs', 'api.lock.yaml'));
		expect(lockPath(builtInSpecs)).toBe(join(builtInSpecs, '..', 'api.lock.yaml'));
	});

	it('keeps texts and keys that look like something else', () => {
		const lock = { ...nothingLocked, accepted: { 'a: {b} [c] # d removed': 'Because "it" said: {x} [y]\n<<<<<<< # no', true: 'yes', '1.20': 'x' } };
		const read = readLock(source('api.lock.yaml', printLock(lock)));
		expect(read).toMatchObject({ lock: { accepted: lock.accepted } });
		expect((parse(printLock(lock)) as { accepted: unknown }).accepted).toEqual(lock.accepted);
	});

	it.each([
		['', undefined],
		['lock: 2\n', 'api.lock.yaml:1:1: error: this lock has the form 2, and this orch reads form 1'],
		['types:\n', 'api.lock.yaml:1:1: error: a lock begins with "lock: 1": restore the file, then run orch lock'],
		['lock: 1\n<<<<<<< HEAD\n', 'api.lock.yaml:2:1: error: a merge conflict is unresolved: take either side, then run orch lock'],
		['lock: 1\ntypes:\n  a/v1.A:\n    b: {"is": }\n', 'api.lock.yaml:4:1: error: this is no line of a lock: restore the file, then run orch lock'],
		['lock: 1\ntypes:\n    b: {"is": "string"}\n', 'api.lock.yaml:3:1: error: this does not belong here: restore the file, then run orch lock'],
		['lock: 1\ntypes:\n  a/v1.A:\n    b: 1\n', 'api.lock.yaml:4:1: error: expected a map here: restore the file, then run orch lock'],
		['lock: 1\ntypes:\n  a/v1.A:\n  a/v1.A:\n', 'api.lock.yaml:4:1: error: "a/v1.A" is here twice: restore the file, then run orch lock'],
		['lock: 1\nthings:\n', 'api.lock.yaml:2:1: error: a lock has no section "things": restore the file, then run orch lock'],
	])('that is damaged is refused with the line: %j', (lock, expected) => {
		if (expected === undefined) expect(readLock(source('api.lock.yaml', lock))).not.toHaveProperty('diagnostics');
		else {
			expect(problem(lock)).toBe(expected);
			const { model, diagnostics } = makeModel([...shop, source('api.lock.yaml', lock)]);
			expect(model).toBeUndefined();
			expect(diagnostics.map((one) => formatDiagnostic(one).split('\n')[0])).toContain(expected);
		}
	});

	it('remembers the storage versions of a kind until they are no longer served', () => {
		const stored = (version: string, versions: string) =>
			replaced(
				shop,
				source('bells/group.yaml', 'group: bells.example.com\nversions: [v1, v1beta1]\n'),
				source(
					'bells/bell.yaml',
					`kind: Bell\nnames: {plural: bells}\nscope: Cluster\nversions: [${versions.replace(`name: ${version}`, `name: ${version}, storage: true`)}]\nschema: {type: object, properties: {tone: {type: string}}}\n`,
				),
			);
		const first = lockOf(stored('v1beta1', '{name: v1}, {name: v1beta1}'));
		const second = lockOf([...stored('v1', '{name: v1}, {name: v1beta1}'), first]);
		expect(second.text).toContain('  bells.bells.example.com: ["bells.example.com/v1", "bells.example.com/v1beta1"]\n');
		expect(lockOf([...stored('v1', '{name: v1}'), second]).text).toContain('  bells.bells.example.com: ["bells.example.com/v1"]\n');
	});
});
