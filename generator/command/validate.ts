/** `orch validate -f FILE`: validates objects against specs, without a server. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { inVocabulary } from '../emit/sdk/surface.ts';
import { type CheckedFile, ObjectCheck, type Strictness, strictnesses } from '../objects/check.ts';
import { decodeText } from '../read/source/encoding.ts';
import type { SpecSource } from '../read/source/spec-file.ts';
import { convertersOf } from './objects/converters.ts';
import { collect, plural, printDiagnostics } from './output.ts';
import { generateCached } from './spec-cache.ts';
import { displayName, readSources, refuseEmptyRoots, specRoots } from './spec-roots.ts';

interface Options {
	readonly filename: readonly string[];
	readonly specs?: readonly string[];
	readonly vocabulary: string;
	readonly release?: string;
	readonly namespace: string;
	readonly fieldValidation: Strictness;
	readonly output?: 'json';
}

export function addValidateCommand(program: Command): void {
	program
		.command('validate')
		.description(
			'validate objects offline, as a server does on create, and report errors with their position in the file; exits with 1 if any object is invalid. Does not check what needs a server: existing names, permissions, admission, validation in hooks.',
		)
		.requiredOption('-f, --filename <file>', 'file with objects in YAML or JSON, directory of such files, or - for standard input; repeatable', collect)
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--vocabulary <name>', 'vocabulary of the objects: orch or kubernetes', 'orch')
		.option('--release <release>', 'release whose fields and rules apply to built-in kinds (default: the default release)')
		.option('-n, --namespace <namespace>', 'namespace of objects that do not name one', 'default')
		.addOption(new Option('--field-validation <strictness>', 'handling of unknown and duplicate fields').choices(strictnesses).default('Strict'))
		.addOption(new Option('-o, --output <format>', 'output format: json writes the findings as one document to standard output').choices(['json']))
		.action(async (options: Options) => {
			process.exitCode = (await run(options)) ? 0 : 1;
		});
}

/** Returns true when a server would accept all objects. */
async function run({ filename, specs = [], vocabulary, release, namespace, fieldValidation, output }: Options): Promise<boolean> {
	// Files first: reading the specs takes longer than reporting an unreadable file.
	const files = (await Promise.all(filename.map(objectFiles))).flat();
	const roots = await specRoots(specs);
	await refuseEmptyRoots(roots);
	const { model, diagnostics } = await generateCached({ sources: await readSources(roots), vocabulary, emitters: [], release });
	printDiagnostics(diagnostics);
	const [words] = model?.vocabularies ?? [];
	if (model === undefined || words === undefined) return false;
	const catalog = inVocabulary(narrow(model.catalog, release ?? model.catalog.release), words);
	const made = await convertersOf({ model, roots });
	if ('diagnostics' in made) {
		printDiagnostics(made.diagnostics);
		return false;
	}
	const check = new ObjectCheck({ catalog, words, namespace, strictness: fieldValidation, converters: made.byVocabulary.get(words.name) ?? {} });
	const checked = files.map((file) => check.file(file));
	if (output === 'json') console.log(JSON.stringify(asJson(checked), undefined, '\t'));
	else show(checked, files.length);
	return checked.every(isRight);
}

function isRight({ objects, diagnostics }: CheckedFile): boolean {
	return diagnostics.length === 0 && objects.every(({ causes }) => causes.length === 0);
}

function show(checked: readonly CheckedFile[], files: number): void {
	printDiagnostics(checked.flatMap(({ objects, diagnostics }) => [...diagnostics, ...objects.flatMap((object) => object.diagnostics)]));
	const objects = checked.flatMap((file) => file.objects);
	const wrong = objects.filter(({ causes }) => causes.length > 0).length;
	const what = `${plural(objects.length, 'object')} in ${plural(files, 'file')}`;
	console.log(checked.every(isRight) ? `${what}: all would be taken` : `${what}: ${wrong} would be refused`);
}

function asJson(checked: readonly CheckedFile[]): object {
	return {
		valid: checked.every(isRight),
		objects: checked.flatMap(({ objects }) => objects.map(({ diagnostics: _, ...object }) => ({ ...object, valid: object.causes.length === 0 }))),
		unreadable: checked.flatMap(({ diagnostics }) => diagnostics.map(({ message, position }) => ({ message, ...position }))),
	};
}

/** Reads a file, stdin, or the files of a folder by name, without subfolders, as kubectl does. */
async function objectFiles(name: string): Promise<SpecSource[]> {
	if (name === '-') return [{ path: 'stdin', file: 'stdin', ...decodeText(await buffer(process.stdin)) }];
	const found = await stat(name).catch((error: NodeJS.ErrnoException) => {
		throw new Error(`cannot read ${name}: ${error.code === 'ENOENT' ? 'the file does not exist' : error.message}`);
	});
	if (!found.isDirectory()) return [await objectFile(name)];
	const names = (await readdir(name)).filter((entry) => /^[^.].*\.(ya?ml|json)$/.test(entry)).sort();
	if (names.length === 0) throw new Error(`${name} has no file that ends in .yaml, .yml or .json`);
	return Promise.all(names.map((entry) => objectFile(join(name, entry))));
}

async function objectFile(path: string): Promise<SpecSource> {
	return { path, file: displayName(path), ...decodeText(await readFile(path)) };
}
