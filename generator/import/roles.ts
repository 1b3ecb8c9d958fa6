/** Replaces a product's names by placeholders: `storage.example.io` becomes `storage.{groupDomain}`. */
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import type { OpenApiDocument } from './document.ts';

/** Returns the group with a placeholder. Groups without a dot have no domain and stay. */
export function neutralGroup(group: string, { groupDomain }: Vocabulary): string {
	if (group === groupDomain) return '{groupDomain}';
	return group.endsWith(`.${groupDomain}`) ? `${group.slice(0, -groupDomain.length)}{groupDomain}` : group;
}

/** Replaces the product's domains in values, such as types of secrets. */
export function neutralText(text: string, { groupDomain, labelDomain }: Vocabulary): string {
	return text.replaceAll(labelDomain, '{labelDomain}').replaceAll(groupDomain, '{groupDomain}');
}

/** Returns the vocabulary of the document's extensions; the first when none fits. */
export function vocabularyOf(document: OpenApiDocument, vocabularies: readonly Vocabulary[]): Vocabulary | undefined {
	const text = JSON.stringify(Object.values(document.definitions).slice(0, 200));
	return vocabularies.find(({ product }) => text.includes(`"x-${product}-`)) ?? vocabularies[0];
}

/** Returns the folder of a group: the first part of its name for a built-in group, otherwise the whole name. */
export function packageOf(group: string, vocabulary: Vocabulary): string {
	if (group === '') return 'core';
	const neutral = neutralGroup(group, vocabulary);
	return neutral === group && group.includes('.') ? group : (group.split('.')[0] ?? group);
}
