/** `orch explain NAME`: explains a keyword of the spec language, or a kind of the specs and its fields. */
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, TypeDocs, TypeName, VersionDescriptor } from '../../runtime/model/catalog.ts';
import { speakAll, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { formats } from '../../runtime/scalars/formats.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { inlined, typeIn } from '../../runtime/schema/properties.ts';
import { fieldRules, typeText, unionRules } from '../emit/reference/field-words.ts';
import { inVocabulary } from '../emit/sdk/surface.ts';
import { appliesTo, fileKeywords, fileShapes, type KeywordRow, ruleKeywords, schemaKeywords } from '../language/keywords.ts';
import type { Example } from '../model.ts';
import { descriptionOf } from '../model.ts';
import { typeParts } from '../print/derived-names.ts';
import { elsewhere } from '../read/diagnostics/foreign-words.ts';
import { nearest, suggestion } from '../read/diagnostics/suggestion.ts';
import type { FileShape } from '../read/shape/shape.ts';
import { groupOf, kindsNamed } from './named-kinds.ts';
import { collect, paint, printDiagnostics } from './output.ts';
import { generateCached } from './spec-cache.ts';
import { readSources, refuseEmptyRoots, specRoots } from './spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly vocabulary: string;
	readonly release?: string;
	readonly apiVersion?: string;
}

export function addExplainCommand(program: Command): void {
	program
		.command('explain')
		.description('describe a keyword of the spec language with its inner keywords, or a kind and its fields')
		.argument('<name...>', 'keyword such as listType or versions.converts, format such as dns-label, or KIND[.field...] such as Widget.spec')
		.option('--specs <dir>', 'for a kind: directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--vocabulary <name>', 'for a kind: vocabulary of the description, orch or kubernetes', 'orch')
		.option('--release <release>', 'for a built-in kind: the release (default: the default release)')
		.option('--api-version <version>', 'for a kind: the version, such as v1 (default: the preferred version)')
		.action(async (names: readonly string[], options: Options) => {
			const name = names.join(' ').trim();
			// Kinds start with a capital letter, keywords do not.
			const isKind = /^([a-z0-9.-]+\/)?[A-Z]/.test(name);
			if (isKind ? !(await explainKind(name, options)) : !explainWord(name)) process.exitCode = 1;
		});
}

/** Section of the language, with its keywords. */
interface Section {
	readonly title: string;
	readonly rows: readonly KeywordRow[];
	/** Types of values to which the keyword applies. */
	readonly on?: (name: string) => readonly string[] | undefined;
}

function sections(): readonly Section[] {
	const rules = ruleKeywords();
	const files = (Object.keys(fileShapes) as FileShape[]).map(
		(file): Section => ({ title: `in a file of ${fileShapes[file].title.toLowerCase()}`, rows: fileKeywords(file) }),
	);
	return [
		{ title: 'a keyword of schemas', rows: schemaKeywords(), on: appliesTo },
		{ title: 'a rule of schemas', rows: rules, on: (name) => rules.find((row) => row.name === name)?.on },
		...files,
	];
}

/** Reports whether the value has an explanation besides that of its keyword. */
function hasExplanation(value: string): boolean {
	return elsewhere(value) !== undefined || formats.some(({ name }) => name === value);
}

/** Returns the path without brackets. */
function plainPath(path: string): string {
	return path.replaceAll('[]', '').replaceAll('.NAME', '');
}

/** Explains a word, or a keyword with a value (`type: int64`). Returns false for an unknown one. */
function explainWord(text: string): boolean {
	const all = sections();
	const [, keyword, value] = /^([\w-]+):\s*["']?([^"']+)["']?$/.exec(text) ?? [];
	const word = keyword === undefined || value === undefined ? text : hasExplanation(value) ? value : keyword;
	const wanted = plainPath(word);
	const found = all.flatMap((section) => section.rows.filter(({ name }) => plainPath(name) === wanted).map((row) => ({ section, row })));
	// The end of a path is enough: `converts` for `versions[].converts`.
	const within = all.flatMap((section) => section.rows.filter(({ name }) => plainPath(name).endsWith(`.${wanted}`)).map((row) => ({ section, row })));
	const format = formats.find(({ name }) => name === word);
	for (const { section, row } of found.length > 0 ? found : within) showRow(row, section);
	if (format !== undefined) console.log(`${paint('bold', format.name)}: a format of text\n\n  ${format.documentation}\n`);
	const other = elsewhere(word);
	if (found.length + within.length > 0 || format !== undefined) {
		if (found.length > 0 && within.length > 0) console.log(`also: ${within.map(({ row }) => row.name).join(', ')}`);
		return true;
	}
	if (other !== undefined) {
		console.log(`${paint('bold', word)} is not a keyword of this language. Its counterpart: ${other}\n`);
		const [, target = ''] = /^"(\w+)/.exec(other) ?? [];
		for (const section of all) for (const row of section.rows) if (row.name === target) showRow(row, section);
		return true;
	}
	const names = new Set([...all.flatMap(({ rows }) => rows.map(({ name }) => plainPath(name))), ...formats.map(({ name }) => name)]);
	console.error(
		`error: unknown keyword ${JSON.stringify(word)}${suggestion(word, names)} (generated/reference/specs.md lists them all; kinds begin with a capital)`,
	);
	return false;
}

function showRow(row: KeywordRow, { title, rows, on }: Section): void {
	const inner = rows.filter(({ name }) => name.startsWith(`${row.name}.`) || name.startsWith(`${row.name}[].`));
	const types = on?.(row.name);
	console.log(`${paint('bold', row.name)}: ${title}${row.required ? ', required' : ''}`);
	console.log(`\n  value: ${oneLine(row.value)}`);
	if (types !== undefined) console.log(`  on:    ${types.join(', ')}`);
	if (row.description !== '') console.log(`\n  ${oneLine(row.description)}`);
	if (inner.length > 0) console.log(`\n  ${paint('dim', 'Inside it:')}`);
	for (const each of inner) {
		const name = each.name.slice(row.name.length).replace(/^(\[\])?\./, '');
		console.log(
			`    ${paint('cyan', name)}${each.required ? ' (required)' : ''}: ${oneLine(each.value)}${each.description === '' ? '' : `. ${oneLine(each.description)}`}`,
		);
	}
	console.log();
}

/** Joins the lines and drops the backticks, which mark code only in Markdown. */
function oneLine(text: string): string {
	return text.trim().replace(/\s+/g, ' ').replaceAll('`', '');
}

interface Explained {
	readonly catalog: Catalog;
	readonly docs: TypeDocs;
	readonly words: Vocabulary;
}

/** Explains a kind or one of its fields. Returns false for an unknown one. */
async function explainKind(name: string, { specs = [], vocabulary, release, apiVersion }: Options): Promise<boolean> {
	const [, kindName = name, path = ''] = /^((?:[a-z0-9.-]+\/)?[A-Z][A-Za-z0-9]*)(?:\.(.+))?$/.exec(name) ?? [];
	const roots = await specRoots(specs);
	await refuseEmptyRoots(roots);
	const { model, diagnostics } = await generateCached({ sources: await readSources(roots), vocabulary, emitters: [], release });
	printDiagnostics(diagnostics);
	const [words] = model?.vocabularies ?? [];
	if (model === undefined || words === undefined) return false;
	const explained: Explained = {
		catalog: inVocabulary(narrow(model.catalog, release ?? model.catalog.release), words),
		docs: speakAll(model.docs, words),
		words,
	};
	const [kind] = kindsNamed(kindName, explained.catalog.kinds, words);
	const version = kind && versionOf(kind, apiVersion);
	if (kind === undefined || version === undefined) return false;
	const description = speakAll(model.kindDocs[kind.storageName]?.description ?? '', words);
	console.log(`${paint('dim', 'GROUP:')}   ${groupOf(kind, words) || '(core)'}`);
	console.log(`${paint('dim', 'KIND:')}    ${kind.kind}`);
	console.log(`${paint('dim', 'VERSION:')} ${version.version} (of ${kind.versions.map(apiVersionOf).join(', ')})\n`);
	showFields(version.type, path === '' ? [] : path.split('.'), { name: kind.kind, description }, explained);
	if (path === '') for (const example of speakAll(model.kindDocs[kind.storageName]?.examples ?? [], words)) showExample(example);
	return true;
}

/** Prints an example. It is in the storage version, which its `apiVersion` names. */
function showExample({ name, object }: Example): void {
	console.log(`\n${paint('dim', 'EXAMPLE:')} ${name}\n`);
	for (const line of stringify(object, { lineWidth: 0 }).trimEnd().split('\n')) console.log(`  ${line}`);
}

function versionOf({ kind, versions }: KindDescriptor, wanted: string | undefined): VersionDescriptor | undefined {
	const found = wanted === undefined ? versions[0] : versions.find((version) => version.version === wanted || apiVersionOf(version) === wanted);
	if (found === undefined)
		throw new Error(
			`--api-version: ${kind} has no ${wanted}${suggestion(
				wanted ?? '',
				versions.map(({ version }) => version),
			)}`,
		);
	return found;
}

interface Explanation {
	readonly name: string;
	readonly description: string;
	/** Rules of the field that leads to this type. */
	readonly rules?: readonly string[];
}

/** Shows the fields at the end of a path. Throws for an unknown field. */
function showFields(type: TypeName, path: readonly string[], { name, description, rules = [] }: Explanation, explained: Explained): void {
	const { catalog, docs } = explained;
	const lookup = (one: TypeName) => catalog.type(one);
	const parts = inlined(catalog.type(type), lookup);
	const fields = parts.flatMap((part) =>
		part.fields.filter(({ inline }) => inline !== true).map((field) => ({ field, docs: descriptionOf(docs, part.name, field.name) ?? '' })),
	);
	const [first, ...rest] = path;
	if (first !== undefined) {
		const wanted = first.replace(/\[\]$/, '');
		const found = fields.find(({ field }) => field.name === wanted);
		if (found === undefined) {
			const near = nearest(
				wanted,
				fields.map(({ field }) => field.name),
			);
			throw new Error(
				`${name} has no field ${JSON.stringify(wanted)}${near === undefined ? `: it has ${fields.map(({ field }) => field.name).join(', ')}` : `: did you mean ${JSON.stringify(near)}?`}`,
			);
		}
		const inner = typeIn(found.field.schema);
		const next = { name: `${name}.${wanted}`, description: found.docs, rules: fieldRules(found.field) };
		if (inner !== undefined) {
			showFields(inner, rest, next, explained);
			return;
		}
		if (rest.length > 0) throw new Error(`${next.name} is ${typeText(found.field.schema, shortName)}: it has no fields`);
		console.log(`${paint('dim', 'FIELD:')}   ${paint('cyan', next.name)} <${typeText(found.field.schema, shortName)}>\n\n  ${oneLine(found.docs)}`);
		for (const rule of next.rules) console.log(`  - ${oneLine(rule)}`);
		return;
	}
	console.log(oneLine(description || (docs[type]?.[''] ?? '')));
	for (const rule of [...rules, ...unionRules(catalog.type(type), catalog)]) console.log(`  - ${oneLine(rule)}`);
	console.log();
	console.log(`${paint('dim', `FIELDS of ${name}:`)}`);
	for (const { field, docs: said } of fields) {
		console.log(`  ${paint('cyan', field.name)} <${typeText(field.schema, shortName)}>${field.required ? ' required' : ''}`);
		const rules = fieldRules(field).filter((rule) => rule !== 'required');
		for (const line of [said, ...(rules.length === 0 ? [] : [rules.join('; ')])]) if (line !== '') console.log(`    ${oneLine(line)}`);
	}
}

function shortName(type: TypeName): string {
	return typeParts(type).name;
}
