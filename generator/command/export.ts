/** `orch export crd KIND...`: kinds of the specs as CustomResourceDefinitions, for servers that are not built from specs. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/release.ts';
import { exportCrd } from '../export/crd/custom-resource.ts';
import { generate } from '../generate.ts';
import type { Model } from '../model.ts';
import { expectation, nearest } from '../read/diagnostics/suggestion.ts';
import { checkHooks, hookedKinds } from './hooks.ts';
import { collect, printDiagnostics } from './output.ts';
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
		.argument('<kind...>', 'kinds as GROUP/KIND or KIND; GROUP alone is all of a group')
		.option('--specs <dir>', 'a spec root beside the built-in one (repeatable)', collect)
		.option('--vocabulary <name>', 'whose words names are written in', 'kubernetes')
		.option('--release <release>', 'of built-in kinds, the release whose fields and rules are written; the default one when absent')
		.option('--out <file>', 'the file to write; standard output when absent')
		.action(async (kinds: string[], options: Options) => {
			if (!(await run(kinds, options))) process.exitCode = 1;
		});
}

/** Whether the specs are right. */
async function run(names: readonly string[], { specs = [], vocabulary = 'kubernetes', release, out }: Options): Promise<boolean> {
	const roots = await specRoots(specs);
	await refuseEmptyRoots(roots);
	const sources = await readSources(roots);
	const { model, diagnostics } = await generate({ sources, vocabulary, emitters: [] });
	const hooks = model === undefined ? undefined : await checkHooks({ model, roots }, sources);
	const found = [...diagnostics, ...(hooks?.diagnostics ?? [])];
	if (found.length > 0) printDiagnostics(found);
	if (model === undefined || hooks === undefined || found.some(({ severity }) => severity === 'error')) return false;
	const [words] = model.vocabularies;
	if (words === undefined) throw new Error('a model has at least one vocabulary');
	const catalog = narrow(model.catalog, releaseOf(release, model));
	const hooked = await hookedKinds(model, hooks.hooked);
	const kinds = [...new Set(names.flatMap((name) => kindsNamed(name, catalog.kinds, words)))];
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

function releaseOf(release: string | undefined, { catalog }: Model): string {
	if (release === undefined) return catalog.release;
	if (!catalog.releases.includes(release)) throw new Error(`--release: there is no ${release}${expectation([...catalog.releases])}`);
	return release;
}

function groupOf({ versions, storageVersion }: KindDescriptor, words: Vocabulary): string {
	return speak(versions[storageVersion]?.group ?? '', words);
}

function fullName(kind: KindDescriptor, words: Vocabulary): string {
	return `${groupOf(kind, words)}/${kind.kind}`;
}

function kindsNamed(name: string, kinds: readonly KindDescriptor[], words: Vocabulary): readonly KindDescriptor[] {
	const found = kinds.filter((kind) => groupOf(kind, words) === name || fullName(kind, words) === name || kind.kind === name);
	const [one, ...others] = found;
	if (one === undefined) {
		const near = nearest(
			name.slice(name.lastIndexOf('/') + 1),
			kinds.map(({ kind }) => kind),
		);
		const close = kinds.filter(({ kind }) => kind === near).map((kind) => JSON.stringify(fullName(kind, words)));
		throw new Error(
			`there is no kind ${name}${close.length === 0 ? ': orch check lists none of it; say GROUP/KIND' : `: did you mean ${close.join(' or ')}?`}`,
		);
	}
	if (others.length > 0 && one.kind === name)
		throw new Error(`${name} is a kind of several groups: say ${found.map((kind) => fullName(kind, words)).join(' or ')}`);
	for (const kind of found) {
		if (!groupOf(kind, words).includes('.'))
			throw new Error(`${fullName(kind, words)} is of a group without a domain, such as only built-in kinds have: no CustomResourceDefinition can be of it`);
		if (kind.stored === false) throw new Error(`${fullName(kind, words)} is answered and not stored: no CustomResourceDefinition can say that`);
	}
	return found;
}
