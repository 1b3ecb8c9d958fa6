/** Handwritten hooks of single kinds, by storage name: only the behavior that specs cannot express. */
import type { Hooks } from '../../generated/hooks.ts';
import type { ServedHooks } from '../api/hooks.ts';
import type { Release } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { accessReviewHooks } from './access/reviews.ts';
import { apiServiceHooks } from './api-service.ts';
import { horizontalPodAutoscalerHooks } from './autoscaling/horizontal-pod-autoscaler.ts';
import { cronJobHooks } from './batch/cron-job.ts';
import { jobHooks } from './batch/job.ts';
import { certificateSigningRequestHooks } from './certificates/certificate-signing-request.ts';
import { clusterTrustBundleHooks } from './certificates/cluster-trust-bundle.ts';
import { podCertificateRequestHooks } from './certificates/pod-certificate-request.ts';
import { clusterCidrHooks } from './cluster-cidr.ts';
import { componentStatusHooks } from './component-status.ts';
import { csiDriverHooks } from './csi-driver.ts';
import { csiNodeHooks } from './csi-node.ts';
import { csiStorageCapacityHooks } from './csi-storage-capacity.ts';
import { customResourceDefinitionHooks } from './definitions/custom-resource-definition.ts';
import { resourceClaimHooks, resourceClaimTemplateHooks } from './devices/claim.ts';
import { deviceClassHooks } from './devices/class.ts';
import { poolStatusRequestHooks } from './devices/pool-status-request.ts';
import { resourceSliceHooks } from './devices/slice.ts';
import { deviceTaintRuleHooks } from './devices/taint-rule.ts';
import { podDisruptionBudgetHooks } from './disruption/budget.ts';
import { endpointSliceHooks } from './endpoints/endpoint-slice.ts';
import { endpointsHooks } from './endpoints/endpoints.ts';
import { eventHooks } from './event.ts';
import { flowSchemaHooks } from './flowcontrol/flow-schema.ts';
import { priorityLevelHooks } from './flowcontrol/priority-level.ts';
import { identityReviewHooks } from './identity/reviews.ts';
import { ingressHooks } from './ingress.ts';
import { ipAddressHooks } from './ip-address.ts';
import { leaseCandidateHooks } from './lease-candidate.ts';
import { limitRangeHooks } from './limit-range.ts';
import { namespaceHooks } from './namespace.ts';
import { networkPolicyHooks } from './network-policy.ts';
import type { AgentAccess } from './node/agent-access.ts';
import { nodeHooks } from './node/node.ts';
import { persistentVolumeHooks } from './persistent-volume.ts';
import { persistentVolumeClaimHooks } from './persistent-volume-claim.ts';
import { bind } from './pod/binding.ts';
import { podHooks } from './pod/pod.ts';
import { withoutPrivileges } from './pod/privileges.ts';
import { podGroupHooks, workloadHooks } from './pod-groups.ts';
import { podSecurityPolicyHooks } from './pod-security-policy.ts';
import { WrittenExpressions } from './policies/expressions.ts';
import { mutatingAdmissionPolicyBindingHooks, mutatingAdmissionPolicyHooks } from './policies/mutating-admission-policy.ts';
import { validatingAdmissionPolicyBindingHooks, validatingAdmissionPolicyHooks } from './policies/validating-admission-policy.ts';
import { priorityClassHooks } from './priority-class.ts';
import { bindingHooks } from './rbac/binding.ts';
import { clusterRoleHooks, roleHooks } from './rbac/role.ts';
import { resourceQuotaHooks } from './resource-quota.ts';
import { runtimeClassHooks } from './runtime-class.ts';
import { secretHooks } from './secret.ts';
import { type ServiceRanges, serviceParts } from './service/parts.ts';
import { serviceHooks } from './service/service.ts';
import { serviceAccountHooks } from './service-account.ts';
import { serviceCidrHooks } from './service-cidr.ts';
import { storageClassHooks } from './storage-class.ts';
import { storageVersionHooks } from './storage-version.ts';
import { storageVersionMigrationHooks } from './storage-version-migration.ts';
import { volumeAttachmentHooks } from './volume-attachment.ts';
import { webhookConfigurationHooks } from './webhooks/configuration.ts';
import { controllerRevisionHooks } from './workload/controller-revision.ts';
import { daemonSetHooks } from './workload/daemon-set.ts';
import { deploymentHooks } from './workload/deployment.ts';
import { podTemplateHooks } from './workload/pod-template.ts';
import { replicaSetHooks } from './workload/replica-set.ts';
import { replicationControllerHooks } from './workload/replication-controller.ts';
import { statefulSetHooks } from './workload/stateful-set.ts';

/** Facts about the server that hooks depend on. Can be cloned. */
export interface KindParts {
	readonly release: Release;
	/** State of each feature gate. */
	readonly gates: ReadonlyMap<string, boolean>;
	readonly services: ServiceRanges;
	/** Whether containers may have every right on their node. */
	readonly allowPrivileged: boolean;
	readonly agents: AgentAccess;
}

/** Returns the hooks by storage name. */
export function kindHooks(vocabulary: Vocabulary, { release, gates, services, allowPrivileged, agents }: KindParts): Readonly<Record<string, ServedHooks>> {
	const reviews = accessReviewHooks(vocabulary);
	const strictAddresses = gates.get('StrictIPCIDRValidation') === true;
	const distinctAttributes = gates.get('DRAConsumableCapacity') === true;
	const identity = identityReviewHooks();
	const expressions = new WrittenExpressions(release);
	// Keys are package and plural: the type refuses the name of an unknown kind.
	const hooks: Hooks = {
		'apps/controllerrevisions': controllerRevisionHooks(release),
		'apps/daemonsets': daemonSetHooks(vocabulary, release),
		'apps/deployments': deploymentHooks(vocabulary, release),
		'apps/replicasets': replicaSetHooks(vocabulary, release),
		'apps/statefulsets': statefulSetHooks(vocabulary, release),
		'admissionregistration/mutatingadmissionpolicies': mutatingAdmissionPolicyHooks(expressions),
		'admissionregistration/mutatingadmissionpolicybindings': mutatingAdmissionPolicyBindingHooks,
		'admissionregistration/mutatingwebhookconfigurations': webhookConfigurationHooks(expressions),
		'admissionregistration/validatingadmissionpolicies': validatingAdmissionPolicyHooks(expressions),
		'admissionregistration/validatingadmissionpolicybindings': validatingAdmissionPolicyBindingHooks,
		'admissionregistration/validatingwebhookconfigurations': webhookConfigurationHooks(expressions),
		'apiextensions/customresourcedefinitions': customResourceDefinitionHooks(vocabulary, release),
		'apiregistration/apiservices': apiServiceHooks,
		'apiserverinternal/storageversions': storageVersionHooks(release),
		'authentication/selfsubjectreviews': identity.self,
		'authentication/tokenreviews': identity.token,
		'authorization/localsubjectaccessreviews': reviews.local,
		'authorization/selfsubjectaccessreviews': reviews.self,
		'authorization/selfsubjectrulesreviews': reviews.rules,
		'authorization/subjectaccessreviews': reviews.subject,
		'autoscaling/horizontalpodautoscalers': horizontalPodAutoscalerHooks(vocabulary, gates, release),
		'batch/cronjobs': cronJobHooks(vocabulary, release),
		'batch/jobs': jobHooks(vocabulary, gates, release),
		'certificates/certificatesigningrequests': certificateSigningRequestHooks(vocabulary, release),
		'certificates/clustertrustbundles': clusterTrustBundleHooks,
		'certificates/podcertificaterequests': podCertificateRequestHooks(vocabulary),
		'coordination/leasecandidates': leaseCandidateHooks,
		'core/bindings': { computes: { '': bind(gates) } },
		'core/componentstatuses': componentStatusHooks(release),
		'core/endpoints': endpointsHooks(vocabulary, release, strictAddresses),
		'core/events': eventHooks(vocabulary),
		'core/limitranges': limitRangeHooks(vocabulary),
		'core/namespaces': namespaceHooks(vocabulary),
		'core/nodes': nodeHooks(vocabulary, release, strictAddresses, agents),
		'core/persistentvolumeclaims': persistentVolumeClaimHooks(vocabulary, gates, release),
		'core/persistentvolumes': persistentVolumeHooks(gates.get('PersistentVolumeLastPhaseTransitionTime') === true, release),
		'core/pods': podHooks(vocabulary, gates, release, agents),
		'core/podtemplates': podTemplateHooks(vocabulary, release),
		'core/replicationcontrollers': replicationControllerHooks(vocabulary, release),
		'core/resourcequotas': resourceQuotaHooks(vocabulary, release),
		'core/secrets': secretHooks(vocabulary),
		'core/serviceaccounts': serviceAccountHooks(vocabulary, gates, release),
		'flowcontrol/flowschemas': flowSchemaHooks(release),
		'flowcontrol/prioritylevelconfigurations': priorityLevelHooks(release),
		'discovery/endpointslices': endpointSliceHooks(vocabulary, release, strictAddresses),
		'core/services': serviceHooks(serviceParts(vocabulary, gates, release, services), agents),
		'networking/clustercidrs': clusterCidrHooks,
		'networking/ingresses': ingressHooks(vocabulary, release),
		'networking/ipaddresses': ipAddressHooks,
		'networking/networkpolicies': networkPolicyHooks(strictAddresses),
		'networking/servicecidrs': serviceCidrHooks,
		'node/runtimeclasses': runtimeClassHooks(vocabulary),
		'policy/poddisruptionbudgets': podDisruptionBudgetHooks(vocabulary),
		'policy/podsecuritypolicies': podSecurityPolicyHooks(vocabulary),
		'rbac/clusterrolebindings': bindingHooks,
		'rbac/clusterroles': clusterRoleHooks,
		'rbac/rolebindings': bindingHooks,
		'rbac/roles': roleHooks,
		'resource/deviceclasses': deviceClassHooks(vocabulary),
		'resource/devicetaintrules': deviceTaintRuleHooks,
		'resource/resourceclaims': resourceClaimHooks(vocabulary, distinctAttributes),
		'resource/resourceclaimtemplates': resourceClaimTemplateHooks(vocabulary, distinctAttributes),
		'resource/resourcepoolstatusrequests': poolStatusRequestHooks,
		'resource/resourceslices': resourceSliceHooks(vocabulary),
		'scheduling/podgroups': podGroupHooks,
		'scheduling/priorityclasses': priorityClassHooks,
		'scheduling/workloads': workloadHooks,
		'storage/csidrivers': csiDriverHooks(gates.get('CSIServiceAccountTokenSecrets') === true, release),
		'storage/csinodes': csiNodeHooks(gates.get('MutableCSINodeAllocatableCount') === true),
		'storage/csistoragecapacities': csiStorageCapacityHooks(vocabulary),
		'storage/storageclasses': storageClassHooks(release),
		'storage/volumeattachments': volumeAttachmentHooks(release),
		'storagemigration/storageversionmigrations': storageVersionMigrationHooks,
	};
	// Each hook declares only the fields that it reads, checked against the kind's generated type. At run time it receives the whole
	// object.
	const limited = (key: string, served: ServedHooks): ServedHooks => (allowPrivileged ? served : withoutPrivileges(key, served));
	return Object.fromEntries(Object.entries(hooks).map(([key, each]) => [storageName(key, vocabulary), limited(key, each as unknown as ServedHooks)]));
}

/** Packages whose group ends with the product's domain, with the group's first part where it differs from the package name. */
const grouped: Readonly<Record<string, string>> = {
	admissionregistration: 'admissionregistration',
	apiextensions: 'apiextensions',
	apiregistration: 'apiregistration',
	apiserverinternal: 'internal.apiserver',
	authentication: 'authentication',
	authorization: 'authorization',
	certificates: 'certificates',
	coordination: 'coordination',
	discovery: 'discovery',
	flowcontrol: 'flowcontrol.apiserver',
	networking: 'networking',
	node: 'node',
	rbac: 'rbac.authorization',
	resource: 'resource',
	scheduling: 'scheduling',
	storage: 'storage',
	storagemigration: 'storagemigration',
};

function storageName(key: string, { groupDomain }: Vocabulary): string {
	const [of = '', plural = ''] = key.split('/');
	if (of === 'core') return plural;
	const group = grouped[of];
	return `${plural}.${group === undefined ? of : `${group}.${groupDomain}`}`;
}
