// Generated from the specs. Edit those: this file is overwritten.
import type { Compute, Connect, Observe } from '../runtime/api/endpoint-hooks.ts';
import type { Converter, KindHooks } from '../runtime/api/hooks.ts';
import type { MutatingWebhookConfiguration, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding, ValidatingWebhookConfiguration } from './types/admissionregistration/v1.ts';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from './types/admissionregistration/v1beta1.ts';
import type { CustomResourceDefinition } from './types/apiextensions/v1.ts';
import type { CustomResourceDefinition as CustomResourceDefinitionOfApiextensions } from './types/apiextensions/v1beta1.ts';
import type { APIService } from './types/apiregistration/v1.ts';
import type { StorageVersion } from './types/apiserverinternal/v1alpha1.ts';
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from './types/apps/v1.ts';
import type { SelfSubjectReview, TokenRequest, TokenReview } from './types/authentication/v1.ts';
import type { LocalSubjectAccessReview, SelfSubjectAccessReview, SelfSubjectRulesReview, SubjectAccessReview } from './types/authorization/v1.ts';
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerOfAutoscaling } from './types/autoscaling/v1.ts';
import type { HorizontalPodAutoscaler } from './types/autoscaling/v2.ts';
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerOfAutoscalingV2beta1 } from './types/autoscaling/v2beta1.ts';
import type { CronJob, Job } from './types/batch/v1.ts';
import type { CertificateSigningRequest } from './types/certificates/v1.ts';
import type { ClusterTrustBundle, PodCertificateRequest } from './types/certificates/v1beta1.ts';
import type { Lease } from './types/coordination/v1.ts';
import type { LeaseCandidate } from './types/coordination/v1beta1.ts';
import type { Binding, ComponentStatus, ConfigMap, Endpoints, Event, LimitRange, Namespace, Node, NodeProxyOptions, PersistentVolume, PersistentVolumeClaim, Pod, PodAttachOptions, PodExecOptions, PodLogOptions, PodPortForwardOptions, PodProxyOptions, PodTemplate, ReplicationController, ResourceQuota, Secret, Service, ServiceAccount, ServiceProxyOptions } from './types/core/v1.ts';
import type { EndpointSlice } from './types/discovery/v1.ts';
import type { FlowSchema, PriorityLevelConfiguration } from './types/flowcontrol/v1.ts';
import type { IPAddress, Ingress, IngressClass, NetworkPolicy, ServiceCIDR } from './types/networking/v1.ts';
import type { ClusterCIDR } from './types/networking/v1alpha1.ts';
import type { RuntimeClass } from './types/node/v1.ts';
import type { Eviction, PodDisruptionBudget } from './types/policy/v1.ts';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from './types/rbac/v1.ts';
import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from './types/resource/v1.ts';
import type { DeviceTaintRule, ResourcePoolStatusRequest } from './types/resource/v1alpha3.ts';
import type { PriorityClass } from './types/scheduling/v1.ts';
import type { PodGroup, Workload } from './types/scheduling/v1alpha2.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass, VolumeAttachment, VolumeAttributesClass } from './types/storage/v1.ts';
import type { StorageVersionMigration } from './types/storagemigration/v1beta1.ts';

/** Behaviour that specs cannot say: of kinds by package and plural, of groups that other servers have by package. */
export interface Hooks {
	readonly 'admissionregistration/mutatingadmissionpolicies'?: KindHooks<MutatingAdmissionPolicy>;
	readonly 'admissionregistration/mutatingadmissionpolicybindings'?: KindHooks<MutatingAdmissionPolicyBinding, 'ParamRef'>;
	readonly 'admissionregistration/mutatingwebhookconfigurations'?: KindHooks<MutatingWebhookConfiguration>;
	readonly 'admissionregistration/validatingadmissionpolicies'?: KindHooks<ValidatingAdmissionPolicy>;
	readonly 'admissionregistration/validatingadmissionpolicybindings'?: KindHooks<ValidatingAdmissionPolicyBinding, 'ParamRef'>;
	readonly 'admissionregistration/validatingwebhookconfigurations'?: KindHooks<ValidatingWebhookConfiguration>;
	readonly 'apiextensions/customresourcedefinitions'?: KindHooks<CustomResourceDefinition> & {
		readonly convert: {
			readonly 'v1beta1': Converter<CustomResourceDefinitionOfApiextensions, CustomResourceDefinition>;
		};
	};
	readonly 'apiregistration/apiservices'?: KindHooks<APIService, 'Service' | 'Available'>;
	readonly 'apiserverinternal/storageversions'?: KindHooks<StorageVersion, 'StorageVersions'>;
	readonly 'apps/controllerrevisions'?: KindHooks<ControllerRevision, 'Controller'>;
	readonly 'apps/daemonsets'?: KindHooks<DaemonSet, 'Node Selector' | 'Containers' | 'Images' | 'Selector'>;
	readonly 'apps/deployments'?: KindHooks<Deployment, 'Containers' | 'Images' | 'Selector'>;
	readonly 'apps/replicasets'?: KindHooks<ReplicaSet, 'Containers' | 'Images' | 'Selector'>;
	readonly 'apps/statefulsets'?: KindHooks<StatefulSet, 'Containers' | 'Images'>;
	readonly 'authentication/selfsubjectreviews'?: {
		readonly computes: {
			readonly '': Compute<SelfSubjectReview, SelfSubjectReview, undefined>;
		};
	};
	readonly 'authentication/tokenreviews'?: {
		readonly computes: {
			readonly '': Compute<TokenReview, TokenReview, undefined>;
		};
	};
	readonly 'authorization/localsubjectaccessreviews'?: {
		readonly computes: {
			readonly '': Compute<LocalSubjectAccessReview, LocalSubjectAccessReview, undefined>;
		};
	};
	readonly 'authorization/selfsubjectaccessreviews'?: {
		readonly computes: {
			readonly '': Compute<SelfSubjectAccessReview, SelfSubjectAccessReview, undefined>;
		};
	};
	readonly 'authorization/selfsubjectrulesreviews'?: {
		readonly computes: {
			readonly '': Compute<SelfSubjectRulesReview, SelfSubjectRulesReview, undefined>;
		};
	};
	readonly 'authorization/subjectaccessreviews'?: {
		readonly computes: {
			readonly '': Compute<SubjectAccessReview, SubjectAccessReview, undefined>;
		};
	};
	readonly 'autoscaling/horizontalpodautoscalers'?: KindHooks<HorizontalPodAutoscaler, 'Targets'> & {
		readonly convert: {
			readonly 'v1': Converter<HorizontalPodAutoscalerOfAutoscaling, HorizontalPodAutoscaler>;
			readonly 'v2beta1': Converter<HorizontalPodAutoscalerOfAutoscalingV2beta1, HorizontalPodAutoscaler>;
		};
	};
	readonly 'batch/cronjobs'?: KindHooks<CronJob, 'Suspend' | 'Containers' | 'Images' | 'Selector'>;
	readonly 'batch/jobs'?: KindHooks<Job, 'Status' | 'Completions' | 'Duration' | 'Containers' | 'Images' | 'Selector'>;
	readonly 'certificates/certificatesigningrequests'?: KindHooks<CertificateSigningRequest, 'SignerName' | 'Requestor' | 'RequestedDuration' | 'Condition'>;
	readonly 'certificates/clustertrustbundles'?: KindHooks<ClusterTrustBundle>;
	readonly 'certificates/podcertificaterequests'?: KindHooks<PodCertificateRequest, 'State' | 'UnverifiedUserAnnotations'>;
	readonly 'coordination/leasecandidates'?: KindHooks<LeaseCandidate>;
	readonly 'coordination/leases'?: KindHooks<Lease>;
	readonly 'core/bindings'?: {
		readonly computes: {
			readonly '': Compute<Binding, Binding, undefined>;
		};
	};
	readonly 'core/componentstatuses'?: {
		readonly observes: {
			readonly '': Observe<ComponentStatus>;
		};
	};
	readonly 'core/configmaps'?: KindHooks<ConfigMap>;
	readonly 'core/endpoints'?: KindHooks<Endpoints, 'Endpoints'>;
	readonly 'core/events'?: KindHooks<Event>;
	readonly 'core/limitranges'?: KindHooks<LimitRange>;
	readonly 'core/namespaces'?: KindHooks<Namespace>;
	readonly 'core/nodes'?: KindHooks<Node, 'Status' | 'Roles' | 'Age' | 'Internal-IP' | 'External-IP' | 'OS-Image' | 'Kernel-Version' | 'Container-Runtime'> & {
		readonly connects: {
			readonly 'proxy': Connect<NodeProxyOptions, Node>;
		};
	};
	readonly 'core/persistentvolumeclaims'?: KindHooks<PersistentVolumeClaim>;
	readonly 'core/persistentvolumes'?: KindHooks<PersistentVolume>;
	readonly 'core/pods'?: KindHooks<Pod, 'Ready' | 'Status' | 'Restarts' | 'IP' | 'Node' | 'Nominated Node' | 'Readiness Gates'> & {
		readonly computes: {
			readonly 'binding': Compute<Binding, Binding, Pod>;
			readonly 'eviction': Compute<Eviction, Eviction, Pod>;
		};
		readonly connects: {
			readonly 'attach': Connect<PodAttachOptions, Pod>;
			readonly 'exec': Connect<PodExecOptions, Pod>;
			readonly 'log': Connect<PodLogOptions, Pod>;
			readonly 'portforward': Connect<PodPortForwardOptions, Pod>;
			readonly 'proxy': Connect<PodProxyOptions, Pod>;
		};
	};
	readonly 'core/podtemplates'?: KindHooks<PodTemplate, 'Containers' | 'Images' | 'Pod Labels'>;
	readonly 'core/replicationcontrollers'?: KindHooks<ReplicationController, 'Containers' | 'Images' | 'Selector'>;
	readonly 'core/resourcequotas'?: KindHooks<ResourceQuota, 'Age' | 'Request' | 'Limit'>;
	readonly 'core/secrets'?: KindHooks<Secret>;
	readonly 'core/serviceaccounts'?: KindHooks<ServiceAccount> & {
		readonly computes: {
			readonly 'token': Compute<TokenRequest, TokenRequest, ServiceAccount>;
		};
	};
	readonly 'core/services'?: KindHooks<Service, 'Cluster-IP' | 'External-IP' | 'Port(s)' | 'Selector'> & {
		readonly connects: {
			readonly 'proxy': Connect<ServiceProxyOptions, Service>;
		};
	};
	readonly 'discovery/endpointslices'?: KindHooks<EndpointSlice, 'Ports' | 'Endpoints'>;
	readonly 'flowcontrol/flowschemas'?: KindHooks<FlowSchema>;
	readonly 'flowcontrol/prioritylevelconfigurations'?: KindHooks<PriorityLevelConfiguration, 'AssuredConcurrencyShares' | 'NominalConcurrencyShares' | 'Queues' | 'HandSize' | 'QueueLengthLimit'>;
	readonly 'networking/clustercidrs'?: KindHooks<ClusterCIDR, 'NodeSelector'>;
	readonly 'networking/ingressclasses'?: KindHooks<IngressClass>;
	readonly 'networking/ingresses'?: KindHooks<Ingress>;
	readonly 'networking/ipaddresses'?: KindHooks<IPAddress>;
	readonly 'networking/networkpolicies'?: KindHooks<NetworkPolicy, 'Pod-Selector'>;
	readonly 'networking/servicecidrs'?: KindHooks<ServiceCIDR>;
	readonly 'node/runtimeclasses'?: KindHooks<RuntimeClass>;
	readonly 'policy/poddisruptionbudgets'?: KindHooks<PodDisruptionBudget>;
	readonly 'rbac/clusterrolebindings'?: KindHooks<ClusterRoleBinding>;
	readonly 'rbac/clusterroles'?: KindHooks<ClusterRole>;
	readonly 'rbac/rolebindings'?: KindHooks<RoleBinding>;
	readonly 'rbac/roles'?: KindHooks<Role>;
	readonly 'resource/deviceclasses'?: KindHooks<DeviceClass>;
	readonly 'resource/devicetaintrules'?: KindHooks<DeviceTaintRule>;
	readonly 'resource/resourceclaims'?: KindHooks<ResourceClaim, 'State'>;
	readonly 'resource/resourceclaimtemplates'?: KindHooks<ResourceClaimTemplate>;
	readonly 'resource/resourcepoolstatusrequests'?: KindHooks<ResourcePoolStatusRequest, 'Total' | 'Available' | 'Allocated' | 'Unavailable' | 'Errors' | 'Status' | 'Completed'>;
	readonly 'resource/resourceslices'?: KindHooks<ResourceSlice>;
	readonly 'scheduling/podgroups'?: KindHooks<PodGroup, 'Status'>;
	readonly 'scheduling/priorityclasses'?: KindHooks<PriorityClass>;
	readonly 'scheduling/workloads'?: KindHooks<Workload>;
	readonly 'storage/csidrivers'?: KindHooks<CSIDriver>;
	readonly 'storage/csinodes'?: KindHooks<CSINode>;
	readonly 'storage/csistoragecapacities'?: KindHooks<CSIStorageCapacity>;
	readonly 'storage/storageclasses'?: KindHooks<StorageClass>;
	readonly 'storage/volumeattachments'?: KindHooks<VolumeAttachment>;
	readonly 'storage/volumeattributesclasses'?: KindHooks<VolumeAttributesClass>;
	readonly 'storagemigration/storageversionmigrations'?: KindHooks<StorageVersionMigration, 'Resource' | 'Status'>;
}
