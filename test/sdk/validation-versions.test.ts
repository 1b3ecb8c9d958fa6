/**
 * Tests a package's offline validation of objects in a version other than the stored one, against `orch validate`, which converts as the
 * server does.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInSpecs, projectRoot, readSources } from '../../generator/command/spec-roots.ts';
import { inVocabulary, surfaceOf } from '../../generator/emit/sdk/surface.ts';
import { emitValidation } from '../../generator/emit/sdk/validation.ts';
import { vocabulary } from '../../generator/emit/typescript/vocabulary.ts';
import { generate } from '../../generator/generate.ts';
import { ObjectCheck } from '../../generator/objects/check.ts';
import { libraryFiles } from '../../generator/sdk/typescript/library.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';

const specs: Readonly<Record<string, string>> = {
	'sheds/group.yaml': 'group: sheds.example.com\ndescription: Sheds.\nversions: [v2, v1]\n',
	'sheds/shed.yaml': `kind: Shed
names: {plural: sheds}
scope: Namespaced
description: A shed.
versions:
  - name: v2
    schema: {$ref: types#/v2.Shed}
    converts: [{here: spec.measure.size, storage: spec.size}, {here: spec.name, separator: "/", storage: [spec.first, spec.second]}]
    loses: {spec.first: has no slash}
  - {name: v1, storage: true}
schema: {type: object, required: [spec], properties: {spec: {$ref: types#/ShedSpec, description: Desired state.}}}
`,
	'sheds/types/v1.yaml': `version: v1
types:
  ShedSpec:
    description: Desired state.
    type: object
    required: [first]
    properties:
      size: {type: integer, maximum: 9, default: 3, description: How large.}
      first: {type: string, maxLength: 5, description: First name.}
      second: {type: string, description: Second name.}
    cel: [{rule: "self.size < 8 || has(self.second)", message: large sheds have two names}]
`,
	'sheds/types/v2.yaml': `version: v2
types:
  Shed: {description: A shed., type: object, required: [spec], properties: {spec: {$ref: types#/ShedSpec, description: Desired state.}}}
  ShedSpec: {description: Desired state., type: object, required: [name], properties: {measure: {$ref: types#/Measure, description: Of it.}, name: {type: string, maxLength: 12, description: Names.}}}
  Measure: {description: Of it., type: object, properties: {size: {type: integer, description: How large.}}}
`,
};

interface Said {
	readonly causes: readonly { readonly reason: string; readonly field?: string; readonly message: string }[];
}

describe('a package', { timeout: 60_000 }, () => {
	let scratch: Scratch;
	let check: ObjectCheck;
	let validate: Readonly<Record<string, (object: object) => Said>>;
	beforeAll(async () => {
		scratch = makeScratch();
		const write = (path: string, content: string): void => {
			mkdirSync(dirname(join(scratch.path, path)), { recursive: true });
			writeFileSync(join(scratch.path, path), content);
		};
		for (const [path, text] of Object.entries(specs)) write(`specs/${path}`, text);
		const { model } = await generate({ sources: await readSources([builtInSpecs, join(scratch.path, 'specs')]), emitters: [] });
		const [words] = model?.vocabularies ?? [];
		if (model === undefined || words === undefined) throw new Error('the specs are right');
		const catalog = inVocabulary(narrow(model.catalog, model.catalog.release), words);
		check = new ObjectCheck({ catalog, words, namespace: 'default', strictness: 'Strict', converters: {} });
		const surface = surfaceOf(
			catalog,
			catalog.kinds.filter(({ kind }) => kind === 'Shed'),
		);
		const files = [...emitValidation(surface), ...libraryFiles(projectRoot, await vocabulary.emit(model))];
		for (const { path, content } of files) write(`package/${path}`, content);
		write('package/package.json', '{"type": "module"}');
		symlinkSync(join(projectRoot, 'node_modules'), join(scratch.path, 'package/node_modules'));
		const load = async (version: string) => {
			const module: { readonly validateShed: (object: object) => Said } = await import(
				pathToFileURL(join(scratch.path, `package/api/sheds/${version}.validation.js`)).href
			);
			return [version, module.validateShed] as const;
		};
		validate = Object.fromEntries(await Promise.all(['v1', 'v2'].map(load)));
	}, 60_000);
	afterAll(() => scratch.remove());

	it.each<[string, object, number]>([
		['v2', { measure: { size: 9 }, name: 'a/b' }, 0],
		['v2', { name: 'a/bcdefghijklmno' }, 1],
		['v2', { measure: { size: 12 }, name: 'a' }, 0],
		['v2', { name: 'abcdefg/bcdefghijkl' }, 1],
		['v2', {}, 1],
		['v2', { measure: 3 }, 2],
		['v1', { size: 10, first: 'abcdefgh' }, 3],
	])('validates %s with %j like the server', (version, spec, count) => {
		const object = { apiVersion: `sheds.example.com/${version}`, kind: 'Shed', metadata: { name: 'a' }, spec };
		const said = validate[version]?.(object).causes ?? [];
		const [checked] = check.file({ path: 'o.json', file: 'o.json', text: JSON.stringify(object) }).objects;
		expect(said.map(({ field, message }) => [field, message])).toEqual(checked?.causes.map(({ field, message }) => [field, message]));
		expect(said).toHaveLength(count);
	});
});
