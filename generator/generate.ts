/**
 * Turns sources into files and diagnostics. It is a pure function: it does not access the disk, and equal sources give equal bytes on every
 * machine.
 */
import { verbRecords } from '../runtime/model/verb.ts';
import { lockName } from './compat/lock/lock.ts';
import { emitters as allEmitters } from './emit/index.ts';
import type { EmittedFile, Emitter, EmittersKept, Model } from './model.ts';
import { compareText, type Diagnostic } from './read/diagnostics/diagnostic.ts';
import { expectation, suggestion } from './read/diagnostics/suggestion.ts';
import type { LockInput } from './read/lock-input.ts';
import { type Earlier, makeModel, nothingRead, type ReadCache } from './read/model.ts';
import { fileRole } from './read/source/layout.ts';
import { at, text, textsAt } from './read/source/node.ts';
import type { SpecSource } from './read/source/spec-file.ts';
import { checkVerbRows } from './read/verb-rows.ts';

/** Results of a generation that the next one in the same process can reuse. */
export interface GenerationCache extends EmittersKept {
	readonly specs: ReadCache;
}

export function emptyGenerationCache(earlier: Earlier = {}): GenerationCache {
	return { specs: nothingRead(earlier), printedTypes: new Map() };
}

export interface GenerateOptions {
	readonly sources: readonly SpecSource[];
	/** Name of the vocabulary of emitted documents. Absent: the default of the specs. */
	readonly vocabulary?: string;
	/** Release that the caller needs. A release that the specs lack is refused. */
	readonly release?: string | undefined;
	readonly emitters?: readonly Emitter[];
	/** Cache for callers that generate repeatedly. The caller passes the same object each time. */
	readonly kept?: GenerationCache;
	/** Called and awaited before each step, to show progress. */
	readonly onStep?: (step: string) => void | Promise<void>;
}

export interface Generated {
	/** Emitted files, in the order of their paths. Empty when there are errors. */
	readonly files: readonly EmittedFile[];
	readonly diagnostics: readonly Diagnostic[];
	/** Undefined when there are errors. */
	readonly model: Model | undefined;
	/** Input of the comparison with locks. Undefined when there are errors. */
	readonly promised: LockInput | undefined;
	readonly counts: Counts;
	/** Milliseconds of each step, in order. */
	readonly timesMs: Readonly<Record<string, number>>;
}

export interface Counts {
	readonly specs: number;
	readonly groups: number;
	readonly kinds: number;
	readonly types: number;
	readonly files: number;
	readonly bytes: number;
}

/** Error for a vocabulary that no spec root declares. */
export class UnknownVocabularyError extends Error {
	override readonly name = 'UnknownVocabularyError';
}

/** Error for a release that the specs lack. */
class UnknownReleaseError extends Error {
	override readonly name = 'UnknownReleaseError';
}

/** Generates all files. Throws UnknownVocabularyError, UnknownReleaseError, VerbRowsError. */
export async function generate(options: GenerateOptions): Promise<Generated> {
	const { sources, onStep = () => {}, kept = emptyGenerationCache(), emitters = allEmitters } = options;
	const timesMs: Record<string, number> = {};
	const timed = async <T>(step: string, work: () => T | Promise<T>): Promise<T> => {
		await onStep(step);
		const start = performance.now();
		const result = await work();
		timesMs[step] = performance.now() - start;
		return result;
	};
	refuseUnknownVocabulary(options.vocabulary, sources, kept.specs);
	refuseUnknownRelease(options.release, sources, kept.specs);
	const made = await timed('read and check', () => makeModel(sources, kept.specs));
	const model = made.model && chooseVocabulary(made.model, options.vocabulary);
	if (model !== undefined) checkVerbs(model);
	const files = new Map<string, EmittedFile>();
	if (model !== undefined) {
		for (const emitter of emitters) {
			for (const file of await timed(emitter.name, () => emitter.emit(model, kept))) {
				if (files.has(file.path)) throw new Error(`the emitter ${emitter.name} writes ${file.path}, which another emitter has written`);
				files.set(file.path, file);
			}
		}
	}
	const sorted = [...files.values()].sort((a, b) => compareText(a.path, b.path));
	return { files: sorted, diagnostics: made.diagnostics, model, promised: made.promised, counts: count(sources, model, sorted), timesMs };
}

function checkVerbs({ catalog }: Model): void {
	const fields = new Map(catalog.typeNames.map((type) => [type, catalog.type(type).fields.map(({ name }) => name)]));
	// Specs without the built-in ones have no types of options.
	const hasOptions = Object.values(verbRecords).some(({ options }) => fields.has(options));
	checkVerbRows(verbRecords, hasOptions ? fields : undefined);
}

/** Checks the name of the vocabulary before the slow part of reading. Unreadable vocabulary files are reported later, as findings. */
function refuseUnknownVocabulary(name: string | undefined, sources: readonly SpecSource[], { parsed }: ReadCache): void {
	if (name === undefined) return;
	const files = sources.filter(({ path }) => fileRole(path) !== 'ignored' && path.startsWith('vocabulary/')).map((source) => parsed.read(source).node);
	const known = files.flatMap((node) => (node === undefined ? [] : (text(at(node, 'name')) ?? [])));
	if (files.includes(undefined) || known.includes(name)) return;
	throw new UnknownVocabularyError(`unknown vocabulary ${JSON.stringify(name)}${suggestion(name, known)}`);
}

/** Checks the name of the release before the slow part of reading. */
function refuseUnknownRelease(release: string | undefined, sources: readonly SpecSource[], { parsed }: ReadCache): void {
	const file = sources.find(({ path }) => path === 'releases.yaml');
	const node = file && parsed.read(file).node;
	if (release === undefined || node === undefined) return;
	const known = textsAt(node, 'releases');
	if (!known.includes(release)) throw new UnknownReleaseError(`--release: unknown release ${release}${expectation(known)}`);
}

function chooseVocabulary(model: Model, name: string | undefined): Model {
	if (name === undefined) return model;
	const chosen = model.vocabularies.find((vocabulary) => vocabulary.name === name);
	if (chosen === undefined) throw new Error(`the vocabulary ${name} was there when it was asked for`);
	return { ...model, vocabularies: [chosen, ...model.vocabularies.filter((one) => one !== chosen)] };
}

function count(sources: readonly SpecSource[], model: Model | undefined, files: readonly EmittedFile[]): Counts {
	return {
		specs: sources.filter(({ path }) => path !== lockName).length,
		groups: model?.catalog.groups.length ?? 0,
		kinds: model?.catalog.kinds.length ?? 0,
		types: model?.catalog.typeNames.length ?? 0,
		files: files.length,
		bytes: files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0),
	};
}
