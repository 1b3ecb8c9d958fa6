/**
 * Types of a client package, a module per package and version. Unlike the server's own types, they have literal apiVersions, unions and
 * scalar types.
 */
import type { JSONSchema } from 'json-schema-to-typescript';
import type { Field, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { setOwn } from '../../../runtime/model/equal.ts';
import { inlined } from '../../../runtime/schema/properties.ts';
import { fieldsOf, requiredTogether } from '../../../runtime/schema/rules/required-together.ts';
import { type UnionMember, unionMembers } from '../../../runtime/schema/union.ts';
import { stringify } from '../../../runtime/wire/json/text.ts';
import type { Model } from '../../model.ts';
import { descriptionOf } from '../../model.ts';
import { typeParts } from '../../print/derived-names.ts';
import { printInterface, type TypeWords, typeText } from '../../print/interface.ts';
import { fieldRules, unionRules } from '../reference/field-words.ts';
import { flatFields, inDefaultWords, mayBeNull, type TypeModule } from '../typescript/type-modules.ts';
import { variantSchema } from '../typescript/types.ts';
import { moduleIdentifier, type Surface } from './surface.ts';

/** Prefix of the package's own types in emitted modules. */
export const own = 'sdk';

const scalars = { time: `${own}.Time`, microTime: `${own}.MicroTime`, duration: `${own}.Duration`, quantity: `${own}.Quantity` } as const;

export interface TypesContext {
	readonly surface: Surface;
	readonly model: Model;
	readonly module: TypeModule;
	/** Collects the types to import: those of other modules to which the printed text refers. */
	readonly imports: Set<TypeName>;
}

/** Prints the types of a module. */
export async function printTypes(context: TypesContext): Promise<readonly string[]> {
	const printed: string[] = [];
	for (const type of context.module.types) printed.push(await printType(type, context));
	return printed;
}

/** Prints a type. A type with unions is the intersection of its common fields and a member of each union. */
async function printType(type: TypeDescriptor, context: TypesContext): Promise<string> {
	const { catalog } = context.surface;
	const { name } = typeParts(type.name);
	if (type.variant) return printInterface(variantSchema(type, wordsOf(context), context.model), name);
	const unions = inlined(type, (each) => catalog.type(each)).flatMap((part) =>
		(part.unions ?? [])
			.filter(({ members }) => members !== 'described')
			.map((union) => ({ ...union, fields: unionMembers(part, union.name, (each) => catalog.type(each)) })),
	);
	const apart = new Set(unions.flatMap(({ fields }) => fields.flatMap(namesIn)));
	const base = schemaOf(type, (field) => !apart.has(field), context);
	if (unions.length === 0) return printInterface(base, name);
	const parts: string[] = [];
	const texts: string[] = [];
	const doc = typeof base.description === 'string' ? base.description : '';
	if (apart.size < Object.keys(schemaOf(type, () => true, context).properties ?? {}).length) {
		parts.push(`${name}Fields`);
		texts.push(await printInterface({ ...base, title: `${name}Fields`, description: `Fields that all variants of ${name} have.` }, `${name}Fields`));
	}
	for (const [index, union] of unions.entries()) {
		const fields = new Set(union.fields.flatMap(namesIn));
		const members = `${name}Members${unions.length === 1 ? '' : index + 1}`;
		if (union.fields.some(({ properties }) => properties.length > 1)) {
			const groups = await Promise.all(union.fields.map((member) => printGroup(type, member, members, context)));
			texts.push(...groups.map(({ text }) => text));
			parts.push(`${own}.${union.members === 'exactlyOne' ? 'ExactlyOneOf' : 'AtMostOneOf'}<${groups.map((group) => group.name).join(' | ')}>`);
			continue;
		}
		const schema = schemaOf(type, (field) => fields.has(field), context);
		texts.push(await printInterface({ ...schema, title: members, description: `Variants of ${name}: ${union.name}.` }, members));
		parts.push(`${own}.${union.members === 'exactlyOne' ? 'ExactlyOne' : 'AtMostOne'}<${members}>`);
	}
	return [`${comment(doc)}export type ${name} = ${parts.join(' & ')};`, ...texts].join('\n\n');
}

function namesIn({ properties }: UnionMember): string[] {
	return properties.map(({ name }) => name);
}

/** Prints a member of a union whose members may consist of several fields. */
async function printGroup(
	type: TypeDescriptor,
	member: UnionMember,
	members: string,
	context: TypesContext,
): Promise<{ readonly name: string; readonly text: string }> {
	const { catalog } = context.surface;
	const name = `${members}${member.name.charAt(0).toUpperCase()}${member.name.slice(1).replace(/[^A-Za-z0-9]/g, '')}`;
	const fields = new Set(namesIn(member));
	const owners = new Set(member.properties.map(({ owner }) => owner));
	const together = [...owners].flatMap((owner) => (catalog.type(owner).rules ?? []).filter(({ rule }) => rule === requiredTogether.keyword));
	const required = fields.size === 1 ? [...fields] : together.flatMap(({ argument }) => fieldsOf(argument));
	const schema = {
		...schemaOf(type, (field) => fields.has(field), context),
		required,
		title: name,
		description: `Variant of ${typeParts(type.name).name}: ${member.name}.`,
	};
	return { name, text: await printInterface(schema, name) };
}

function schemaOf(type: TypeDescriptor, isIn: (field: string) => boolean, context: TypesContext): JSONSchema {
	const { model, surface } = context;
	const properties: Record<string, JSONSchema> = {};
	const required: string[] = [];
	for (const [owner, field] of flatFields(type, surface.catalog)) {
		if (!isIn(field.name)) continue;
		const description = fieldDoc(owner, field, model);
		const name = inDefaultWords(field.name, model);
		setOwn(properties, name, { tsType: fieldType(type, field, context), ...(description !== '' && { description }) });
		if (isNeeded(type, field, surface)) required.push(name);
	}
	const doc = model.docs[type.name]?.[''];
	const rules = unionRules(type, surface.catalog);
	const description = [doc === undefined ? '' : inDefaultWords(doc, model).trim(), ...rules].filter((part) => part !== '').join('\n\n');
	return {
		title: typeParts(type.name).name,
		type: 'object',
		...(description !== '' && { description: defused(description) }),
		additionalProperties: type.preserveUnknown === true,
		required,
		properties,
	};
}

/** Reports whether a field is required. A whole object always has its apiVersion and kind. */
function isNeeded(type: TypeDescriptor, field: Field, { apiVersions, asked }: Surface): boolean {
	if (apiVersions.has(type.name)) {
		if (field.name === 'apiVersion' || field.name === 'kind') return true;
		if (field.name === 'metadata') return !asked.has(type.name);
	}
	return field.required === true && field.default === undefined;
}

function fieldType(type: TypeDescriptor, field: Field, context: TypesContext): string {
	const { surface } = context;
	const versions = surface.apiVersions.get(type.name);
	if (versions !== undefined && field.name === 'apiVersion') {
		// Other versions with the same fields have types of their own.
		const { version } = typeParts(type.name);
		const home = versions.filter((each) => each === version || each.endsWith(`/${version}`));
		return (home.length === 0 ? versions : home).map((each) => JSON.stringify(each)).join(' | ');
	}
	if (versions !== undefined && field.name === 'kind') return JSON.stringify(typeParts(type.name).name);
	const { schema } = field;
	const text = typeText(schema, wordsOf(context));
	return mayBeNull(field, schema) ? `${text} | null` : text;
}

function wordsOf({ surface, module, imports }: TypesContext): TypeWords {
	const struct = (name: TypeName): string => {
		const parts = typeParts(name);
		const isHere = parts.package === module.package && parts.version === module.version;
		if (!isHere) imports.add(name);
		const text = isHere ? parts.name : `${moduleIdentifier(name)}.${parts.name}`;
		// The kind of an object inside another one is known, so it need not be stated.
		return surface.apiVersions.has(name) ? `${own}.New<${text}>` : text;
	};
	return { struct, scalars };
}

/** Returns the description of a field with its rules and its default. */
function fieldDoc(owner: TypeDescriptor, field: Field, model: Model): string {
	const doc = inDefaultWords(descriptionOf(model.docs, owner.name, field.name) ?? '', model).trim();
	const rules = fieldRules(field).filter((rule) => !/^(default |required)/.test(rule));
	const parts = [doc, rules.map((rule) => `- ${rule}`).join('\n')];
	if (field.default !== undefined) parts.push(`@defaultValue ${stringify(field.default)}`);
	const deprecated = field.schema.rules?.find(({ rule }) => rule === 'deprecated');
	if (deprecated !== undefined) parts.push(`@deprecated ${String(deprecated.argument)}`);
	return defused(parts.filter((part) => part !== '').join('\n\n'));
}

/** Escapes lines that begin like a JSDoc tag. */
function defused(text: string): string {
	return text.replace(/^(\s*)@(?!(?:defaultValue|deprecated) )/gm, '$1\\@');
}

export function comment(text: string): string {
	return text === ''
		? ''
		: `/**\n${text
				.replace(/\*\//g, '* /')
				.split('\n')
				.map((line) => ` * ${line}`.trimEnd())
				.join('\n')}\n */\n`;
}
