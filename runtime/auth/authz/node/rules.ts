/** What every node may do, whichever it is: the rules of the default role `system:node`, and those of gates that are open. */
import type { Rule } from '../../../api/authorization.ts';
import type { Release } from '../../../model/catalog.ts';
import { speakAll, type Vocabulary } from '../../../model/vocabulary.ts';
import { ruleOf, textsAt } from '../rbac/defaults/form.ts';
import { platformRoles } from '../rbac/defaults/platform-roles.ts';

const role = 'system:node';

/** The default role has them from the release on in which the gate is open by itself. */
const ofGates: readonly (readonly [gate: string, line: string])[] = [
	['DynamicResourceAllocation', 'get | resource.{groupDomain} | resourceclaims'],
	['DynamicResourceAllocation', 'deletecollection | resource.{groupDomain} | resourceslices'],
	['ClusterTrustBundle', 'get list watch | certificates.{groupDomain} | clustertrustbundles'],
	['KubeletServiceAccountTokenForCredentialProviders', 'get | core | serviceaccounts'],
	['PodCertificateRequest', 'create get list watch | certificates.{groupDomain} | podcertificaterequests'],
];

export function nodeRules(vocabulary: Vocabulary, release: Release, gates: ReadonlyMap<string, boolean>): readonly Rule[] {
	const ofRole = textsAt(platformRoles.find(({ name }) => name === role)?.rules ?? [], release);
	const ofOpen = ofGates.filter(([gate]) => gates.get(gate) === true).map(([, line]) => line);
	return speakAll([...ofRole, ...ofOpen], vocabulary)
		.map(ruleOf)
		.map(({ verbs, apiGroups = [], resources = [] }) => ({ verbs, groups: apiGroups, resources }));
}
