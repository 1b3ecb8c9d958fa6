/** `orch diff`: shows changes since the lock was written, which of them break clients, and the versions that they require. */
import type { Command } from 'commander';
import { type Comparison, isBroken } from '../../compat/compare.ts';
import { jsonReport, textReport } from '../../compat/report.ts';
import { compareAcceptance } from '../../stored/acceptance/compare.ts';
import { collect, printDiagnostics } from '../output.ts';
import { generateCached } from '../spec-cache.ts';
import { displayName, ownRoots, readSources, refuseEmptyRoots, refuseMissingSpecs, specRoots } from '../spec-roots.ts';
import { locksAgainst } from './against.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly against?: string;
	readonly json?: true;
	readonly objects?: string;
	readonly kubeconfig?: string;
	readonly all?: true;
}

/** Exit codes for scripts. */
const exits = { same: 0, differs: 1, breaks: 2, failed: 3 } as const;
const objectExits = { same: exits.same, differs: exits.differs, breaks: exits.breaks, unknown: exits.failed } as const;

export function addDiffCommand(program: Command): void {
	program
		.command('diff')
		.description('show API changes since the last lock, which of them break clients, and which rule of the deprecation policy they break')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones, with its own lock; repeatable (default: specs, if it exists)', collect)
		.option(
			'--against <ref>',
			'git revision or lock file to compare with, instead of the lock on disk; applies to the given spec directories, or else to the built-in one',
		)
		.option(
			'--objects <place>',
			"compare with stored objects: the server's data directory (running or stopped) or its https:// address. Shows why objects become invalid, what they lose, and the spec line that causes it. Runs conversions in hooks, but not their validation.",
		)
		.option('--kubeconfig <file>', 'kubeconfig to read the objects of a server with (default: $KUBECONFIG, or .orch/kubeconfig)')
		.option('--all', 'print all objects and kinds instead of the first few')
		.option('--json', 'write the result as JSON')
		.addHelpText(
			'after',
			`
Exit codes: 0 no change, 1 changes, 2 changes that break a rule and are not accepted, 3 comparison failed.
With --objects: 1 objects change, 2 some become invalid, lose data or are unreadable, 3 some could not be examined.`,
		)
		.action(async (options: Options) => {
			try {
				process.exitCode = await showDifferences(options);
			} catch (error) {
				console.error(`error: ${error instanceof Error ? error.message : error}`);
				process.exitCode = exits.failed;
			}
		});
}

async function showDifferences({ specs = [], against, json, objects, kubeconfig, all }: Options): Promise<number> {
	if (objects === undefined && (kubeconfig ?? all) !== undefined)
		throw new Error('--kubeconfig and --all affect only the comparison of stored objects: add --objects');
	const roots = await specRoots(specs);
	refuseMissingSpecs(roots);
	await refuseEmptyRoots(roots);
	const asked = ownRoots(roots);
	const given = against === undefined ? [] : await locksAgainst(against, asked);
	const { model, promised, diagnostics } = await generateCached({ sources: await readSources(roots), emitters: [] });
	printDiagnostics(diagnostics);
	if (model === undefined || promised === undefined) return exits.failed;
	// Roots without a given lock are compared with the lock on disk.
	const locks = new Map([...promised.locks, ...given]);
	if (objects !== undefined) {
		const { diffObjects } = await import('../objects/diff-objects.ts');
		return objectExits[await diffObjects({ model, promised, locks, roots }, { objects, kubeconfig, json: json === true, all: all === true })];
	}
	const comparison = compareAcceptance(model, promised, locks);
	const about = { ...comparison, roots: comparison.roots.filter(({ root, changes }) => asked.includes(root) || changes.length > 0) };
	console.log(json ? JSON.stringify(jsonReport(about, displayName), undefined, '\t') : textReport(about, displayName));
	return exitOf(about);
}

function exitOf({ roots }: Comparison): number {
	const changes = roots.flatMap((root) => root.changes);
	return changes.some(isBroken) ? exits.breaks : changes.length > 0 ? exits.differs : exits.same;
}
