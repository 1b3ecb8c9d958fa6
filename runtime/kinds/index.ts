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
import { type ServiceRanges, serviceParts } from './service/server-facts.ts';
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
	/** True if privileged containers are allowed. */
	readonly allowPrivileged: boolean;
	readonly agents: AgentAccess;
}

/** Parts of the server from which the hooks of kinds are made, and those that several kinds share. */
interface KindContext extends KindParts {
	readonly vocabulary: Vocabulary;
	readonly reviews: ReturnType<typeof accessReviewHooks>;
	readonly identity: ReturnType<typeof identityReviewHooks>;
	readonly expressions: WrittenExpressions;
	/** Reports whether a feature gate is on. */
	has(gate: string): boolean;
}

/** Hooks by package and plural: the type refuses the name of an unknown kind. */
const rows: { readonly [K in keyof Hooks]?: (server: KindContext) => Hooks[K] } = {
	'apps/controllerrevisions': ({ release }) => controllerRevisionHooks(release),
	'apps/daemonsets': ({ vocabulary, release }) => daemonSetHooks(vocabulary, release),
	'apps/deployments': ({ vocabulary, release }) => deploymentHooks(vocabulary, release),
	'apps/replicasets': ({ vocabulary, release }) => replicaSetHooks(vocabulary, release),
	'apps/statefulsets': ({ vocabulary, release }) => statefulSetHooks(vocabulary, release),
	'admissionregistration/mutatingadmissionpolicies': ({ expressions }) => mutatingAdmissionPolicyHooks(expressions),
	'admissionregistration/mutatingadmissionpolicybindings': () => mutatingAdmissionPolicyBindingHooks,
	'admissionregistration/mutatingwebhookconfigurations': ({ expressions }) => webhookConfigurationHooks(expressions),
	'admissionregistration/validatingadmissionpolicies': ({ expressions }) => validatingAdmissionPolicyHooks(expressions),
	'admissionregistration/validatingadmissionpolicybindings': () => validatingAdmissionPolicyBindingHooks,
	'admissionregistration/validatingwebhookconfigurations': ({ expressions }) => webhookConfigurationHooks(expressions),
	'apiextensions/customresourcedefinitions': ({ vocabulary, release }) => customResourceDefinitionHooks(vocabulary, release),
	'apiregistration/apiservices': () => apiServiceHooks,
	'apiserverinternal/storageversions': ({ release }) => storageVersionHooks(release),
	'authentication/selfsubjectreviews': ({ identity }) => identity.self,
	'authentication/tokenreviews': ({ identity }) => identity.token,
	'authorization/localsubjectaccessreviews': ({ reviews }) => reviews.local,
	'authorization/selfsubjectaccessreviews': ({ reviews }) => reviews.self,
	'authorization/selfsubjectrulesreviews': ({ reviews }) => reviews.rules,
	'authorization/subjectaccessreviews': ({ reviews }) => reviews.subject,
	'autoscaling/horizontalpodautoscalers': ({ vocabulary, release, gates }) => horizontalPodAutoscalerHooks(vocabulary, gates, release),
	'batch/cronjobs': ({ vocabulary, release }) => cronJobHooks(vocabulary, release),
	'batch/jobs': ({ vocabulary, release, gates }) => jobHooks(vocabulary, gates, release),
	'certificates/certificatesigningrequests': ({ vocabulary, release }) => certificateSigningRequestHooks(vocabulary, release),
	'certificates/clustertrustbundles': () => clusterTrustBundleHooks,
	'certificates/podcertificaterequests': ({ vocabulary }) => podCertificateRequestHooks(vocabulary),
	'coordination/leasecandidates': () => leaseCandidateHooks,
	'core/bindings': ({ gates }) => ({ computes: { '': bind(gates) } }),
	'core/componentstatuses': ({ release }) => componentStatusHooks(release),
	'core/endpoints': ({ vocabulary, release, has }) => endpointsHooks(vocabulary, release, has('StrictIPCIDRValidation')),
	'core/events': ({ vocabulary }) => eventHooks(vocabulary),
	'core/limitranges': ({ vocabulary }) => limitRangeHooks(vocabulary),
	'core/namespaces': ({ vocabulary }) => namespaceHooks(vocabulary),
	'core/nodes': ({ vocabulary, release, agents, has }) => nodeHooks(vocabulary, release, has('StrictIPCIDRValidation'), agents),
	'core/persistentvolumeclaims': ({ vocabulary, release, gates }) => persistentVolumeClaimHooks(vocabulary, gates, release),
	'core/persistentvolumes': ({ release, has }) => persistentVolumeHooks(has('PersistentVolumeLastPhaseTransitionTime'), release),
	'core/pods': ({ vocabulary, release, gates, agents }) => podHooks(vocabulary, gates, release, agents),
	'core/podtemplates': ({ vocabulary, release }) => podTemplateHooks(vocabulary, release),
	'core/replicationcontrollers': ({ vocabulary, release }) => replicationControllerHooks(vocabulary, release),
	'core/resourcequotas': ({ vocabulary, release }) => resourceQuotaHooks(vocabulary, release),
	'core/secrets': ({ vocabulary }) => secretHooks(vocabulary),
	'core/serviceaccounts': ({ vocabulary, release, gates }) => serviceAccountHooks(vocabulary, gates, release),
	'flowcontrol/flowschemas': ({ release }) => flowSchemaHooks(release),
	'flowcontrol/prioritylevelconfigurations': ({ release }) => priorityLevelHooks(release),
	'discovery/endpointslices': ({ vocabulary, release, has }) => endpointSliceHooks(vocabulary, release, has('StrictIPCIDRValidation')),
	'core/services': ({ vocabulary, release, gates, services, agents }) => serviceHooks(serviceParts(vocabulary, gates, release, services), agents),
	'networking/clustercidrs': () => clusterCidrHooks,
	'networking/ingresses': ({ vocabulary, release }) => ingressHooks(vocabulary, release),
	'networking/ipaddresses': () => ipAddressHooks,
	'networking/networkpolicies': ({ has }) => networkPolicyHooks(has('StrictIPCIDRValidation')),
	'networking/servicecidrs': () => serviceCidrHooks,
	'node/runtimeclasses': ({ vocabulary }) => runtimeClassHooks(vocabulary),
	'policy/poddisruptionbudgets': ({ vocabulary }) => podDisruptionBudgetHooks(vocabulary),
	'policy/podsecuritypolicies': ({ vocabulary }) => podSecurityPolicyHooks(vocabulary),
	'rbac/clusterrolebindings': () => bindingHooks,
	'rbac/clusterroles': () => clusterRoleHooks,
	'rbac/rolebindings': () => bindingHooks,
	'rbac/roles': () => roleHooks,
	'resource/deviceclasses': ({ vocabulary }) => deviceClassHooks(vocabulary),
	'resource/devicetaintrules': () => deviceTaintRuleHooks,
	'resource/resourceclaims': ({ vocabulary, has }) => resourceClaimHooks(vocabulary, has('DRAConsumableCapacity')),
	'resource/resourceclaimtemplates': ({ vocabulary, has }) => resourceClaimTemplateHooks(vocabulary, has('DRAConsumableCapacity')),
	'resource/resourcepoolstatusrequests': () => poolStatusRequestHooks,
	'resource/resourceslices': ({ vocabulary }) => resourceSliceHooks(vocabulary),
	'scheduling/podgroups': () => podGroupHooks,
	'scheduling/priorityclasses': () => priorityClassHooks,
	'scheduling/workloads': () => workloadHooks,
	'storage/csidrivers': ({ release, has }) => csiDriverHooks(has('CSIServiceAccountTokenSecrets'), release),
	'storage/csinodes': ({ has }) => csiNodeHooks(has('MutableCSINodeAllocatableCount')),
	'storage/csistoragecapacities': ({ vocabulary }) => csiStorageCapacityHooks(vocabulary),
	'storage/storageclasses': ({ release }) => storageClassHooks(release),
	'storage/volumeattachments': ({ release }) => volumeAttachmentHooks(release),
	'storagemigration/storageversionmigrations': () => storageVersionMigrationHooks,
};

/** Returns the hooks by storage name. */
export function kindHooks(vocabulary: Vocabulary, parts: KindParts): Readonly<Record<string, ServedHooks>> {
	const server: KindContext = {
		...parts,
		vocabulary,
		reviews: accessReviewHooks(vocabulary),
		identity: identityReviewHooks(),
		expressions: new WrittenExpressions(parts.release),
		has: (gate) => parts.gates.get(gate) === true,
	};
	return Object.fromEntries(
		Object.entries(rows).map(([key, row]) => {
			// Each hook declares only the fields that it reads, checked against the kind's generated type. At run time it receives the whole
			// object.
			const hooks = row(server) as unknown as ServedHooks;
			return [storageName(key, vocabulary), parts.allowPrivileged ? hooks : withoutPrivileges(key, hooks)];
		}),
	);
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
