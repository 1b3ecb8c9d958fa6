/** `orch generate`: writes `generated/` from specs, once or at each change. */

import type { Command } from 'commander';
import { writeGenerated } from '../write.ts';
import { writeHookSupport } from './hooks.ts';
import { collect, printDiagnostics, summary, tell, withProgress } from './output.ts';
import { refuseNoFolder } from './output-path.ts';
import { generateCached } from './spec-cache.ts';
import { builtInSpecs, displayName, ownGenerated, readSources, refuseEmptyRoots, specRoots } from './spec-roots.ts';
import { watchSpecs } from './watch/watch-specs.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly out: string;
	readonly vocabulary?: string;
	readonly watch?: boolean;
	readonly force?: boolean;
}

export function addGenerateCommand(program: Command): void {
	program
		.command('generate')
		.description('generate types, descriptors, documents and schemas from the specs')
		.option(
			'--specs <dir>',
			`directory of specs to add to the built-in ones (${displayName(builtInSpecs)}); repeatable (default: specs, if it exists)`,
			collect,
		)
		.option('--out <dir>', 'output directory', ownGenerated)
		.option('--vocabulary <name>', 'vocabulary of the generated documents')
		.option('--watch', 'keep running, and generate again when a spec changes')
		.option('--force', 'overwrite files that were edited by hand or not written by the generator')
		.action(async (options: Options) => {
			if (options.watch) await watchSpecs({ ...options, roots: await specRoots(options.specs ?? []) });
			else process.exitCode = (await generateOnce(options)) ? 0 : 1;
		});
}

/** Returns true on success. */
async function generateOnce(options: Options): Promise<boolean> {
	const start = performance.now();
	const { vocabulary, out, force } = options;
	await refuseNoFolder(out);
	const { result, written } = await withProgress('generating', async (onStep) => {
		const roots = await specRoots(options.specs ?? []);
		await refuseEmptyRoots(roots);
		const sources = await readSources(roots);
		const result = await generateCached({ sources, onStep, ...(vocabulary === undefined ? {} : { vocabulary }) });
		if (result.model === undefined) return { result, written: undefined };
		await onStep('write');
		await writeHookSupport({ model: result.model, roots });
		return { result, written: await writeGenerated({ out, files: result.files, ...(force === undefined ? {} : { force }) }) };
	});
	printDiagnostics(result.diagnostics);
	if (written !== undefined) tell(summary(result, written, displayName(out), performance.now() - start));
	return written !== undefined;
}
