/**
 * NodeRestriction: limits node agents to their own Node and to the pods on it (seed 3, "Built-in admission plugins"). The authorizer `Node`
 * decides which requests an agent may make. This plugin checks their content.
 */
import { nodeOf } from '../../../api/identity.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { claimStatusCheck } from './claims.ts';
import { type NodeCheck, type NodeParts, nodeParts } from './dependencies.ts';
import { nodeCheck } from './nodes.ts';
import { certificateRequestCheck, ownCsiNode, ownLease, resourceSliceCheck } from './own-objects.ts';
import { podCertificateCheck } from './pod-certificates.ts';
import { podCheck } from './pods.ts';
import { tokenCheck } from './tokens.ts';

export const nodeRestriction: AdmissionPlugin = {
	name: 'NodeRestriction',
	onByDefault: 'never',
	onWithMode: 'Node',
	operations: ['CREATE', 'UPDATE', 'DELETE'],
	onlyRefuses: true,
	only: ({ groupDomain }) => Object.keys(checks).map((key) => key.replace('{groupDomain}', groupDomain)),
	start(context) {
		const parts = nodeParts(context);
		const byResource = new Map(Object.entries(checks).map(([key, make]) => [key.replace('{groupDomain}', context.vocabulary.groupDomain), make(parts)]));
		return {
			mutate(request) {
				const node = nodeOf(request.user);
				if (node === undefined) return;
				if (node === '') throw refused(request, `could not determine node from user ${JSON.stringify(request.user.name)}`);
				return byResource.get(storageNameOf(request))?.(node, request);
			},
		};
	},
};

/** Checks by storage name. */
const checks: Readonly<Record<string, (parts: NodeParts) => NodeCheck>> = {
	pods: podCheck,
	nodes: nodeCheck,
	persistentvolumeclaims: claimStatusCheck,
	serviceaccounts: tokenCheck,
	'leases.coordination.{groupDomain}': ownLease,
	'csinodes.storage.{groupDomain}': ownCsiNode,
	'resourceslices.resource.{groupDomain}': resourceSliceCheck,
	'certificatesigningrequests.certificates.{groupDomain}': certificateRequestCheck,
	'podcertificaterequests.certificates.{groupDomain}': podCertificateCheck,
};

function storageNameOf({ kind }: AdmissionRequest): string {
	return kind.storageName;
}
