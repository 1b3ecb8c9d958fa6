/** Token requests of a node agent: only for pods on its node, and for audiences that the pod asks for (KEP 1205). */
import type { TokenRequest } from '../../../../generated/types/authentication/v1.ts';
import type { PersistentVolume, Pod, Volume } from '../../../../generated/types/core/v1.ts';
import { ApiError } from '../../../api/errors.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { missing, missingText, type NodeCheck, type NodeParts, type Stored } from './dependencies.ts';

export function tokenCheck(parts: NodeParts): NodeCheck {
	const isLimited = parts.isOpen('ServiceAccountNodeAudienceRestriction');
	return async (node, request) => {
		if (request.operation !== 'CREATE' || request.subresource !== 'token') return;
		const { spec } = request.object as unknown as TokenRequest;
		const bound = spec.boundObjectRef;
		if (bound?.apiVersion !== 'v1' || bound.kind !== 'Pod' || !bound.name) throw refused(request, 'node requested token not bound to a pod');
		if (!bound.uid) throw refused(request, 'node requested token with a pod binding without a uid');
		const pod = await parts.pods.orLatest(request.namespace, bound.name, request);
		if (pod === undefined) throw missing('pod', bound.name);
		if (bound.uid !== pod.metadata.uid) throw refused(request, replacedText(parts, bound.uid, pod.metadata.uid ?? ''));
		if (pod.spec?.nodeName !== node) throw refused(request, 'node requested token bound to a pod scheduled on a different node');
		if (isLimited) await checkAudience(parts, request, spec.audiences ?? [], pod);
	};
}

function replacedText({ since }: NodeParts, given: string, stored: string): string {
	const record = since('1.21') ? 'record' : `record (${stored})`;
	return `the UID in the bound object reference (${given}) does not match the UID in ${record}. The object might have been deleted and then recreated`;
}

async function checkAudience(parts: NodeParts, request: AdmissionRequest, audiences: readonly string[], pod: Stored<Pod>): Promise<void> {
	if (audiences.length > 1) throw refused(request, 'node may only request 0 or 1 audiences');
	const [audience = ''] = audiences;
	const problems: string[] = [];
	if ((pod.spec?.volumes ?? []).some((volume) => asksFor(parts, pod, volume, audience, problems))) return;
	if (problems.length > 0) {
		const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
		throw refused(request, `error validating audience "${audience}": ${text}`);
	}
	const notFound = `audience "${audience}" not found in pod spec volume`;
	if (!parts.since('1.33')) throw refused(request, notFound);
	const failure = await unauthorized(parts, request, audience);
	if (failure !== undefined) throw refused(request, `${notFound}, ${failure}`);
}

/** Returns why the node may not request tokens for an audience that its pods do not ask for. Returns undefined when it may. */
async function unauthorized({ authorizer }: NodeParts, { user, namespace, name }: AdmissionRequest, audience: string): Promise<string | undefined> {
	const verb = 'request-serviceaccounts-token-audience';
	const info = { isResource: true, verb, group: '', version: 'v1', resource: audience, subresource: '', namespace, name } as const;
	try {
		const { verdict } = await authorizer.authorize({ user, info, path: '' });
		return verdict === 'allow' ? undefined : `${user.name} is not authorized to request tokens for this audience`;
	} catch (error) {
		return `error authorizing ${user.name} to request tokens for this audience: ${ApiError.from(error).message}`;
	}
}

/** Reports whether a volume needs a token for the audience. Adds a sentence to `problems` when this is unknown. */
function asksFor(parts: NodeParts, pod: Stored<Pod>, volume: Volume, audience: string, problems: string[]): boolean {
	const projected = volume.projected?.sources ?? [];
	if (projected.some(({ serviceAccountToken }) => serviceAccountToken !== undefined && (serviceAccountToken.audience ?? '') === audience)) return true;
	const driver = driverOf(parts, pod, volume);
	if (driver === undefined) return false;
	if ('problem' in driver) problems.push(driver.problem);
	if (!('name' in driver)) return false;
	const found = parts.drivers.get('', driver.name);
	// Messages about cluster-scoped kinds name the resource in the singular.
	if (found === undefined) problems.push(missingText(`csidriver.storage.${parts.vocabulary.groupDomain}`, driver.name));
	return (found?.spec.tokenRequests ?? []).some((request) => request.audience === audience);
}

type Driver = { readonly name: string } | { readonly problem: string } | undefined;

/** Drivers that serve Kubernetes' own volume types, from release 1.33 on. */
const migrated: readonly (readonly [source: keyof Volume & keyof NonNullable<PersistentVolume['spec']>, driver: string])[] = [
	['gcePersistentDisk', 'pd.csi.storage.gke.io'],
	['awsElasticBlockStore', 'ebs.csi.aws.com'],
	['cinder', 'cinder.csi.openstack.org'],
	['azureDisk', 'disk.csi.azure.com'],
	['azureFile', 'file.csi.azure.com'],
	['vsphereVolume', 'csi.vsphere.vmware.com'],
	['portworxVolume', 'pxd.portworx.com'],
];

function driverOf(parts: NodeParts, { metadata }: Stored<Pod>, volume: Volume): Driver {
	const { name, ephemeral, persistentVolumeClaim, csi } = volume;
	if (ephemeral?.volumeClaimTemplate !== undefined) return driverOfClaim(parts, metadata.namespace ?? '', `${metadata.name}-${name}`);
	if (persistentVolumeClaim !== undefined) return driverOfClaim(parts, metadata.namespace ?? '', persistentVolumeClaim.claimName);
	if (csi !== undefined) return { name: csi.driver };
	return migratedDriver(parts, volume);
}

function migratedDriver({ since }: NodeParts, sources: { readonly [source: string]: unknown } | Volume): Driver {
	const found = since('1.33') ? migrated.find(([source]) => (sources as Readonly<Record<string, unknown>>)[source] !== undefined) : undefined;
	return found && { name: found[1] };
}

function driverOfClaim(parts: NodeParts, namespace: string, name: string): Driver {
	const claim = parts.claims.get(namespace, name);
	if (claim === undefined) return { problem: missingText('persistentvolumeclaim', name) };
	const volumeName = claim.spec?.volumeName ?? '';
	const volume = parts.volumes.get('', volumeName);
	if (volume === undefined) return { problem: missingText('persistentvolume', volumeName) };
	const { csi } = volume.spec ?? {};
	return csi === undefined ? migratedDriver(parts, { ...volume.spec }) : { name: csi.driver };
}
