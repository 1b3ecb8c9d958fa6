/** Types that contain themselves in every possible way: each emitter and each package terminates. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInSpecs, readSources } from '../../../generator/command/spec-roots.ts';
import { factsOf } from '../../../generator/emit/prisma/index.ts';
import { reportModels } from '../../../generator/emit/prisma/reports.ts';
import { emitModules } from '../../../generator/emit/sdk/modules.ts';
import { inVocabulary, surfaceOf } from '../../../generator/emit/sdk/surface.ts';
import { emitValidation } from '../../../generator/emit/sdk/validation.ts';
import { generate } from '../../../generator/generate.ts';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';

/** Returns a kind with types that contain themselves through `way`. */
const kind = (name: string): string => `kind: ${name}
names: {plural: ${name.toLowerCase()}s}
scope: Cluster
description: A tree.
versions: [{name: v1, storage: true}]
schema: {type: object, properties: {spec: {$ref: types#/${name}Branch, description: Desired state.}}}
`;
const types = (name: string, way: string): string => `version: v1
types:
  ${name}Branch: {description: A branch., type: object, required: [name], properties: {name: {type: string, description: Its name.}, within: {${way}, description: In it.}}}
  ${name}Knot: {description: A knot., type: object, required: [name], properties: {name: {type: string, description: Its name.}, branch: {$ref: types#/${name}Branch, description: It.}}}
`;
/** Containment by name of the kind; `#` is the prefix of the kind's types. */
const ways: Readonly<Record<string, string>> = {
	ByField: '$ref: types#/#Branch',
	ByListWithKeys: 'type: array, listType: map, listMapKeys: [name], items: {$ref: types#/#Branch}',
	ByMergedList: 'type: array, patchStrategy: merge, patchMergeKey: name, items: {$ref: types#/#Branch}',
	ByList: 'type: array, items: {$ref: types#/#Branch}',
	ByMap: 'type: object, additionalProperties: {$ref: types#/#Branch}',
	ByMapOfLists: 'type: object, additionalProperties: {type: array, items: {$ref: types#/#Branch}}',
	ByVariant: 'type: variant, properties: {no: {type: boolean, description: None.}, yes: {$ref: types#/#Branch, description: One.}}',
	ByListOfOthers: 'type: array, listType: map, listMapKeys: [name], items: {$ref: types#/#Knot}',
};

describe('types within themselves', { timeout: 60_000 }, () => {
	let scratch: Scratch;
	let made: Awaited<ReturnType<typeof generate>>;
	beforeAll(async () => {
		scratch = makeScratch();
		mkdirSync(join(scratch.path, 'trees/types'), { recursive: true });
		writeFileSync(join(scratch.path, 'trees/group.yaml'), 'group: trees.example.com\ndescription: Trees.\nversions: [v1]\n');
		for (const [name, way] of Object.entries(ways)) {
			writeFileSync(join(scratch.path, `trees/${name}.yaml`), kind(name));
			writeFileSync(join(scratch.path, `trees/types/${name}.yaml`), types(name, way.replaceAll('#/#', `#/${name}`)));
		}
		made = await generate({ sources: await readSources([builtInSpecs, scratch.path]) });
	});
	afterAll(() => scratch.remove());

	it('are emitted in every form', () => {
		expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
		const pages = made.files.filter(({ path }) => path.startsWith('reference/trees/by'));
		expect(pages).toHaveLength(Object.keys(ways).length);
	});

	it('are part of packages', async () => {
		const { model } = made;
		const [words] = model?.vocabularies ?? [];
		if (model === undefined || words === undefined) throw new Error('the specs are right');
		const isOwn = ({ kind: name }: { readonly kind: string }) => Object.hasOwn(ways, name);
		const reports = reportModels({ ...factsOf(model), kinds: model.catalog.kinds.filter(isOwn) }).map(({ name }) => name);
		expect(reports).toEqual(expect.arrayContaining(Object.keys(ways)));
		const catalog = inVocabulary(model.catalog, words);
		const surface = surfaceOf(catalog, catalog.kinds.filter(isOwn));
		const files = [...(await emitModules(surface, model)), ...emitValidation(surface)];
		const declared = files.find(({ path }) => path === 'api/trees/v1.d.ts')?.content ?? '';
		for (const name of Object.keys(ways)) expect(declared).toContain(`interface ${name}Branch `);
	});
});
