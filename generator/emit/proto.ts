/**
 * Protobuf definitions of all types that have a protobuf form, a file per package and version. Code generators of other languages read
 * them.
 */
import type { Field, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { Protobufs } from '../../runtime/schema/protobuf/message.ts';
import { descriptionOf, type Emitter, type Model } from '../model.ts';
import { typeParts } from '../print/derived-names.ts';
import { protoPreamble } from '../print/preamble.ts';
import { inDefaultWords, newestSchema, typeModules } from './typescript/type-modules.ts';

export const proto: Emitter = {
	name: 'proto',
	emit(model) {
		const forms = new Protobufs((name) => model.catalog.type(name));
		const files = new Map<string, { package: string; texts: Map<string, string>; imports: Set<string> }>();
		const file = (folder: string, name: string) => {
			const known = files.get(folder) ?? { package: name, texts: new Map(), imports: new Set() };
			files.set(folder, known);
			return known;
		};
		for (const { package: folder, version, types } of typeModules(model.catalog)) {
			for (const type of types) {
				if (!forms.has(type.name)) continue;
				const { texts, imports } = file(`${folder}/${version}`, packageName(folder, version, model));
				texts.set(typeParts(type.name).name, messageText(type, { folder: `${folder}/${version}`, model, imports }));
			}
		}
		for (const known of Object.values(messages)) {
			const { texts } = file(known.folder, wellKnownPackage(known, model));
			if (!texts.has(known.name)) texts.set(known.name, wellKnownText(known));
		}
		return [...files]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([folder, { package: name, texts, imports }]) => ({
				path: `proto/${folder}/generated.proto`,
				content: fileText(name, texts, imports),
			}));
	},
};

interface Scope {
	/** Folder of the emitted file. */
	readonly folder: string;
	readonly model: Model;
	/** Files that the emitted file imports. */
	readonly imports: Set<string>;
}

function fileText(name: string, texts: ReadonlyMap<string, string>, imports: ReadonlySet<string>): string {
	const lines = [...imports].sort().map((path) => `import "${path}";\n`);
	const messages = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
	return `${protoPreamble}
syntax = "proto2";

package ${name};
${lines.length > 0 ? `\n${lines.join('')}` : ''}
${messages.join('\n\n')}
`;
}

function wellKnownText({ name, doc, fields }: WellKnown): string {
	return `// ${doc}\nmessage ${name} {\n${fields.map((field) => `  ${field}\n`).join('')}}`;
}

function packageName(folder: string, version: string, model: Model): string {
	const info = model.packages[folder];
	if (info === undefined) throw new Error(`no package ${folder}`);
	// A protobuf package name consists of dotted identifiers. Other characters of a group's name become underscores.
	return inDefaultWords(`${info.protobuf}.${version}`, model)
		.replaceAll(/[^A-Za-z0-9_.]/g, '_')
		.replaceAll(/(?<=^|\.)(?=[0-9])/g, '_');
}

function messageText(type: TypeDescriptor, scope: Scope): string {
	const docs = scope.model.docs[type.name];
	const nested: string[] = [];
	const names = new Set<string>();
	const fields = type.fields
		.filter((field) => field.number !== undefined)
		.sort((a, b) => (a.number ?? 0) - (b.number ?? 0))
		.map((field) => (type.variant && field.schema.kind === 'any' ? { ...field, schema: { kind: 'bytes' as const } } : field))
		.map(
			(field) =>
				`${comment(descriptionOf(scope.model.docs, type.name, field.name), '  ', scope)}  ${fieldText(field, { ...scope, nested, names, isForm: type.variant === true, site: `${type.name}.${field.name}` })}\n`,
		);
	return `${comment(docs?.[''], '', scope)}message ${typeParts(type.name).name} {\n${[...fields, ...nested].join('\n')}}`;
}

function comment(text: string | undefined, indent: string, { model }: Scope): string {
	if (!text) return '';
	return inDefaultWords(text, model)
		.trim()
		.split('\n')
		.map((line) => `${indent}// ${line}`.trimEnd())
		.join('\n')
		.concat('\n');
}

interface FieldScope extends Scope {
	/** Field names that are taken. */
	readonly names: Set<string>;
	/** Messages that are declared inside the current message. */
	readonly nested: string[];
	/** True when the field is one of several members of a variant. An empty map in such a field must differ from an absent one. */
	readonly isForm: boolean;
	/** Type and field, for error messages. */
	readonly site: string;
}

function fieldText(field: Field, scope: FieldScope): string {
	const name = inDefaultWords(field.name, scope.model);
	let plain = identifier(name);
	while (scope.names.has(plain)) plain += '_';
	scope.names.add(plain);
	const option = plain === name ? '' : ` [json_name = ${JSON.stringify(name)}]`;
	const schema = newestSchema(field);
	if (schema.kind === 'list') return `repeated ${typeText(schema.items, scope)} ${plain} = ${field.number}${option};`;
	if (schema.kind === 'map' && !scope.isForm) return `map<string, ${typeText(schema.values, scope)}> ${plain} = ${field.number}${option};`;
	return `optional ${typeText(schema, scope)} ${plain} = ${field.number}${option};`;
}

/** Returns an identifier for a name: `schema` for `$schema`, `xListType` for `x-list-type`. Other invalid characters become underscores. */
function identifier(name: string): string {
	return name
		.replace(/^\$(?=\w)/, '')
		.replaceAll(/-+([A-Za-z0-9])/g, (_, next: string) => next.toUpperCase())
		.replaceAll(/[^A-Za-z0-9_]/g, '_')
		.replace(/^(?=[0-9])/, '_');
}

const scalars: Partial<Readonly<Record<Schema['kind'], string>>> = {
	string: 'string',
	boolean: 'bool',
	int32: 'int32',
	int64: 'int64',
	double: 'double',
	bytes: 'bytes',
};

interface WellKnown {
	readonly folder: string;
	/** Package name after the group domain. */
	readonly package: string;
	readonly name: string;
	readonly doc: string;
	readonly fields: readonly string[];
}

const meta = { folder: 'meta/v1', package: 'apimachinery.pkg.apis.meta.v1' };
const runtime = { folder: 'runtime', package: 'apimachinery.pkg.runtime' };

/** Scalars that are messages in protobuf. */
const messages: Partial<Readonly<Record<Schema['kind'], WellKnown>>> = {
	duration: { ...meta, name: 'Duration', doc: 'A span of time in nanoseconds.', fields: ['optional int64 duration = 1;'] },
	fieldsV1: { ...meta, name: 'FieldsV1', doc: 'The tree of owned fields, as JSON.', fields: ['optional bytes Raw = 1;'] },
	microTime: { ...meta, name: 'MicroTime', doc: 'A moment, in microseconds.', fields: ['optional int64 seconds = 1;', 'optional int32 nanos = 2;'] },
	time: { ...meta, name: 'Time', doc: 'A moment, in seconds.', fields: ['optional int64 seconds = 1;', 'optional int32 nanos = 2;'] },
	quantity: {
		folder: 'resource',
		package: 'apimachinery.pkg.api.resource',
		name: 'Quantity',
		doc: 'A number with a suffix, as text.',
		fields: ['optional string string = 1;'],
	},
	intOrString: {
		folder: 'intstr',
		package: 'apimachinery.pkg.util.intstr',
		name: 'IntOrString',
		doc: 'An integer (type 0) or a text (type 1).',
		fields: ['optional int64 type = 1;', 'optional int32 intVal = 2;', 'optional string strVal = 3;'],
	},
	any: { ...runtime, name: 'RawExtension', doc: 'Any object, as the bytes that it came in.', fields: ['optional bytes raw = 1;'] },
	rawExtension: { ...runtime, name: 'RawExtension', doc: 'Any object, as the bytes that it came in.', fields: ['optional bytes raw = 1;'] },
};

function typeText(schema: Schema, scope: FieldScope): string {
	if (schema.kind === 'struct' || schema.kind === 'variant') return referenceText(schema.type, scope);
	if (schema.kind === 'list') return itemsMessage(`repeated ${typeText(schema.items, scope)}`, scope);
	if (schema.kind === 'map') return itemsMessage(`map<string, ${typeText(schema.values, scope)}>`, scope);
	const scalar = scalars[schema.kind];
	if (scalar !== undefined) return scalar;
	const known = messages[schema.kind];
	if (known === undefined) throw new Error(`${scope.site}: protobuf has no form for a ${schema.kind} inside a list or a map`);
	if (known.folder === scope.folder) return known.name;
	scope.imports.add(`${known.folder}/generated.proto`);
	return `.${wellKnownPackage(known, scope.model)}.${known.name}`;
}

/** Declares a message with a list or a map as field 1. Protobuf allows neither directly inside a list or as the value of a map. */
function itemsMessage(type: string, scope: FieldScope): string {
	const field = identifier(scope.site.slice(scope.site.lastIndexOf('.') + 1));
	const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}Items${scope.nested.length === 0 ? '' : scope.nested.length + 1}`;
	scope.nested.push(`  message ${name} {\n    ${type} items = 1;\n  }\n`);
	return name;
}

function wellKnownPackage(known: WellKnown, model: Model): string {
	return `${inDefaultWords('{groupDomain}', model)}.${known.package}`;
}

function referenceText(type: string, scope: Scope): string {
	const { package: folder, version, name } = typeParts(type);
	if (`${folder}/${version}` === scope.folder) return name;
	scope.imports.add(`${folder}/${version}/generated.proto`);
	return `.${packageName(folder, version, scope.model)}.${name}`;
}
