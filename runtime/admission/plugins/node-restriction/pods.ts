/** Writes of a node agent to pods: its own mirror pods, and the status and eviction of pods on its node. */
import type { Pod, Volume } from '../../../../generated/types/core/v1.ts';
import { type BoundPod, namesOf } from '../../../api/pod-references.ts';
import type { JsonValue } from '../../../model/catalog.ts';
import { equalOrEmpty } from '../../../model/equal.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { missing, type NodeCheck, type NodeParts } from './dependencies.ts';

export function podCheck(parts: NodeParts): NodeCheck {
	return (node, request) => {
		const { subresource, operation } = request;
		switch (subresource) {
			case '':
				return checkPod(parts, node, request);
			case 'status':
				if (operation !== 'UPDATE') throw refused(request, `unexpected operation "${operation}"`);
				return checkStatus(parts, node, request);
			case 'eviction':
				if (operation !== 'CREATE') throw refused(request, `unexpected operation ${operation}`);
				return checkEviction(parts, node, request);
			default:
				throw refused(request, `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`);
		}
	};
}

function checkPod(parts: NodeParts, node: string, request: AdmissionRequest): void | Promise<void> {
	const { operation } = request;
	if (operation === 'CREATE') return checkCreate(parts, node, request);
	if (operation === 'UPDATE') throw refused(request, `unexpected operation "${operation}", node "${node}" can only create and delete mirror pods`);
	// The cast is safe: the kind is Pod.
	if ((request.oldObject as Pod | undefined)?.spec?.nodeName !== node)
		throw refused(request, `node "${node}" can only delete pods with spec.nodeName set to itself`);
}

async function checkCreate(parts: NodeParts, node: string, request: AdmissionRequest): Promise<void> {
	const pod = request.object as unknown as BoundPod;
	const mirror = `${parts.vocabulary.labelDomain}/config.mirror`;
	if (pod.metadata.annotations?.[mirror] === undefined)
		throw refused(request, `pod does not have "${mirror}" annotation, node "${node}" can only create mirror pods`);
	if (pod.spec.nodeName !== node) throw refused(request, `node "${node}" can only create pods with spec.nodeName set to itself`);
	await checkOwner(parts, node, request, pod);
	const reference = parts.since('1.34') ? (earlyReference(pod, parts, 'serviceaccounts') ?? volumeReference(pod)) : olderReference(pod, parts);
	if (reference !== undefined) throw refused(request, `node "${node}" can not create pods that reference ${reference}`);
}

/** Checks that the node is the only owner. */
async function checkOwner({ since, nodes }: NodeParts, node: string, request: AdmissionRequest, { metadata }: BoundPod): Promise<void> {
	const [owner, ...others] = metadata.ownerReferences ?? [];
	const refuse = (why: string): never => {
		throw refused(request, `node "${node}" ${why}`);
	};
	if (others.length > 0) refuse('can only create pods with a single owner reference set to itself');
	if (owner === undefined) {
		if (since('1.20')) refuse('can only create pods with an owner reference set to itself');
		return;
	}
	if (owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) refuse('can only create pods with an owner reference set to itself');
	if (owner.controller !== true) refuse('can only create pods with a controller owner reference set to itself');
	if (owner.blockOwnerDeletion === true) refuse('must not set blockOwnerDeletion on an owner reference');
	const found = await nodes.orLatest('', node, request);
	if (found === undefined) throw missing('node', node);
	if (owner.uid !== found.metadata.uid) throw refused(request, `node ${node} UID mismatch: expected ${owner.uid} got ${found.metadata.uid}`);
}

/** Returns the first kind of object to which a pod refers. `account`: name of the kind of accounts. */
function earlyReference(pod: BoundPod, { since }: NodeParts, account: string): string | undefined {
	const names = (what: 'secrets' | 'configmaps'): boolean => [...namesOf[what](pod)].some((name) => name !== undefined && name !== '');
	if (pod.spec.serviceAccountName !== undefined && pod.spec.serviceAccountName !== '') return account;
	if (names('secrets')) return 'secrets';
	if (names('configmaps')) return 'configmaps';
	return since('1.26') && (pod.spec.resourceClaims ?? []).length > 0 ? 'resourceclaims' : undefined;
}

function olderReference(pod: BoundPod, parts: NodeParts): string | undefined {
	const early = earlyReference(pod, parts, 'a service account');
	if (early !== undefined) return early;
	const volumes = pod.spec.volumes ?? [];
	const trusts = volumes.some(({ projected }) => (projected?.sources ?? []).some(({ clusterTrustBundle }) => clusterTrustBundle !== undefined));
	if (trusts) return 'clustertrustbundles';
	return volumes.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined) ? 'persistentvolumeclaims' : undefined;
}

function volumeReference({ spec }: BoundPod): string | undefined {
	for (const volume of spec.volumes ?? []) {
		const found = ofVolume.find(([field]) => volume[field] !== undefined)?.[1] ?? projectedReference(volume);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Kinds of objects to which volume sources refer. */
const ofVolume: readonly (readonly [source: keyof Volume, reference: string])[] = [
	['configMap', 'configmaps (via configmap volumes)'],
	['secret', 'secrets (via secret volumes)'],
	['csi', 'csidrivers (via CSI volumes)'],
	['glusterfs', 'endpoints (via glusterFS volumes)'],
	['persistentVolumeClaim', 'persistentvolumeclaims'],
	['ephemeral', 'persistentvolumeclaims (via ephemeral volumes)'],
	['azureFile', 'secrets (via azureFile volumes)'],
];

function projectedReference({ projected }: Volume): string | undefined {
	for (const source of projected?.sources ?? []) {
		const found = ofProjection.find(([field]) => source[field] !== undefined)?.[1];
		if (found !== undefined) return found;
	}
	return undefined;
}

type Projection = NonNullable<NonNullable<Volume['projected']>['sources']>[number];

const ofProjection: readonly (readonly [source: keyof Projection, reference: string])[] = [
	['configMap', 'configmaps (via projected volumes)'],
	['secret', 'secrets (via projected volumes)'],
	['serviceAccountToken', 'serviceaccounts (via projected volumes)'],
	['clusterTrustBundle', 'clustertrustbundles'],
	['podCertificate', 'podcertificates'],
];

function checkStatus({ since }: NodeParts, node: string, request: AdmissionRequest): void {
	const [pod, old] = [request.object as unknown as BoundPod, request.oldObject as unknown as BoundPod];
	const refuse = (why: string): never => {
		throw refused(request, `node "${node}" ${why}`);
	};
	if (old.spec.nodeName !== node) refuse('can only update pod status for pods with spec.nodeName set to itself');
	if (since('1.17') && !same(pod.metadata.labels, old.metadata.labels)) refuse('cannot update labels through pod status');
	if (!same(pod.status?.resourceClaimStatuses, old.status?.resourceClaimStatuses)) refuse('cannot update resource claim statues');
	if (!same(pod.status?.extendedResourceClaimStatus, old.status?.extendedResourceClaimStatus)) refuse('cannot update extended resource claim status');
}

function same(a: unknown, b: unknown): boolean {
	// The cast is safe: both are parts of JSON objects.
	return equalOrEmpty(a as JsonValue | undefined, b as JsonValue | undefined);
}

async function checkEviction({ pods }: NodeParts, node: string, request: AdmissionRequest): Promise<void> {
	const pod = await pods.orLatest(request.namespace, request.name, request);
	if (pod === undefined) throw missing('pod', request.name);
	if (pod.spec?.nodeName !== node) throw refused(request, `node ${node} can only evict pods with spec.nodeName set to itself`);
}
