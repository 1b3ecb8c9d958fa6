/** Names that field selectors of a kind may use for its selectable fields. */
import type { KindDescriptor } from './catalog.ts';

/** Returns the paths in their order. A path that only a label of its own names is replaced by that label. */
export function selectorNames({ selectableFields, fieldLabels = [] }: Pick<KindDescriptor, 'selectableFields' | 'fieldLabels'>): readonly string[] {
	const labels = new Map(fieldLabels.flatMap(({ label, of, hides }) => (of.length === 1 && hides.length === 1 ? [[hides[0] ?? '', label] as const] : [])));
	return selectableFields.map((path) => labels.get(path) ?? path);
}
