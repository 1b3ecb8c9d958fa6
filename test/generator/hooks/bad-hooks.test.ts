/** What is said about bad hook files: every kind of mistake, with its exact message and place. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHookFiles } from '../../../generator/hooks/check.ts';
import { assignHooks, type HookFile, hookable, unanswered } from '../../../generator/hooks/hook-file.ts';
import { supportFiles } from '../../../generator/hooks/support.ts';
import type { Model } from '../../../generator/model.ts';
import { type Diagnostic, formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import { edited, shop, source } from '../fixture.ts';

const other = source(
	'books/product.yaml',
	'kind: Product\nnames: {plural: products}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
);
const books = [source('books/group.yaml', 'group: books.example.com\nversions: [v1]\n'), other];
const chair = source(
	'built-in/chair.yaml',
	'kind: Chair\nnames: {plural: chairs}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
);
const builtIn = [source('built-in/group.yaml', 'group: furniture.example.com\nversions: [v1]\n'), chair];
const isBuiltIn = (file: string) => file.startsWith('built-in/');

function modelOf(sources: Parameters<typeof makeModel>[0]): Model {
	const { model, diagnostics } = makeModel(sources);
	if (model === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
	return model;
}

const plain = [...shop, ...builtIn];
const computed = [...shop.filter(({ path }) => path !== 'shop/product.yaml'), source('shop/product.yaml', edited('value: self.spec.size,', 'computed: true,'))];

/** The hooks of a product, written in place. */
const product = (hooks: string): string =>
	`import { type Hooks, invalidValue } from './orch/hook.ts';\nexport const hooks: Hooks['shop/products'] = {\n\t${hooks}\n};\n`;

/** What is wrong, the text of `hooks/product.ts`, and the first line of each finding. */
const cases: readonly (readonly [string, string, readonly string[]])[] = [
	['fine', product("validate: ({ spec }) => (spec.stock === 13 ? [invalidValue('spec.stock', spec.stock, 'brings bad luck')] : []),"), []],
	[
		'fine in other forms',
		product("validateCreate(object) { return object.spec.size === 'Large' ? [] : []; },\n\treadyToRemove: (object) => object.status === undefined,"),
		[],
	],
	['a hook that does not exist', product('validat: () => [],'), ['3:2: unknown hook "validat": did you mean "validate"?']],
	[
		'a hook that is like none',
		product('frobnicate: (a, b) => a + b,'),
		[
			'3:2: unknown hook "frobnicate": expected prepareForCreate, prepareForUpdate, countsInGeneration, warnsOfUpdate, tolerates, validate, validateCreate, validateUpdate, cells, readyToRemove, prepareForDelete or gracePeriodSeconds',
		],
	],
	[
		'an answer of another type',
		product("validate: () => 'wrong',"),
		['3:2: the hook "validate" does not fit: expected (object: Product, context: HookContext) => readonly Cause[], found () => string'],
	],
	[
		'an argument of another type',
		product('prepareForCreate(object: string) {},'),
		['3:2: the hook "prepareForCreate" does not fit: expected (object: Product, context: HookContext) => void, found (object: string) => void'],
	],
	[
		'an argument that nobody gives',
		product('readyToRemove: (object, context, more) => true,'),
		['3:2: the hook "readyToRemove" does not fit: expected (object: Product) => boolean, found (object: any, context: any, more: any) => boolean'],
	],
	[
		'a hook that is no function',
		product('validate: [],'),
		['3:2: the hook "validate" does not fit: expected (object: Product, context: HookContext) => readonly Cause[], found never[]'],
	],
	['a field that is gone', product('validate: ({ spec }) => (spec.stok ? [] : []),'), ['3:32: ProductSpec has no field "stok": did you mean "stock"?']],
	['a field taken apart that is gone', product('validate: ({ spek }) => [],'), ['3:15: Product has no field "spek": did you mean "spec"?']],
	[
		'a field that is like none',
		product("validate: ({ spec }) => (spec['stock'] && spec.horsepower ? [] : []),"),
		['3:49: ProductSpec has no field "horsepower": expected size, stock, parts, main, fixed, free, colours, notes, texts or shelf'],
	],
	[
		'a field of an old version',
		product('validate: ({ spec }) => (spec.piece ? [] : []),'),
		['3:32: ProductSpec has no field "piece": expected size, stock, parts, main, fixed, free, colours, notes, texts or shelf'],
	],
	[
		'a name that is not offered',
		"import { type Hooks, invalidValu } from './orch/hook.ts';\nexport const hooks: Hooks['shop/products'] = { validate: () => [invalidValu('a', 1, 'b')] };\n",
		['1:22: ./orch/hook.ts has no "invalidValu": did you mean "invalidValue"?'],
	],
	[
		'a type that is gone',
		"import type { Hooks } from './orch/hook.ts';\nimport type { Produkt } from './orch/generated/types/shop/v1.ts';\nexport const hooks: Hooks['shop/products'] = { validate: (product: Produkt) => [] };\n",
		['2:15: ./orch/generated/types/shop/v1.ts has no "Produkt": did you mean "Product"?'],
	],
	[
		'a version that is gone',
		"import type { Hooks } from './orch/hook.ts';\nimport type { Product } from './orch/generated/types/shop/v2.ts';\nexport const hooks: Hooks['shop/products'] = { validate: (product: Product) => [] };\n",
		["2:30: Cannot find module './orch/generated/types/shop/v2.ts' or its corresponding type declarations"],
	],
	['nothing exported', 'const hooks = {};\n', ['1:1: a hook file exports "hooks": write export const hooks: Hooks[\'shop/products\'] = { ... }']],
	[
		'another name exported',
		'export const hook = {};\n',
		['1:1: a hook file exports "hooks", and not "hook": write export const hooks: Hooks[\'shop/products\'] = { ... }'],
	],
	[
		'hooks of another kind',
		"import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['shop/product'] = {};\n",
		["2:27: Property 'shop/product' does not exist on type 'Hooks'"],
	],
	['cells of no column', product("cells: () => ({ Size: 'x' }),"), ['3:2: "cells" is for columns that say computed: true, and Product has none']],
	['no TypeScript', 'export const hooks = {', ["1:23: '}' expected"]],
	[
		'a number where there is text',
		product('validate: ({ spec }) => { const size: number = spec.size; return size > 1 ? [] : []; },'),
		["3:34: Type 'string' is not assignable to type 'number'"],
	],
];

const of = (index: number): HookFile => ({
	root: `/case-${index}`,
	path: 'hooks/product.ts',
	file: `/case-${index}/hooks/product.ts`,
	text: cases[index]?.[1] ?? '',
});

function firstLine({ position, message }: Diagnostic): string {
	return `${position.line}:${position.column}: ${message}`;
}

let found: readonly Diagnostic[];
beforeAll(async () => {
	const model = modelOf(plain);
	const support = await supportFiles(model, hookable(model, isBuiltIn));
	const roots = cases.map((_, index) => ({ root: `/case-${index}`, hooked: assignHooks([of(index)], model, isBuiltIn).hooked, support }));
	found = checkHookFiles(roots, { typeRoots: [], displayName: (path) => path });
}, 120_000);

describe('bad hook files', () => {
	it.each(cases.map(([what, , expected], index) => [what, index, expected] as const))('%s', (_, index, expected) => {
		expect(found.filter(({ position }) => position.file === of(index).file).map(firstLine)).toEqual(expected);
	});

	it('are shown with the text underlined', () => {
		const [one] = found.filter(({ position }) => position.file === of(2).file);
		expect(one && formatDiagnostic(one)).toBe(
			['/case-2/hooks/product.ts:3:2: error: unknown hook "validat": did you mean "validate"?', '  3 | \tvalidat: () => [],', '    | \t^^^^^^^'].join('\n'),
		);
	});
});

describe('hook files and kinds', () => {
	const files = (...paths: string[]): HookFile[] => paths.map((path) => ({ root: '/mine', path, file: path, text: 'export const hooks = {};\n' }));
	const said = (sources: Parameters<typeof makeModel>[0], ...paths: string[]) =>
		assignHooks(files(...paths), modelOf(sources), isBuiltIn).diagnostics.map(({ message }) => message);

	it('match by name', () => {
		expect(said(plain, 'hooks/product.ts')).toEqual([]);
		expect(said(plain, 'hooks/Product.ts')).toEqual([]);
		expect(said(plain, 'hooks/shop.product.ts')).toEqual([]);
	});

	it.each([
		[
			'hooks/produkt.ts',
			'no kind is called "produkt": did you mean "product"? (a hook file has the name of its kind; what several share lies in a folder below hooks/)',
		],
		['hooks/chair.ts', 'Chair is a built-in kind, whose behaviour is part of the server: a hook file is for a kind that this spec root declares'],
	])('%s: %s', (path, message) => expect(said(plain, path)).toEqual([message]));

	it('a kind has one', () => {
		expect(said(plain, 'hooks/product.ts', 'hooks/shop.product.ts')).toEqual(['Product has a hook file already: hooks/product.ts']);
	});

	it('of one name are told apart by their packages', () => {
		expect(said([...plain, ...books], 'hooks/product.ts')).toEqual(['several kinds are called Product: name the file books.product.ts or shop.product.ts']);
		expect(said([...plain, ...books], 'hooks/books.product.ts', 'hooks/shop.product.ts')).toEqual([]);
	});

	it('a computed column needs one, with cells', async () => {
		const model = modelOf(computed);
		expect(unanswered(model, { kinds: [], groups: [] }, isBuiltIn, computed).map(({ message }) => message)).toEqual([
			'the column "Size" is computed by a hook, and there is no hooks/product.ts with "cells"',
		]);
		const support = await supportFiles(model, hookable(model, isBuiltIn));
		const check = (hooks: string): string[] => {
			const file: HookFile = { root: '/computed', path: 'hooks/product.ts', file: 'product.ts', text: product(hooks) };
			const { hooked } = assignHooks([file], model, isBuiltIn);
			expect(unanswered(model, hooked, isBuiltIn, computed)).toEqual([]);
			return checkHookFiles([{ root: '/computed', hooked, support }], { typeRoots: [], displayName: (path) => path }).map(firstLine);
		};
		expect(check("cells: () => ({ Size: 'x' }),")).toEqual([]);
		expect(check('validate: () => [],')).toEqual(['2:14: the column "Size" of Product is computed by a hook: "cells" is missing']);
		expect(check("cells: () => ({ Sise: 'x' }),")).toEqual([
			'3:2: the hook "cells" does not fit: expected (object: Product) => Readonly<Record<"Size", string | number | boolean | null>>, found () => { Sise: string; }',
		]);
	}, 60_000);
});
