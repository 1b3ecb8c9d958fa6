/** `orch lock`: records the API of the specs as promised, unless that breaks an earlier promise. */
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { Comparison } from '../../compat/compare.ts';
import { printLock } from '../../compat/lock/lock.ts';
import { noSurface } from '../../compat/surface.ts';
import { compareAcceptance } from '../../stored/acceptance/compare.ts';
import { writeWhole } from '../../write.ts';
import { collect, plural, printDiagnostics, withProgress } from '../output.ts';
import { generateCached } from '../spec-cache.ts';
import { displayName, isBuiltInRoot, isInstalled, lockPath, readSources, refuseEmptyRoots, refuseMissingSpecs, specRoots } from '../spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly dryRun?: true;
}

export function addLockCommand(program: Command): void {
	program
		.command('lock')
		.description('record the API of the specs in api.lock.yaml, which later changes are compared with; fails if the specs break the recorded API')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones, with its own lock; repeatable (default: specs, if it exists)', collect)
		.option('--dry-run', 'print the changes without writing the lock')
		.action(async ({ specs = [], dryRun }: Options) => {
			process.exitCode = (await lock(specs, dryRun === true)) ? 0 : 1;
		});
}

/** Writes the locks. Returns true when they match the specs, or could in a dry run. */
async function lock(specs: readonly string[], isDryRun: boolean): Promise<boolean> {
	const { result, comparison } = await withProgress('locking', async (onStep) => {
		const roots = await specRoots(specs);
		refuseMissingSpecs(roots);
		await refuseEmptyRoots(roots);
		const result = await generateCached({ sources: await readSources(roots), emitters: [], onStep });
		await onStep('compare');
		const { model, promised } = result;
		return { result, comparison: model && promised && compareAcceptance(model, promised) };
	});
	printDiagnostics([...result.diagnostics, ...(comparison?.diagnostics ?? [])]);
	if (comparison === undefined) return false;
	if (comparison.diagnostics.length > 0) {
		console.error(isDryRun ? 'the lock would not be written' : 'the lock was not written');
		return false;
	}
	const behind = locksBehind(comparison);
	for (const { path, content, changes, isNew } of behind) {
		if (!isDryRun) await writeWhole(path, content);
		const would = isDryRun ? ' would be' : '';
		console.log(`${displayName(path)}:${isNew ? `${would} written` : ` ${plural(changes, 'change')}${would} locked`}`);
	}
	if (behind.length === 0) console.log('nothing has changed');
	return true;
}

export interface LockBehind {
	readonly path: string;
	readonly content: string;
	readonly changes: number;
	readonly isNew: boolean;
}

/**
 * Returns the locks that are out of date. A root without promises needs no lock, and an installed package's specs are not the user's to
 * lock.
 */
export function locksBehind({ roots }: Comparison): readonly LockBehind[] {
	return roots.flatMap(({ root, before, changes, next }) => {
		if (isInstalled && isBuiltInRoot(root)) return [];
		if (before === undefined && isDeepStrictEqual(next.surface, noSurface)) return [];
		const content = printLock(next);
		if (content === before?.file.text) return [];
		return [{ path: lockPath(root), content, changes: changes.length, isNew: before === undefined }];
	});
}

/** Returns the sentence of `orch check` about an outdated lock, with the command that updates it. */
export function behindText({ path, changes, isNew }: LockBehind, isOwn: boolean): string {
	const command = `orch lock${isOwn ? '' : ` --specs ${displayName(dirname(path)) || '.'}`}`;
	return isNew
		? `${displayName(dirname(path)) || '.'} has no ${basename(path)}: it has no lock yet; ${command} begins`
		: `${displayName(path)} is older than the specs${changes === 0 ? '' : ` by ${plural(changes, 'change')}`}: orch diff shows them, ${command} locks them`;
}
