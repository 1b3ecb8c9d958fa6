/** Why somebody may not, where the policies of a file decide: the line that would have allowed it. */
import type { Attributes } from '../../../api/authorization.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { kind, policyGroup } from './policy.ts';

/** The verbs that a policy allows which is `readonly`: the least that is needed. */
export const reading: readonly string[] = ['get', 'list', 'watch'];

/** To read as somebody else is to read. */
export function isReading(verb: string): boolean {
	return reading.includes(verb.replace(/^impersonate-on:[^:]+:/, ''));
}

/** The least that is needed: another line may allow it as well, by a group or by wildcards. */
export function missingPolicy({ user, info, path }: Attributes, vocabulary: Vocabulary): string {
	const { name } = user;
	const about = info.isResource
		? { apiGroup: info.group, resource: info.resource, ...(info.namespace !== '' && { namespace: info.namespace }) }
		: { nonResourcePath: path };
	const spec = { user: name, ...about, ...(isReading(info.verb) && { readonly: true }) };
	return `the policy ${JSON.stringify({ apiVersion: `${policyGroup(vocabulary)}/v1beta1`, kind, spec })}`;
}
