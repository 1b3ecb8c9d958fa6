/** What field selectors may name. */
import type { KindDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { listAt, type MapNode, type SpecNode, text, textAt, textsAt } from '../source/node.ts';
import { checkPath } from '../types/field-path.ts';

export function readSelectable(node: MapNode): Pick<KindDescriptor, 'selectableFields' | 'fieldLabels'> {
	const listed = textsAt(node, 'selectableFields');
	const labels = listAt(node, 'selectableFields').flatMap((entry) => {
		if (entry.kind !== 'map') return [];
		const of = textsAt(entry, 'of');
		return [{ label: textAt(entry, 'label') ?? '', of, hides: of.filter((path) => !listed.includes(path)) }];
	});
	const hidden = new Set(labels.flatMap(({ hides }) => hides));
	return { selectableFields: [...listed, ...hidden], ...(labels.length > 0 ? { fieldLabels: labels } : {}) };
}

export function checkSelectable(node: MapNode, type: string, context: ReadContext): void {
	for (const field of listAt(node, 'selectableFields').flatMap((each) => (each.kind === 'map' ? listAt(each, 'of') : [each])))
		context.later.push(() => checkField(field, type, context));
}

function checkField(node: SpecNode, type: string, context: ReadContext): void {
	const schema = checkPath(node, type, 'the selectable field', context);
	if (schema !== undefined && ['struct', 'map', 'list', 'rawExtension', 'fieldsV1'].includes(schema.kind))
		context.report(node, `the selectable field ${JSON.stringify(text(node))} must be a single value, not ${schema.kind}`);
}
