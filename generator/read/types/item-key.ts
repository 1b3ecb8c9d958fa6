/** Checks fields that identify the items of a list: those of a list of type map, and those of a strategic merge patch. */
import type { Schema, TypeName } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { type SpecNode, text } from '../source/node.ts';
import { allFields } from './json-fields.ts';

const kindWords: Partial<Readonly<Record<Schema['kind'], string>>> = {
	struct: 'an object',
	list: 'a list',
	map: 'a map',
	rawExtension: 'an object',
	fieldsV1: 'an object',
};

/** Checks that a key is a scalar field of the items. */
export function checkKey(key: SpecNode, type: TypeName, context: ReadContext): void {
	const name = text(key) ?? '';
	const fields = allFields(type, context);
	const field = fields.find((one) => one.name === name);
	const names = fields.map((one) => one.name);
	const wrong = field && kindWords[field.schema.kind];
	if (field === undefined) context.report(key, `the items have no field ${JSON.stringify(name)}${suggestion(name, names)}`);
	else if (wrong !== undefined) context.report(key, `the key ${JSON.stringify(name)} must be a single value, such as text or a number, not ${wrong}`);
}
