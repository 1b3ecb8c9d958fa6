/** Builds the built-in kinds and the kind of this folder, with the default vocabulary. */
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import { formatDiagnostic } from '../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';

export async function thingCatalog(): Promise<Catalog> {
	const { model, diagnostics } = makeModel(await readSources(await specRoots([join(import.meta.dirname, 'specs')])));
	if (model === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	const { type, ...data } = model.catalog;
	return { ...speakAll(data, vocabulary), type: (name) => speakAll(type(name), vocabulary) };
}
