/** Reference of the spec format, from the shapes that check specs and the documentation of the rules: it cannot say what is not so. */

import { placeholders } from '../../../runtime/model/vocabulary.ts';
import { formats } from '../../../runtime/scalars/formats.ts';
import { libraryDocumentation } from '../../../runtime/schema/cel/functions/documentation.ts';
import { rules } from '../../../runtime/schema/rules/index.ts';
import type { Rule } from '../../../runtime/schema/rules/rule.ts';
import type { Emitter } from '../../model.ts';
import { template } from '../../print/handlebars.ts';
import { markdownPreamble } from '../../print/preamble.ts';
import { structuralWords } from '../../read/keywords/index.ts';
import { shapes } from '../../read/model.ts';
import { type FileShape, type Shape, schemaTypes } from '../../read/shape/shape.ts';

const page = template<object>('reference/specs.md');

const where: Readonly<Record<FileShape, { readonly title: string; readonly where: string }>> = {
	kind: { title: 'Kinds', where: '`GROUP/KIND.yaml`, one kind a file.' },
	types: { title: 'Shared types', where: '`GROUP/types/TOPIC.yaml`, any number of types a file.' },
	group: { title: 'Groups', where: '`GROUP/group.yaml`.' },
	releases: { title: 'Releases', where: '`releases.yaml`, in the built-in root.' },
	vocabulary: { title: 'Vocabularies', where: '`vocabulary/NAME.yaml`, in the built-in root.' },
};

export const specReference: Emitter = {
	name: 'spec-reference',
	emit() {
		const schema = shapes.$defs.schema?.properties ?? {};
		const inSchema = Object.entries(schema).filter(([name]) => structuralWords.has(name));
		const values = {
			preamble: markdownPreamble.trim(),
			placeholders: Object.keys(placeholders)
				.map((role) => `\`{${role}}\``)
				.join(', '),
			types: schemaTypes.map((type) => `\`${type}\``).join(', '),
			files: (Object.keys(where) as FileShape[]).map((file) => ({ ...where[file], keywords: keywordsOf(shapes.files[file]) })),
			structural: inSchema.map(([name, shape]) => keyword(name, shape, [])),
			rules: rules.map((rule) => ({
				name: [rule.keyword, ...(rule.aliases ?? [])].join('`, `'),
				on: rule.appliesTo.join(', '),
				value: cell(argumentText(rule)),
				description: cell(rule.documentation),
			})),
			functions: libraryDocumentation.map(({ what, functions, since = '', example, gives }) => ({
				what,
				functions: cell(functions),
				since,
				example: cell(example),
				gives: cell(JSON.stringify(gives)),
			})),
			formats: formats.map(({ name, documentation }) => ({ name, documentation: cell(documentation) })),
		};
		return [{ path: 'reference/specs.md', content: page(values) }];
	},
};

function argumentText(rule: Rule): string {
	return rule.keyword === 'format' ? 'one of the formats below' : shapeText(rule.argument as Shape);
}

function resolve(shape: Shape): Shape {
	const name = shape.$ref?.slice('#/$defs/'.length);
	const target = name === undefined ? undefined : shapes.$defs[name];
	return target === undefined ? shape : { ...target, ...shape };
}

/** What has a section of its own. */
const inOwnPlace: ReadonlySet<string> = new Set(['#/$defs/schema', '#/$defs/rules']);

function keywordsOf(shape: Shape) {
	return nested(shape, '', new Set());
}

/** Keywords of a file, those of objects inside it by their path. What has a name of its own is described in its place. */
function nested(shape: Shape, prefix: string, seen: ReadonlySet<string>): ReturnType<typeof keyword>[] {
	return Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
		const path = `${prefix}${name}`;
		const row = keyword(path, property, shape.required?.includes(name) ? [name] : []);
		const inner = innermost(property);
		const ref = inner.$ref ?? '';
		if (inOwnPlace.has(ref) || inOwnPlace.has(property.$ref ?? '') || seen.has(ref)) return [row];
		const list = property.items !== undefined || resolve(property).items !== undefined;
		return [row, ...nested(resolve(inner), `${path}${list ? '[]' : ''}.`, new Set(ref === '' ? seen : [...seen, ref])).filter((each) => each.depth <= 4)];
	});
}

/** What a list holds, or the object of several forms. */
function innermost(shape: Shape): Shape {
	const resolved = shape.$ref === undefined ? shape : resolve(shape);
	if (resolved.items !== undefined) return resolved.items;
	const object = resolved.anyOf?.find((each) => each.properties !== undefined || each.$ref !== undefined);
	return shape.$ref !== undefined ? shape : (object ?? shape);
}

function keyword(name: string, shape: Shape, required: readonly string[]) {
	return {
		name,
		depth: name.split('.').length,
		required: required.length > 0,
		value: cell(shapeText(shape)),
		description: cell(shape.description ?? ''),
	};
}

const shortTypes: Readonly<Record<string, string>> = { string: 'text', array: 'list', object: 'map', boolean: '`true` or `false`' };

/** A value in words. */
function shapeText(shape: Shape): string {
	if (shape.$ref === '#/$defs/schema') return 'a schema';
	if (shape.$ref === '#/$defs/rules') return 'list of rules';
	const resolved = resolve(shape);
	if (resolved.enum) return resolved.enum.map((value) => `\`${value}\``).join(', ');
	if (resolved.anyOf) return [...new Set(resolved.anyOf.map(shapeText))].join(' or ');
	if (resolved.items) return `list of ${shapeText(resolved.items)}`;
	if (resolved.title) return resolved.title;
	if (typeof resolved.additionalProperties === 'object') return `map of ${shapeText(resolved.additionalProperties)}`;
	const types = resolved.type === undefined ? ['anything'] : [resolved.type].flat();
	return types.map((type) => shortTypes[type] ?? type).join(' or ');
}

/** Text inside a table. */
function cell(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
