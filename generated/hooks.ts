// Generated from the specs. Edit those: this file is overwritten.
import type { Compute, Connect, Observe } from '../runtime/api/endpoint-hooks.ts';
import type { Converter, KindHooks, WithMetadata } from '../runtime/api/hooks.ts';
import type { MutatingWebhookConfiguration, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding, ValidatingWebhookConfiguration } from './types/admissionregistration/v1.ts';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from './types/admissionregistration/v1beta1.ts';
import type { CustomResourceDefinition } from './types/apiextensions/v1.ts';
import type { CustomResourceDefinition as CustomResourceDefinitionOfApiextensions } from './types/apiextensions/v1beta1.ts';
import type { APIService } from './types/apiregistration/v1.ts';
import type { StorageVersion } from './types/apiserverinternal/v1alpha1.ts';
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from './types/apps/v1.ts';
import type { Deployment as DeploymentOfApps } from './types/apps/v1beta1.ts';
import type { AuditSink } from './types/auditregistration/v1alpha1.ts';
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
import type { DaemonSet as DaemonSetOfExtensions, Deployment as DeploymentOfExtensions } from './types/extensions/v1beta1.ts';
import type { FlowSchema, PriorityLevelConfiguration } from './types/flowcontrol/v1.ts';
import type { IPAddress, Ingress, IngressClass, NetworkPolicy, ServiceCIDR } from './types/networking/v1.ts';
import type { ClusterCIDR } from './types/networking/v1alpha1.ts';
import type { RuntimeClass } from './types/node/v1.ts';
import type { Eviction, PodDisruptionBudget } from './types/policy/v1.ts';
import type { PodSecurityPolicy } from './types/policy/v1beta1.ts';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from './types/rbac/v1.ts';
import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from './types/resource/v1.ts';
import type { DeviceTaintRule, ResourcePoolStatusRequest } from './types/resource/v1alpha3.ts';
import type { PriorityClass } from './types/scheduling/v1.ts';
import type { PodGroup, Workload } from './types/scheduling/v1alpha2.ts';
import type { PodPreset } from './types/settings/v1alpha1.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass, VolumeAttachment, VolumeAttributesClass } from './types/storage/v1.ts';
import type { StorageVersionMigration } from './types/storagemigration/v1beta1.ts';

/** Behaviour that specs cannot express: of kinds by package and plural, of groups of other servers by package. */
export interface Hooks {
	readonly 'admissionregistration/mutatingadmissionpolicies'?: KindHooks<WithMetadata<MutatingAdmissionPolicy>>;
	readonly 'admissionregistration/mutatingadmissionpolicybindings'?: KindHooks<WithMetadata<MutatingAdmissionPolicyBinding>, 'ParamRef'>;
	readonly 'admissionregistration/mutatingwebhookconfigurations'?: KindHooks<WithMetadata<MutatingWebhookConfiguration>>;
	readonly 'admissionregistration/validatingadmissionpolicies'?: KindHooks<WithMetadata<ValidatingAdmissionPolicy>>;
	readonly 'admissionregistration/validatingadmissionpolicybindings'?: KindHooks<WithMetadata<ValidatingAdmissionPolicyBinding>, 'ParamRef'>;
	readonly 'admissionregistration/validatingwebhookconfigurations'?: KindHooks<WithMetadata<ValidatingWebhookConfiguration>>;
	readonly 'apiextensions/customresourcedefinitions'?: KindHooks<WithMetadata<CustomResourceDefinition>> & {
		readonly convert: {
			readonly 'v1beta1': Converter<CustomResourceDefinitionOfApiextensions, CustomResourceDefinition>;
		};
	};
	readonly 'apiregistration/apiservices'?: KindHooks<WithMetadata<APIService>, 'Service' | 'Available'>;
	readonly 'apiserverinternal/storageversions'?: KindHooks<WithMetadata<StorageVersion>, 'StorageVersions'>;
	readonly 'apps/controllerrevisions'?: KindHooks<WithMetadata<ControllerRevision>, 'Controller'>;
	readonly 'apps/daemonsets'?: KindHooks<WithMetadata<DaemonSet>, 'Node Selector' | 'Containers' | 'Images' | 'Selector'> & {
		readonly convert: {
			readonly 'extensions/v1beta1': Converter<DaemonSetOfExtensions, DaemonSet>;
		};
	};
	readonly 'apps/deployments'?: KindHooks<WithMetadata<Deployment>, 'Containers' | 'Images' | 'Selector'> & {
		readonly convert: {
			readonly 'v1beta1': Converter<DeploymentOfApps, Deployment>;
			readonly 'extensions/v1beta1': Converter<DeploymentOfExtensions, Deployment>;
		};
	};
	readonly 'apps/replicasets'?: KindHooks<WithMetadata<ReplicaSet>, 'Containers' | 'Images' | 'Selector'>;
	readonly 'apps/statefulsets'?: KindHooks<WithMetadata<StatefulSet>, 'Containers' | 'Images'>;
	readonly 'auditregistration/auditsinks'?: KindHooks<WithMetadata<AuditSink>>;
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
	readonly 'autoscaling/horizontalpodautoscalers'?: KindHooks<WithMetadata<HorizontalPodAutoscaler>, 'Targets'> & {
		readonly convert: {
			readonly 'v1': Converter<HorizontalPodAutoscalerOfAutoscaling, HorizontalPodAutoscaler>;
			readonly 'v2beta1': Converter<HorizontalPodAutoscalerOfAutoscalingV2beta1, HorizontalPodAutoscaler>;
		};
	};
	readonly 'batch/cronjobs'?: KindHooks<WithMetadata<CronJob>, 'Suspend' | 'Containers' | 'Images' | 'Selector'>;
	readonly 'batch/jobs'?: KindHooks<WithMetadata<Job>, 'Status' | 'Completions' | 'Duration' | 'Containers' | 'Images' | 'Selector'>;
	readonly 'certificates/certificatesigningrequests'?: KindHooks<WithMetadata<CertificateSigningRequest>, 'SignerName' | 'Requestor' | 'RequestedDuration' | 'Condition'>;
	readonly 'certificates/clustertrustbundles'?: KindHooks<WithMetadata<ClusterTrustBundle>>;
	readonly 'certificates/podcertificaterequests'?: KindHooks<WithMetadata<PodCertificateRequest>, 'State' | 'UnverifiedUserAnnotations'>;
	readonly 'coordination/leasecandidates'?: KindHooks<WithMetadata<LeaseCandidate>>;
	readonly 'coordination/leases'?: KindHooks<WithMetadata<Lease>>;
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
	readonly 'core/configmaps'?: KindHooks<WithMetadata<ConfigMap>>;
	readonly 'core/endpoints'?: KindHooks<WithMetadata<Endpoints>, 'Endpoints'>;
	readonly 'core/events'?: KindHooks<WithMetadata<Event>>;
	readonly 'core/limitranges'?: KindHooks<WithMetadata<LimitRange>>;
	readonly 'core/namespaces'?: KindHooks<WithMetadata<Namespace>>;
	readonly 'core/nodes'?: KindHooks<WithMetadata<Node>, 'Status' | 'Roles' | 'Age' | 'Internal-IP' | 'External-IP' | 'OS-Image' | 'Kernel-Version' | 'Container-Runtime'> & {
		readonly connects: {
			readonly 'proxy': Connect<NodeProxyOptions, WithMetadata<Node>>;
		};
	};
	readonly 'core/persistentvolumeclaims'?: KindHooks<WithMetadata<PersistentVolumeClaim>>;
	readonly 'core/persistentvolumes'?: KindHooks<WithMetadata<PersistentVolume>>;
	readonly 'core/pods'?: KindHooks<WithMetadata<Pod>, 'Ready' | 'Status' | 'Restarts' | 'IP' | 'Node' | 'Nominated Node' | 'Readiness Gates'> & {
		readonly computes: {
			readonly 'binding': Compute<Binding, Binding, WithMetadata<Pod>>;
			readonly 'eviction': Compute<Eviction, Eviction, WithMetadata<Pod>>;
		};
		readonly connects: {
			readonly 'attach': Connect<PodAttachOptions, WithMetadata<Pod>>;
			readonly 'exec': Connect<PodExecOptions, WithMetadata<Pod>>;
			readonly 'log': Connect<PodLogOptions, WithMetadata<Pod>>;
			readonly 'portforward': Connect<PodPortForwardOptions, WithMetadata<Pod>>;
			readonly 'proxy': Connect<PodProxyOptions, WithMetadata<Pod>>;
		};
	};
	readonly 'core/podtemplates'?: KindHooks<WithMetadata<PodTemplate>, 'Containers' | 'Images' | 'Pod Labels'>;
	readonly 'core/replicationcontrollers'?: KindHooks<WithMetadata<ReplicationController>, 'Containers' | 'Images' | 'Selector'>;
	readonly 'core/resourcequotas'?: KindHooks<WithMetadata<ResourceQuota>, 'Age' | 'Request' | 'Limit'>;
	readonly 'core/secrets'?: KindHooks<WithMetadata<Secret>>;
	readonly 'core/serviceaccounts'?: KindHooks<WithMetadata<ServiceAccount>> & {
		readonly computes: {
			readonly 'token': Compute<TokenRequest, TokenRequest, WithMetadata<ServiceAccount>>;
		};
	};
	readonly 'core/services'?: KindHooks<WithMetadata<Service>, 'Cluster-IP' | 'External-IP' | 'Port(s)' | 'Selector'> & {
		readonly connects: {
			readonly 'proxy': Connect<ServiceProxyOptions, WithMetadata<Service>>;
		};
	};
	readonly 'discovery/endpointslices'?: KindHooks<WithMetadata<EndpointSlice>, 'Ports' | 'Endpoints'>;
	readonly 'flowcontrol/flowschemas'?: KindHooks<WithMetadata<FlowSchema>>;
	readonly 'flowcontrol/prioritylevelconfigurations'?: KindHooks<WithMetadata<PriorityLevelConfiguration>, 'AssuredConcurrencyShares' | 'NominalConcurrencyShares' | 'Queues' | 'HandSize' | 'QueueLengthLimit'>;
	readonly 'networking/clustercidrs'?: KindHooks<WithMetadata<ClusterCIDR>, 'NodeSelector'>;
	readonly 'networking/ingressclasses'?: KindHooks<WithMetadata<IngressClass>>;
	readonly 'networking/ingresses'?: KindHooks<WithMetadata<Ingress>>;
	readonly 'networking/ipaddresses'?: KindHooks<WithMetadata<IPAddress>>;
	readonly 'networking/networkpolicies'?: KindHooks<WithMetadata<NetworkPolicy>, 'Pod-Selector'>;
	readonly 'networking/servicecidrs'?: KindHooks<WithMetadata<ServiceCIDR>>;
	readonly 'node/runtimeclasses'?: KindHooks<WithMetadata<RuntimeClass>>;
	readonly 'policy/poddisruptionbudgets'?: KindHooks<WithMetadata<PodDisruptionBudget>>;
	readonly 'policy/podsecuritypolicies'?: KindHooks<WithMetadata<PodSecurityPolicy>>;
	readonly 'rbac/clusterrolebindings'?: KindHooks<WithMetadata<ClusterRoleBinding>>;
	readonly 'rbac/clusterroles'?: KindHooks<WithMetadata<ClusterRole>>;
	readonly 'rbac/rolebindings'?: KindHooks<WithMetadata<RoleBinding>>;
	readonly 'rbac/roles'?: KindHooks<WithMetadata<Role>>;
	readonly 'resource/deviceclasses'?: KindHooks<WithMetadata<DeviceClass>>;
	readonly 'resource/devicetaintrules'?: KindHooks<WithMetadata<DeviceTaintRule>>;
	readonly 'resource/resourceclaims'?: KindHooks<WithMetadata<ResourceClaim>, 'State'>;
	readonly 'resource/resourceclaimtemplates'?: KindHooks<WithMetadata<ResourceClaimTemplate>>;
	readonly 'resource/resourcepoolstatusrequests'?: KindHooks<WithMetadata<ResourcePoolStatusRequest>, 'Total' | 'Available' | 'Allocated' | 'Unavailable' | 'Errors' | 'Status' | 'Completed'>;
	readonly 'resource/resourceslices'?: KindHooks<WithMetadata<ResourceSlice>>;
	readonly 'scheduling/podgroups'?: KindHooks<WithMetadata<PodGroup>, 'Status'>;
	readonly 'scheduling/priorityclasses'?: KindHooks<WithMetadata<PriorityClass>>;
	readonly 'scheduling/workloads'?: KindHooks<WithMetadata<Workload>>;
	readonly 'settings/podpresets'?: KindHooks<WithMetadata<PodPreset>>;
	readonly 'storage/csidrivers'?: KindHooks<WithMetadata<CSIDriver>>;
	readonly 'storage/csinodes'?: KindHooks<WithMetadata<CSINode>>;
	readonly 'storage/csistoragecapacities'?: KindHooks<WithMetadata<CSIStorageCapacity>>;
	readonly 'storage/storageclasses'?: KindHooks<WithMetadata<StorageClass>>;
	readonly 'storage/volumeattachments'?: KindHooks<WithMetadata<VolumeAttachment>>;
	readonly 'storage/volumeattributesclasses'?: KindHooks<WithMetadata<VolumeAttributesClass>>;
	readonly 'storagemigration/storageversionmigrations'?: KindHooks<WithMetadata<StorageVersionMigration>, 'Resource' | 'Status'>;
}
