/** `orch export crd KIND...`: writes kinds as CustomResourceDefinitions, for servers that are not built from specs. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { exportCrd } from '../export/crd/custom-resource.ts';
import { checkHooks, hookedKinds } from './hooks.ts';
import { fullName, groupOf, kindsHelp, kindsNamed } from './named-kinds.ts';
import { collect, printDiagnostics } from './output.ts';
import { refuseNoFile } from './output-path.ts';
import { generateCached } from './spec-cache.ts';
import { readSources, refuseEmptyRoots, specRoots } from './spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly vocabulary?: string;
	readonly release?: string;
	readonly out?: string;
}

export function addExportCommand(program: Command): void {
	program
		.command('export')
		.description('convert the specs to other formats')
		.command('crd')
		.description(
			'write kinds as CustomResourceDefinitions: all versions with schema, rules (as CEL where no keyword exists), defaults, columns and subresources. Prints to standard error what a CustomResourceDefinition cannot express.',
		)
		.argument('<kind...>', `kinds to export, ${kindsHelp}`)
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--vocabulary <name>', 'vocabulary of the names: orch or kubernetes', 'kubernetes')
		.option('--release <release>', 'release whose fields and rules are written for built-in kinds (default: the default release)')
		.option('--out <file>', 'output file (default: standard output)')
		.action(async (kinds: string[], options: Options) => {
			if (!(await run(kinds, options))) process.exitCode = 1;
		});
}

/** Returns true when the specs have no errors. */
async function run(names: readonly string[], { specs = [], vocabulary = 'kubernetes', release, out }: Options): Promise<boolean> {
	if (out !== undefined) await refuseNoFile(out);
	const roots = await specRoots(specs);
	await refuseEmptyRoots(roots);
	const sources = await readSources(roots);
	const { model, diagnostics } = await generateCached({ sources, vocabulary, emitters: [], release });
	const hooks = model === undefined ? undefined : await checkHooks({ model, roots }, sources);
	const found = [...diagnostics, ...(hooks?.diagnostics ?? [])];
	if (found.length > 0) printDiagnostics(found);
	if (model === undefined || hooks === undefined || found.some(({ severity }) => severity === 'error')) return false;
	const [words] = model.vocabularies;
	if (words === undefined) throw new Error('a model has at least one vocabulary');
	const catalog = narrow(model.catalog, release ?? model.catalog.release);
	const hooked = await hookedKinds(model, hooks.hooked);
	const kinds = [...new Set(names.flatMap((name) => exported(name, catalog.kinds, words)))];
	const texts = kinds.map((kind) => {
		const description = model.kindDocs[kind.storageName]?.description ?? '';
		const { document, lost } = exportCrd({ kind, catalog, docs: model.docs, description, vocabulary: words, hooked: hooked.has(kind.storageName) });
		for (const sentence of lost) console.error(`lost: ${fullName(kind, words)}: ${sentence}`);
		return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
	});
	if (out === undefined) process.stdout.write(texts.join('---\n'));
	else writeFileSync(out, texts.join('---\n'));
	return true;
}

function exported(name: string, kinds: readonly KindDescriptor[], words: Vocabulary): readonly KindDescriptor[] {
	const found = kindsNamed(name, kinds, words);
	for (const kind of found) {
		if (!groupOf(kind, words).includes('.'))
			throw new Error(`${fullName(kind, words)} is in a group without a domain, which a CustomResourceDefinition cannot have`);
		if (kind.stored === false) throw new Error(`${fullName(kind, words)} is not stored, which a CustomResourceDefinition cannot express`);
	}
	return found;
}
