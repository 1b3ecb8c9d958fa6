// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

export interface AWSElasticBlockStoreVolumeSource {
	volumeID: string
	fsType?: string
	partition?: number
	readOnly?: boolean
}

export interface Affinity {
	nodeAffinity?: NodeAffinity
	podAffinity?: PodAffinity
	podAntiAffinity?: PodAntiAffinity
}

export interface AppArmorProfile {
	type: "Localhost" | "RuntimeDefault" | "Unconfined"
	localhostProfile?: string
}

export interface AzureDiskVolumeSource {
	diskName: string
	diskURI: string
	cachingMode?: "None" | "ReadOnly" | "ReadWrite"
	fsType?: string
	readOnly?: boolean
	kind?: "Dedicated" | "Managed" | "Shared"
}

export interface AzureFilePersistentVolumeSource {
	secretName: string
	shareName: string
	readOnly?: boolean
	secretNamespace?: string | null
}

export interface AzureFileVolumeSource {
	secretName: string
	shareName: string
	readOnly?: boolean
}

export interface CSIPersistentVolumeSource {
	driver: string
	volumeHandle: string
	readOnly?: boolean
	fsType?: string
	volumeAttributes?: { [key: string]: string }
	controllerPublishSecretRef?: SecretReference
	nodeStageSecretRef?: SecretReference
	nodePublishSecretRef?: SecretReference
	controllerExpandSecretRef?: SecretReference
	nodeExpandSecretRef?: SecretReference
}

export interface CSIVolumeSource {
	driver: string
	readOnly?: boolean
	fsType?: string
	volumeAttributes?: { [key: string]: string }
	nodePublishSecretRef?: LocalObjectReference
}

export interface Capabilities {
	add?: string[]
	drop?: string[]
}

export interface CephFSPersistentVolumeSource {
	monitors: string[]
	path?: string
	user?: string
	secretFile?: string
	secretRef?: SecretReference
	readOnly?: boolean
}

export interface CephFSVolumeSource {
	monitors: string[]
	path?: string
	user?: string
	secretFile?: string
	secretRef?: LocalObjectReference
	readOnly?: boolean
}

export interface CinderPersistentVolumeSource {
	volumeID: string
	fsType?: string
	readOnly?: boolean
	secretRef?: SecretReference
}

export interface CinderVolumeSource {
	volumeID: string
	fsType?: string
	readOnly?: boolean
	secretRef?: LocalObjectReference
}

export interface ClusterTrustBundleProjection {
	name?: string
	signerName?: string
	labelSelector?: metaV1.LabelSelector
	optional?: boolean
	path: string
}

/**
 * Configuration that pods read as files, arguments or environment.
 */
export interface ConfigMap {
	/**
	 * What kind of object this is.
	 */
	kind?: "ConfigMap"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * When true, nothing but the metadata can change any more.
	 */
	immutable?: boolean
	/**
	 * Text by key. Bytes that are not UTF-8 belong in `binaryData`.
	 */
	data?: { [key: string]: string }
	/**
	 * Bytes by key. A key is in `data` or here, not in both.
	 */
	binaryData?: { [key: string]: string }
}

export interface ConfigMapEnvSource {
	/**
	 * Name of the object.
	 */
	name?: string
	optional?: boolean
}

export interface ConfigMapKeySelector {
	/**
	 * Name of the object.
	 */
	name?: string
	key: string
	optional?: boolean
}

/**
 * A list of ConfigMap objects.
 */
export interface ConfigMapList {
	kind?: "ConfigMapList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ConfigMap[]
}

export interface ConfigMapProjection {
	/**
	 * Name of the object.
	 */
	name?: string
	items?: KeyToPath[]
	optional?: boolean
}

export interface ConfigMapVolumeSource {
	/**
	 * Name of the object.
	 */
	name?: string
	items?: KeyToPath[]
	defaultMode?: number
	optional?: boolean
}

export interface Container {
	name: string
	image?: string
	command?: string[]
	args?: string[]
	workingDir?: string
	ports?: ContainerPort[]
	envFrom?: EnvFromSource[]
	env?: EnvVar[]
	resources?: ResourceRequirements
	resizePolicy?: ContainerResizePolicy[]
	restartPolicy?: string
	restartPolicyRules?: ContainerRestartRule[]
	volumeMounts?: VolumeMount[]
	volumeDevices?: VolumeDevice[]
	livenessProbe?: Probe
	readinessProbe?: Probe
	startupProbe?: Probe
	lifecycle?: Lifecycle
	terminationMessagePath?: string
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	securityContext?: SecurityContext
	stdin?: boolean
	stdinOnce?: boolean
	tty?: boolean
}

export interface ContainerExtendedResourceRequest {
	containerName: string
	resourceName: string
	requestName: string
}

export interface ContainerPort {
	name?: string
	hostPort?: number
	containerPort: number
	protocol?: "SCTP" | "TCP" | "UDP"
	hostIP?: string
}

export interface ContainerResizePolicy {
	resourceName: string
	restartPolicy: string
}

export interface ContainerRestartRule {
	action: string
	exitCodes?: ContainerRestartRuleOnExitCodes
}

export interface ContainerRestartRuleOnExitCodes {
	operator: string
	values?: number[]
}

export interface ContainerState {
	waiting?: ContainerStateWaiting
	running?: ContainerStateRunning
	terminated?: ContainerStateTerminated
}

export interface ContainerStateRunning {
	startedAt?: string | null
}

export interface ContainerStateTerminated {
	exitCode: number
	signal?: number
	reason?: string
	message?: string
	startedAt?: string | null
	finishedAt?: string | null
	containerID?: string
}

export interface ContainerStateWaiting {
	reason?: string
	message?: string
}

export interface ContainerStatus {
	name: string
	state?: ContainerState
	lastState?: ContainerState
	ready: boolean
	restartCount: number
	image: string
	imageID: string
	containerID?: string
	started?: boolean
	allocatedResources?: { [key: string]: string }
	resources?: ResourceRequirements
	volumeMounts?: VolumeMountStatus[]
	user?: ContainerUser
	allocatedResourcesStatus?: ResourceStatus[]
	stopSignal?: string
}

export interface ContainerUser {
	linux?: LinuxContainerUser
}

export interface DownwardAPIProjection {
	items?: DownwardAPIVolumeFile[]
}

export interface DownwardAPIVolumeFile {
	path: string
	fieldRef?: ObjectFieldSelector
	resourceFieldRef?: ResourceFieldSelector
	mode?: number
}

export interface DownwardAPIVolumeSource {
	items?: DownwardAPIVolumeFile[]
	defaultMode?: number
}

export interface EmptyDirVolumeSource {
	medium?: string
	sizeLimit?: string
}

export interface EnvFromSource {
	prefix?: string
	configMapRef?: ConfigMapEnvSource
	secretRef?: SecretEnvSource
}

export interface EnvVar {
	name: string
	value?: string
	valueFrom?: EnvVarSource
}

export interface EnvVarSource {
	fieldRef?: ObjectFieldSelector
	resourceFieldRef?: ResourceFieldSelector
	configMapKeyRef?: ConfigMapKeySelector
	secretKeyRef?: SecretKeySelector
	fileKeyRef?: FileKeySelector
}

export interface EphemeralContainer {
	name: string
	image?: string
	command?: string[]
	args?: string[]
	workingDir?: string
	ports?: ContainerPort[]
	envFrom?: EnvFromSource[]
	env?: EnvVar[]
	resources?: ResourceRequirements
	resizePolicy?: ContainerResizePolicy[]
	restartPolicy?: string
	restartPolicyRules?: ContainerRestartRule[]
	volumeMounts?: VolumeMount[]
	volumeDevices?: VolumeDevice[]
	livenessProbe?: Probe
	readinessProbe?: Probe
	startupProbe?: Probe
	lifecycle?: Lifecycle
	terminationMessagePath?: string
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	securityContext?: SecurityContext
	stdin?: boolean
	stdinOnce?: boolean
	tty?: boolean
	targetContainerName?: string
}

export interface EphemeralContainerCommon {
	name: string
	image?: string
	command?: string[]
	args?: string[]
	workingDir?: string
	ports?: ContainerPort[]
	envFrom?: EnvFromSource[]
	env?: EnvVar[]
	resources?: ResourceRequirements
	resizePolicy?: ContainerResizePolicy[]
	restartPolicy?: string
	restartPolicyRules?: ContainerRestartRule[]
	volumeMounts?: VolumeMount[]
	volumeDevices?: VolumeDevice[]
	livenessProbe?: Probe
	readinessProbe?: Probe
	startupProbe?: Probe
	lifecycle?: Lifecycle
	terminationMessagePath?: string
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	securityContext?: SecurityContext
	stdin?: boolean
	stdinOnce?: boolean
	tty?: boolean
}

export interface EphemeralVolumeSource {
	volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/**
 * Something that happened to an object, told to whoever looks. Events go away by themselves after a while.
 */
export interface Event {
	/**
	 * What kind of object this is.
	 */
	kind?: "Event"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What it happened to.
	 */
	involvedObject: ObjectReference
	/**
	 * Why it happened, in one word for programs.
	 */
	reason?: string
	/**
	 * What happened, in words for people.
	 */
	message?: string
	/**
	 * Who saw it, in the older form.
	 */
	source?: EventSource
	/**
	 * When it was first seen, in the older form.
	 */
	firstTimestamp?: string | null
	/**
	 * When it was last seen, in the older form.
	 */
	lastTimestamp?: string | null
	/**
	 * How often it was seen, in the older form.
	 */
	count?: number
	/**
	 * Normal or Warning; others may come.
	 */
	type?: string
	/**
	 * When it was first seen.
	 */
	eventTime?: string | null
	/**
	 * Set when it happened several times.
	 */
	series?: EventSeries
	/**
	 * What was done or failed.
	 */
	action?: string
	/**
	 * A second object that took part.
	 */
	related?: ObjectReference
	/**
	 * Who saw it, for example `orch.io/node-agent`.
	 */
	reportingComponent?: string
	/**
	 * Which instance of it.
	 */
	reportingInstance?: string
}

/**
 * A list of Event objects.
 */
export interface EventList {
	kind?: "EventList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Event[]
}

/**
 * How often something happened, and when it last did.
 */
export interface EventSeries {
	/**
	 * How often so far.
	 */
	count?: number
	/**
	 * When it last happened.
	 */
	lastObservedTime?: string | null
}

/**
 * Who saw an event.
 */
export interface EventSource {
	/**
	 * Name of the component.
	 */
	component?: string
	/**
	 * Node that it runs on.
	 */
	host?: string
}

export interface ExecAction {
	command?: string[]
}

export interface FCVolumeSource {
	targetWWNs?: string[]
	lun?: number
	fsType?: string
	readOnly?: boolean
	wwids?: string[]
}

export interface FileKeySelector {
	volumeName: string
	path: string
	key: string
	optional?: boolean
}

export interface FlexPersistentVolumeSource {
	driver: string
	fsType?: string
	secretRef?: SecretReference
	readOnly?: boolean
	options?: { [key: string]: string }
}

export interface FlexVolumeSource {
	driver: string
	fsType?: string
	secretRef?: LocalObjectReference
	readOnly?: boolean
	options?: { [key: string]: string }
}

export interface FlockerVolumeSource {
	datasetName?: string
	datasetUUID?: string
}

export interface GCEPersistentDiskVolumeSource {
	pdName: string
	fsType?: string
	partition?: number
	readOnly?: boolean
}

export interface GRPCAction {
	port: number
	service?: string | null
}

export interface GitRepoVolumeSource {
	repository: string
	revision?: string
	directory?: string
}

export interface GlusterfsPersistentVolumeSource {
	endpoints: string
	path: string
	readOnly?: boolean
	endpointsNamespace?: string
}

export interface GlusterfsVolumeSource {
	endpoints: string
	path: string
	readOnly?: boolean
}

export interface HTTPGetAction {
	path?: string
	port: number | string
	host?: string
	scheme?: "HTTP" | "HTTPS"
	httpHeaders?: HTTPHeader[]
}

export interface HTTPHeader {
	name: string
	value: string
}

export interface HostAlias {
	ip: string
	hostnames?: string[]
}

export interface HostIP {
	ip: string
}

export interface HostPathVolumeSource {
	path: string
	type?: "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket"
}

export interface ISCSIPersistentVolumeSource {
	targetPortal: string
	iqn: string
	lun: number
	iscsiInterface?: string
	fsType?: string
	readOnly?: boolean
	portals?: string[]
	chapAuthDiscovery?: boolean
	chapAuthSession?: boolean
	secretRef?: SecretReference
	initiatorName?: string
}

export interface ISCSIVolumeSource {
	targetPortal: string
	iqn: string
	lun: number
	iscsiInterface?: string
	fsType?: string
	readOnly?: boolean
	portals?: string[]
	chapAuthDiscovery?: boolean
	chapAuthSession?: boolean
	secretRef?: LocalObjectReference
	initiatorName?: string
}

export interface ImageVolumeSource {
	reference?: string
	pullPolicy?: "Always" | "IfNotPresent" | "Never"
}

export interface ImageVolumeStatus {
	imageRef: string
}

export interface KeyToPath {
	key: string
	path: string
	mode?: number
}

export interface Lifecycle {
	postStart?: LifecycleHandler
	preStop?: LifecycleHandler
	stopSignal?: "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ"
}

export interface LifecycleHandler {
	exec?: ExecAction
	httpGet?: HTTPGetAction
	tcpSocket?: TCPSocketAction
	sleep?: SleepAction
}

export interface LinuxContainerUser {
	uid: number | bigint
	gid: number | bigint
	supplementalGroups?: (number | bigint)[]
}

/**
 * An object of a known kind in the same namespace.
 */
export interface LocalObjectReference {
	/**
	 * Name of the object.
	 */
	name?: string
}

export interface LocalVolumeSource {
	path: string
	fsType?: string
}

export interface ModifyVolumeStatus {
	targetVolumeAttributesClassName?: string
	status: string
}

export interface NFSVolumeSource {
	server: string
	path: string
	readOnly?: boolean
}

/**
 * A space of names. Deleting it deletes everything in it.
 */
export interface Namespace {
	/**
	 * What kind of object this is.
	 */
	kind?: "Namespace"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * How the namespace behaves.
	 */
	spec?: NamespaceSpec
	/**
	 * Where in its life the namespace is.
	 */
	status?: NamespaceStatus
}

/**
 * One thing that the namespace controller found.
 */
export interface NamespaceCondition {
	/**
	 * What was found.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
}

/**
 * A list of Namespace objects.
 */
export interface NamespaceList {
	kind?: "NamespaceList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Namespace[]
}

/**
 * How the namespace behaves.
 */
export interface NamespaceSpec {
	/**
	 * Duties that must be done before the namespace may go, beside those in its metadata.
	 */
	finalizers?: string[]
}

/**
 * Where in its life the namespace is.
 */
export interface NamespaceStatus {
	/**
	 * Active, or Terminating once deletion was asked for.
	 */
	phase?: "Active" | "Terminating"
	/**
	 * What keeps a terminating namespace from going.
	 */
	conditions?: NamespaceCondition[]
}

export interface NodeAffinity {
	requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
	preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[]
}

export interface NodeAllocatableResourceClaimStatus {
	resourceClaimName: string
	containers?: string[]
	resources: { [key: string]: string }
}

export interface NodeSelector {
	nodeSelectorTerms: NodeSelectorTerm[]
}

export interface NodeSelectorRequirement {
	key: string
	operator: "DoesNotExist" | "Exists" | "Gt" | "In" | "Lt" | "NotIn"
	values?: string[]
}

export interface NodeSelectorTerm {
	matchExpressions?: NodeSelectorRequirement[]
	matchFields?: NodeSelectorRequirement[]
}

export interface ObjectFieldSelector {
	apiVersion?: string
	fieldPath: string
}

/**
 * Any object, or a part of it.
 */
export interface ObjectReference {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Namespace of the object.
	 */
	namespace?: string
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Identity of the object.
	 */
	uid?: string
	/**
	 * Group and version of the kind.
	 */
	apiVersion?: string
	/**
	 * Version of the object that is meant.
	 */
	resourceVersion?: string
	/**
	 * Part of the object that is meant, for example `spec.containers{web}`.
	 */
	fieldPath?: string
}

export interface PersistentVolume {
	/**
	 * What kind of object this is.
	 */
	kind?: "PersistentVolume"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	spec?: PersistentVolumeSpec
	status?: PersistentVolumeStatus
}

export interface PersistentVolumeClaim {
	/**
	 * What kind of object this is.
	 */
	kind?: "PersistentVolumeClaim"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	spec?: PersistentVolumeClaimSpec
	status?: PersistentVolumeClaimStatus
}

export interface PersistentVolumeClaimCondition {
	type: string
	status: string
	lastProbeTime?: string | null
	lastTransitionTime?: string | null
	reason?: string
	message?: string
}

/**
 * A list of PersistentVolumeClaim objects.
 */
export interface PersistentVolumeClaimList {
	kind?: "PersistentVolumeClaimList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: PersistentVolumeClaim[]
}

export interface PersistentVolumeClaimSpec {
	accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[]
	selector?: metaV1.LabelSelector
	resources?: VolumeResourceRequirements
	volumeName?: string
	storageClassName?: string
	volumeMode?: "Block" | "Filesystem"
	dataSource?: TypedLocalObjectReference
	dataSourceRef?: TypedObjectReference
	volumeAttributesClassName?: string
}

export interface PersistentVolumeClaimStatus {
	phase?: string
	accessModes?: string[]
	capacity?: { [key: string]: string }
	conditions?: PersistentVolumeClaimCondition[]
	allocatedResources?: { [key: string]: string }
	allocatedResourceStatuses?: { [key: string]: string }
	currentVolumeAttributesClassName?: string
	modifyVolumeStatus?: ModifyVolumeStatus
}

export interface PersistentVolumeClaimTemplate {
	metadata?: metaV1.ObjectMeta
	spec: PersistentVolumeClaimSpec
}

export interface PersistentVolumeClaimVolumeSource {
	claimName: string
	readOnly?: boolean
}

/**
 * A list of PersistentVolume objects.
 */
export interface PersistentVolumeList {
	kind?: "PersistentVolumeList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: PersistentVolume[]
}

export interface PersistentVolumeSource {
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	hostPath?: HostPathVolumeSource
	glusterfs?: GlusterfsPersistentVolumeSource
	nfs?: NFSVolumeSource
	rbd?: RBDPersistentVolumeSource
	iscsi?: ISCSIPersistentVolumeSource
	cinder?: CinderPersistentVolumeSource
	cephfs?: CephFSPersistentVolumeSource
	fc?: FCVolumeSource
	flocker?: FlockerVolumeSource
	flexVolume?: FlexPersistentVolumeSource
	azureFile?: AzureFilePersistentVolumeSource
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	quobyte?: QuobyteVolumeSource
	azureDisk?: AzureDiskVolumeSource
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	portworxVolume?: PortworxVolumeSource
	scaleIO?: ScaleIOPersistentVolumeSource
	local?: LocalVolumeSource
	storageos?: StorageOSPersistentVolumeSource
	csi?: CSIPersistentVolumeSource
}

export interface PersistentVolumeSpec {
	capacity?: { [key: string]: string }
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	hostPath?: HostPathVolumeSource
	glusterfs?: GlusterfsPersistentVolumeSource
	nfs?: NFSVolumeSource
	rbd?: RBDPersistentVolumeSource
	iscsi?: ISCSIPersistentVolumeSource
	cinder?: CinderPersistentVolumeSource
	cephfs?: CephFSPersistentVolumeSource
	fc?: FCVolumeSource
	flocker?: FlockerVolumeSource
	flexVolume?: FlexPersistentVolumeSource
	azureFile?: AzureFilePersistentVolumeSource
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	quobyte?: QuobyteVolumeSource
	azureDisk?: AzureDiskVolumeSource
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	portworxVolume?: PortworxVolumeSource
	scaleIO?: ScaleIOPersistentVolumeSource
	local?: LocalVolumeSource
	storageos?: StorageOSPersistentVolumeSource
	csi?: CSIPersistentVolumeSource
	accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[]
	claimRef?: ObjectReference
	persistentVolumeReclaimPolicy?: "Delete" | "Recycle" | "Retain"
	storageClassName?: string
	mountOptions?: string[]
	volumeMode?: "Block" | "Filesystem"
	nodeAffinity?: VolumeNodeAffinity
	volumeAttributesClassName?: string
}

export interface PersistentVolumeStatus {
	phase?: string
	message?: string
	reason?: string
	lastPhaseTransitionTime?: string
}

export interface PhotonPersistentDiskVolumeSource {
	pdID: string
	fsType?: string
}

export interface Pod {
	/**
	 * What kind of object this is.
	 */
	kind?: "Pod"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	spec?: PodSpec
	status?: PodStatus
}

export interface PodAffinity {
	requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
	preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

export interface PodAffinityTerm {
	labelSelector?: metaV1.LabelSelector
	namespaces?: string[]
	topologyKey: string
	namespaceSelector?: metaV1.LabelSelector
	matchLabelKeys?: string[]
	mismatchLabelKeys?: string[]
}

export interface PodAntiAffinity {
	requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
	preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

export interface PodCertificateProjection {
	signerName: string
	keyType: string
	maxExpirationSeconds?: number
	credentialBundlePath?: string
	keyPath?: string
	certificateChainPath?: string
	userAnnotations?: { [key: string]: string }
}

export interface PodCondition {
	type: string
	observedGeneration?: number | bigint
	status: string
	lastProbeTime?: string | null
	lastTransitionTime?: string | null
	reason?: string
	message?: string
}

export interface PodDNSConfig {
	nameservers?: string[]
	searches?: string[]
	options?: PodDNSConfigOption[]
}

export interface PodDNSConfigOption {
	name?: string
	value?: string
}

export interface PodExtendedResourceClaimStatus {
	requestMappings: ContainerExtendedResourceRequest[]
	resourceClaimName: string
}

export interface PodIP {
	ip: string
}

/**
 * A list of Pod objects.
 */
export interface PodList {
	kind?: "PodList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Pod[]
}

export interface PodOS {
	name: string
}

export interface PodReadinessGate {
	conditionType: string
}

export interface PodResourceClaim {
	name: string
	resourceClaimName?: string
	resourceClaimTemplateName?: string
}

export interface PodResourceClaimStatus {
	name: string
	resourceClaimName?: string
}

export interface PodSchedulingGate {
	name: string
}

export interface PodSchedulingGroup {
	podGroupName?: string
}

export interface PodSecurityContext {
	seLinuxOptions?: SELinuxOptions
	windowsOptions?: WindowsSecurityContextOptions
	runAsUser?: number | bigint
	runAsGroup?: number | bigint
	runAsNonRoot?: boolean
	supplementalGroups?: (number | bigint)[]
	supplementalGroupsPolicy?: "Merge" | "Strict"
	fsGroup?: number | bigint
	sysctls?: Sysctl[]
	fsGroupChangePolicy?: "Always" | "OnRootMismatch"
	seccompProfile?: SeccompProfile
	appArmorProfile?: AppArmorProfile
	seLinuxChangePolicy?: string
}

export interface PodSpec {
	volumes?: Volume[]
	initContainers?: Container[]
	containers: Container[]
	ephemeralContainers?: EphemeralContainer[]
	restartPolicy?: "Always" | "Never" | "OnFailure"
	terminationGracePeriodSeconds?: number | bigint
	activeDeadlineSeconds?: number | bigint
	dnsPolicy?: "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None"
	nodeSelector?: { [key: string]: string }
	serviceAccountName?: string
	serviceAccount?: string
	automountServiceAccountToken?: boolean
	nodeName?: string
	hostNetwork?: boolean
	hostPID?: boolean
	hostIPC?: boolean
	shareProcessNamespace?: boolean
	securityContext?: PodSecurityContext
	imagePullSecrets?: LocalObjectReference[]
	hostname?: string
	subdomain?: string
	affinity?: Affinity
	schedulerName?: string
	tolerations?: Toleration[]
	hostAliases?: HostAlias[]
	priorityClassName?: string
	priority?: number
	dnsConfig?: PodDNSConfig
	readinessGates?: PodReadinessGate[]
	runtimeClassName?: string
	enableServiceLinks?: boolean
	preemptionPolicy?: "Never" | "PreemptLowerPriority"
	overhead?: { [key: string]: string }
	topologySpreadConstraints?: TopologySpreadConstraint[]
	setHostnameAsFQDN?: boolean
	os?: PodOS
	hostUsers?: boolean
	schedulingGates?: PodSchedulingGate[]
	resourceClaims?: PodResourceClaim[]
	resources?: ResourceRequirements
	hostnameOverride?: string
	schedulingGroup?: PodSchedulingGroup
}

export interface PodStatus {
	observedGeneration?: number | bigint
	phase?: string
	conditions?: PodCondition[]
	message?: string
	reason?: string
	nominatedNodeName?: string
	hostIP?: string
	hostIPs?: HostIP[]
	podIP?: string
	podIPs?: PodIP[]
	startTime?: string
	initContainerStatuses?: ContainerStatus[]
	containerStatuses?: ContainerStatus[]
	qosClass?: string
	ephemeralContainerStatuses?: ContainerStatus[]
	resize?: string
	resourceClaimStatuses?: PodResourceClaimStatus[]
	extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
	allocatedResources?: { [key: string]: string }
	resources?: ResourceRequirements
	nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[]
}

export interface PodTemplateSpec {
	metadata?: metaV1.ObjectMeta
	spec?: PodSpec
}

export interface PortworxVolumeSource {
	volumeID: string
	fsType?: string
	readOnly?: boolean
}

export interface PreferredSchedulingTerm {
	weight: number
	preference: NodeSelectorTerm
}

export interface Probe {
	exec?: ExecAction
	httpGet?: HTTPGetAction
	tcpSocket?: TCPSocketAction
	grpc?: GRPCAction
	initialDelaySeconds?: number
	timeoutSeconds?: number
	periodSeconds?: number
	successThreshold?: number
	failureThreshold?: number
	terminationGracePeriodSeconds?: number | bigint
}

export interface ProbeHandler {
	exec?: ExecAction
	httpGet?: HTTPGetAction
	tcpSocket?: TCPSocketAction
	grpc?: GRPCAction
}

export interface ProjectedVolumeSource {
	sources?: VolumeProjection[] | null
	defaultMode?: number
}

export interface QuobyteVolumeSource {
	registry: string
	volume: string
	readOnly?: boolean
	user?: string
	group?: string
	tenant?: string
}

export interface RBDPersistentVolumeSource {
	monitors: string[]
	image: string
	fsType?: string
	pool?: string
	user?: string
	keyring?: string
	secretRef?: SecretReference
	readOnly?: boolean
}

export interface RBDVolumeSource {
	monitors: string[]
	image: string
	fsType?: string
	pool?: string
	user?: string
	keyring?: string
	secretRef?: LocalObjectReference
	readOnly?: boolean
}

export interface ResourceClaim {
	name: string
	request?: string
}

export interface ResourceFieldSelector {
	containerName?: string
	resource: string
	divisor?: string
}

export interface ResourceHealth {
	resourceID: string
	health?: string
	message?: string
}

export interface ResourceRequirements {
	limits?: { [key: string]: string }
	requests?: { [key: string]: string }
	claims?: ResourceClaim[]
}

export interface ResourceStatus {
	name: string
	resources?: ResourceHealth[]
}

export interface SELinuxOptions {
	user?: string
	role?: string
	type?: string
	level?: string
}

export interface ScaleIOPersistentVolumeSource {
	gateway: string
	system: string
	secretRef: SecretReference | null
	sslEnabled?: boolean
	protectionDomain?: string
	storagePool?: string
	storageMode?: string
	volumeName?: string
	fsType?: string
	readOnly?: boolean
}

export interface ScaleIOVolumeSource {
	gateway: string
	system: string
	secretRef: LocalObjectReference | null
	sslEnabled?: boolean
	protectionDomain?: string
	storagePool?: string
	storageMode?: string
	volumeName?: string
	fsType?: string
	readOnly?: boolean
}

export interface SeccompProfile {
	type: "Localhost" | "RuntimeDefault" | "Unconfined"
	localhostProfile?: string
}

/**
 * Data that must be kept secret, such as passwords, keys and tokens.
 */
export interface Secret {
	/**
	 * What kind of object this is.
	 */
	kind?: "Secret"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * When true, nothing but the metadata can change any more.
	 */
	immutable?: boolean
	/**
	 * Bytes by key.
	 */
	data?: { [key: string]: string }
	/**
	 * Text by key, merged into `data` when the object is written, over what is there. Never returned.
	 */
	stringData?: { [key: string]: string }
	/**
	 * Tells programs what the data is for, for example `orch.io/tls`. Opaque when nothing is said.
	 */
	type?: string
}

export interface SecretEnvSource {
	/**
	 * Name of the object.
	 */
	name?: string
	optional?: boolean
}

export interface SecretKeySelector {
	/**
	 * Name of the object.
	 */
	name?: string
	key: string
	optional?: boolean
}

/**
 * A list of Secret objects.
 */
export interface SecretList {
	kind?: "SecretList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Secret[]
}

export interface SecretProjection {
	/**
	 * Name of the object.
	 */
	name?: string
	items?: KeyToPath[]
	optional?: boolean
}

export interface SecretReference {
	name?: string
	namespace?: string
}

export interface SecretVolumeSource {
	secretName?: string
	items?: KeyToPath[]
	defaultMode?: number
	optional?: boolean
}

export interface SecurityContext {
	capabilities?: Capabilities
	privileged?: boolean
	seLinuxOptions?: SELinuxOptions
	windowsOptions?: WindowsSecurityContextOptions
	runAsUser?: number | bigint
	runAsGroup?: number | bigint
	runAsNonRoot?: boolean
	readOnlyRootFilesystem?: boolean
	allowPrivilegeEscalation?: boolean
	procMount?: "Default" | "Unmasked"
	seccompProfile?: SeccompProfile
	appArmorProfile?: AppArmorProfile
}

/**
 * An identity for the processes in pods.
 */
export interface ServiceAccount {
	/**
	 * What kind of object this is.
	 */
	kind?: "ServiceAccount"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Secrets in the same namespace that pods of this account may use.
	 */
	secrets?: ObjectReference[]
	/**
	 * Secrets in the same namespace with which images are pulled.
	 */
	imagePullSecrets?: LocalObjectReference[]
	/**
	 * Whether pods of this account are given a token of it; a pod can say otherwise.
	 */
	automountServiceAccountToken?: boolean
}

/**
 * A list of ServiceAccount objects.
 */
export interface ServiceAccountList {
	kind?: "ServiceAccountList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ServiceAccount[]
}

export interface ServiceAccountTokenProjection {
	audience?: string
	expirationSeconds?: number | bigint
	path: string
}

export interface SleepAction {
	seconds: number | bigint
}

export interface StorageOSPersistentVolumeSource {
	volumeName?: string
	volumeNamespace?: string
	fsType?: string
	readOnly?: boolean
	secretRef?: ObjectReference
}

export interface StorageOSVolumeSource {
	volumeName?: string
	volumeNamespace?: string
	fsType?: string
	readOnly?: boolean
	secretRef?: LocalObjectReference
}

export interface Sysctl {
	name: string
	value: string
}

export interface TCPSocketAction {
	port: number | string
	host?: string
}

export interface Toleration {
	key?: string
	operator?: "Equal" | "Exists" | "Gt" | "Lt"
	value?: string
	effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule"
	tolerationSeconds?: number | bigint
}

export interface TopologySelectorLabelRequirement {
	key: string
	values: string[]
}

export interface TopologySelectorTerm {
	matchLabelExpressions?: TopologySelectorLabelRequirement[]
}

export interface TopologySpreadConstraint {
	maxSkew: number
	topologyKey: string
	whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway"
	labelSelector?: metaV1.LabelSelector
	minDomains?: number
	nodeAffinityPolicy?: "Honor" | "Ignore"
	nodeTaintsPolicy?: "Honor" | "Ignore"
	matchLabelKeys?: string[]
}

export interface TypedLocalObjectReference {
	apiGroup?: string | null
	kind: string
	name: string
}

export interface TypedObjectReference {
	apiGroup?: string | null
	kind: string
	name: string
	namespace?: string
}

export interface Volume {
	name: string
	hostPath?: HostPathVolumeSource
	emptyDir?: EmptyDirVolumeSource
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	gitRepo?: GitRepoVolumeSource
	secret?: SecretVolumeSource
	nfs?: NFSVolumeSource
	iscsi?: ISCSIVolumeSource
	glusterfs?: GlusterfsVolumeSource
	persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
	rbd?: RBDVolumeSource
	flexVolume?: FlexVolumeSource
	cinder?: CinderVolumeSource
	cephfs?: CephFSVolumeSource
	flocker?: FlockerVolumeSource
	downwardAPI?: DownwardAPIVolumeSource
	fc?: FCVolumeSource
	azureFile?: AzureFileVolumeSource
	configMap?: ConfigMapVolumeSource
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	quobyte?: QuobyteVolumeSource
	azureDisk?: AzureDiskVolumeSource
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	projected?: ProjectedVolumeSource
	portworxVolume?: PortworxVolumeSource
	scaleIO?: ScaleIOVolumeSource
	storageos?: StorageOSVolumeSource
	csi?: CSIVolumeSource
	ephemeral?: EphemeralVolumeSource
	image?: ImageVolumeSource
}

export interface VolumeDevice {
	name: string
	devicePath: string
}

export interface VolumeMount {
	name: string
	readOnly?: boolean
	recursiveReadOnly?: string
	mountPath: string
	subPath?: string
	mountPropagation?: "Bidirectional" | "HostToContainer" | "None"
	subPathExpr?: string
}

export interface VolumeMountStatus {
	name: string
	mountPath: string
	readOnly?: boolean
	recursiveReadOnly?: string
	volumeStatus?: VolumeStatus
}

export interface VolumeNodeAffinity {
	required?: NodeSelector
}

export interface VolumeProjection {
	secret?: SecretProjection
	downwardAPI?: DownwardAPIProjection
	configMap?: ConfigMapProjection
	serviceAccountToken?: ServiceAccountTokenProjection
	clusterTrustBundle?: ClusterTrustBundleProjection
	podCertificate?: PodCertificateProjection
}

export interface VolumeResourceRequirements {
	limits?: { [key: string]: string }
	requests?: { [key: string]: string }
}

export interface VolumeSource {
	hostPath?: HostPathVolumeSource
	emptyDir?: EmptyDirVolumeSource
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	gitRepo?: GitRepoVolumeSource
	secret?: SecretVolumeSource
	nfs?: NFSVolumeSource
	iscsi?: ISCSIVolumeSource
	glusterfs?: GlusterfsVolumeSource
	persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
	rbd?: RBDVolumeSource
	flexVolume?: FlexVolumeSource
	cinder?: CinderVolumeSource
	cephfs?: CephFSVolumeSource
	flocker?: FlockerVolumeSource
	downwardAPI?: DownwardAPIVolumeSource
	fc?: FCVolumeSource
	azureFile?: AzureFileVolumeSource
	configMap?: ConfigMapVolumeSource
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	quobyte?: QuobyteVolumeSource
	azureDisk?: AzureDiskVolumeSource
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	projected?: ProjectedVolumeSource
	portworxVolume?: PortworxVolumeSource
	scaleIO?: ScaleIOVolumeSource
	storageos?: StorageOSVolumeSource
	csi?: CSIVolumeSource
	ephemeral?: EphemeralVolumeSource
	image?: ImageVolumeSource
}

export interface VolumeStatus {
	image?: ImageVolumeStatus
}

export interface VsphereVirtualDiskVolumeSource {
	volumePath: string
	fsType?: string
	storagePolicyName?: string
	storagePolicyID?: string
}

export interface WeightedPodAffinityTerm {
	weight: number
	podAffinityTerm: PodAffinityTerm
}

export interface WindowsSecurityContextOptions {
	gmsaCredentialSpecName?: string
	gmsaCredentialSpec?: string
	runAsUserName?: string
	hostProcess?: boolean
}
