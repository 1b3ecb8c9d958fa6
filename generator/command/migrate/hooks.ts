/** `orch migrate hooks`: adapts hook files to renamed fields and hooks. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { type Comparison, compareWithLocks } from '../../compat/compare.ts';
import type { FollowedFile } from '../../hooks/follow-renames.ts';
import { mayUseFormerMembers } from '../../hooks/renamed-members.ts';
import { renamesIn } from '../../hooks/renames.ts';
import type { Model } from '../../model.ts';
import { hookRoots } from '../hooks.ts';
import { locksAgainst } from '../lock/against.ts';
import { collect, plural, printDiagnostics, tell } from '../output.ts';
import { generateCached } from '../spec-cache.ts';
import { displayName, ownRoots, readSources, refuseEmptyRoots, refuseMissingSpecs, specRoots } from '../spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly against?: string;
	readonly write?: true;
}

export function addMigrateHooksCommand(migrate: Command): void {
	migrate
		.command('hooks')
		.description('show where hook files use former names of hooks, or field names of the locked API or its storage version that have changed since')
		.option('--specs <dir>', 'directory of specs with hook files; repeatable (default: specs, if it exists)', collect)
		.option('--against <ref>', 'git revision or lock file to compare with, instead of the lock on disk')
		.option('--write', 'write the changes to the files')
		.action(async (options: Options) => {
			process.exitCode = (await migrateHooks(options)) ? 0 : 1;
		});
}

async function migrateHooks({ specs = [], against, write }: Options): Promise<boolean> {
	const roots = await specRoots(specs);
	refuseMissingSpecs(roots);
	await refuseEmptyRoots(roots);
	const given = against === undefined ? [] : await locksAgainst(against, ownRoots(roots));
	const { model, promised, diagnostics } = await generateCached({ sources: await readSources(roots), emitters: [] });
	printDiagnostics(diagnostics);
	if (model === undefined || promised === undefined) return false;
	const locks = new Map([...promised.locks, ...given]);
	const files = await filesToFollow(model, roots, compareWithLocks(model, promised, locks));
	if (files.length === 0) {
		tell('hook files use the current names');
		return true;
	}
	console.log(patchOf(files));
	if (write) {
		for (const { path, after } of files) await writeFile(path, after);
		tell(`${plural(files.length, 'file')} changed: run orch check to find what a rename could not fix`);
	} else tell(`${plural(files.length, 'file')} would be changed: run orch migrate hooks --write to change them`);
	return true;
}

/** Returns the hook files for which `orch check` shows a patch. */
export async function filesToFollow(model: Model, roots: readonly string[], comparison: Comparison): Promise<readonly FollowedFile[]> {
	const renames = renamesIn(comparison, model.catalog);
	const { roots: hooked, options } = await hookRoots({ model, roots });
	const files = hooked.flatMap((root) => [...root.hooked.kinds, ...root.hooked.groups]);
	if (files.length === 0 || (renames.length === 0 && !files.some(({ file }) => mayUseFormerMembers(file.text)))) return [];
	const { followRenames } = await import('../../hooks/follow-renames.ts');
	return followRenames(hooked, renames, options);
}

/** Formats the changes as a patch for `git apply`. */
export function patchOf(files: readonly FollowedFile[]): string {
	return files
		.map(({ path, before, after }) =>
			createTwoFilesPatch(`a/${displayName(path)}`, `b/${displayName(path)}`, before, after, undefined, undefined, { context: 2 }),
		)
		.join('')
		.replaceAll(/^=+\n/gm, '')
		.trimEnd();
}
