/** Replaces a product's names by roles: `storage.example.io` becomes `storage.{groupDomain}`. */
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import type { OpenApiDocument } from './document.ts';

/** Returns the group's name by role. Groups without a dot have no domain and stay. */
export function neutralGroup(group: string, { groupDomain }: Vocabulary): string {
	if (group === groupDomain) return '{groupDomain}';
	return group.endsWith(`.${groupDomain}`) ? `${group.slice(0, -groupDomain.length)}{groupDomain}` : group;
}

/** Replaces domains in values with the product's own label syntax, such as enumerated secret types. */
export function neutralText(text: string, { groupDomain, labelDomain }: Vocabulary): string {
	return text.replaceAll(labelDomain, '{labelDomain}').replaceAll(groupDomain, '{groupDomain}');
}

/** Returns the vocabulary of the document's extensions; the first when none matches. */
export function vocabularyOf(document: OpenApiDocument, vocabularies: readonly Vocabulary[]): Vocabulary | undefined {
	const text = JSON.stringify(Object.values(document.definitions).slice(0, 200));
	return vocabularies.find(({ product }) => text.includes(`"x-${product}-`)) ?? vocabularies[0];
}

/** Returns the folder of a group: the first part of a built-in group's name, the whole name of a foreign one. */
export function packageOf(group: string, vocabulary: Vocabulary): string {
	if (group === '') return 'core';
	const neutral = neutralGroup(group, vocabulary);
	return neutral === group && group.includes('.') ? group : (group.split('.')[0] ?? group);
}
