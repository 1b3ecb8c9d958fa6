/** Types by the module that they are emitted into, one per package and version, and what several emitters ask of them. */
import type { Catalog, Field, Schema, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { speak } from '../../../runtime/model/vocabulary.ts';
import type { Model } from '../../model.ts';
import { typeParts } from '../../print/names.ts';

export interface ModuleName {
	/** Folder under `specs/`. */
	readonly package: string;
	readonly version: string;
}

export interface TypeModule extends ModuleName {
	/** In order of their names. */
	readonly types: readonly TypeDescriptor[];
}

/** All modules, in order. */
export function typeModules(catalog: Catalog): readonly TypeModule[] {
	const modules = new Map<string, { package: string; version: string; types: TypeDescriptor[] }>();
	for (const typeName of [...catalog.typeNames].sort()) {
		const { package: folder, version } = typeParts(typeName);
		const key = `${folder}/${version}`;
		const module = modules.get(key) ?? { package: folder, version, types: [] };
		modules.set(key, module);
		module.types.push(catalog.type(typeName));
	}
	return [...modules.values()];
}

/** Module of TypeScript types, relative to the output folder. */
export function typesFile(module: ModuleName): string {
	return `types/${module.package}/${module.version}.ts`;
}

/** Fields with those of the structs that stand inline, each with the type that declares it. */
export function* flatFields(type: TypeDescriptor, catalog: Catalog): Generator<readonly [TypeDescriptor, Field]> {
	for (const field of type.fields) {
		if (field.inline && field.schema.kind === 'struct') yield* flatFields(catalog.type(field.schema.type), catalog);
		else yield [type, field];
	}
}

/** What a field holds in the newest release: later releases only ever allow more. */
export function newestSchema({ schema, history = [] }: Field): Schema {
	return history.findLast(({ set }) => set.schema !== undefined)?.set.schema ?? schema;
}

/** Text in the words of the default vocabulary, for what only people read. */
export function inDefaultWords(text: string, { vocabularies: [vocabulary] }: Model): string {
	return vocabulary === undefined ? text : speak(text, vocabulary);
}

/** Null is what the wire has for a value that is always written and is absent. */
export function mayBeNull({ presence, nullable, required }: Field, schema: Schema): boolean {
	if (presence === 'nullable' || nullable === true) return true;
	return presence === 'always' && ['list', 'map', 'time', 'microTime'].includes(schema.kind) && !required;
}
