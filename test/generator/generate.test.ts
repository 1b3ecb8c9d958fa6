/** Generation from sources to files is pure and deterministic, and its output loads unchanged. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';
import { emitters } from '../../generator/emit/index.ts';
import { openapi } from '../../generator/emit/openapi.ts';
import { emptyGenerationCache, generate, UnknownVocabularyError } from '../../generator/generate.ts';
import { writeGenerated } from '../../generator/write.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { edited, shop, source } from './fixture.ts';

const core = emitters.filter((one) => ['vocabulary', 'descriptors', 'catalog', 'docs', 'spec-schema'].includes(one.name));
const folders: string[] = [];
afterAll(async () => {
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('generate', () => {
	it('gives the same bytes for the same sources in any order', async () => {
		const once = await generate({ sources: shop });
		const again = await generate({ sources: [...shop].reverse() });
		expect(again.files).toEqual(once.files);
		expect(once.files.map((file) => file.path)).toEqual([...once.files.map((file) => file.path)].sort());
		expect(once.counts).toMatchObject({ specs: shop.length, groups: 1, kinds: 1 });
	});

	it('gives the same bytes in another locale and time zone', async () => {
		const before = { ...process.env };
		const once = await generate({ sources: shop });
		process.env.LC_ALL = 'tr_TR.UTF-8';
		process.env.TZ = 'Pacific/Kiritimati';
		try {
			expect((await generate({ sources: shop })).files).toEqual(once.files);
		} finally {
			process.env = before;
		}
	});

	it('writes integers beyond 2^53 in all their digits', async () => {
		const text = edited('texts: {type: object,', 'any: {type: any, protobuf: 11, default: {n: 9007199254740993}}\n        texts: {type: object,');
		const sources = shop.map((one) => (one.path === 'shop/product.yaml' ? source(one.path, text) : one));
		const { files } = await generate({ sources, emitters: [...emitters, openapi] });
		for (const path of ['merge/shop/v1.yaml', 'openapi/v3/apis/shop.example.com/v1.json', 'descriptors/shop.ts'])
			expect([path, files.find((file) => file.path === path)?.content.includes('9007199254740993')]).toEqual([path, true]);
	});

	it('gives no files when a spec is wrong', async () => {
		const { files, model, diagnostics } = await generate({ sources: [...shop, source('shop/x.yaml', 'kind: x\n')] });
		expect({ files, model }).toEqual({ files: [], model: undefined });
		expect(diagnostics.length).toBeGreaterThan(0);
	});

	it('uses the requested vocabulary, in one file', async () => {
		const ours = await generate({ sources: shop, emitters: core });
		const theirs = await generate({ sources: shop, emitters: core, vocabulary: 'kubernetes' });
		const differing = theirs.files.filter((file, index) => file.content !== ours.files[index]?.content);
		expect(differing.map((file) => file.path)).toEqual(['vocabulary.ts']);
		await expect(generate({ sources: shop, vocabulary: 'klingon' })).rejects.toThrow(
			new UnknownVocabularyError('unknown vocabulary "klingon": expected orch or kubernetes'),
		);
		await expect(generate({ sources: shop, vocabulary: 'kubernets' })).rejects.toThrow(
			new UnknownVocabularyError('unknown vocabulary "kubernets": did you mean "kubernetes"?'),
		);
	});

	it('emits modules that give back the model', async () => {
		const { files, model } = await generate({ sources: shop, emitters: core });
		// Emitted modules import the runtime by relative paths.
		const folder = await mkdtemp(join(tmpdir(), 'orch-generated-'));
		folders.push(folder);
		await symlink(join(projectRoot, 'runtime'), join(folder, 'runtime'));
		const out = join(folder, 'generated');
		await writeGenerated({ out, files });
		const { catalog } = (await import(pathToFileURL(join(out, 'catalog.ts')).href)) as { catalog: Catalog };
		expect(catalog.typeNames).toEqual(model?.catalog.typeNames);
		expect(catalog.type('shop/v1.ProductSpec')).toEqual(model?.catalog.type('shop/v1.ProductSpec'));
		expect(catalog.type('meta/v1.ObjectMeta').openapi).toBe('io.orch.apimachinery.pkg.apis.meta.v1.ObjectMeta');
		expect(catalog.type('shop/v1.Part')).toBe(catalog.type('shop/v1.Part'));
		expect(catalog.kinds).toEqual(model?.catalog.kinds);
		expect(() => catalog.type('shop/v1.Nothing')).toThrow('there is no type "shop/v1.Nothing"');
	});

	it('publishes the schema of the spec format, with the rules', async () => {
		const { files } = await generate({ sources: shop, emitters: core });
		const schema = JSON.parse(files.find((file) => file.path === 'spec.schema.json')?.content ?? '');
		expect(schema.anyOf).toHaveLength(5);
		expect(Object.keys(schema.$defs.schema.properties)).toEqual(expect.arrayContaining(['type', 'protobuf', 'minimum', 'cel', 'validations']));
		const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
		for (const name of new Set(references)) expect(schema.$defs, name).toHaveProperty(name ?? '');
	});

	it('parses only touched files again', async () => {
		const kept = emptyGenerationCache();
		await generate({ sources: shop, kept });
		expect(kept.specs.parsed.takeAdded().size).toBeGreaterThan(1);
		const touched = shop.map((one) => (one.path === 'shop/product.yaml' ? { ...one, text: `${one.text}# touched\n` } : one));
		expect((await generate({ sources: touched, kept })).diagnostics).toEqual([]);
		// The releases are read at each start.
		expect(kept.specs.parsed.takeAdded().size).toBe(2);
	});
});
