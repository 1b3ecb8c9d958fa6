/** The specs and hooks in the guides to kinds are correct, in the order in which they appear. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInSpecs, projectRoot, readSources } from '../../generator/command/spec-roots.ts';
import { generate } from '../../generator/generate.ts';
import { checkHookFiles } from '../../generator/hooks/check.ts';
import { assignHooks, hookable, unanswered } from '../../generator/hooks/hook-file.ts';
import { supportFiles } from '../../generator/hooks/support-modules.ts';
import { formatDiagnostic } from '../../generator/read/diagnostics/diagnostic.ts';
import type { SpecSource } from '../../generator/read/source/spec-file.ts';

const pages = ['adding-a-kind', 'versions', 'hooks', 'endpoints'];
const guide = pages.map((page) => readFileSync(join(projectRoot, `docs/guide/${page}.md`), 'utf8')).join('');
const blocks = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);

/** Returns the only YAML block that begins like this. */
function shown(start: string): string {
	const found = blocks.filter((block) => block.startsWith(start));
	if (found.length !== 1) throw new Error(`${found.length} blocks of the guide begin with ${JSON.stringify(start)}`);
	return found[0] as string;
}

function spec(path: string, text: string): SpecSource {
	return { path: `backup/${path}`, file: `my-specs/backup/${path}`, text };
}

const group = 'group: backup.example.com\ndescription: Copies.\nversions: [v1]\n';
const first = [spec('group.yaml', group), spec('backup.yaml', shown('kind: Backup\n')), spec('types/parts.yaml', shown('version: v1\ntypes:\n  BackupFolder'))];

const builtIn = await readSources([builtInSpecs]);

async function check(sources: readonly SpecSource[]) {
	const { diagnostics, model } = await generate({ sources: [...builtIn, ...sources], emitters: [] });
	expect(diagnostics.map((one) => formatDiagnostic(one))).toEqual([]);
	return model?.catalog.kinds.find(({ kind }) => kind === 'Backup');
}

/** Returns the TypeScript block that begins like this. */
function hooksShown(start: string): string {
	const found = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block).filter((block) => block.startsWith(start));
	if (found.length !== 1) throw new Error(`${found.length} blocks of the guide begin with ${JSON.stringify(start)}`);
	return found[0] as string;
}

/** Returns a checker of hook files by name against these specs. */
async function hookChecker(specs: readonly SpecSource[]): Promise<(files: Readonly<Record<string, string>>) => string[]> {
	const sources = [...builtIn, ...specs];
	const { model, diagnostics } = await generate({ sources, emitters: [] });
	if (model === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	const isBuiltIn = (file: string) => !file.startsWith('my-specs/');
	const support = await supportFiles(model, hookable(model, isBuiltIn));
	return (files) => {
		const given = Object.entries(files).map(([name, text]) => ({ root: '/my-specs', path: `hooks/${name}`, file: `my-specs/hooks/${name}`, text }));
		const { hooked, diagnostics } = assignHooks(given, model, isBuiltIn);
		const checked = checkHookFiles([{ root: '/my-specs', hooked, support }], { typeRoots: [], displayName: (path) => path.slice(1) });
		return [...diagnostics, ...unanswered(model, hooked, isBuiltIn, sources), ...checked].map((one) => formatDiagnostic(one));
	};
}

describe('the guides to kinds', () => {
	it('shows a kind that can be served', async () => {
		expect((await check(first))?.versions.map(({ version }) => version)).toEqual(['v1']);
	});

	it('show a valid hook file and the finding for an invalid one', async () => {
		const check = await hookChecker(first);
		const text = hooksShown('/** Backup: refuses');
		expect(check({ 'backup.ts': text })).toEqual([]);
		const [finding = 'nothing', ...more] = check({ 'backup.ts': text.replace('spec.folders ??', 'spec.folder ??') });
		expect(more).toEqual([]);
		expect(guide).toContain(finding);
	});

	it('shows endpoints that hooks answer, and the hooks', async () => {
		const [groupFile, kindFile, parts] = first as [SpecSource, SpecSource, SpecSource];
		const endpoints = [
			groupFile,
			spec('backup.yaml', kindFile.text.replace(/^subresources:\n(?: {2}.*\n)+/m, shown('subresources:\n'))),
			parts,
			spec('types/endpoints.yaml', shown('version: v1\ntypes:\n  BackupRestore')),
			spec('review.yaml', shown('kind: BackupReview\n')),
			{ path: 'metering/group.yaml', file: 'my-specs/metering/group.yaml', text: shown('group: metering') },
		];
		const check = await hookChecker(endpoints);
		const hooks = {
			'backup.ts': hooksShown('/** Backup: restores'),
			'backupreview.ts': hooksShown('/** BackupReview'),
			'metering.ts': hooksShown('/** Metering'),
		};
		expect(check(hooks)).toEqual([]);
		expect(
			check({})
				.map((finding) => finding.split(':')[0])
				.sort(),
		).toEqual([
			'my-specs/backup/backup.yaml',
			'my-specs/backup/backup.yaml',
			'my-specs/backup/backup.yaml',
			'my-specs/backup/review.yaml',
			'my-specs/metering/group.yaml',
		]);
	});

	it('adds a version that converts', async () => {
		const versions = shown('versions:\n');
		const [groupFile, kindFile, parts] = first as [SpecSource, SpecSource, SpecSource];
		const second = [
			spec('group.yaml', groupFile.text.replace('versions: [v1]', 'versions: [v1, v2]')),
			spec('backup.yaml', kindFile.text.replace('versions:\n  - { name: v1, storage: true }\n', versions)),
			parts,
			spec('types/v2.yaml', shown('version: v2')),
		];
		expect((await check(second))?.versions.map(({ version }) => version)).toEqual(['v1', 'v2']);
	});
});
