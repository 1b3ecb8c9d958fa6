/** `orch check`: reports errors in the specs, and whether generated files match them. */

import { join } from 'node:path';
import type { Command } from 'commander';
import type { Comparison } from '../compat/compare.ts';
import { undescribed } from '../language/undescribed.ts';
import type { Model } from '../model.ts';
import { compareAcceptance } from '../stored/acceptance/compare.ts';
import { staleFiles } from '../write.ts';
import { builtInBy, checkHooks } from './hooks.ts';
import { behindText, locksBehind } from './lock/lock.ts';
import { advise, collect, inventory, plural, printDiagnostics, tell, withProgress } from './output.ts';
import { generateCached } from './spec-cache.ts';
import { builtInSpecs, displayName, lockPath, ownGenerated, readSources, refuseEmptyRoots, refuseMissingSpecs, specRoots } from './spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly generated?: string | true;
	readonly locked?: true;
	readonly all?: true;
}

export function addCheckCommand(program: Command): void {
	program
		.command('check')
		.description('report errors in the specs and hook files; exits with 1 if there are any')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--generated [dir]', 'also check that this directory (default: generated/) matches the specs')
		.option('--all', 'print all warnings instead of the first few of each topic')
		.option('--locked', 'also check that api.lock.yaml records everything that the specs promise; use it before a release')
		.action(async (options: Options) => {
			process.exitCode = (await check(options)) ? 0 : 1;
		});
}

/** Returns true when no problem was found. */
async function check({ specs = [], generated, locked, all }: Options): Promise<boolean> {
	const folder = generated === true ? ownGenerated : generated;
	const { result, hooks, stale, comparison, silent, roots } = await withProgress('checking', async (onStep) => {
		const roots = await specRoots(specs);
		refuseMissingSpecs(roots);
		await refuseEmptyRoots(roots);
		const sources = await readSources(roots);
		const result = await generateCached({ sources, onStep, ...(folder === undefined ? { emitters: [] } : {}) });
		const hooks = result.model === undefined ? undefined : await checkHooks({ model: result.model, roots }, sources);
		const comparison = result.model && result.promised && compareAcceptance(result.model, result.promised);
		const silent = result.model === undefined ? [] : undescribed(result.model, builtInBy(roots), sources);
		const stale = folder === undefined || result.model === undefined ? [] : await staleFiles(folder, result.files);
		return { result, hooks, comparison, silent, roots, stale };
	});
	printDiagnostics([...result.diagnostics, ...(hooks?.diagnostics ?? []), ...(comparison?.diagnostics ?? []), ...silent], all && { all });
	if (result.model !== undefined && hooks !== undefined && hooks.diagnostics.length > 0 && comparison !== undefined)
		await showRenames(result.model, roots, comparison);
	if (hooks === undefined || comparison === undefined || hooks.diagnostics.length > 0 || comparison.diagnostics.length > 0) return false;
	for (const { path, why } of stale) console.error(`${displayName(join(folder ?? '', path))}: ${why}`);
	if (stale.length > 0) {
		console.error(
			`${plural(stale.length, 'file')} of ${displayName(folder ?? '')} ${stale.length === 1 ? 'is' : 'are'} out of date with the specs: run orch generate`,
		);
		return false;
	}
	const behind = locksBehind(comparison);
	for (const lock of behind) (locked ? console.error : advise)(behindText(lock, lock.path === lockPath(builtInSpecs)));
	if (locked && behind.length > 0) return false;
	tell(`${inventory(result.counts)}: no errors${folder === undefined ? '' : `; ${displayName(folder)} is up to date`}`);
	return true;
}

/** Shows the patch that adapts hook files to renamed fields. */
async function showRenames(model: Model, roots: readonly string[], comparison: Comparison): Promise<void> {
	const { filesToFollow, patchOf } = await import('./migrate/hooks.ts');
	const files = await filesToFollow(model, roots, comparison);
	if (files.length === 0) return;
	console.error(`\n${patchOf(files)}\n`);
	console.error('these fields have new names: orch migrate hooks --write, with the same --specs, applies this patch');
}
