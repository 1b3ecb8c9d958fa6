/** Rules that apply to every node: those of the default role `system:node` and those of open feature gates. */
import type { Rule } from '../../../api/authorization.ts';
import type { Release } from '../../../model/catalog.ts';
import { speakAll, type Vocabulary } from '../../../model/vocabulary.ts';
import { platformRoles } from '../rbac/defaults/platform-roles.ts';
import { ruleOf, textsAt } from '../rbac/defaults/role-notation.ts';

const role = 'system:node';

/** The default role includes these rules from the release in which the gate is on by default. */
const ofGates: readonly (readonly [gate: string, line: string])[] = [
	['DynamicResourceAllocation', 'get | resource.{groupDomain} | resourceclaims'],
	['DynamicResourceAllocation', 'deletecollection | resource.{groupDomain} | resourceslices'],
	['KubeletServiceAccountTokenForCredentialProviders', 'get | core | serviceaccounts'],
];

export function nodeRules(vocabulary: Vocabulary, release: Release, gates: ReadonlyMap<string, boolean>): readonly Rule[] {
	const ofRole = textsAt(platformRoles.find(({ name }) => name === role)?.rules ?? [], { release, gates });
	const ofOpen = ofGates.filter(([gate]) => gates.get(gate) === true).map(([, line]) => line);
	return speakAll([...ofRole, ...ofOpen], vocabulary)
		.map(ruleOf)
		.map(({ verbs, apiGroups = [], resources = [] }) => ({ verbs, groups: apiGroups, resources }));
}
