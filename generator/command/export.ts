/** `orch export crd KIND...`: writes kinds of the specs as CustomResourceDefinitions, for servers that are not built from specs. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/release.ts';
import { exportCrd } from '../export/crd/custom-resource.ts';
import { checkHooks, hookedKinds } from './hooks.ts';
import { fullName, groupOf, kindsHelp, kindsNamed } from './kinds-named.ts';
import { collect, printDiagnostics } from './output.ts';
import { refuseNoFile } from './output-place.ts';
import { generateRemembering } from './remembered.ts';
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
		.description('say in documents of others what the specs say')
		.command('crd')
		.description(
			'write kinds as CustomResourceDefinitions: every version with its schema, rules (as CEL where there is no keyword), defaults, columns and subresources. What such a document cannot say is listed on standard error.',
		)
		.argument('<kind...>', `kinds, ${kindsHelp}`)
		.option('--specs <dir>', 'a spec root beside the built-in one (repeatable); specs, if there is one, when absent', collect)
		.option('--vocabulary <name>', 'whose words names are written in', 'kubernetes')
		.option('--release <release>', 'of built-in kinds, the release whose fields and rules are written; the default one when absent')
		.option('--out <file>', 'the file to write; standard output when absent')
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
	const { model, diagnostics } = await generateRemembering({ sources, vocabulary, emitters: [], release });
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
			throw new Error(`${fullName(kind, words)} is of a group without a domain, such as only built-in kinds have: no CustomResourceDefinition can be of it`);
		if (kind.stored === false) throw new Error(`${fullName(kind, words)} is answered and not stored: no CustomResourceDefinition can say that`);
	}
	return found;
}
