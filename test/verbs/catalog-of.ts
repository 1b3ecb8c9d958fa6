/** Builds the catalog of the built-in kinds and additional ones. */
import { vocabulary } from '../../generated/vocabulary.ts';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import { formatDiagnostic } from '../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';

/** Builds the catalog with the specs in `files`, by path below a root. */
export async function catalogOf(files: Readonly<Record<string, string>>): Promise<Catalog> {
	const sources = Object.entries(files).map(([path, text]) => ({ path, file: path, text }));
	const { model, diagnostics } = makeModel([...(await readSources(await specRoots([]))), ...sources]);
	if (model === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	const { type, ...data } = model.catalog;
	return { ...speakAll(data, vocabulary), type: (name) => speakAll(type(name), vocabulary) };
}
