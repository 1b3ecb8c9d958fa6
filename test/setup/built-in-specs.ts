/** Models and catalogs of the built-in specs with further ones, with the cache of the commands. */
import { vocabulary } from '../../generated/vocabulary.ts';
import { openSpecCache, type SpecCache } from '../../generator/command/spec-cache.ts';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import type { Model } from '../../generator/model.ts';
import { formatDiagnostic } from '../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { SpecSource } from '../../generator/read/source/spec-file.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';

let cache: SpecCache | undefined;

/** Returns the model of the built-in specs and `more`. Throws when a spec is wrong. */
export async function modelWith(more: readonly SpecSource[] = []): Promise<Model> {
	cache ??= openSpecCache();
	const { model, diagnostics } = makeModel([...(await readSources(await specRoots([]))), ...more], cache.kept.specs);
	cache.save();
	if (model === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	return model;
}

/** Returns the catalog of the built-in kinds and of `files`, by path below a spec root, in the default vocabulary. */
export async function catalogWith(files: Readonly<Record<string, string>>): Promise<Catalog> {
	const { catalog } = await modelWith(Object.entries(files).map(([path, text]) => ({ path, file: path, text })));
	const { type, ...data } = catalog;
	return { ...speakAll(data, vocabulary), type: (name) => speakAll(type(name), vocabulary) };
}
