/** Findings on missing hooks: for versions that a hook must convert, and for built-in kinds. */
import { describe, expect, it } from 'vitest';
import { unansweredBuiltIn } from '../../../generator/hooks/built-in-hooks.ts';
import { checkHookFiles } from '../../../generator/hooks/check.ts';
import { assignHooks, hookable, unanswered } from '../../../generator/hooks/hook-file.ts';
import { supportFiles } from '../../../generator/hooks/support-modules.ts';
import { makeModel } from '../../../generator/read/model.ts';
import { orch } from '../emit/fixture.ts';
import { shop, source } from '../fixture.ts';
import { builtIn, chair, isBuiltIn, modelOf, plain } from './hooked.ts';

describe('a version that a hook converts', () => {
	const stools = (folder: string) => [
		source(`${folder}/group.yaml`, 'group: stools.example.com\nversions: [v2, v1]\n'),
		source(
			`${folder}/stool.yaml`,
			[
				'kind: Stool',
				'names: {plural: stools}',
				'scope: Cluster',
				'versions:',
				'  - {name: v2, schema: {$ref: types#/v2.Stool}, converts: hook}',
				'  - {name: v1, storage: true}',
				'schema: {type: object, properties: {legs: {type: integer, protobuf: 2}}}',
				'',
			].join('\n'),
		),
		source(`${folder}/types/stool.v2.yaml`, 'version: v2\ntypes:\n  Stool: {type: object, properties: {feet: {type: string, protobuf: 2}}}\n'),
	];
	const toWrite = 'write convert: { v2: { toStorage: (object) => ..., fromStorage: (object) => ... } }';
	const own = [...plain, ...stools('stools')];

	it('needs a hook file', () => {
		const found = unanswered(modelOf(own), { kinds: [], groups: [] }, isBuiltIn, own);
		expect(found.map(({ position, message }) => `${position.file}:${position.line}:${position.column}: ${message}`)).toEqual([
			`stools/stool.yaml:5:49: v2 of Stool is converted by a hook, but there is no hooks/stool.ts: ${toWrite}`,
		]);
	});

	it.each([
		['both ways', 'convert: { v2: { toStorage: ({ feet }) => ({ legs: Number(feet) }), fromStorage: ({ legs }) => ({ feet: String(legs) }) } },', 0],
		['nothing', 'validate: () => [],', 1],
		['one way', 'convert: { v2: { toStorage: ({ feet }) => ({ legs: Number(feet) }) } },', 1],
		['to a field that is not there', 'convert: { v2: { toStorage: ({ feet }) => ({ arms: feet }), fromStorage: () => ({}) } },', 2],
	])(
		'needs both ways in it: %s',
		async (_, hooks, findings) => {
			const model = modelOf(own);
			const text = `import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['stools/stools'] = {\n\t${hooks}\n};\n`;
			const { hooked } = assignHooks([{ root: '/stools', path: 'hooks/stool.ts', file: 'stool.ts', text }], model, isBuiltIn);
			const support = await supportFiles(model, hookable(model, isBuiltIn));
			expect(checkHookFiles([{ root: '/stools', hooked, support }], { typeRoots: [], displayName: (path) => path })).toHaveLength(findings);
		},
		60_000,
	);

	it('needs hooks of a built-in kind', () => {
		const sources = [...shop, ...builtIn.filter(({ path }) => path !== 'built-in/chair.yaml' && path !== 'built-in/group.yaml'), ...stools('built-in')];
		const saidOf = (hooks: object | undefined) =>
			unansweredBuiltIn(
				modelOf(sources),
				isBuiltIn,
				{ byStorageName: hooks === undefined ? {} : { 'stools.stools.example.com': hooks }, vocabulary: orch },
				sources,
			).map(({ message }) => message);
		expect(saidOf({ convert: { v2: {} } })).toEqual([]);
		expect(saidOf({})).toEqual([`v2 of Stool is converted by a hook, but the hooks of Stool that runtime/kinds/index.ts names have none: there, ${toWrite}`]);
		expect(saidOf(undefined)).toEqual([
			`v2 of Stool is converted by a hook, but runtime/kinds/index.ts has no row of Stool: in runtime/kinds/stool.ts, ${toWrite}`,
		]);
	});

	it('accepts declared losses without a report', () => {
		const said = makeModel(
			own.map((one) =>
				one.path === 'stools/stool.yaml' ? source(one.path, one.text.replace('converts: hook', 'converts: hook, loses: {legs: no need}')) : one,
			),
		);
		expect(said.diagnostics.map(({ message }) => message)).toEqual(['a hook converts this version, so losses are not checked: remove "loses"']);
	});
});

describe('hooks of built-in kinds', () => {
	const chairs = [
		...shop,
		...builtIn.filter((file) => file !== chair),
		source(
			'built-in/chair.yaml',
			[
				'kind: Chair',
				'names: {plural: chairs}',
				'scope: Cluster',
				'versions: [{name: v1, storage: true}]',
				'subresources: {other: [{name: sit, verbs: [create], kind: Sitting}, {name: creak, verbs: [get], kind: Chair, connect: {options: Sitting}}]}',
				'columns: [{name: Age, type: string, computed: true}]',
				'schema: {type: object}',
				'',
			].join('\n'),
		),
		source('built-in/types/sitting.yaml', 'types:\n  Sitting: {type: object, properties: {hours: {type: integer, protobuf: 2}}}\n'),
	];
	const saidOf = (hooks: object | undefined, sources: Parameters<typeof makeModel>[0] = chairs): string[] =>
		unansweredBuiltIn(
			modelOf(sources),
			isBuiltIn,
			{ byStorageName: hooks === undefined ? {} : { 'chairs.furniture.example.com': hooks }, vocabulary: orch },
			sources,
		).map(({ position, message }) => `${position.file}:${position.line}:${position.column}: ${message}`);
	const answers = { cells: () => ({}), computes: { sit: () => ({}) }, connects: { creak: () => ({}) } };

	it('answer everything', () => expect(saidOf(answers)).toEqual([]));

	it('need a row', () => {
		const where = 'runtime/kinds/index.ts has no row of Chair: in runtime/kinds/chair.ts, write';
		expect(saidOf(undefined)).toEqual([
			`built-in/chair.yaml:6:18: the column "Age" is computed by a hook, and ${where} cells: (object) => ...`,
			`built-in/chair.yaml:5:31: chairs/sit is answered by a hook, and ${where} computes: { sit: (request) => ... }`,
			`built-in/chair.yaml:5:76: chairs/creak is answered by a hook, and ${where} connects: { creak: (request) => ... }`,
		]);
	});

	it('need each answer in it', () => {
		expect(saidOf({ ...answers, computes: {} })).toEqual([
			'built-in/chair.yaml:5:31: chairs/sit is answered by a hook, and the hooks of Chair that runtime/kinds/index.ts names have none: there, write computes: { sit: (request) => ... }',
		]);
	});

	it('are of built-in kinds', () => {
		expect(() => saidOf({}, shop)).toThrow(
			'runtime/kinds/index.ts has hooks for "chairs.furniture.example.com", and no built-in kind is stored under that name',
		);
	});

	it('pass on nothing to other servers', () => {
		const sources = [...shop, source('built-in/group.yaml', 'group: far.example.com\nversions: [v1]\nproxied: true\n')];
		expect(saidOf(undefined, sources)).toEqual([
			'built-in/group.yaml:3:1: another server serves this group, and no built-in hook forwards requests: declare it in a separate spec root, with hooks/built-in.ts',
		]);
	});
});
