/** Warns about custom kinds and fields without a description, for which clients and documents have no explanation. */
import type { Model } from '../model.ts';
import { type Diagnostic, sortDiagnostics } from '../read/diagnostics/diagnostic.ts';
import { locatedDiagnostic } from '../read/diagnostics/located.ts';
import { alternatives } from '../read/diagnostics/suggestion.ts';
import type { SpecSource } from '../read/source/spec-file.ts';

/** Maximum number of fields in one warning. */
const mostNamed = 5;

/** Returns a warning per kind and per type. `isBuiltIn`: whether a file, named as in positions, is in the built-in root. */
export function undescribed({ catalog, docs, kindDocs, positions }: Model, isBuiltIn: (file: string) => boolean, sources: readonly SpecSource[]): Diagnostic[] {
	const ofKinds = catalog.kinds.flatMap(({ kind, storageName }) => {
		const said = kindDocs[storageName];
		return said === undefined || said.description !== '' ? [] : [{ position: said.position, message: `${kind} has no description for clients` }];
	});
	const ofTypes = catalog.typeNames.flatMap((name) => {
		const position = positions[name];
		const silent = catalog.type(name).fields.filter(({ name: field, inline }) => inline !== true && !rootNames.has(field) && !docs[name]?.[field]);
		if (position === undefined || silent.length === 0) return [];
		const names = silent.map(({ name: field }) => JSON.stringify(field));
		const shown = names.length > mostNamed ? [...names.slice(0, mostNamed), `${names.length - mostNamed} others`] : names;
		return [{ position, message: `no description of ${alternatives(shown).replace(/ or (?=[^ ]+( others)?$)/, ' and ')} for clients` }];
	});
	const found = [...ofKinds, ...ofTypes].filter(({ position }) => !isBuiltIn(position.file));
	const located = found.flatMap(({ position, message }) => locatedDiagnostic(position, message, 'warning', sources) ?? []);
	return sortDiagnostics(located.map((one) => ({ ...one, topic: 'missing descriptions' })));
}

/** Fields that every kind has without declaring them. */
const rootNames: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'items']);
