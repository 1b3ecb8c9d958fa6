/** Types by the module in which they are emitted, a module per package and version. Also queries on types that several emitters need. */
import type { Catalog, Field, Schema, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { speak } from '../../../runtime/model/vocabulary.ts';
import type { Model } from '../../model.ts';
import { typeParts } from '../../print/derived-names.ts';

export interface ModuleName {
	/** Folder under `specs/`. */
	readonly package: string;
	readonly version: string;
}

export interface TypeModule extends ModuleName {
	/** Types in the order of their names. */
	readonly types: readonly TypeDescriptor[];
}

/** Returns all modules in their order. */
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

/** Returns the path of the module's TypeScript types in the output folder. */
export function typesFile(module: ModuleName): string {
	return `types/${module.package}/${module.version}.ts`;
}

/** Yields the fields of a type and of structs inlined in it, each with the type that declares it. */
export function* flatFields(type: TypeDescriptor, catalog: Catalog): Generator<readonly [TypeDescriptor, Field]> {
	for (const field of type.fields) {
		if (field.inline && field.schema.kind === 'struct') yield* flatFields(catalog.type(field.schema.type), catalog);
		else yield [type, field];
	}
}

/** Returns the schema of a field in the newest release. Later releases only accept more. */
export function newestSchema({ schema, history = [] }: Field): Schema {
	return history.findLast(({ set }) => set.schema !== undefined)?.set.schema ?? schema;
}

/** Returns text with the words of the default vocabulary, for people only. */
export function inDefaultWords(text: string, { vocabularies: [vocabulary] }: Model): string {
	return vocabulary === undefined ? text : speak(text, vocabulary);
}

/** Reports whether the value may be null. Null is the wire form of an absent value that is always written. */
export function mayBeNull({ presence, nullable, required }: Field, schema: Schema): boolean {
	if (presence === 'nullable' || nullable === true) return true;
	return presence === 'always' && ['list', 'map', 'time', 'microTime'].includes(schema.kind) && !required;
}
