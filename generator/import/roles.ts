/** Names of one product to names by role: `storage.example.io` becomes `storage.{groupDomain}`. */
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import type { OpenApiDocument } from './document.ts';

/** The group's name by role. Groups without a dot belong to nobody. */
export function neutralGroup(group: string, { groupDomain }: Vocabulary): string {
	if (group === groupDomain) return '{groupDomain}';
	return group.endsWith(`.${groupDomain}`) ? `${group.slice(0, -groupDomain.length)}{groupDomain}` : group;
}

/** Values in the product's own label syntax, such as enumerated secret types. */
export function neutralText(text: string, { groupDomain, labelDomain }: Vocabulary): string {
	return text.replaceAll(labelDomain, '{labelDomain}').replaceAll(groupDomain, '{groupDomain}');
}

/** The vocabulary that the document's own extensions speak; the first when none does. */
export function vocabularyOf(document: OpenApiDocument, vocabularies: readonly Vocabulary[]): Vocabulary | undefined {
	const text = JSON.stringify(Object.values(document.definitions).slice(0, 200));
	return vocabularies.find(({ product }) => text.includes(`"x-${product}-`)) ?? vocabularies[0];
}

/** The folder of a group: the first part of a built-in group's name, all of a foreign one's. */
export function packageOf(group: string, vocabulary: Vocabulary): string {
	if (group === '') return 'core';
	const neutral = neutralGroup(group, vocabulary);
	return neutral === group && group.includes('.') ? group : (group.split('.')[0] ?? group);
}
