/** Approval of CustomResourceDefinitions: a group of the platform needs an annotation by the platform's API reviewers. */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

export interface Approval {
	readonly state: 'approved' | 'bypassed' | 'missing' | 'invalid';
	readonly reason: string;
}

type Words = Pick<Vocabulary, 'groupDomain' | 'labelDomain'>;

const more = 'see https://github.com/kubernetes/enhancements/pull/1111';
const annotationOf = ({ labelDomain }: Words): string => `api-approved.${labelDomain}`;

/** Returns the approval; undefined when the group needs none. */
export function approvalOf({ metadata, spec }: CustomResourceDefinition, words: Words): Approval | undefined {
	const { group } = spec;
	const isProtected = [words.groupDomain, words.labelDomain].some((domain) => group === domain || group?.endsWith(`.${domain}`));
	if (!isProtected) return undefined;
	const annotation = annotationOf(words);
	const said = (metadata?.annotations as Readonly<Record<string, string>> | undefined)?.[annotation] ?? '';
	if (said === '') return { state: 'missing', reason: `protected groups must have approval annotation ${JSON.stringify(annotation)}, ${more}` };
	if (said.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: ${JSON.stringify(said)}` };
	if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]+/.test(said)) return { state: 'approved', reason: `approved in ${said}` };
	return {
		state: 'invalid',
		reason: `protected groups must have approval annotation ${JSON.stringify(annotation)} with either a URL or a reason starting with "unapproved", ${more}`,
	};
}

/** Reports missing approval. A stored definition without approval stays writable. */
export function approvalViolations(definition: CustomResourceDefinition, old: CustomResourceDefinition | undefined, words: Words): Cause[] {
	const found = approvalOf(definition, words);
	if (found === undefined || found.state === 'approved' || found.state === 'bypassed') return [];
	if (old !== undefined && approvalOf(old, words)?.state === found.state) return [];
	const annotation = annotationOf(words);
	const path = `metadata.annotations[${annotation}]`;
	const said = (definition.metadata?.annotations as Readonly<Record<string, string>> | undefined)?.[annotation] ?? '';
	return [found.state === 'missing' ? required(path, found.reason) : invalidValue(path, said, found.reason)];
}
