/** Integers beyond 2^53 keep every digit, from a CustomResourceDefinition to every derived document. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify as yamlText } from 'yaml';
import { addImportCommand } from '../../generator/command/import/index.ts';
import { surfaceOfKinds } from '../../generator/compat/behaviour.ts';
import { emitModules } from '../../generator/emit/sdk/modules.ts';
import { inVocabulary, surfaceOf } from '../../generator/emit/sdk/surface.ts';
import { emitValidation } from '../../generator/emit/sdk/validation.ts';
import { exportCrd } from '../../generator/export/crd/custom-resource.ts';
import type { Model } from '../../generator/model.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { SpecSource } from '../../generator/read/source/spec-file.ts';
import { releaseFiles } from '../../generator/sdk/typescript/release.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { parseExactly } from '../../runtime/wire/json/text.ts';
import { changesOf, lockOf } from './compat/locked.ts';
import { base, source } from './fixture.ts';

const field = (more: string): string => `{type: integer, format: int64, ${more}}`;
/** Schema keywords and their digits, by field name. */
const fields = {
	most: [field('default: 9223372036854775807'), ['9223372036854775807']],
	least: [field('minimum: -9223372036854775808, maximum: 9223372036854775806'), ['-9223372036854775808', '9223372036854775806']],
	above: [field('minimum: 9007199254740993, exclusiveMinimum: true'), ['9007199254740993']],
	one: [field('enum: [9007199254740993, 1], default: 9007199254740993'), ['9007199254740993']],
	factor: [field('multipleOf: 9007199254740995'), ['9007199254740995']],
	list: ['{type: array, items: {type: integer, format: int64, maximum: 9007199254740997}, default: [9007199254740997]}', ['9007199254740997']],
	map: ['{type: object, additionalProperties: {type: integer, format: int64}, default: {a: -9007199254740993}}', ['-9007199254740993']],
	inner: [
		'{type: object, default: {n: 9007199254740999}, properties: {n: {type: integer, format: int64, default: 9007199254741001}}}',
		['9007199254740999', '9007199254741001'],
	],
	free: ['{x-kubernetes-preserve-unknown-fields: true, default: {n: [9007199254741003]}}', ['9007199254741003']],
	either: [field('anyOf: [{minimum: 9007199254741005}, {enum: [9007199254741007]}]'), ['9007199254741005', '9007199254741007']],
} as const;
const digits = Object.values(fields).flatMap(([, each]) => each);
const rule = 'self.most > 9223372036854775806';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: limits.big.example.com}
spec:
  group: big.example.com
  scope: Namespaced
  names: {kind: Limit, plural: limits}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations: [{rule: "${rule}"}]
            properties:
${Object.entries(fields)
	.map(([name, [schema]]) => `              ${name}: ${schema}`)
	.join('\n')}
`;

const folder = mkdtempSync(join(tmpdir(), 'exact-integers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function imported(): Promise<string[]> {
	const said: string[] = [];
	const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
	const program = new Command('orch').exitOverride();
	addImportCommand(program);
	writeFileSync(join(folder, 'crd.yaml'), definition);
	await program.parseAsync(['import', 'crd', join(folder, 'crd.yaml'), '--out', join(folder, 'specs')], { from: 'user' });
	log.mockRestore();
	return said;
}

function specs(): SpecSource[] {
	const paths = readdirSync(join(folder, 'specs'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml') && !path.startsWith('.'));
	return paths.map((path) => source(path, readFileSync(join(folder, 'specs', path), 'utf8')));
}

describe('integers beyond 2^53', () => {
	let said: readonly string[] = [];
	let own: SpecSource[] = [];
	let model: Model;
	let catalog: Catalog;
	beforeAll(async () => {
		said = await imported();
		own = specs();
		const made = makeModel([...base, ...own]);
		expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
		model = made.model as Model;
		catalog = narrow(model.catalog, model.catalog.release);
	});
	const expectAll = (text: string): void => expect(digits.filter((each) => !text.includes(each))).toEqual([]);
	const types = (): SpecSource => own.find(({ path }) => path === 'big/types/limit.yaml') as SpecSource;

	it('are kept by an import, which names no loss', () => {
		expect(said.filter((line) => line.startsWith('lost: '))).toEqual([]);
		expectAll(types().text);
		expect(types().text).toContain(rule);
	});

	it('survive a later import into the same files, next to hand-written parts', async () => {
		const path = join(folder, 'specs/big/types/limit.yaml');
		writeFileSync(path, types().text.replace('9223372036854775806}', '9223372036854775805}'));
		await imported();
		expect(readFileSync(path, 'utf8')).toBe(types().text.replace('9223372036854775806}', '9223372036854775805}'));
		writeFileSync(path, types().text);
	});

	it('are kept by an export', () => {
		const kind = catalog.kinds.find((one) => one.kind === 'Limit');
		const vocabulary = model.vocabularies.find(({ name }) => name === 'kubernetes');
		if (kind === undefined || vocabulary === undefined) throw new Error('no kind');
		const { document, lost } = exportCrd({ kind, catalog, docs: model.docs, description: '', vocabulary, hooked: false });
		expect(lost).toEqual([]);
		expectAll(yamlText(document));
	});

	it('are kept by the lock, and compared', () => {
		expectAll(lockOf([...base, ...own]).text);
		const others = (from: string, to: string): SpecSource[] => [
			...base,
			...own.map((one) => (one.path === types().path ? source(one.path, one.text.replace(from, to)) : one)),
		];
		const before = [...base, ...own];
		expect(changesOf(before, before)).toEqual([]);
		expect(changesOf(before, others('maximum: 9223372036854775806', 'maximum: 9223372036854775807'))).toEqual(['big/v1.LimitSpec.least loosened']);
		expect(changesOf(before, others('maximum: 9223372036854775806', 'maximum: 9223372036854775805'))).toEqual(['big/v1.LimitSpec.least tightened !1']);
		expect(changesOf(before, others('multipleOf: 9007199254740995', 'multipleOf: 5'))).toEqual(['big/v1.LimitSpec.factor loosened']);
	});

	it('survive in a client package and its record of the publication', async () => {
		const words = model.vocabularies.find(({ name }) => name === 'kubernetes');
		if (words === undefined) throw new Error('no vocabulary');
		const inWords = inVocabulary(catalog, words);
		const surface = surfaceOf(inWords, inWords.kinds);
		const files = [...(await emitModules(surface, model)), ...emitValidation(surface)];
		const text = files.map(({ content }) => content).join('');
		expectAll(text);
		expect(text).toMatch(/default: 9223372036854775807n/);
		expect(text).toContain('one?: 9007199254740993n | 1');
		const api = surfaceOfKinds(
			inWords.kinds,
			surface.modules.flatMap((module) => module.types),
		);
		const published = releaseFiles({ name: 'a', atLeast: undefined, published: undefined, api }, {} as never, files).files.at(-1)?.content ?? '';
		expectAll(published);
		expect((parseExactly(published) as { readonly api: unknown }).api).toEqual(api);
	});
});
