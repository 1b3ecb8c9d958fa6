/**
 * TypeScript types, a module per package and version. Descriptors are converted to JSON Schema, which json-schema-to-typescript prints.
 *
 * Comments use the default vocabulary. A value that contains the product's name has the type string, because one tree serves every
 * vocabulary.
 */
import type { JSONSchema } from 'json-schema-to-typescript';
import type { Field, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { setOwn } from '../../../runtime/model/equal.ts';
import type { EmittedFile, Emitter, Model } from '../../model.ts';
import { descriptionOf } from '../../model.ts';
import { packageIdentifier, specifier, typeParts } from '../../print/derived-names.ts';
import { printInterface, type TypeWords, typeText } from '../../print/interface.ts';
import { preamble } from '../../print/typescript.ts';
import { flatFields, inDefaultWords, type ModuleName, mayBeNull, newestSchema, type TypeModule, typeModules, typesFile } from './type-modules.ts';

export const typescript: Emitter = {
	name: 'types',
	async emit(model, kept = { printedTypes: new Map() }) {
		const printed = new Map<string, string>();
		const files: EmittedFile[] = [];
		for (const module of typeModules(model.catalog))
			files.push({ path: typesFile(module), content: await moduleText(module, model, kept.printedTypes, printed) });
		kept.printedTypes = printed;
		return files;
	},
};

/** Returns the name of an imported module. Importing modules avoids renaming types of equal names. */
function importName(module: ModuleName): string {
	return packageIdentifier(`${module.package}-${module.version}`);
}

async function moduleText(module: TypeModule, model: Model, before: ReadonlyMap<string, string>, printed: Map<string, string>): Promise<string> {
	const imports = new Map<string, string>();
	const types: string[] = [];
	for (const type of module.types) {
		const schema = jsonSchema(type, module, imports, model);
		const key = JSON.stringify(schema);
		const text = before.get(key) ?? (await printInterface(schema, typeParts(type.name).name));
		printed.set(key, text);
		types.push(text);
	}
	const lines = [...imports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, name]) => `import type * as ${name} from '${path}';`);
	return `${[preamble, ...lines].join('\n')}\n\n${types.join('\n\n')}\n`;
}

function jsonSchema(type: TypeDescriptor, module: TypeModule, imports: Map<string, string>, model: Model): JSONSchema {
	if (type.variant) return variantSchema(type, wordsOf(module, imports), model);
	const properties: Record<string, JSONSchema> = {};
	const required: string[] = [];
	for (const [owner, field] of flatFields(type, model.catalog)) {
		const doc = descriptionOf(model.docs, owner.name, field.name);
		const name = inDefaultWords(field.name, model);
		const property: JSONSchema = {
			tsType: fieldType(type, field, module, imports, model),
			...(doc && { description: inDefaultWords(doc, model).trim() }),
			...(field.default !== undefined && typeof field.default !== 'object' && { default: String(field.default) }),
		};
		setOwn(properties, name, property);
		if (field.required) required.push(name);
	}
	const doc = model.docs[type.name]?.[''];
	return {
		title: typeParts(type.name).name,
		type: 'object',
		...(doc && { description: inDefaultWords(doc, model).trim() }),
		additionalProperties: type.preserveUnknown === true,
		required,
		properties,
	};
}

/** Returns the schema of a variant: a union of its members. Values do not contain the names of members. */
export function variantSchema(type: TypeDescriptor, words: TypeWords, model: Model): JSONSchema {
	const doc = model.docs[type.name]?.[''];
	return {
		title: typeParts(type.name).name,
		...(doc && { description: inDefaultWords(doc, model).trim() }),
		tsType: type.fields.map((field) => typeText(newestSchema(field), words)).join(' | '),
	};
}

/** Prints the type of a field. */
function fieldType(owner: TypeDescriptor, field: Field, module: TypeModule, imports: Map<string, string>, model: Model): string {
	const kind = kindLiteral(owner, field, model);
	if (kind !== undefined) return kind;
	const schema = newestSchema(field);
	const text = typeText(schema, wordsOf(module, imports));
	return mayBeNull(field, schema) ? `${text} | null` : text;
}

function wordsOf(module: TypeModule, imports: Map<string, string>): TypeWords {
	return {
		struct(type) {
			const target = typeParts(type);
			if (target.package === module.package && target.version === module.version) return target.name;
			const name = importName(target);
			imports.set(specifier(typesFile(module), typesFile(target)), name);
			return `${name}.${target.name}`;
		},
		scalars: { time: 'string', microTime: 'string', duration: 'string', quantity: 'string' },
	};
}

/** Returns the literal type of `kind`, which is the name of the object's type. */
function kindLiteral(owner: TypeDescriptor, field: Field, model: Model): string | undefined {
	if (field.name !== 'kind' || !owner.fields.some((other) => other.name === 'apiVersion')) return undefined;
	const { name } = typeParts(owner.name);
	const known = model.catalog.kinds.some((kind) => kind.kind === name || kind.listKind === name);
	return known ? JSON.stringify(name) : undefined;
}
