/** Findings on bad hook files: every kind of mistake, with its exact message and position. */
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHookFiles } from '../../../generator/hooks/check.ts';
import { assignHooks, type HookFile, hookable, unanswered } from '../../../generator/hooks/hook-file.ts';
import { supportFiles } from '../../../generator/hooks/support-modules.ts';
import { type Diagnostic, formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import type { makeModel } from '../../../generator/read/model.ts';
import { edited, shop, source } from '../fixture.ts';
import { isBuiltIn, modelOf, plain } from './hooked.ts';

const other = source(
	'books/product.yaml',
	'kind: Product\nnames: {plural: products}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
);
const books = [source('books/group.yaml', 'group: books.example.com\nversions: [v1]\n'), other];
const computed = [...shop.filter(({ path }) => path !== 'shop/product.yaml'), source('shop/product.yaml', edited('value: self.spec.size,', 'computed: true,'))];

const typeRoots = [resolve('node_modules/@types')];

/** Returns inline hooks of a product. */
const product = (hooks: string): string =>
	`import { type Hooks, invalidValue } from './orch/hook.ts';\nexport const hooks: Hooks['shop/products'] = {\n\t${hooks}\n};\n`;

/** The mistake, the text of `hooks/product.ts`, and the first line of each finding. */
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
			'3:2: unknown hook "frobnicate": expected normalize, preservedMetadata, untrackedFields, prepareForCreate, prepareForUpdate, countsInGeneration, updateWarnings, tolerates, validate, validateCreate, validateUpdate, claims, deletesWith, cells, agesInCells, readyToRemove, prepareForDelete, additionalVerb or gracePeriodSeconds',
		],
	],
	[
		'an answer of another type',
		product("validate: () => 'wrong',"),
		['3:2: the hook "validate" does not fit: expected (object: WithMetadata<Product>, context: HookContext) => readonly Cause[], found () => string'],
	],
	[
		'asynchronous where nobody waits',
		product('prepareForCreate: async (object) => {},'),
		['3:2: the hook "prepareForCreate" is asynchronous, but it must be synchronous'],
	],
	[
		'a promise where nobody waits',
		product('validate: async () => [],\n\tprepareForUpdate(object) { return Promise.resolve(); },'),
		['3:2: the hook "validate" is asynchronous, but it must be synchronous', '4:2: the hook "prepareForUpdate" is asynchronous, but it must be synchronous'],
	],
	[
		'asynchronous, and made elsewhere',
		"import type { Hooks } from './orch/hook.ts';\nconst made = { prepareForCreate: async (object: unknown) => {} };\nexport const hooks: Hooks['shop/products'] = made;\n",
		['3:14: the hook "prepareForCreate" is asynchronous, but it must be synchronous'],
	],
	[
		'metadata, which every object has, and output to the console',
		product(
			'validate: (object) => { console.log(object.metadata.name); return []; },\n\tprepareForUpdate: (object, old) => { object.metadata = old.metadata; },',
		),
		[],
	],
	[
		'fetch where nobody waits',
		product("prepareForCreate: (object) => { void fetch('https://example.com'); },"),
		['3:39: the hook "prepareForCreate" must be synchronous and may not use fetch: only computes, observes, connects and proxy may'],
	],
	[
		'fetch where nobody waits, by way of functions and of globalThis',
		`const ask = () => globalThis.fetch('https://example.com');\nconst again = () => [ask(), again()];\n${product('validate: () => (again(), []),')}`,
		['1:30: the hook "validate" must be synchronous and may not use fetch: only computes, observes, connects and proxy may'],
	],
	[
		'a function and a method of that name',
		`const fetch = () => 1;\nconst shelf = { fetch: () => 2 };\n${product('validate: () => (fetch() > shelf.fetch() ? [] : []),')}`,
		[],
	],
	[
		'an argument of another type',
		product('prepareForCreate(object: string) {},'),
		['3:2: the hook "prepareForCreate" does not fit: expected (object: WithMetadata<Product>, context: HookContext) => void, found (object: string) => void'],
	],
	[
		'an argument that nobody gives',
		product('readyToRemove: (object, context, more) => true,'),
		[
			'3:2: the hook "readyToRemove" does not fit: expected (object: WithMetadata<Product>) => boolean, found (object: any, context: any, more: any) => boolean',
		],
	],
	[
		'a hook that is no function',
		product('validate: [],'),
		['3:2: the hook "validate" does not fit: expected (object: WithMetadata<Product>, context: HookContext) => readonly Cause[], found never[]'],
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
		['2:30: there is no file ./orch/generated/types/shop/v2.ts: did you mean "./orch/generated/types/shop/v1.ts"?'],
	],
	[
		'a module that is called otherwise',
		"import type { Hooks } from './orch/hooks.ts';\nexport const hooks: Hooks['shop/products'] = {};\n",
		['1:28: there is no file ./orch/hooks.ts: did you mean "./orch/hook.ts"?'],
	],
	[
		'a package that is not installed',
		`import { x } from 'not-installed';\n${product('validate: () => [x],')}`,
		["1:19: Cannot find module 'not-installed' or its corresponding type declarations"],
	],
	[
		'a name that is not imported',
		product("validate: ({ spec }) => (spec.stock === 13 ? [notSupported('spec.stock', spec.stock, [])] : []),"),
		['3:48: "notSupported" is not imported: it is in ./orch/hook.ts'],
	],
	[
		'a name that is neither imported nor right',
		product("validate: ({ spec }) => (spec.stock === 13 ? [invalidvalues('spec.stock', spec.stock, '')] : []),"),
		['3:48: unknown name "invalidvalues": did you mean "invalidValue" of ./orch/hook.ts?'],
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
		['2:27: Hooks has no member "shop/product": did you mean "shop/products"?'],
	],
	['cells of no column', product("cells: () => ({ Size: 'x' }),"), ['3:2: "cells" is for columns with computed: true, but Product has none']],
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
	found = checkHookFiles(roots, { typeRoots, displayName: (path) => path });
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
			'no kind is called "produkt": did you mean "product"? (a hook file has the name of its kind; shared modules are in a folder below hooks/)',
		],
		['hooks/chair.ts', 'Chair is a built-in kind, whose behaviour is part of the server: a hook file must be for a kind of this spec root'],
	])('%s: %s', (path, message) => expect(said(plain, path)).toEqual([message]));

	it('a kind has one hook file', () => {
		expect(said(plain, 'hooks/product.ts', 'hooks/shop.product.ts')).toEqual(['Product has a hook file already: hooks/product.ts']);
	});

	it('of the same name are distinguished by their packages', () => {
		expect(said([...plain, ...books], 'hooks/product.ts')).toEqual(['several kinds are called Product: name the file books.product.ts or shop.product.ts']);
		expect(said([...plain, ...books], 'hooks/books.product.ts', 'hooks/shop.product.ts')).toEqual([]);
	});

	it('a computed column needs a hook file with cells', async () => {
		const model = modelOf(computed);
		expect(unanswered(model, { kinds: [], groups: [] }, isBuiltIn, computed).map(({ message }) => message)).toEqual([
			'the column "Size" is computed by a hook, but there is no hooks/product.ts with "cells"',
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
			'3:2: the hook "cells" does not fit: expected (object: WithMetadata<Product>) => Readonly<Record<"Size", string | number | boolean | Aged | null>>, found () => { Sise: string; }',
		]);
	}, 60_000);

	describe('kinds that only hooks can answer', () => {
		const answering = [
			...plain.filter(({ path }) => path !== 'shop/product.yaml'),
			source(
				'shop/product.yaml',
				edited(
					'  status: {}\n',
					'  status: {}\n  other: [{name: sell, verbs: [create], kind: Sale}, {name: log, verbs: [get], kind: Product, connect: {options: Part}}]\n',
				),
			),
			source(
				'shop/review.yaml',
				'kind: Review\nnames: {plural: reviews}\nscope: Cluster\nstored: false\nverbs: [create]\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
			),
			source('far/group.yaml', 'group: far.example.com\nversions: [v1]\nproxied: true\n'),
			source('shop/types/sale.yaml', 'types:\n  Sale: {type: object, properties: {price: {type: integer, protobuf: 2}}}\n'),
		];

		it('needs hook files', () => {
			const model = modelOf(answering);
			const found = unanswered(model, { kinds: [], groups: [] }, isBuiltIn, answering);
			expect(found.map(({ position, message }) => `${position.file}:${position.line}:${position.column}: ${message}`)).toEqual([
				'shop/product.yaml:19:18: products/sell is answered by a hook, but there is no hooks/product.ts: write computes: { sell: (request) => ... }',
				'shop/product.yaml:19:61: products/log is answered by a hook, but there is no hooks/product.ts: write connects: { log: (request) => ... }',
				"shop/review.yaml:4:1: the creation of a Review is answered by a hook, but there is no hooks/review.ts: write computes: { '': (request) => ... }",
				"far/group.yaml:3:1: another server serves this group, but there is no hooks/far.ts that passes requests on: write export const hooks: Hooks['far'] = { proxy: (request) => ... }",
			]);
			const { hooked, diagnostics } = assignHooks(files('hooks/product.ts', 'hooks/review.ts', 'hooks/far.ts'), model, isBuiltIn);
			expect(diagnostics).toEqual([]);
			expect(hooked.groups.map(({ group }) => group.group)).toEqual(['far.example.com']);
			expect(unanswered(model, hooked, isBuiltIn, answering)).toEqual([]);
		});

		it('has no hook file for a group that is served here', () => {
			expect(said(answering, 'hooks/shop.ts')).toEqual([
				'the group of shop/ is served by this server: a hook file must have the name of a kind, or of a group with proxied: true in group.yaml',
			]);
			expect(said(answering, 'hooks/far.ts', 'hooks/Far.ts')).toEqual(['far.example.com has a hook file already: hooks/far.ts']);
		});

		const answers: readonly (readonly [string, string, string, readonly string[]])[] = [
			[
				'fine',
				'product',
				'computes: { sell: ({ object }) => object }, connects: { log: ({ options }) => ({ status: 200, headers: {}, body: options.name }) },',
				[],
			],
			[
				'none',
				'product',
				'',
				[
					'2:14: products/sell needs a hook that answers it: write computes: { sell: (request) => ... }',
					'2:14: products/log needs a hook that answers it: write connects: { log: (request) => ... }',
				],
			],
			[
				'one missing',
				'product',
				"computes: {}, connects: { log: () => ({ status: 200, headers: {}, body: '' }) },",
				['3:2: products/sell needs a hook that answers it: write computes: { sell: (request) => ... }'],
			],
			[
				'another name',
				'product',
				"computes: { sell: ({ object }) => object, sel: () => 1 }, connects: { log: () => ({ status: 200, headers: {}, body: '' }) },",
				['3:44: unknown endpoint "sel": did you mean "sell"?'],
			],
			[
				'another answer',
				'product',
				"computes: { sell: () => 1 }, connects: { log: () => ({ status: 200, headers: {}, body: '' }) },",
				[expect.stringMatching(/^3:14: the hook "sell" does not fit: expected .*, found \(\) => number$/) as unknown as string],
			],
			[
				'a request to another server',
				'product',
				"computes: { sell: async ({ object, signal }) => ((await fetch('https://example.com', { signal: signal() })).ok ? object : object) }, connects: { log: () => ({ status: 200, headers: {}, body: '' }) },",
				[],
			],
			['a review', 'review', "computes: { '': ({ object, parent }) => (parent === undefined ? object : object) },", []],
			[
				'a hook of what is stored',
				'review',
				"computes: { '': ({ object }) => object },\n\tvalidate: () => [],",
				['4:2: unknown hook "validate": expected computes'],
			],
			['a group', 'far', "proxy: () => ({ status: 200, headers: {}, body: '' }),", []],
			['a group that passes nothing on', 'far', 'prox: () => 1,', ['3:2: unknown hook "prox": did you mean "proxy"?']],
		];
		it.each(answers)(
			'%s: hooks/%s.ts',
			async (_, name, hooks, expected) => {
				const model = modelOf(answering);
				const key = { product: 'shop/products', review: 'shop/reviews', far: 'far' }[name];
				const text = `import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['${key}'] = {\n\t${hooks}\n};\n`;
				const { hooked } = assignHooks([{ root: '/answers', path: `hooks/${name}.ts`, file: `${name}.ts`, text }], model, isBuiltIn);
				const support = await supportFiles(model, hookable(model, isBuiltIn));
				expect(checkHookFiles([{ root: '/answers', hooked, support }], { typeRoots, displayName: (path) => path }).map(firstLine)).toEqual(expected);
			},
			60_000,
		);
	});
});
