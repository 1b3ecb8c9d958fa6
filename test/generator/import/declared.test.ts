/** Imports with other spec roots: types that those declare are referenced, not written again. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addImportCommand } from '../../../generator/command/import/index.ts';
import { readSources, specRoots } from '../../../generator/command/spec-roots.ts';
import { emitters } from '../../../generator/emit/index.ts';
import { generate } from '../../../generator/generate.ts';
import { importOpenApi } from '../../../generator/import/openapi.ts';
import { otherRootsIn } from '../../../generator/import/other-roots.ts';
import { references, referencesAreThere } from '../emit/reference-documents.ts';
import { fullImport } from './fixture.ts';

const text = (path: string, content: string) => ({ path, file: `other/${path}`, text: content });
const group = text('shop/group.yaml', 'group: "shop.{groupDomain}"\nversions: [v1]\n');
const address = text('shop/types/parts.yaml', 'types:\n  Address: {type: object, properties: {city: {type: string}}}\n');
const order = text('shop/order.yaml', 'kind: Order\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n');

describe('an import next to another root', () => {
	it('writes no type and no group that is there', () => {
		const { files, types } = importOpenApi({ ...fullImport(), elsewhere: otherRootsIn([group, address]) });
		expect([...files.keys()]).toEqual(['shop/order.yaml', 'shop/types/order.yaml', 'shop/warehouse.yaml']);
		expect(files.get('shop/types/order.yaml')).toContain('address: {$ref: types#/Address,');
		expect(types).toBe(4);
	});

	it('adds a version to a group that is there', () => {
		const other = text('shop/group.yaml', 'group: "shop.{groupDomain}"\nversions: [v2]\n');
		const { files } = importOpenApi({ ...fullImport(), elsewhere: otherRootsIn([other]) });
		expect(files.get('shop/group.yaml')).toBe('group: "shop.{groupDomain}"\nversions: [v1]\n');
		expect([...files.keys()]).toContain('shop/types/order.v1.yaml');
	});

	it('omits an existing kind, with a message', () => {
		const { files, notes, problems } = importOpenApi({ ...fullImport(), elsewhere: otherRootsIn([group, order]) });
		expect([...files.keys()]).toEqual(['shop/types/warehouse.yaml', 'shop/warehouse.yaml']);
		expect({ notes, problems }).toEqual({ notes: ['shop.k8s.io/v1/Order is left out: other/shop/order.yaml declares it'], problems: [] });
	});

	it('omits a kind that exists in another group, too', () => {
		const elsewhere = text(
			'store/order.yaml',
			'kind: Order\nversions: [{name: v1, storage: true}]\nalsoIn: [{group: "shop.{groupDomain}", version: v1}]\nschema: {}\n',
		);
		const { notes } = importOpenApi({ ...fullImport(), elsewhere: otherRootsIn([group, elsewhere]) });
		expect(notes).toEqual(['shop.k8s.io/v1/Order is left out: other/store/order.yaml declares it']);
	});

	it('omits a kind that exists in a folder of another name', () => {
		const elsewhere = [
			{ ...group, path: 'goods/group.yaml' },
			{ ...order, path: 'goods/order.yaml' },
		];
		expect(importOpenApi({ ...fullImport(), elsewhere: otherRootsIn(elsewhere) }).notes).toEqual([
			'shop.k8s.io/v1/Order is left out: other/shop/order.yaml declares it',
		]);
	});

	it('refers to the type of a kind that is there without the kind', () => {
		const type = text('shop/types/order.yaml', 'types:\n  Order: {type: object, properties: {}}\n');
		const { files, types } = importOpenApi({ ...fullImport(), elsewhere: otherRootsIn([group, type]) });
		expect(files.get('shop/order.yaml')).toContain('schema: {$ref: types#/v1.Order}');
		expect(types).toBeGreaterThanOrEqual(0);
	});

	it('refuses another version of a kind that is there', () => {
		const old = text('shop/order.yaml', 'kind: Order\nversions: [{name: v2, storage: true}]\nschema: {type: object}\n');
		const { problems } = importOpenApi({ ...fullImport(), elsewhere: otherRootsIn([group, old]) });
		expect(problems).toEqual(['shop.k8s.io/v1/Order is a version of a kind that other/shop/order.yaml declares: versions are added there']);
	});
});

describe.skipIf(!referencesAreThere)('an import of real kinds into a root of its own', () => {
	let out = '';
	beforeEach(() => {
		out = mkdtempSync(join(tmpdir(), 'import-'));
		vi.spyOn(console, 'log').mockImplementation(() => {});
	});
	afterEach(() => {
		vi.restoreAllMocks();
		rmSync(out, { recursive: true, force: true });
	});

	it.each(['release-1.36.json', 'release-1.25-processed.json'])('imports no built-in type from %s', async (file) => {
		const program = new Command('orch').exitOverride();
		addImportCommand(program);
		await program.parseAsync(['import', 'openapi', join(references, 'openapi', file), '--out', out, '--vocabularies', resolve('specs/vocabulary')], {
			from: 'user',
		});
		expect(readdirSync(out)).toEqual([]);
		expect(vi.mocked(console.log).mock.calls.at(-1)).toEqual(['0 kinds, 0 types, 0 files changed']);
	});

	it('can be generated together with the built-in specs', async () => {
		const program = new Command('orch').exitOverride();
		addImportCommand(program);
		const words = ['--kinds', 'batch/v1/CronJob,v1/Service,v1/Pod', '--out', out, '--vocabularies', resolve('specs/vocabulary')];
		await program.parseAsync(['import', 'openapi', join(references, 'openapi/release-1.36.json'), ...words], { from: 'user' });
		expect(console.log).toHaveBeenCalledWith('note: v1/Pod is left out: specs/core/pod.yaml declares it');
		const { diagnostics, model } = await generate({ sources: await readSources(await specRoots([out])), emitters });
		expect(diagnostics).toEqual([]);
		const kinds = model?.catalog.kinds.map(({ kind, versions: [version] }) => `${version?.group}/${kind}`);
		expect(kinds).toEqual(expect.arrayContaining(['batch/CronJob', '/Service', '/Pod']));
		expect(model?.catalog.groups.find((one) => one.group === 'batch')?.versions).toEqual(['v1', 'v1beta1', 'v2alpha1']);
	});
});
