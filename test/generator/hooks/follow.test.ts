/** Renames in hook files after field renames: where the compiler finds them, and in field paths inside strings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followRenames } from '../../../generator/hooks/follow-renames.ts';
import type { HookAssignments } from '../../../generator/hooks/hook-file.ts';
import type { Rename } from '../../../generator/hooks/renames.ts';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';

const types = `export interface Item { label?: string }
export interface ProductSpec { count?: number; 'with-dash'?: string; items?: Item[]; other?: Other }
export interface Other { size?: number }
export interface Product { spec: ProductSpec }
`;
const support = [
	{ path: 'generated/types/shop/v1.ts', content: types },
	{
		path: 'hook.ts',
		content: "import type { Product } from './generated/types/shop/v1.ts';\nexport interface Hooks { validate(product: Product): string[] }\n",
	},
];
const size: Rename = { type: 'shop/v1.ProductSpec', from: 'size', to: 'count', path: 'spec.size' };
const name: Rename = { type: 'shop/v1.Item', from: 'name', to: 'label', path: 'spec.items.name' };
const dash: Rename = { type: 'shop/v1.ProductSpec', from: 'plain', to: 'with-dash', path: '' };

describe('followed renames', () => {
	let scratch: Scratch;
	beforeEach(() => {
		scratch = makeScratch();
	});
	afterEach(() => scratch.remove());

	/** Returns the body of `validate` after the renames. */
	function followed(body: string, renames: readonly Rename[], head = ''): string {
		const text = `${head}import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks = { validate: ${body} };\n`;
		const file = { root: scratch.path, path: 'hooks/product.ts', file: 'hooks/product.ts', text };
		const hooked = { kinds: [{ file }], groups: [] } as unknown as HookAssignments;
		const [one] = followRenames([{ root: scratch.path, hooked, support }], renames, { typeRoots: [], displayName: (path) => path });
		return (one?.after ?? text).slice(head.length).split('validate: ')[1]?.slice(0, -4) ?? '';
	}

	it('renames hooks that have a new name, and no other property of that name', () => {
		const text =
			"import type { KindHooks } from './orch/hooks.ts';\nconst unowned = {};\nexport const hooks: KindHooks = { unowned, takesAlong: [] };\nexport const other = { takesAlong: 1 };\n";
		const hooks = { path: 'hooks.ts', content: 'export interface KindHooks { untrackedFields?: object; deletesWith?: string[] }\n' };
		const file = { root: scratch.path, path: 'hooks/product.ts', file: 'hooks/product.ts', text };
		const hooked = { kinds: [{ file }], groups: [] } as unknown as HookAssignments;
		const [one] = followRenames([{ root: scratch.path, hooked, support: [hooks] }], [], { typeRoots: [], displayName: (path) => path });
		expect(one?.after.split('\n').slice(2, 4)).toEqual([
			'export const hooks: KindHooks = { untrackedFields: unowned, deletesWith: [] };',
			'export const other = { takesAlong: 1 };',
		]);
	});

	// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are texts of programs
	it.each<[string, string, readonly Rename[], string]>([
		['a field that is read', '({ spec }) => [String(spec.size)]', [size], '({ spec }) => [String(spec.count)]'],
		['in quotes', "({ spec }) => [String(spec['size'])]", [size], "({ spec }) => [String(spec['count'])]"],
		['through ?.', '(product) => [String(product?.spec?.size)]', [size], '(product) => [String(product?.spec?.count)]'],
		['taken apart', '({ spec: { size } }) => [String(size)]', [size], '({ spec: { count: size } }) => [String(size)]'],
		['taken apart under a name of its own', '({ spec: { size: s } }) => [String(s)]', [size], '({ spec: { count: s } }) => [String(s)]'],
		['written', '({ spec }) => { spec.size = 1; return []; }', [size], '({ spec }) => { spec.count = 1; return []; }'],
		[
			'of entries of a list',
			'({ spec }) => (spec.items ?? []).map((one) => one.name ?? "")',
			[name],
			'({ spec }) => (spec.items ?? []).map((one) => one.label ?? "")',
		],
		[
			'two at once',
			'({ spec }) => [`${spec.size}`, ...(spec.items ?? []).map(({ name }) => `${name}`)]',
			[size, name],
			'({ spec }) => [`${spec.count}`, ...(spec.items ?? []).map(({ label: name }) => `${name}`)]',
		],
		['a name that needs quotes, which is left to people', '({ spec }) => [spec.plain ?? ""]', [dash], '({ spec }) => [spec.plain ?? ""]'],
		[
			'its path in a text',
			"({ spec }) => [`spec.size of ${spec.size}`, 'spec.size', 'spec.sizes', 'my.spec.size']",
			[size],
			"({ spec }) => [`spec.count of ${spec.count}`, 'spec.count', 'spec.sizes', 'my.spec.size']",
		],
		['its path with a place in a list', "() => ['spec.items[0].name', 'spec.items[0].names']", [name], "() => ['spec.items[0].label', 'spec.items[0].names']"],
		['nothing of another type', '({ spec }) => [String(spec.other?.size)]', [size], '({ spec }) => [String(spec.other?.size)]'],
		['nothing of a variable', '() => { const size = 1; return [String(size)]; }', [size], '() => { const size = 1; return [String(size)]; }'],
		['nothing where nothing has another name', '({ spec }) => [String(spec.count)]', [], '({ spec }) => [String(spec.count)]'],
		// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are texts of programs
	])('%s', (_, before, renames, after) => {
		expect(followed(before, renames)).toBe(after);
	});

	it('in files that hook files share', () => {
		mkdirSync(join(scratch.path, 'hooks/parts'), { recursive: true });
		const shared = join(scratch.path, 'hooks/parts/limits.ts');
		writeFileSync(
			shared,
			"import type { ProductSpec } from '../orch/generated/types/shop/v1.ts';\nexport const isLarge = ({ size = 1 }: ProductSpec) => size > 5;\n",
		);
		const file = {
			root: scratch.path,
			path: 'hooks/product.ts',
			file: 'hooks/product.ts',
			text: "import type { Hooks } from './orch/hook.ts';\nimport { isLarge } from './parts/limits.ts';\nexport const hooks: Hooks = { validate: ({ spec }) => [String(isLarge(spec))] };\n",
		};
		const hooked = { kinds: [{ file }], groups: [] } as unknown as HookAssignments;
		const files = followRenames([{ root: scratch.path, hooked, support }], [size], { typeRoots: [], displayName: (path) => path });
		expect(files.map(({ path, after }) => [path, after.split('\n')[1]])).toEqual([
			[shared, 'export const isLarge = ({ count: size = 1 }: ProductSpec) => size > 5;'],
		]);
	});
});
