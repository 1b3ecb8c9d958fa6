/** `orch diff`: what has changed since the lock was written, what of it breaks clients, and which versions that asks for. */
import type { Command } from 'commander';
import { type Comparison, compareWithLocks, isBroken } from '../../compat/compare.ts';
import { jsonReport, textReport } from '../../compat/report.ts';
import { generate } from '../../generate.ts';
import { collect, printDiagnostics } from '../output.ts';
import { displayName, isBuiltInRoot, readSources, refuseEmptyRoots, specRoots } from '../spec-roots.ts';
import { locksAgainst } from './against.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly against?: string;
	readonly json?: true;
}

/** For scripts, beside the text. */
const exits = { same: 0, differs: 1, breaks: 2, failed: 3 } as const;

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
		.option('--json', 'write JSON')
		.addHelpText(
			'after',
			'\nExits with 0 when nothing has changed, 1 when something has, 2 when that breaks a rule and nobody has accepted it, 3 when it cannot be said.',
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

async function showDifferences({ specs = [], against, json }: Options): Promise<number> {
	const roots = await specRoots(specs);
	await refuseEmptyRoots(roots);
	const { model, promised, diagnostics } = await generate({ sources: await readSources(roots), emitters: [] });
	printDiagnostics(diagnostics);
	if (model === undefined || promised === undefined) return exits.failed;
	const asked = specs.length === 0 ? roots : roots.filter((root) => !isBuiltInRoot(root));
	const locks = against === undefined ? promised.locks : await locksAgainst(against, asked, promised);
	const comparison = compareWithLocks(model, promised, locks);
	const about = { ...comparison, roots: comparison.roots.filter(({ root, changes }) => asked.includes(root) || changes.length > 0) };
	console.log(json ? JSON.stringify(jsonReport(about, displayName), undefined, '\t') : textReport(about, displayName));
	return exitOf(about);
}

function exitOf({ roots }: Comparison): number {
	const changes = roots.flatMap((root) => root.changes);
	return changes.some(isBroken) ? exits.breaks : changes.length > 0 ? exits.differs : exits.same;
}
