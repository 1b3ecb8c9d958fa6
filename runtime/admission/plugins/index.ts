/** All admission plugins, in the order they run, which is that of kube-apiserver. */
import type { AdmissionPlugin } from '../contract.ts';
import { alwaysAdmit } from './always-admit.ts';
import { alwaysDeny } from './always-deny.ts';
import { alwaysPullImages } from './always-pull-images.ts';
import { certificateApproval } from './certificates/approval.ts';
import { certificateSigning } from './certificates/signing.ts';
import { certificateSubjectRestriction } from './certificates/subject-restriction.ts';
import { clusterTrustBundleAttest } from './certificates/trust-bundle-attest.ts';
import { defaultIngressClass } from './default-ingress-class.ts';
import { defaultStorageClass } from './default-storage-class.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { denyServiceExternalIPs } from './deny-service-external-ips.ts';
import { eventRateLimit } from './event-rate-limit/event-rate-limit.ts';
import { extendedResourceToleration } from './extended-resource-toleration.ts';
import { imagePolicyWebhook } from './image-policy-webhook/image-policy-webhook.ts';
import { limitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.ts';
import { limitRanger } from './limit-ranger/limit-ranger.ts';
import { mutatingAdmissionPolicy } from './mutating-admission-policy.ts';
import { mutatingAdmissionWebhook } from './mutating-admission-webhook.ts';
import { namespaceAutoProvision } from './namespace-auto-provision.ts';
import { namespaceExists } from './namespace-exists.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { nodeRestriction } from './node-restriction/node-restriction.ts';
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.ts';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts';
import { persistentVolumeLabel } from './persistent-volume-label.ts';
import { podNodeSelector } from './pod-node-selector.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { podSecurityPolicy } from './pod-security-policy/pod-security-policy.ts';
import { podTolerationRestriction } from './pod-toleration-restriction/pod-toleration-restriction.ts';
import { podTopologyLabels } from './pod-topology-labels.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './resource-quota/resource-quota.ts';
import { runtimeClass } from './runtime-class.ts';
import { securityContextDeny } from './security-context-deny.ts';
import { serviceAccount } from './service-account.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';
import { validatingAdmissionPolicy } from './validating-admission-policy.ts';
import { validatingAdmissionWebhook } from './validating-admission-webhook.ts';

export const admissionPlugins: readonly AdmissionPlugin[] = [
	alwaysAdmit,
	namespaceAutoProvision,
	namespaceLifecycle,
	namespaceExists,
	securityContextDeny,
	limitPodHardAntiAffinityTopology,
	limitRanger,
	serviceAccount,
	nodeRestriction,
	taintNodesByCondition,
	alwaysPullImages,
	imagePolicyWebhook,
	podSecurity,
	podSecurityPolicy,
	podNodeSelector,
	priority,
	defaultTolerationSeconds,
	podTolerationRestriction,
	eventRateLimit,
	extendedResourceToleration,
	persistentVolumeLabel,
	defaultStorageClass,
	storageObjectInUseProtection,
	ownerReferencesPermissionEnforcement,
	persistentVolumeClaimResize,
	runtimeClass,
	certificateApproval,
	certificateSigning,
	clusterTrustBundleAttest,
	certificateSubjectRestriction,
	defaultIngressClass,
	denyServiceExternalIPs,
	podTopologyLabels,
	mutatingAdmissionPolicy,
	mutatingAdmissionWebhook,
	validatingAdmissionPolicy,
	validatingAdmissionWebhook,
	resourceQuota,
	alwaysDeny,
];
