import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hooks } from '../../../generator/emit/typescript/hooks.ts';
import { routes } from '../../../generator/emit/typescript/routes.ts';
import { typescript } from '../../../generator/emit/typescript/types.ts';
import { vocabulary } from '../../../generator/emit/typescript/vocabulary.ts';
import type { EmittedFile } from '../../../generator/model.ts';
import { model } from './fixture.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));

async function emitted(): Promise<EmittedFile[]> {
	const files: EmittedFile[] = [];
	for (const emitter of [vocabulary, typescript, hooks, routes]) files.push(...(await emitter.emit(model)));
	return files;
}

function contentOf(files: readonly EmittedFile[], path: string): string {
	const file = files.find((each) => each.path === path);
	if (file === undefined) throw new Error(`no ${path} among ${files.map((each) => each.path).join(', ')}`);
	return file.content;
}

describe('TypeScript types', () => {
	let files: EmittedFile[];
	let folder: string;
	beforeAll(async () => {
		files = await emitted();
		folder = await mkdtemp(join(tmpdir(), 'types-'));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	it('prints one module per package and version', () => {
		expect(files.map(({ path }) => path).filter((path) => path.startsWith('types/'))).toEqual([
			'types/autoscaling/v1.ts',
			'types/core/v1.ts',
			'types/meta/v1.ts',
			'types/tools/v1.ts',
		]);
	});

	it('prints a kind with its descriptions in the words of the default vocabulary', () => {
		expect(contentOf(files, 'types/core/v1.ts')).toBe(`// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Configuration as orch keeps it.
 */
export interface ConfigMap {
	kind?: "ConfigMap"
	apiVersion?: string
	/**
	 * Name, labels and the like.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Text entries.
	 */
	data?: { [key: string]: string }
	binaryData?: { [key: string]: string }
	immutable?: boolean
}

export interface ConfigMapList {
	kind?: "ConfigMapList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	items: ConfigMap[]
}
`);
	});

	it('prints wide integers, enums, inline structs and text that could end a comment', () => {
		const text = contentOf(files, 'types/tools/v1.ts');
		expect(text).toContain('big?: number | bigint');
		expect(text).toContain('mode?: "Slow" | "Fast"');
		expect(text).toContain('free?: unknown');
		expect(text).toContain('level?: 10 | 2\n');
		expect(text).toMatch(/interface GadgetSpec \{[^}]*inlineText\?: string/);
		expect(text).not.toContain('*/ not the end');
	});

	it('compiles in strict mode, and holds hooks to the types of their kinds', async () => {
		for (const { path, content } of files) {
			await mkdir(dirname(join(folder, 'generated', path)), { recursive: true });
			await writeFile(join(folder, 'generated', path), content);
		}
		await symlink(join(project, 'runtime'), join(folder, 'runtime'));
		await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
		await writeFile(join(folder, 'package.json'), '{"type":"module"}');
		const use = `import type { Hooks } from './generated/hooks.ts';
import type { Gadget } from './generated/types/tools/v1.ts';
export const hooks: Hooks = { 'tools/gadgets': { validate: (gadget: Gadget) => (gadget.spec.replicas === 0 ? [] : []) } };
// @ts-expect-error a gadget is no text
export const wrong: Hooks = { 'tools/gadgets': { validate: (gadget: string) => [] } };
// @ts-expect-error no such kind
export const unknown: Hooks = { 'tools/gidgets': {} };
// @ts-expect-error not one of the values
export const mode: Gadget = { spec: { mode: 'Medium' } };
`;
		await writeFile(join(folder, 'use.ts'), use);
		const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax'];
		const args = [join(project, 'node_modules/typescript/bin/tsc'), ...options, '--allowImportingTsExtensions', '--types', 'node', '--skipLibCheck', 'use.ts'];
		const all = [...args, ...files.map(({ path }) => join('generated', path))];
		const run = promisify(execFile)(process.execPath, all, { cwd: folder });
		const { code, stdout, stderr } = await run
			.then((output) => ({ code: 0, ...output }))
			.catch((error: { code: number; stdout: string; stderr: string }) => error);
		expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
	});
});

describe('routes and hooks', () => {
	it('have a row per group, version and resource', async () => {
		const text = contentOf(await emitted(), 'routes.ts');
		expect(text).toContain(
			"{ root: '/api/v1', group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: all, handler: 'stored', subresources: []",
		);
		expect(text).toContain(
			"subresources: [{ name: 'scale', handler: 'scale', verbs: ['get', 'patch', 'update'] }, { name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }]",
		);
	});

	it('require and type the hooks of computed endpoints', async () => {
		const [configMaps] = model.catalog.kinds;
		if (configMaps === undefined) throw new Error('no kind');
		const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale', type: 'autoscaling/v1.Scale' };
		const grow = { name: 'grow', verbs: ['create' as const], ...scale };
		const log = { name: 'log', verbs: ['get' as const], kind: 'ConfigMap', connect: { options: 'meta/v1.ListOptions' } };
		const answered = { ...configMaps, subresources: { other: [grow, log] } };
		const review = { ...configMaps, plural: 'reviews', stored: false as const };
		const groups = [...model.catalog.groups, { group: 'weather.{groupDomain}', package: 'weather', versions: ['v1'], proxied: true as const }];
		const [file] = await hooks.emit({ ...model, catalog: { ...model.catalog, kinds: [answered, review], groups } });
		expect(file?.content).toContain(`export interface Hooks {
	readonly 'core/configmaps'?: KindHooks<WithMetadata<ConfigMap>> & {
		readonly computes: {
			readonly 'grow': Compute<Scale, Scale, WithMetadata<ConfigMap>>;
		};
		readonly connects: {
			readonly 'log': Connect<ListOptions, WithMetadata<ConfigMap>>;
		};
	};
	readonly 'core/reviews'?: {
		readonly computes: {
			readonly '': Compute<ConfigMap, ConfigMap, undefined>;
		};
	};
	readonly 'weather'?: GroupHooks;
}`);
	});
});
