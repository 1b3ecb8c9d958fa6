/** Resources to which no policy applies: policies themselves, and reviews, without which no user could be authenticated. */
import type { AdmissionRequest } from '../contract.ts';

export function isExcluded({ group, resource }: Pick<AdmissionRequest, 'group' | 'resource'>, groupDomain: string): boolean {
	if (group === `admissionregistration.${groupDomain}`) return policies.has(resource);
	return reviews[group.slice(0, -groupDomain.length - 1)]?.has(resource) === true && group.endsWith(`.${groupDomain}`);
}

const policies: ReadonlySet<string> = new Set([
	'validatingadmissionpolicies',
	'validatingadmissionpolicybindings',
	'mutatingadmissionpolicies',
	'mutatingadmissionpolicybindings',
]);
const reviews: Readonly<Record<string, ReadonlySet<string>>> = {
	authentication: new Set(['selfsubjectreviews', 'tokenreviews']),
	authorization: new Set(['localsubjectaccessreviews', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'subjectaccessreviews']),
};
