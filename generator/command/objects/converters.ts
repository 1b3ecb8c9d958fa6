/**
 * Conversion hooks of kinds whose specs have `converts: hook`: built-in ones, and those in hook files, which are bundled and loaded here.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConversionHooks, StoredHooks } from '../../../runtime/api/hooks.ts';
import { speak, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import type { HookedKind } from '../../hooks/hook-file.ts';
import type { Diagnostic } from '../../read/diagnostics/diagnostic.ts';
import { convertingFiles, type HooksContext, readBuiltInHooks } from '../hooks.ts';
import { bundleHook, loadHooks } from '../load-hooks.ts';

/** Conversion hooks by storage name, in the vocabulary's words. */
type Converters = Readonly<Record<string, StoredHooks>>;

export type MadeConverters =
	/** Conversion hooks by the name of the vocabulary. */
	{ readonly byVocabulary: ReadonlyMap<string, Converters> } | { readonly diagnostics: readonly Diagnostic[] };

export async function convertersOf(context: HooksContext): Promise<MadeConverters> {
	const files = await convertingFiles(context);
	const loaded = await load(files);
	if ('diagnostics' in loaded) return loaded;
	const { model } = context;
	const byVocabulary = new Map<string, Converters>();
	for (const words of model.vocabularies) {
		const { byStorageName } = await readBuiltInHooks({ ...model, vocabularies: [words] });
		byVocabulary.set(words.name, { ...builtIn(context, words, byStorageName), ...spokenBy(loaded.hooks, words) });
	}
	return { byVocabulary };
}

function builtIn({ model }: HooksContext, words: Vocabulary, hooks: Readonly<Record<string, object>>): Converters {
	const names = model.catalog.kinds.map(({ storageName }) => speak(storageName, words));
	// The built-in hooks also convert and tolerate, which the type of their registry omits.
	return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(hooks, name) ? [[name, hooks[name] as StoredHooks]] : [])));
}

function spokenBy(hooks: ReadonlyMap<string, ConversionHooks>, words: Vocabulary): Converters {
	return Object.fromEntries([...hooks].map(([name, each]) => [speak(name, words), each]));
}

/**
 * Loads the hook files. They are first loaded in a separate process, so that a file that throws or exits becomes a finding with a position.
 */
async function load(
	files: readonly HookedKind[],
): Promise<{ readonly hooks: ReadonlyMap<string, ConversionHooks> } | { readonly diagnostics: readonly Diagnostic[] }> {
	const diagnostics = await loadHooks(files.map(({ file }) => file));
	if (diagnostics.length > 0) return { diagnostics };
	const hooks = new Map<string, ConversionHooks>();
	if (files.length === 0) return { hooks };
	const folder = await mkdtemp(join(tmpdir(), 'orch-converters-'));
	try {
		for (const [index, { file, kind }] of files.entries()) {
			const path = await bundleHook(file, join(folder, `${index}.mjs`));
			if (typeof path !== 'string') return { diagnostics: [path] };
			const module = (await import(pathToFileURL(path).href)) as { readonly hooks?: ConversionHooks };
			hooks.set(kind.storageName, module.hooks ?? {});
		}
		return { hooks };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
