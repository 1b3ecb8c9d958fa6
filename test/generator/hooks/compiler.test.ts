/** Repeated checks of hook files report the same findings for each state as a single check. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkHookFiles, type HookRoot } from '../../../generator/hooks/check.ts';
import { HookCompiler } from '../../../generator/hooks/compiler.ts';
import { assignHooks, hookable } from '../../../generator/hooks/hook-file.ts';
import { supportFiles } from '../../../generator/hooks/support-modules.ts';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { source } from '../fixture.ts';
import { isBuiltIn, modelOf, plain } from './hooked.ts';

const options = { typeRoots: [], displayName: (path: string) => path };

const stools = (size: string) => [
	source('stools/group.yaml', 'group: stools.example.com\nversions: [v1]\n'),
	source(
		'stools/stool.yaml',
		`kind: Stool\nnames: {plural: stools}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object, properties: {${size}: {type: integer, protobuf: 2}}}\n`,
	),
];

let scratch: Scratch;
beforeEach(() => {
	scratch = makeScratch();
	mkdirSync(join(scratch.path, 'hooks'));
});
afterEach(() => scratch.remove());

/** Reads a hook root as `checkHooks` does. */
async function rootOf(size = 'legs'): Promise<HookRoot> {
	const model = modelOf([...plain, ...stools(size)]);
	const names = readdirSync(join(scratch.path, 'hooks')).filter((name) => name.endsWith('.ts'));
	const files = names.map((name) => ({ root: scratch.path, path: `hooks/${name}`, file: name, text: readFileSync(join(scratch.path, 'hooks', name), 'utf8') }));
	return { root: scratch.path, hooked: assignHooks(files, model, isBuiltIn).hooked, support: await supportFiles(model, hookable(model, isBuiltIn)) };
}

function write(path: string, text: string): void {
	mkdirSync(dirname(join(scratch.path, path)), { recursive: true });
	writeFileSync(join(scratch.path, path), text);
}

const hook = (body: string, imported = '') =>
	`import { type Hooks, invalidValue } from './orch/hook.ts';\n${imported}export const hooks: Hooks['stools/stools'] = {\n\tvalidate: ({ legs }) => ${body},\n};\n`;
const most = "import { most } from './parts/most.ts';\n";

describe('a compiler that is kept', { timeout: 120_000 }, () => {
	it('reports the same as a fresh compiler for each state of the files', async () => {
		const compiler = new HookCompiler(options);
		const steps: readonly [string, () => void, number][] = [
			['a file', () => write('hooks/stool.ts', hook('[]')), 0],
			['a mistake', () => write('hooks/stool.ts', hook('[legs.length]')), 1],
			['the same, looked at again', () => {}, 1],
			['its remedy', () => write('hooks/stool.ts', hook('[]')), 0],
			['an import of what is not there', () => write('hooks/stool.ts', hook('(legs ?? 0) > most ? [] : []', most)), 1],
			['which comes', () => write('hooks/parts/most.ts', 'export const most: number = 4;\n'), 0],
			['and is another', () => write('hooks/parts/most.ts', "export const most: string = 'four';\n"), 1],
			['and is right', () => write('hooks/parts/most.ts', 'export const most: number = 5;\n'), 0],
			['and leads to another', () => write('hooks/parts/most.ts', "export { most } from './all';\n"), 1],
			['a folder', () => write('hooks/parts/all/index.ts', 'export const most = 6;\n'), 0],
			['that a file takes the place of', () => write('hooks/parts/all.ts', 'export const least = 1;\n'), 1],
			['which goes', () => rmSync(join(scratch.path, 'hooks/parts/all.ts')), 0],
			['a part that goes', () => rmSync(join(scratch.path, 'hooks/parts'), { recursive: true }), 1],
			['and is asked for no more', () => write('hooks/stool.ts', hook('[]')), 0],
		];
		for (const [what, step, findings] of steps) {
			step();
			const root = await rootOf();
			const alone = checkHookFiles([root], options);
			expect([what, compiler.check([root])]).toEqual([what, alone]);
			expect([what, alone.length > 0 ? 1 : 0]).toEqual([what, findings]);
		}
	});

	it('sees that a field has gone of the kind, and hook files that come and go', async () => {
		const compiler = new HookCompiler(options);
		write('hooks/stool.ts', hook('(legs ?? 0) > 1 ? [] : []'));
		expect(compiler.check([await rootOf()])).toEqual([]);
		expect(compiler.check([await rootOf('feet')])).toEqual(checkHookFiles([await rootOf('feet')], options));
		expect(compiler.check([await rootOf('feet')])).not.toEqual([]);
		expect(compiler.check([await rootOf()])).toEqual([]);
		rmSync(join(scratch.path, 'hooks/stool.ts'));
		expect(compiler.check([await rootOf()])).toEqual([]);
		write('hooks/stool.ts', hook('[legs.length]'));
		expect(compiler.check([await rootOf()])).not.toEqual([]);
	});

	it('forgets the file of its warm-up', async () => {
		const compiler = new HookCompiler(options);
		write('hooks/stool.ts', hook('[]'));
		const root = await rootOf();
		const [kind] = root.hooked.kinds;
		if (kind === undefined) throw new Error('a kind has the hook file');
		compiler.warmUp({
			...root,
			hooked: { kinds: [{ ...kind, file: { ...kind.file, path: 'hooks/none.ts', text: 'export const hooks = {};\n' } }], groups: [] },
		});
		expect(compiler.check([root])).toEqual([]);
		write('hooks/stool.ts', hook('(legs ?? 0) > most ? [] : []', "import { hooks as most } from './none.ts';\n"));
		const missing = await rootOf();
		expect(compiler.check([missing])).toEqual(checkHookFiles([missing], options));
		expect(compiler.check([missing])).not.toEqual([]);
	});
});
