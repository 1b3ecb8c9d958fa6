/** `orch import openapi FILE`: writes specs from an OpenAPI document (`import/openapi.ts`). */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { isNamedKind } from '../../../runtime/model/kind-name.ts';
import { releaseNumbers } from '../../../runtime/model/release.ts';
import type { Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { parseExactly } from '../../../runtime/wire/json/text.ts';
import { type GroupVersionKind, type OpenApiDocument, openApiDocument, type RawDocument } from '../../import/document.ts';
import { asVersion2, isV3 } from '../../import/document-v3.ts';
import type { TypeKey } from '../../import/facts.ts';
import { type GoTypes, noGoTypes, readGoTypes } from '../../import/go-types.ts';
import { allKinds, nameOfKind, parseKind, suggestedKind } from '../../import/kinds.ts';
import { importOpenApi } from '../../import/openapi.ts';
import { type OtherRoots, otherRootsIn } from '../../import/other-roots.ts';
import { type ProtoMessages, readProto } from '../../import/protos.ts';
import { packageOf, vocabularyOf } from '../../import/roles.ts';
import { hasShortNames, withPackages } from '../../import/short-names.ts';
import { alternatives } from '../../read/diagnostics/suggestion.ts';
import { collect, withProgress } from '../output.ts';
import { builtInSpecs, displayName } from '../spec-roots.ts';
import { filesBelow, otherSources, readText, readTexts, writeTexts } from './files.ts';
import { type ReportOptions, reportLines } from './report.ts';

interface Options extends ReportOptions {
	readonly out: string;
	readonly specs?: readonly string[];
	readonly kinds?: string;
	readonly protos?: readonly string[];
	readonly goTypes?: readonly string[];
	readonly base?: string;
	readonly baseRelease?: string;
	readonly release?: string;
	readonly later?: readonly string[];
	readonly vocabularies: string;
}

export function addImportOpenApi(command: Command): void {
	command
		.command('openapi')
		.description(
			[
				'import kinds and their types from an OpenAPI document of version 2 or 3; manual edits of existing specs are kept.',
				'Imported: fields, inline objects, defaults, enums, lists and maps with their keys, int-or-string, CEL validations, and the rules of the spec language (minimum, pattern, maxItems, ...).',
				'Not imported: descriptions, short names and columns. Reported and not imported: nullable, unknown formats, patterns that are not valid in Go.',
			].join(' '),
		)
		.argument('<file>', 'OpenAPI document in JSON')
		.requiredOption('--out <dir>', 'directory of specs to write to')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; their declarations are referenced instead of written again; repeatable', collect)
		.option(
			'--kinds <list>',
			'comma-separated kinds to import: GROUP/VERSION/KIND, or GROUP/KIND or KIND for all versions; the core group is core (default: all)',
		)
		.option('--protos <dir>', 'directory with <package>/<version>/*.proto, for field numbers; repeatable', collect)
		.option('--go-types <dir>', 'directory with <package>/<version>/*.go, for order and presence of fields; repeatable', collect)
		.option('--base <file>', 'OpenAPI document of an earlier release; fields missing there are marked as introduced later')
		.option('--base-release <release>', 'release of the base document; must be older than --release')
		.option('--release <release>', 'release of the document')
		.option('--later <release=dir>', 'Go declarations of a release after the base, to find when a field was introduced; repeatable', collect)
		.option('--vocabularies <dir>', 'directory of vocabularies, to write names by role', displayName(join(builtInSpecs, 'vocabulary')))
		.option('--all', 'print everything that was assumed or lost instead of the first few for each reason')
		.option('--quiet', 'print errors and warnings only')
		.action((file: string, options: Options) => withProgress('importing', (onStep) => run(file, options, onStep)));
}

async function run(file: string, options: Options, onStep: (step: string) => Promise<void>): Promise<void> {
	await onStep('read');
	const given = readDocument(file);
	const vocabulary = vocabularyOf(given, readVocabularies(options.vocabularies));
	if (vocabulary === undefined) throw new Error(`no vocabulary in ${options.vocabularies}: --vocabularies names the folder`);
	const elsewhere = otherRootsIn(await otherSources(options));
	const document = hasShortNames(given) ? withFullNames(given, vocabulary, elsewhere) : given;
	await onStep('convert');
	const result = importOpenApi({
		document,
		vocabulary,
		kinds: options.kinds === undefined ? allKinds(document) : options.kinds.split(',').flatMap((name) => kindsNamed(name.trim(), document)),
		existing: readTexts(options.out),
		elsewhere,
		go: goReader(options.goTypes ?? []),
		protos: protoReader(options.protos ?? []),
		later: laterReleases(options),
		...(options.base === undefined ? {} : { base: readDocument(options.base) }),
		...(options.release === undefined ? {} : { release: options.release }),
	});
	writeTexts(options.out, result.files, options);
	// Some kinds in a document are only bodies, without a path. This is no error when all kinds are imported.
	const problems = options.kinds === undefined ? [] : result.problems;
	if (options.kinds !== undefined) reportLines('note', result.notes, options);
	reportLines('lost', result.untaken, options);
	for (const problem of problems) console.error(`error: ${problem}`);
	if (!options.quiet && options.kinds === undefined && result.kinds === 0)
		console.log(`no kind imported: ${result.notes.length} are declared by other spec roots, and no path serves another`);
	if (!options.quiet) console.log(`${result.kinds} kinds, ${result.types} types, ${result.files.size} files changed`);
	if (problems.length > 0) process.exitCode = 1;
}

function readDocument(file: string): OpenApiDocument {
	const given = parseJson(file, readText(file)) as Partial<RawDocument> | null;
	if (isV3(given)) return openApiDocument(asVersion2(given));
	const document = given;
	if (document?.swagger !== '2.0' || typeof document.definitions !== 'object')
		throw new Error(`${file} is no OpenAPI document of version 2 or 3: it has neither "swagger": "2.0" with definitions nor "openapi": "3..."`);
	return openApiDocument(document as RawDocument);
}

function parseJson(file: string, text: string): unknown {
	if (text.trim() === '') throw new Error(`${file} is empty: expected an OpenAPI document in JSON`);
	try {
		return parseExactly(text);
	} catch (error) {
		throw new Error(`${file} is not JSON: ${(error as Error).message}`);
	}
}

/** Completes short type names: such documents omit the package, which is taken from types that the spec roots declare. */
function withFullNames(document: OpenApiDocument, vocabulary: Vocabulary, { types }: OtherRoots): OpenApiDocument {
	const declared = [...types].map((type) => type.split('/'));
	const packagesWith = (version: string, name: string) => declared.flatMap(([folder = '', rest]) => (rest === `${version}.${name}` ? [folder] : []));
	return openApiDocument(withPackages(document, { packageOf: (group) => packageOf(group, vocabulary), packagesWith }));
}

function readVocabularies(folder: string): readonly Vocabulary[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((name) => name.endsWith('.yaml'))
		.sort()
		.map((name) => parse(readText(join(folder, name))) as Vocabulary);
}

/** Returns the named version of a kind, or all versions. */
function kindsNamed(name: string, document: OpenApiDocument): readonly GroupVersionKind[] {
	const found = allKinds(document).filter(({ group, kind }) => isNamedKind(name, { group, kind }));
	if (new Set(found.map(({ group }) => group)).size > 1)
		throw new Error(`--kinds: ${name} is a kind of several groups: use ${alternatives(found.map(nameOfKind))}`);
	if (found.length > 0) return found;
	const kind = parseKind(name);
	if (kind === undefined) throw new Error(`--kinds: unknown kind ${JSON.stringify(name)} in the document${suggestedKind(name, document)}`);
	return [kind];
}

function goReader(folders: readonly string[]): (key: TypeKey) => GoTypes {
	return byVersion(
		folders,
		noGoTypes,
		(files) => readGoTypes(files),
		(name) => name.endsWith('.go') && !/^zz_|_test\.go$|\.pb\.go$/.test(name),
	);
}

function protoReader(folders: readonly string[]): (key: TypeKey) => ProtoMessages {
	return byVersion(
		folders,
		new Map(),
		(files) => new Map(files.flatMap((file) => [...readProto(file)])),
		(name) => name.endsWith('.proto'),
	);
}

/** Returns a cached reader for the files of `<package>/<version>/`, at any depth below the folders. */
function byVersion<T>(folders: readonly string[], none: T, read: (files: readonly string[]) => T, wanted: (name: string) => boolean): (key: TypeKey) => T {
	const made = new Map<string, T>();
	const places = new Map<string, string[]>();
	for (const folder of folders) {
		for (const path of filesBelow(folder)) {
			if (!wanted(path.split(sep).at(-1) ?? '')) continue;
			const place = dirname(path).split(sep).slice(-2).join('/');
			places.set(place, [...(places.get(place) ?? []), join(folder, path)]);
		}
	}
	return (key) => {
		const place = `${key.package}/${key.version}`;
		const found = made.get(place);
		if (found !== undefined) return found;
		const files = places.get(place) ?? [];
		const value = files.length === 0 ? none : read(files.map(readText));
		made.set(place, value);
		return value;
	};
}

function laterReleases({
	later = [],
	base,
	baseRelease,
	release,
	goTypes = [],
}: Options): readonly { readonly release: string; readonly go: (key: TypeKey) => GoTypes }[] {
	if (base === undefined) return [];
	if (release === undefined || baseRelease === undefined)
		throw new Error('--base needs --base-release and --release, from which the release of new fields follows');
	const { major, minor } = releaseNumbers(baseRelease);
	const given = later.map((one) => {
		const [name = '', folder = ''] = one.split('=');
		if (folder === '') throw new Error(`--later: ${JSON.stringify(one)} is not RELEASE=DIR`);
		return { release: name, go: goReader([folder]) };
	});
	const last = { release, go: goReader(goTypes) };
	// Without declarations the release is unknown; the earliest possible one is the cautious choice.
	return given.length === 0 ? [{ release: `${major}.${minor + 1}`, go: () => noGoTypes }] : [...given, last];
}
