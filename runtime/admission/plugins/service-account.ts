/**
 * ServiceAccount: gives new pods an account, the volume with its token, and its image pull secrets (seed 3, "Service account tokens").
 * Refuses pods whose account is missing, or does not list the secrets that they name.
 */
import type { Pod, ServiceAccount } from '../../../generated/types/core/v1.ts';
import type { BoundPod } from '../../api/pod-references.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { type AccountReader, accountOf, defaultName } from '../accounts/account.ts';
import { containersRefusal, isMirror, mirrorRefusal, podRefusal, restrictsSecrets } from '../accounts/secrets.ts';
import { mountToken } from '../accounts/token-volume.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, StartedPlugin } from '../contract.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';
import { whenKnown } from '../when-known.ts';

export const serviceAccount: AdmissionPlugin = {
	name: 'ServiceAccount',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start,
};

function start({ cache, controllers, release, vocabulary }: AdmissionContext): StartedPlugin {
	const { labelDomain } = vocabulary;
	const off = ` (the controller ${creator}, which creates it, is disabled: see --controllers)`;
	const reader: AccountReader = { cache, accounts: new Lookup(cache, 'serviceaccounts'), withoutController: controllers.has(creator) ? '' : off };
	const readsSets = compareReleases(release, '1.30') >= 0;
	const checkSecrets = ({ spec }: BoundPod, account: ServiceAccount, request: AdmissionRequest): void => {
		if (!restrictsSecrets(account, labelDomain)) return;
		const { operation } = request;
		const ofDebugging = (): string | undefined => containersRefusal('ephemeral container', spec.ephemeralContainers, account, readsSets);
		refuseIf(operation === 'CREATE' ? podRefusal(spec, account, readsSets) : ofDebugging(), request);
	};
	return {
		mutate(request) {
			if (!isNewPod(request) || !hasSpec(request)) return;
			const pod = request.object as object as BoundPod;
			if (isMirror(pod, labelDomain)) return refuseIf(mirrorRefusal(pod), request);
			setAccount(pod, pod.spec.serviceAccountName || defaultName);
			return whenKnown(accountOf(reader, pod.spec.serviceAccountName ?? '', request), (account) => {
				equip(pod, account, vocabulary);
				checkSecrets(pod, account, request);
			});
		},
		validate(request) {
			const isNew = isNewPod(request);
			if ((!isNew && !isDebugging(request)) || !hasSpec(request)) return;
			const pod = request.object as object as BoundPod;
			if (isNew && isMirror(pod, labelDomain)) return refuseIf(mirrorRefusal(pod), request);
			return whenKnown(accountOf(reader, accountName(pod, request), request), (account) => checkSecrets(pod, account, request));
		},
	};
}

/** Name of the controller that creates the account `default`. */
const creator = 'serviceaccount';

function isNewPod({ kind, operation, subresource }: AdmissionRequest): boolean {
	return kind.storageName === 'pods' && operation === 'CREATE' && subresource === '';
}

/** Reports whether the pod has a spec. The rules of the kind refuse a pod without one. */
function hasSpec({ object }: AdmissionRequest): boolean {
	return (object as Pod).spec !== undefined;
}

function isDebugging({ kind, operation, subresource }: AdmissionRequest): boolean {
	return kind.storageName === 'pods' && operation === 'UPDATE' && subresource === 'ephemeralcontainers';
}

/** Sets the account under both names that the field has. */
function setAccount({ spec }: BoundPod, name: string): void {
	spec.serviceAccountName = name;
	spec.serviceAccount = name;
}

/**
 * Gives the pod what its account provides: the token, unless either of them declines it, and the pull secrets, unless the pod has its own.
 */
function equip({ spec }: BoundPod, account: ServiceAccount, vocabulary: Vocabulary): void {
	if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) mountToken(spec, vocabulary);
	const { imagePullSecrets = [] } = account;
	if ((spec.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0) spec.imagePullSecrets = imagePullSecrets.map((secret) => ({ ...secret }));
}

/** Returns the name of the pod's account. Throws ApiError Forbidden when a later plugin has removed it. */
function accountName({ metadata, spec }: BoundPod, request: AdmissionRequest): string {
	if (spec.serviceAccountName) return spec.serviceAccountName;
	throw refused(request, `no service account specified for pod ${request.namespace}/${metadata.name ?? ''}`);
}

function refuseIf(why: string | undefined, request: AdmissionRequest): void {
	if (why !== undefined) throw refused(request, why);
}
