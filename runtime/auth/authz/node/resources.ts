/**
 * Resources with node-specific permissions, and the function that decides each. All nodes have the same permissions for other resources
 * (`rules.ts`).
 */
import { type Attributes, allowed, type Decision, noOpinion } from '../../../api/authorization.ts';
import type { PodReference } from '../../../api/pod-references.ts';
import { compareReleases } from '../../../model/release.ts';
import type { AuthorizerContext } from '../contract.ts';
import { type AskedOfNode, isLimitedTo, keyOf, many, none, ownCsiNode, ownLease, ownNode, ungot, unread, volumeClaim } from './limits.ts';
import { NodeRelations } from './relations.ts';

export type NodeRule = (node: string, asked: AskedOfNode, attributes: Attributes) => Decision;

export function nodeResources({ cache, vocabulary, release, gates }: AuthorizerContext): ReadonlyMap<string, NodeRule> {
	const relations = new NodeRelations(cache, vocabulary);
	const since = (first: string): boolean => compareReleases(release, first) >= 0;
	const isOpen = (gate: string): boolean => gates.get(gate) === true;
	const bySelectors = isOpen('AuthorizeNodeWithSelectors');

	/** Allows a request for one object if the object is related to the node. */
	const related = (node: string, { name }: AskedOfNode, isRelated: () => boolean): Decision => {
		if (name === '') return none('No Object name found');
		return isRelated() ? allowed : none(`no relationship found between node '${node}' and this object`);
	};
	const named =
		(what: PodReference) =>
		(node: string, asked: AskedOfNode): Decision =>
			related(node, asked, () => relations.isNamed(node, what, asked.namespace, asked.name));
	const secret = (node: string, asked: AskedOfNode): Decision =>
		related(node, asked, () => relations.isNamed(node, 'secrets', asked.namespace, asked.name) || relations.isNamedByVolume(node, asked.namespace, asked.name));
	const ownedBy =
		(group: string, plural: string) =>
		(node: string, asked: AskedOfNode): Decision =>
			related(node, asked, () => relations.isOf(node, group, plural, asked.namespace, asked.name));
	const pod = ownedBy('', 'pods');
	const slice = ownedBy('resource', 'resourceslices');
	const serviceAccount = named('serviceaccounts');
	const readsAccounts = isOpen('KubeletServiceAccountTokenForCredentialProviders') || isOpen('PodCertificateRequest');

	const decided: readonly (readonly [group: string, resource: string, NodeRule | undefined])[] = [
		['', 'secrets', (node, asked) => unread(asked) ?? secret(node, asked)],
		['', 'configmaps', (node, asked) => unread(asked) ?? named('configmaps')(node, asked)],
		['', 'persistentvolumeclaims', volumeClaim(named('persistentvolumeclaims'))],
		['', 'persistentvolumes', (node, asked) => ungot(asked) ?? related(node, asked, () => relations.isVolumeOf(node, asked.name))],
		['', 'serviceaccounts', account],
		['', 'nodes', bySelectors ? ownNode : undefined],
		['', 'pods', bySelectors ? podRequest : undefined],
		['storage', 'volumeattachments', (node, asked) => ungot(asked) ?? ownedBy('storage', 'volumeattachments')(node, asked)],
		['storage', 'csinodes', ownCsiNode],
		['coordination', 'leases', ownLease(vocabulary)],
		['resource', 'resourceclaims', since('1.26') ? (node, asked) => ungot(asked) ?? named('resourceclaims')(node, asked) : undefined],
		['resource', 'resourceslices', since('1.30') ? sliceRequest : undefined],
		['certificates', 'podcertificaterequests', since('1.34') ? certificateRequest : undefined],
	];
	return new Map(
		decided.flatMap(([group, resource, decide]) =>
			decide === undefined ? [] : [[keyOf(group === '' ? '' : `${group}.${vocabulary.groupDomain}`, resource), decide] as const],
		),
	);

	function account(node: string, asked: AskedOfNode): Decision {
		const { verb, name, subresource } = asked;
		if (verb === 'get' && subresource === '' && since('1.33')) {
			return readsAccounts ? (unread(asked) ?? serviceAccount(node, asked)) : none('not allowed to get service accounts');
		}
		if (verb !== 'create' || name === '') return none('can only create tokens for individual service accounts');
		if (subresource !== 'token') return none('can only create token subresource of serviceaccount');
		return serviceAccount(node, asked);
	}

	function podRequest(node: string, asked: AskedOfNode, attributes: Attributes): Decision {
		const { verb, name, subresource } = asked;
		switch (subresource === '' ? verb : `${subresource}/${verb}`) {
			case 'get':
				return pod(node, asked);
			case 'list':
			case 'watch':
				if (isLimitedTo(node, attributes)) return allowed;
				return name === '' ? none('can only list/watch pods with spec.nodeName field selector') : pod(node, asked);
			case 'create':
			case 'delete':
			case 'status/update':
			case 'status/patch':
			case 'eviction/create':
				return allowed;
			default:
				return noOpinion;
		}
	}

	function sliceRequest(node: string, asked: AskedOfNode, attributes: Attributes): Decision {
		if (asked.subresource !== '') return none('cannot authorize ResourceSlice subresources');
		switch (asked.verb) {
			case 'create':
				return allowed;
			case 'get':
			case 'update':
			case 'patch':
			case 'delete':
				return slice(node, asked);
			case 'watch':
			case 'list':
			case many:
				if (!bySelectors || isLimitedTo(node, attributes)) return allowed;
				return none('can only list/watch/deletecollection resourceslices with nodeName field selector');
			default:
				return none('only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection');
		}
	}

	function certificateRequest(node: string, asked: AskedOfNode, attributes: Attributes): Decision {
		if (!isOpen('PodCertificateRequest') || !bySelectors) return noOpinion;
		if (asked.subresource !== '') return none('nodes may not access the status subresource of PodCertificateRequests');
		switch (asked.verb) {
			case 'create':
				return allowed;
			case 'get':
				return ownedBy('certificates', 'podcertificaterequests')(node, asked);
			case 'list':
			case 'watch':
				return isLimitedTo(node, attributes) ? allowed : none('can only list/watch podcertificaterequests with nodeName field selector');
			default:
				return none(`nodes may not ${asked.verb} podcertificaterequests`);
		}
	}
}
