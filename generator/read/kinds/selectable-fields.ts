/** Fields that field selectors may name. */
import type { KindDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { at, flagAt, listAt, type MapNode, type SpecNode, text, textAt, textsAt } from '../source/node.ts';
import { checkPath } from '../types/field-path.ts';

export function readSelectable(node: MapNode): Pick<KindDescriptor, 'selectableFields' | 'selectableIntroduced' | 'indexedFields' | 'fieldLabels'> {
	const entries = listAt(node, 'selectableFields');
	const fields = entries.filter((entry) => entry.kind === 'map').filter((entry) => entry.entries.has('field'));
	// The order matters: rows of objects identify their fields by position.
	const listed = entries.flatMap((entry) => text(entry) ?? textAt(entry, 'field') ?? []);
	const later = fields.filter((entry) => entry.entries.has('introduced'));
	const indexed = fields.filter((entry) => flagAt(entry, 'indexed')).map((entry) => textAt(entry, 'field') ?? '');
	const labels = entries.flatMap((entry) => {
		if (entry.kind !== 'map' || entry.entries.has('field')) return [];
		const of = textsAt(entry, 'of');
		return [{ label: textAt(entry, 'label') ?? '', of, hides: of.filter((path) => !listed.includes(path)) }];
	});
	const hidden = new Set(labels.flatMap(({ hides }) => hides));
	const introduced = Object.fromEntries(later.map((entry) => [textAt(entry, 'field') ?? '', textAt(entry, 'introduced') ?? '']));
	return {
		selectableFields: [...listed, ...hidden],
		...(indexed.length > 0 ? { indexedFields: indexed } : {}),
		...(later.length > 0 ? { selectableIntroduced: introduced } : {}),
		...(labels.length > 0 ? { fieldLabels: labels } : {}),
	};
}

export function checkSelectable(node: MapNode, type: string, context: ReadContext): void {
	const seen = new Set<string>();
	for (const each of listAt(node, 'selectableFields')) {
		const field = at(each, 'field') ?? each;
		const name = text(field);
		if (name !== undefined && seen.has(name)) context.report(field, `${JSON.stringify(name)} is listed twice in selectableFields`);
		if (name !== undefined) seen.add(name);
		const check = flagAt(each, 'indexed') ? checkIndexed : checkField;
		for (const one of each.kind === 'map' ? [...listAt(each, 'of'), at(each, 'field') ?? []].flat() : [each])
			context.later.push(() => check(one, type, context));
	}
}

/**
 * Checks that an indexed field is a string. The index does not distinguish absent and empty values. A selector does the same for strings
 * only.
 */
function checkIndexed(node: SpecNode, type: string, context: ReadContext): void {
	const schema = checkPath(node, type, 'the indexed field', context);
	if (schema !== undefined && schema.kind !== 'string')
		context.report(node, `the indexed field ${JSON.stringify(text(node))} must be a string, not ${schema.kind}`);
}

function checkField(node: SpecNode, type: string, context: ReadContext): void {
	const schema = checkPath(node, type, 'the selectable field', context);
	if (schema !== undefined && ['struct', 'map', 'list', 'rawExtension', 'fieldsV1'].includes(schema.kind))
		context.report(node, `the selectable field ${JSON.stringify(text(node))} must be a single value, not ${schema.kind}`);
}
