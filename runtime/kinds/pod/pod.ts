/** Pod: initial status, validation, mutable fields, and grace period. */

import type { Hooks } from '../../../generated/hooks.ts';
import type { Pod, PodSpec } from '../../../generated/types/core/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { checkDnsLabel } from '../../scalars/formats.ts';
import type { AgentAccess } from '../node/agent-access.ts';
import {
	annotationChanges,
	annotationViolations,
	appArmorConflicts,
	appArmorWarning,
	podAnnotations,
	profileConflicts,
	takeOverAppArmor,
	takeOverSeccomp,
} from './annotations.ts';
import { bind } from './binding.ts';
import { podCells } from './cells.ts';
import { podConnections } from './connections.ts';
import { ephemeralChanges, keepAllButEphemeral } from './ephemeral-containers.ts';
import { evict } from './eviction.ts';
import { qualityOfService } from './quality.ts';
import { keepAllButResources, resizable, resizeViolations } from './resize.ts';
import { mergeLabelKeys } from './rules/label-keys.ts';
import { dropEmptyGroups } from './rules/security.ts';
import { placedBehindGates, withGatedCondition } from './scheduling-gates.ts';
import { fillSharedResources } from './shared-resources.ts';
import { addressViolations, laterStatusViolations, normalizePodIPs, podStatusViolations } from './status.ts';
import { podSpecViolations } from './template.ts';
import { podUpdateViolations } from './update.ts';
import { podWarnings } from './warnings/index.ts';

/** Returns the hooks. `gates`: state of each feature gate. */
export function podHooks(vocabulary: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release, agents: AgentAccess): NonNullable<Hooks['core/pods']> {
	const { labelDomain } = vocabulary;
	const annotations = podAnnotations(vocabulary);
	const resizes = resizable(gates);
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const mergesSpreads = since('1.34') && gates.get('MatchLabelKeysInPodTopologySpread') !== false;
	const [endsInTime, hasLaterStatus] = [since('1.27'), since('1.33')];
	const sharesResources = gates.get('PodLevelResources') === true;
	const [readsSeccomp, hasAppArmorFields] = [!since('1.27'), since('1.30')];
	const changes = (pod: Pod, old: Pod, subresource: string): Cause[] => {
		switch (subresource) {
			case 'status':
				return [...podStatusViolations(pod, old), ...(hasLaterStatus ? laterStatusViolations(pod, old) : [])];
			case 'ephemeralcontainers':
				return ephemeralChanges(pod, old);
			case 'resize':
				return resizeViolations(pod, old, vocabulary, resizes);
			default:
				return podUpdateViolations(pod.spec ?? nothing, old.spec ?? nothing);
		}
	};
	return {
		/** Completes pairs of address fields, and the pod's resource requests. The minimum grace period is one second. */
		normalize(pod) {
			if (pod.status !== undefined) normalizePodIPs(pod.status);
			if (endsInTime && Number(pod.spec?.terminationGracePeriodSeconds ?? 0) < 0) Object.assign(pod.spec ?? {}, { terminationGracePeriodSeconds: 1 });
			if (sharesResources && pod.spec !== undefined) fillSharedResources(pod.spec);
		},
		prepareForCreate(pod, { warnings }) {
			if (readsSeccomp) takeOverSeccomp(pod, annotations);
			if (hasAppArmorFields) warnings.push(...takeOverAppArmor(pod, annotations).map((key) => `metadata.annotations[${key}]: ${appArmorWarning}`));
			dropEmptyGroups(pod.spec);
			mergeLabelKeys(pod, { spreads: mergesSpreads });
			pod.status = withGatedCondition({ phase: 'Pending', qosClass: qualityOfService(pod) }, pod.spec ?? nothing);
		},
		prepareForUpdate(pod, old, { subresource }) {
			if (subresource === 'ephemeralcontainers') keepAllButEphemeral(pod, old);
			if (hasLaterStatus && subresource === 'status' && pod.status !== undefined && old.status?.qosClass !== undefined)
				pod.status.qosClass ||= old.status.qosClass;
			if (subresource === 'resize') keepAllButResources(pod, old, resizes);
			dropEmptyGroups(pod.spec);
		},
		// Kubelets once corrupted owner references by status writes; garbage collection relies on them.
		preservedMetadata: { status: ['deletionTimestamp', 'ownerReferences'] },
		/** Returns 0 when no node runs the pod or the pod has ended: there is no process to stop. */
		gracePeriodSeconds(pod, requested) {
			const ended = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
			if (!pod.spec?.nodeName || ended) return 0;
			const period = requested ?? Number(pod.spec.terminationGracePeriodSeconds ?? 0);
			return period < 0 ? 1 : period;
		},
		// Programs update pods often, so updates have no warnings.
		updateWarnings: () => 'nothing',
		validate: (pod, { subresource }) => [
			...annotationViolations(pod.metadata?.annotations ?? {}, pod.spec ?? nothing, 'metadata.annotations', annotations),
			...(subresource === 'status' ? addressViolations(pod.status ?? {}) : podViolations(pod, labelDomain, release)),
		],
		validateCreate({ metadata, spec = nothing }, { warnings }) {
			warnings.push(...podWarnings(metadata?.annotations ?? {}, spec, '', annotations, release));
			const unfit = since('1.27') ? checkDnsLabel(metadata?.name ?? '') : [];
			if (unfit.length > 0) warnings.push(`metadata.name: ${nameWarning}: [${unfit.join(' ')}]`);
			return [
				...((spec.ephemeralContainers ?? []).length === 0 ? [] : [forbiddenField('spec.ephemeralContainers', 'cannot be set on create')]),
				...placedBehindGates(spec),
				...profileConflicts(metadata?.annotations ?? {}, spec, 'spec', annotations),
				...(hasAppArmorFields ? appArmorConflicts(metadata?.annotations ?? {}, spec, annotations) : []),
			];
		},
		validateUpdate: (pod, old, { subresource }) => [...annotationChanges(pod, old, annotations), ...changes(pod, old, subresource)],
		cells: podCells,
		agesInCells: true,
		computes: { binding: bind(gates), eviction: evict(gates) },
		// A WebSocket begins with a GET, and read access must not allow exec (Kubernetes issue 133515).
		...(gates.get('AuthorizePodWebsocketUpgradeCreatePermission') === true && { additionalVerb: { attach: 'create', exec: 'create', portforward: 'create' } }),
		connects: podConnections(agents),
	};
}

const nameWarning = "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
const nothing: PodSpec = { containers: [] };

/** Validates a pod, with rules that templates do not have: image references of containers and volumes. */
function podViolations({ metadata, spec = nothing }: Pod, labelDomain: string, release: Release): Cause[] {
	const causes = podSpecViolations(spec, 'spec', labelDomain, release, metadata?.name ?? '');
	if (!spec.serviceAccountName) causes.push(...tokensWithoutAccount(spec));
	for (const [index, { image }] of (spec.volumes ?? []).entries())
		if (image !== undefined && !image.reference) causes.push(required(`spec.volumes[${index}].image.reference`));
	for (const list of ['containers', 'initContainers'] as const) {
		for (const [index, { image = '' }] of (spec[list] ?? []).entries()) {
			if (image !== image.trim()) causes.push(invalidValue(`spec.${list}[${index}].image`, image, 'must not have leading or trailing whitespace'));
		}
	}
	return causes;
}

function tokensWithoutAccount({ volumes = [] }: PodSpec): Cause[] {
	return volumes.flatMap(({ projected }, volume) =>
		(projected?.sources ?? []).flatMap(({ serviceAccountToken }, source) => {
			const path = `spec.volumes[${volume}].projected.sources[${source}].serviceAccountToken`;
			return serviceAccountToken === undefined ? [] : [forbiddenField(path, 'must not be specified when serviceAccountName is not set')];
		}),
	);
}
