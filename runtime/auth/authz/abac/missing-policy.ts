/** Explains an ABAC refusal with the policy line that would have allowed the request. */
import type { Attributes } from '../../../api/authorization.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { kind, policyGroup } from './policy.ts';

/** Verbs that a `readonly` policy allows. */
export const reading: readonly string[] = ['get', 'list', 'watch'];

/** Reports whether a verb only reads. Impersonated reads count as reads. */
export function isReading(verb: string): boolean {
	return reading.includes(verb.replace(/^impersonate-on:[^:]+:/, ''));
}

/** Returns the narrowest line that would allow the request. A group or wildcards in another line could allow it as well. */
export function missingPolicy({ user, info, path }: Attributes, vocabulary: Vocabulary): string {
	const { name } = user;
	const about = info.isResource
		? { apiGroup: info.group, resource: info.resource, ...(info.namespace !== '' && { namespace: info.namespace }) }
		: { nonResourcePath: path };
	const spec = { user: name, ...about, ...(isReading(info.verb) && { readonly: true }) };
	return `the policy ${JSON.stringify({ apiVersion: `${policyGroup(vocabulary)}/v1beta1`, kind, spec })}`;
}
