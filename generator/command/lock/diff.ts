/** `orch diff`: shows the changes since the lock was written, which of them break clients, and which versions they require. */
import type { Command } from 'commander';
import { type Comparison, compareWithLocks, isBroken } from '../../compat/compare.ts';
import { jsonReport, textReport } from '../../compat/report.ts';
import { collect, printDiagnostics } from '../output.ts';
import { generateRemembering } from '../remembered.ts';
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
		.description('say what has changed of the API since it was locked, what breaks clients, and which rule of the deprecation policy that breaks')
		.option(
			'--specs <dir>',
			'a spec root beside the built-in one, whose lock lies in it; may be given several times; specs, if there is one, when absent',
			collect,
		)
		.option(
			'--against <ref>',
			'compare with the lock of this git revision, or with this lock file, instead of the lock as it lies; of the roots given, else of the built-in one',
		)
		.option(
			'--objects <place>',
			'say what the specs mean to the objects that a server has stored: its data directory, whether it runs or not, or its https:// address; what each becomes invalid for or loses, and which line does it. Hooks are asked to convert, and not to validate.',
		)
		.option('--kubeconfig <file>', 'as whom a server is asked for its objects; by default $KUBECONFIG, or .orch/kubeconfig')
		.option('--all', 'name all objects and kinds, and not the first few')
		.option('--json', 'write JSON')
		.addHelpText(
			'after',
			`
Exits with 0 when nothing has changed, 1 when something has, 2 when that breaks a rule and nobody has accepted it, 3 when it cannot be said.
With --objects: 1 when objects look otherwise, 2 when some become invalid, lose something or cannot be read, 3 when some cannot be looked at.`,
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
		throw new Error('--kubeconfig and --all say how stored objects are compared: give --objects as well');
	const roots = await specRoots(specs);
	refuseMissingSpecs(roots);
	await refuseEmptyRoots(roots);
	const asked = ownRoots(roots);
	const given = against === undefined ? [] : await locksAgainst(against, asked);
	const { model, promised, diagnostics } = await generateRemembering({ sources: await readSources(roots), emitters: [] });
	printDiagnostics(diagnostics);
	if (model === undefined || promised === undefined) return exits.failed;
	// Roots without a given lock are compared with the lock on disk.
	const locks = new Map([...promised.locks, ...given]);
	if (objects !== undefined) {
		const { diffObjects } = await import('../objects/diff-objects.ts');
		return objectExits[await diffObjects({ model, promised, locks, roots }, { objects, kubeconfig, json: json === true, all: all === true })];
	}
	const comparison = compareWithLocks(model, promised, locks);
	const about = { ...comparison, roots: comparison.roots.filter(({ root, changes }) => asked.includes(root) || changes.length > 0) };
	console.log(json ? JSON.stringify(jsonReport(about, displayName), undefined, '\t') : textReport(about, displayName));
	return exitOf(about);
}

function exitOf({ roots }: Comparison): number {
	const changes = roots.flatMap((root) => root.changes);
	return changes.some(isBroken) ? exits.breaks : changes.length > 0 ? exits.differs : exits.same;
}
