// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Disk of AWS Elastic Block Store.
 */
export interface AWSElasticBlockStoreVolumeSource {
	/**
	 * Identity of the volume in the storage system.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Number of the partition. The whole disk if 0.
	 */
	partition?: number
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Rules for the choice of a node, by nodes and by other pods.
 */
export interface Affinity {
	/**
	 * Required and preferred nodes.
	 */
	nodeAffinity?: NodeAffinity
	/**
	 * Pods near which the pod must or should run.
	 */
	podAffinity?: PodAffinity
	/**
	 * Pods away from which the pod must or should run.
	 */
	podAntiAffinity?: PodAntiAffinity
}

/**
 * AppArmor profile.
 */
export interface AppArmorProfile {
	/**
	 * Source of the profile.
	 */
	type: "Localhost" | "RuntimeDefault" | "Unconfined"
	/**
	 * Name of the profile on the node. Only for type Localhost.
	 */
	localhostProfile?: string
}

/**
 * Volume that is attached to a node.
 */
export interface AttachedVolume {
	/**
	 * Name.
	 */
	name: string
	/**
	 * Path of the device.
	 */
	devicePath: string
}

/**
 * Disk of Azure.
 */
export interface AzureDiskVolumeSource {
	/**
	 * Name of the disk.
	 */
	diskName: string
	/**
	 * URI of the disk.
	 */
	diskURI: string
	/**
	 * Host caching mode.
	 */
	cachingMode?: "None" | "ReadOnly" | "ReadWrite"
	/**
	 * File system of the disk.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Kind of disk.
	 */
	kind?: "Dedicated" | "Managed" | "Shared"
}

/**
 * File share of Azure.
 */
export interface AzureFilePersistentVolumeSource {
	/**
	 * Secret with account name and key.
	 */
	secretName: string
	/**
	 * Name of the share.
	 */
	shareName: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Namespace of the secret.
	 */
	secretNamespace?: string | null
}

/**
 * File share of Azure.
 */
export interface AzureFileVolumeSource {
	/**
	 * Secret with account name and key.
	 */
	secretName: string
	/**
	 * Name of the share.
	 */
	shareName: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Assignment of the pod with this name to a node.
 */
export interface Binding {
	/**
	 * Kind of the object.
	 */
	kind?: "Binding"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Name of the node.
	 */
	target: ObjectReference
}

/**
 * Volume of a container storage (CSI) driver.
 */
export interface CSIPersistentVolumeSource {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * Identity of the volume at the driver.
	 */
	volumeHandle: string
	/**
	 * True if the volume is mounted read-only.
	 */
	readOnly?: boolean
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Additional attributes for the driver.
	 */
	volumeAttributes?: { [key: string]: string }
	/**
	 * Secret for attaching the volume.
	 */
	controllerPublishSecretRef?: SecretReference
	/**
	 * Secret for staging the volume on a node.
	 */
	nodeStageSecretRef?: SecretReference
	/**
	 * Secret for mounting the volume.
	 */
	nodePublishSecretRef?: SecretReference
	/**
	 * Secret for expanding the volume.
	 */
	controllerExpandSecretRef?: SecretReference
	/**
	 * Secret for expanding the file system on a node.
	 */
	nodeExpandSecretRef?: SecretReference
}

/**
 * Volume that a container storage (CSI) driver creates for the pod.
 */
export interface CSIVolumeSource {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Attributes for the driver.
	 */
	volumeAttributes?: { [key: string]: string }
	/**
	 * Secret for mounting the volume.
	 */
	nodePublishSecretRef?: LocalObjectReference
}

/**
 * Capabilities to add and to drop.
 */
export interface Capabilities {
	/**
	 * Capabilities to add.
	 */
	add?: string[]
	/**
	 * Capabilities to drop.
	 */
	drop?: string[]
}

/**
 * Ceph file system.
 */
export interface CephFSPersistentVolumeSource {
	/**
	 * Addresses of the monitors.
	 */
	monitors: string[]
	/**
	 * Path in the volume.
	 */
	path?: string
	/**
	 * User that opens the volume.
	 */
	user?: string
	/**
	 * File with the user's key.
	 */
	secretFile?: string
	/**
	 * Secret with the credentials.
	 */
	secretRef?: SecretReference
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Ceph file system.
 */
export interface CephFSVolumeSource {
	/**
	 * Addresses of the monitors.
	 */
	monitors: string[]
	/**
	 * Path in the volume.
	 */
	path?: string
	/**
	 * User that opens the volume.
	 */
	user?: string
	/**
	 * File with the user's key.
	 */
	secretFile?: string
	/**
	 * Secret with the credentials.
	 */
	secretRef?: LocalObjectReference
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Volume of OpenStack Cinder.
 */
export interface CinderPersistentVolumeSource {
	/**
	 * Identity of the volume in the storage system.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Secret with the credentials.
	 */
	secretRef?: SecretReference
}

/**
 * Volume of OpenStack Cinder.
 */
export interface CinderVolumeSource {
	/**
	 * Identity of the volume in the storage system.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Secret with the credentials.
	 */
	secretRef?: LocalObjectReference
}

/**
 * Session affinity by client address.
 */
export interface ClientIPConfig {
	/**
	 * Seconds until the affinity of an idle client ends.
	 */
	timeoutSeconds?: number
}

/**
 * Trusted root certificates.
 */
export interface ClusterTrustBundleProjection {
	/**
	 * Name of one bundle.
	 */
	name?: string
	/**
	 * Signer of the bundles.
	 */
	signerName?: string
	/**
	 * Selector of the signer's bundles, by labels.
	 */
	labelSelector?: metaV1.LabelSelector
	/**
	 * True if no bundle may match.
	 */
	optional?: boolean
	/**
	 * Path of the file.
	 */
	path: string
}

/**
 * Health of one aspect of a component.
 */
export interface ComponentCondition {
	/**
	 * Type of the condition: Healthy.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Message of the component.
	 */
	message?: string
	/**
	 * Error of the health check.
	 */
	error?: string
}

/**
 * Health of a control plane component. It is checked on each read.
 */
export interface ComponentStatus {
	/**
	 * Kind of the object.
	 */
	kind?: "ComponentStatus"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Results of the health checks.
	 */
	conditions?: ComponentCondition[]
}

/**
 * A list of ComponentStatus objects.
 */
export interface ComponentStatusList {
	kind?: "ComponentStatusList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ComponentStatus[]
}

/**
 * Configuration that pods read as files, arguments or environment variables.
 */
export interface ConfigMap {
	/**
	 * Kind of the object.
	 */
	kind?: "ConfigMap"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * True if only metadata may change.
	 */
	immutable?: boolean
	/**
	 * Strings by key. Bytes that are not UTF-8 belong in `binaryData`.
	 */
	data?: { [key: string]: string }
	/**
	 * Bytes by key. A key may not be in both `data` and `binaryData`.
	 */
	binaryData?: { [key: string]: string }
}

/**
 * ConfigMap whose keys become variables.
 */
export interface ConfigMapEnvSource {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * True if the object may be missing.
	 */
	optional?: boolean
}

/**
 * Key of a ConfigMap.
 */
export interface ConfigMapKeySelector {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Key.
	 */
	key: string
	/**
	 * True if the ConfigMap or the key may be missing.
	 */
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
	 * Objects.
	 */
	items: ConfigMap[]
}

/**
 * ConfigMap with the configuration of a node agent.
 */
export interface ConfigMapNodeConfigSource {
	/**
	 * Namespace of the object.
	 */
	namespace: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * UID of the object.
	 */
	uid?: string
	/**
	 * Version of the object.
	 */
	resourceVersion?: string
	/**
	 * Key that holds the configuration.
	 */
	kubeletConfigKey: string
}

/**
 * ConfigMap in a projected volume.
 */
export interface ConfigMapProjection {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Keys and their files. All keys if absent.
	 */
	items?: KeyToPath[]
	/**
	 * True if the ConfigMap or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * ConfigMap as files.
 */
export interface ConfigMapVolumeSource {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Keys and their files. All keys if absent.
	 */
	items?: KeyToPath[]
	/**
	 * Default mode of the files.
	 */
	defaultMode?: number
	/**
	 * True if the ConfigMap or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * Container of a pod.
 */
export interface Container {
	/**
	 * Name, unique within the pod.
	 */
	name: string
	/**
	 * Image of the container.
	 */
	image?: string
	/**
	 * Entry point of the container. That of the image if absent.
	 */
	command?: string[]
	/**
	 * Arguments of the entry point. Those of the image if absent.
	 */
	args?: string[]
	/**
	 * Working directory.
	 */
	workingDir?: string
	/**
	 * Ports of the container. For information: other ports are reachable as well.
	 */
	ports?: ContainerPort[]
	/**
	 * Sources of several environment variables.
	 */
	envFrom?: EnvFromSource[]
	/**
	 * Environment variables.
	 */
	env?: EnvVar[]
	/**
	 * Requested and maximum resources.
	 */
	resources?: ResourceRequirements
	/**
	 * Effects of a resize, by resource.
	 */
	resizePolicy?: ContainerResizePolicy[]
	/**
	 * Restart policy of the container. Overrides that of the pod.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Restart rules by exit code.
	 */
	restartPolicyRules?: ContainerRestartRule[]
	/**
	 * Volumes that are mounted as directories.
	 */
	volumeMounts?: VolumeMount[]
	/**
	 * Volumes that are attached as block devices.
	 */
	volumeDevices?: VolumeDevice[]
	/**
	 * Probe whose failure restarts the container.
	 */
	livenessProbe?: Probe
	/**
	 * Probe that tells whether the container accepts requests.
	 */
	readinessProbe?: Probe
	/**
	 * Probe for the end of the start. Until it succeeds, the other probes wait.
	 */
	startupProbe?: Probe
	/**
	 * Actions after the start and before the stop.
	 */
	lifecycle?: Lifecycle
	/**
	 * File from which the termination message is read.
	 */
	terminationMessagePath?: string
	/**
	 * Source of the termination message.
	 */
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	/**
	 * Policy for pulling the image.
	 */
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	/**
	 * Privileges of the container.
	 */
	securityContext?: SecurityContext
	/**
	 * True if stdin stays open.
	 */
	stdin?: boolean
	/**
	 * True if stdin is closed after the first client has disconnected.
	 */
	stdinOnce?: boolean
	/**
	 * True if the container has a terminal.
	 */
	tty?: boolean
}

/**
 * Extended resource of a container and its request.
 */
export interface ContainerExtendedResourceRequest {
	/**
	 * Name of the container.
	 */
	containerName: string
	/**
	 * Name of the resource.
	 */
	resourceName: string
	/**
	 * Name of the request.
	 */
	requestName: string
}

/**
 * Image on a node.
 */
export interface ContainerImage {
	/**
	 * Names of the image.
	 */
	names?: string[] | null
	/**
	 * Size in bytes.
	 */
	sizeBytes?: number | bigint
}

/**
 * Port of a container.
 */
export interface ContainerPort {
	/**
	 * Name of the port, for references from services.
	 */
	name?: string
	/**
	 * Port of the node that is forwarded to the container.
	 */
	hostPort?: number
	/**
	 * Port number in the container.
	 */
	containerPort: number
	/**
	 * Transport protocol.
	 */
	protocol?: "SCTP" | "TCP" | "UDP"
	/**
	 * Address of the node that is forwarded to the container.
	 */
	hostIP?: string
}

/**
 * Effect of resizing one resource.
 */
export interface ContainerResizePolicy {
	/**
	 * Name of the resource.
	 */
	resourceName: "cpu" | "memory"
	/**
	 * Restart of the container on a resize: required or not.
	 */
	restartPolicy: "NotRequired" | "RestartContainer"
}

/**
 * Restart rule of a container.
 */
export interface ContainerRestartRule {
	/**
	 * Action.
	 */
	action: "Restart" | "RestartAllContainers"
	/**
	 * Exit codes that match.
	 */
	exitCodes?: ContainerRestartRuleOnExitCodes
}

/**
 * Exit codes that match.
 */
export interface ContainerRestartRuleOnExitCodes {
	/**
	 * `In` if the exit code must be among the values, `NotIn` if it must not.
	 */
	operator: "In" | "NotIn"
	/**
	 * Exit codes.
	 */
	values?: number[]
}

/**
 * State of a container. At most one field is set.
 */
export interface ContainerState {
	/**
	 * Details of a waiting container.
	 */
	waiting?: ContainerStateWaiting
	/**
	 * Details of a running container.
	 */
	running?: ContainerStateRunning
	/**
	 * Details of a terminated container.
	 */
	terminated?: ContainerStateTerminated
}

/**
 * Running container.
 */
export interface ContainerStateRunning {
	/**
	 * Time of the start.
	 */
	startedAt?: string | null
}

/**
 * Terminated container.
 */
export interface ContainerStateTerminated {
	/**
	 * Exit code.
	 */
	exitCode: number
	/**
	 * Signal that ended the container.
	 */
	signal?: number
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Termination message.
	 */
	message?: string
	/**
	 * Time of the start.
	 */
	startedAt?: string | null
	/**
	 * Time of the end.
	 */
	finishedAt?: string | null
	/**
	 * Identity of the container.
	 */
	containerID?: string
}

/**
 * Waiting container.
 */
export interface ContainerStateWaiting {
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
}

/**
 * State of a container.
 */
export interface ContainerStatus {
	/**
	 * Name of the container.
	 */
	name: string
	/**
	 * Current state.
	 */
	state?: ContainerState
	/**
	 * Previous state.
	 */
	lastState?: ContainerState
	/**
	 * True if the container accepts requests.
	 */
	ready: boolean
	/**
	 * Number of restarts.
	 */
	restartCount: number
	/**
	 * Image that the container runs.
	 */
	image: string
	/**
	 * Identity of the image.
	 */
	imageID: string
	/**
	 * Identity of the container.
	 */
	containerID?: string
	/**
	 * True if the container has started.
	 */
	started?: boolean
	/**
	 * Resources that the node has allocated.
	 */
	allocatedResources?: { [key: string]: string }
	/**
	 * Resources that the runtime has configured.
	 */
	resources?: ResourceRequirements
	/**
	 * Mounted volumes.
	 */
	volumeMounts?: VolumeMountStatus[]
	/**
	 * User of the container's first process.
	 */
	user?: ContainerUser
	/**
	 * Health of the allocated devices.
	 */
	allocatedResourcesStatus?: ResourceStatus[]
	/**
	 * Signal that stops the container.
	 */
	stopSignal?: string
}

/**
 * User of a container's first process.
 */
export interface ContainerUser {
	/**
	 * User and groups on Linux.
	 */
	linux?: LinuxContainerUser
}

/**
 * Port of a daemon.
 */
export interface DaemonEndpoint {
	/**
	 * Port number.
	 */
	Port: number
}

/**
 * Fields of the pod in a projected volume.
 */
export interface DownwardAPIProjection {
	/**
	 * Files.
	 */
	items?: DownwardAPIVolumeFile[]
}

/**
 * Field of the pod as a file.
 */
export interface DownwardAPIVolumeFile {
	/**
	 * Path of the file.
	 */
	path: string
	/**
	 * Field of the pod.
	 */
	fieldRef?: ObjectFieldSelector
	/**
	 * Resource of a container.
	 */
	resourceFieldRef?: ResourceFieldSelector
	/**
	 * Mode of the file. The default mode if absent.
	 */
	mode?: number
}

/**
 * Fields of the pod as files.
 */
export interface DownwardAPIVolumeSource {
	/**
	 * Files.
	 */
	items?: DownwardAPIVolumeFile[]
	/**
	 * Default mode of the files.
	 */
	defaultMode?: number
}

/**
 * Directory that is initially empty and is deleted with the pod.
 */
export interface EmptyDirVolumeSource {
	/**
	 * Storage medium. Files in memory count towards the memory of the containers.
	 */
	medium?: string
	/**
	 * Maximum size.
	 */
	sizeLimit?: string
}

/**
 * Address of an endpoint.
 */
export interface EndpointAddress {
	/**
	 * IP address. Loopback and link-local addresses are forbidden.
	 */
	ip: string
	/**
	 * Host name of the endpoint.
	 */
	hostname?: string
	/**
	 * Node of the endpoint.
	 */
	nodeName?: string
	/**
	 * Object at the address.
	 */
	targetRef?: ObjectReference
}

/**
 * Port of an endpoint.
 */
export interface EndpointPort {
	/**
	 * Name of the port. Required if there are several ports.
	 */
	name?: string
	/**
	 * Port number.
	 */
	port: number
	/**
	 * Transport protocol.
	 */
	protocol?: string
	/**
	 * Application protocol: a registered or a qualified name.
	 */
	appProtocol?: string
}

/**
 * Addresses with the same ports.
 */
export interface EndpointSubset {
	/**
	 * Ready addresses.
	 */
	addresses?: EndpointAddress[]
	/**
	 * Addresses that are not ready: the backend is starting or has failed.
	 */
	notReadyAddresses?: EndpointAddress[]
	/**
	 * Ports of each address.
	 */
	ports?: EndpointPort[]
}

/**
 * Addresses of a service's backends. EndpointSlices hold more addresses and more detail.
 */
export interface Endpoints {
	/**
	 * Kind of the object.
	 */
	kind?: "Endpoints"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Groups of addresses, each with the same ports.
	 */
	subsets?: EndpointSubset[]
}

/**
 * A list of Endpoints objects.
 */
export interface EndpointsList {
	kind?: "EndpointsList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Endpoints[]
}

/**
 * Source of several environment variables.
 */
export interface EnvFromSource {
	/**
	 * Prefix of each name.
	 */
	prefix?: string
	/**
	 * ConfigMap whose keys become variables.
	 */
	configMapRef?: ConfigMapEnvSource
	/**
	 * Secret whose keys become variables.
	 */
	secretRef?: SecretEnvSource
}

/**
 * Environment variable.
 */
export interface EnvVar {
	/**
	 * Name of the variable.
	 */
	name: string
	/**
	 * Value. `$(OTHER)` is replaced with the value of another variable.
	 */
	value?: string
	/**
	 * Source of the value.
	 */
	valueFrom?: EnvVarSource
}

/**
 * Source of the value of an environment variable.
 */
export interface EnvVarSource {
	/**
	 * Field of the pod.
	 */
	fieldRef?: ObjectFieldSelector
	/**
	 * Resource of the container.
	 */
	resourceFieldRef?: ResourceFieldSelector
	/**
	 * Key of a ConfigMap.
	 */
	configMapKeyRef?: ConfigMapKeySelector
	/**
	 * Key of a Secret.
	 */
	secretKeyRef?: SecretKeySelector
	/**
	 * Key of a file.
	 */
	fileKeyRef?: FileKeySelector
}

/**
 * Container that is added to a running pod for debugging.
 */
export interface EphemeralContainer {
	/**
	 * Name, unique within the pod.
	 */
	name: string
	/**
	 * Image of the container.
	 */
	image?: string
	/**
	 * Entry point of the container. That of the image if absent.
	 */
	command?: string[]
	/**
	 * Arguments of the entry point. Those of the image if absent.
	 */
	args?: string[]
	/**
	 * Working directory.
	 */
	workingDir?: string
	/**
	 * Forbidden.
	 */
	ports?: ContainerPort[]
	/**
	 * Sources of several environment variables.
	 */
	envFrom?: EnvFromSource[]
	/**
	 * Environment variables.
	 */
	env?: EnvVar[]
	/**
	 * Forbidden.
	 */
	resources?: ResourceRequirements
	/**
	 * Forbidden.
	 */
	resizePolicy?: ContainerResizePolicy[]
	/**
	 * Forbidden.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Forbidden.
	 */
	restartPolicyRules?: ContainerRestartRule[]
	/**
	 * Volumes that are mounted as directories.
	 */
	volumeMounts?: VolumeMount[]
	/**
	 * Volumes that are attached as block devices.
	 */
	volumeDevices?: VolumeDevice[]
	/**
	 * Forbidden.
	 */
	livenessProbe?: Probe
	/**
	 * Forbidden.
	 */
	readinessProbe?: Probe
	/**
	 * Forbidden.
	 */
	startupProbe?: Probe
	/**
	 * Forbidden.
	 */
	lifecycle?: Lifecycle
	/**
	 * File from which the termination message is read.
	 */
	terminationMessagePath?: string
	/**
	 * Source of the termination message.
	 */
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	/**
	 * Policy for pulling the image.
	 */
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	/**
	 * Privileges of the container.
	 */
	securityContext?: SecurityContext
	/**
	 * True if stdin stays open.
	 */
	stdin?: boolean
	/**
	 * True if stdin is closed after the first client has disconnected.
	 */
	stdinOnce?: boolean
	/**
	 * True if the container has a terminal.
	 */
	tty?: boolean
	/**
	 * Container whose processes are visible.
	 */
	targetContainerName?: string
}

/**
 * Fields that ephemeral containers share with others. Ports, probes, resources and lifecycle exist in the type but are forbidden.
 */
export interface EphemeralContainerCommon {
	/**
	 * Name, unique within the pod.
	 */
	name: string
	/**
	 * Image of the container.
	 */
	image?: string
	/**
	 * Entry point of the container. That of the image if absent.
	 */
	command?: string[]
	/**
	 * Arguments of the entry point. Those of the image if absent.
	 */
	args?: string[]
	/**
	 * Working directory.
	 */
	workingDir?: string
	/**
	 * Forbidden.
	 */
	ports?: ContainerPort[]
	/**
	 * Sources of several environment variables.
	 */
	envFrom?: EnvFromSource[]
	/**
	 * Environment variables.
	 */
	env?: EnvVar[]
	/**
	 * Forbidden.
	 */
	resources?: ResourceRequirements
	/**
	 * Forbidden.
	 */
	resizePolicy?: ContainerResizePolicy[]
	/**
	 * Forbidden.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Forbidden.
	 */
	restartPolicyRules?: ContainerRestartRule[]
	/**
	 * Volumes that are mounted as directories.
	 */
	volumeMounts?: VolumeMount[]
	/**
	 * Volumes that are attached as block devices.
	 */
	volumeDevices?: VolumeDevice[]
	/**
	 * Forbidden.
	 */
	livenessProbe?: Probe
	/**
	 * Forbidden.
	 */
	readinessProbe?: Probe
	/**
	 * Forbidden.
	 */
	startupProbe?: Probe
	/**
	 * Forbidden.
	 */
	lifecycle?: Lifecycle
	/**
	 * File from which the termination message is read.
	 */
	terminationMessagePath?: string
	/**
	 * Source of the termination message.
	 */
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	/**
	 * Policy for pulling the image.
	 */
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	/**
	 * Privileges of the container.
	 */
	securityContext?: SecurityContext
	/**
	 * True if stdin stays open.
	 */
	stdin?: boolean
	/**
	 * True if stdin is closed after the first client has disconnected.
	 */
	stdinOnce?: boolean
	/**
	 * True if the container has a terminal.
	 */
	tty?: boolean
}

/**
 * Volume whose claim is created and deleted with the pod.
 */
export interface EphemeralVolumeSource {
	/**
	 * Template of the claim.
	 */
	volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/**
 * Event of an object, reported by a component. Events expire after a while.
 */
export interface Event {
	/**
	 * Kind of the object.
	 */
	kind?: "Event"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata: metaV1.ObjectMeta
	/**
	 * Object concerned.
	 */
	involvedObject: ObjectReference
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable description.
	 */
	message?: string
	/**
	 * Component that reported the event, in the older format.
	 */
	source?: EventSource
	/**
	 * Time of the first occurrence, in the older format.
	 */
	firstTimestamp?: string | null
	/**
	 * Time of the last occurrence, in the older format.
	 */
	lastTimestamp?: string | null
	/**
	 * Number of occurrences, in the older format.
	 */
	count?: number
	/**
	 * Type of the event: Normal or Warning. Other types may be added.
	 */
	type?: string
	/**
	 * Time of the first occurrence.
	 */
	eventTime?: string | null
	/**
	 * Series of occurrences. Absent if there was only one.
	 */
	series?: EventSeries
	/**
	 * Action that was done or failed.
	 */
	action?: string
	/**
	 * Second object concerned.
	 */
	related?: ObjectReference
	/**
	 * Controller that reported the event, for example `orch.io/node-agent`.
	 */
	reportingComponent?: string
	/**
	 * Instance of the controller.
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
	 * Objects.
	 */
	items: Event[]
}

/**
 * Number and time of repeated occurrences.
 */
export interface EventSeries {
	/**
	 * Number of occurrences so far.
	 */
	count?: number
	/**
	 * Time of the last occurrence.
	 */
	lastObservedTime?: string | null
}

/**
 * Component that reported the event.
 */
export interface EventSource {
	/**
	 * Name of the component.
	 */
	component?: string
	/**
	 * Node of the component.
	 */
	host?: string
}

/**
 * Command in a container.
 */
export interface ExecAction {
	/**
	 * Program and arguments. Not interpreted by a shell.
	 */
	command?: string[]
}

/**
 * Fibre Channel disk.
 */
export interface FCVolumeSource {
	/**
	 * World wide names of the target.
	 */
	targetWWNs?: string[]
	/**
	 * Logical unit number of the disk.
	 */
	lun?: number
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * World wide identifiers of the disk. Alternative to target and logical unit number.
	 */
	wwids?: string[]
}

/**
 * Key of a file in a volume.
 */
export interface FileKeySelector {
	/**
	 * Name of the volume.
	 */
	volumeName: string
	/**
	 * Path of the file in the volume.
	 */
	path: string
	/**
	 * Key.
	 */
	key: string
	/**
	 * True if the file or the key may be missing.
	 */
	optional?: boolean
}

/**
 * Volume of a FlexVolume driver, the predecessor of CSI.
 */
export interface FlexPersistentVolumeSource {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Secret with the credentials.
	 */
	secretRef?: SecretReference
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Additional options for the driver.
	 */
	options?: { [key: string]: string }
}

/**
 * Volume of a FlexVolume driver, the predecessor of CSI.
 */
export interface FlexVolumeSource {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Secret with the credentials.
	 */
	secretRef?: LocalObjectReference
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Additional options for the driver.
	 */
	options?: { [key: string]: string }
}

/**
 * Volume of Flocker.
 */
export interface FlockerVolumeSource {
	/**
	 * Name of the dataset. Deprecated in favour of datasetUUID.
	 */
	datasetName?: string
	/**
	 * UUID of the dataset.
	 */
	datasetUUID?: string
}

/**
 * Persistent disk of Google Compute Engine.
 */
export interface GCEPersistentDiskVolumeSource {
	/**
	 * Name of the disk.
	 */
	pdName: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Number of the partition. The whole disk if 0.
	 */
	partition?: number
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Call of the gRPC health service.
 */
export interface GRPCAction {
	/**
	 * Port number.
	 */
	port: number
	/**
	 * Name of the service to check.
	 */
	service?: string | null
}

/**
 * Clone of a repository. Deprecated in favour of an init container.
 */
export interface GitRepoVolumeSource {
	/**
	 * URL of the repository.
	 */
	repository: string
	/**
	 * Commit to check out.
	 */
	revision?: string
	/**
	 * Directory in the volume. `.` for the volume itself.
	 */
	directory?: string
}

/**
 * Volume of Glusterfs.
 */
export interface GlusterfsPersistentVolumeSource {
	/**
	 * Endpoints of the servers.
	 */
	endpoints: string
	/**
	 * Path in the volume.
	 */
	path: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Namespace of the endpoints. That of the claim if absent.
	 */
	endpointsNamespace?: string
}

/**
 * Volume of Glusterfs.
 */
export interface GlusterfsVolumeSource {
	/**
	 * Endpoints of the servers.
	 */
	endpoints: string
	/**
	 * Path in the volume.
	 */
	path: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * HTTP request.
 */
export interface HTTPGetAction {
	/**
	 * Path of the request.
	 */
	path?: string
	/**
	 * Number or name of the port.
	 */
	port: number | string
	/**
	 * Host. The pod's address if absent.
	 */
	host?: string
	/**
	 * HTTP or HTTPS.
	 */
	scheme?: "HTTP" | "HTTPS"
	/**
	 * Headers of the request.
	 */
	httpHeaders?: HTTPHeader[]
}

/**
 * Header of a request.
 */
export interface HTTPHeader {
	/**
	 * Name of the header.
	 */
	name: string
	/**
	 * Value.
	 */
	value: string
}

/**
 * Host names for an address.
 */
export interface HostAlias {
	/**
	 * Address.
	 */
	ip?: string
	/**
	 * Names of properties.
	 */
	hostnames?: string[]
}

/**
 * Address of a node.
 */
export interface HostIP {
	/**
	 * Address.
	 */
	ip?: string
}

/**
 * File or directory of the node.
 */
export interface HostPathVolumeSource {
	/**
	 * Path on the node.
	 */
	path: string
	/**
	 * Required type of the file, such as Directory or Socket.
	 */
	type?: "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket"
}

/**
 * iSCSI disk.
 */
export interface ISCSIPersistentVolumeSource {
	/**
	 * Address of the target.
	 */
	targetPortal: string
	/**
	 * Qualified name of the target.
	 */
	iqn: string
	/**
	 * Logical unit number of the disk.
	 */
	lun: number
	/**
	 * iSCSI interface.
	 */
	iscsiInterface?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Additional addresses of the target.
	 */
	portals?: string[]
	/**
	 * True if discovery uses CHAP authentication.
	 */
	chapAuthDiscovery?: boolean
	/**
	 * True if the session uses CHAP authentication.
	 */
	chapAuthSession?: boolean
	/**
	 * Secret with the credentials.
	 */
	secretRef?: SecretReference
	/**
	 * Name of the initiator. That of the node if absent.
	 */
	initiatorName?: string
}

/**
 * iSCSI disk.
 */
export interface ISCSIVolumeSource {
	/**
	 * Address of the target.
	 */
	targetPortal: string
	/**
	 * Qualified name of the target.
	 */
	iqn: string
	/**
	 * Logical unit number of the disk.
	 */
	lun: number
	/**
	 * iSCSI interface.
	 */
	iscsiInterface?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Additional addresses of the target.
	 */
	portals?: string[]
	/**
	 * True if discovery uses CHAP authentication.
	 */
	chapAuthDiscovery?: boolean
	/**
	 * True if the session uses CHAP authentication.
	 */
	chapAuthSession?: boolean
	/**
	 * Secret with the credentials.
	 */
	secretRef?: LocalObjectReference
	/**
	 * Name of the initiator. That of the node if absent.
	 */
	initiatorName?: string
}

/**
 * Content of an image.
 */
export interface ImageVolumeSource {
	/**
	 * Image reference.
	 */
	reference?: string
	/**
	 * Policy for pulling the image.
	 */
	pullPolicy?: "Always" | "IfNotPresent" | "Never"
}

/**
 * State of an image volume.
 */
export interface ImageVolumeStatus {
	/**
	 * Resolved reference of the image.
	 */
	imageRef: string
}

/**
 * Key and the file that holds its value.
 */
export interface KeyToPath {
	/**
	 * Key.
	 */
	key: string
	/**
	 * Path of the file.
	 */
	path: string
	/**
	 * Mode of the file. The default mode if absent.
	 */
	mode?: number
}

/**
 * Actions after the start and before the stop of a container.
 */
export interface Lifecycle {
	/**
	 * Action immediately after the start.
	 */
	postStart?: LifecycleHandler
	/**
	 * Action before the stop.
	 */
	preStop?: LifecycleHandler
	/**
	 * Signal that stops the container.
	 */
	stopSignal?: "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ"
}

/**
 * Action.
 */
export interface LifecycleHandler {
	/**
	 * Command in the container.
	 */
	exec?: ExecAction
	/**
	 * HTTP request.
	 */
	httpGet?: HTTPGetAction
	/**
	 * Not supported. Present for older objects.
	 */
	tcpSocket?: TCPSocketAction
	/**
	 * Pause.
	 */
	sleep?: SleepAction
}

/**
 * Bounds and defaults for the resources of each pod, container or claim of a namespace.
 */
export interface LimitRange {
	/**
	 * Kind of the object.
	 */
	kind?: "LimitRange"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Bounds and defaults.
	 */
	spec?: LimitRangeSpec
}

/**
 * Bounds and defaults for one type.
 */
export interface LimitRangeItem {
	/**
	 * Type: `Pod`, `Container` or `PersistentVolumeClaim`, or a qualified name.
	 */
	type: string
	/**
	 * Maximum request and limit.
	 */
	max?: { [key: string]: string }
	/**
	 * Minimum request.
	 */
	min?: { [key: string]: string }
	/**
	 * Default limit. For containers, the maximum by default.
	 */
	default?: { [key: string]: string }
	/**
	 * Default request. For containers, the default limit by default, otherwise the minimum.
	 */
	defaultRequest?: { [key: string]: string }
	/**
	 * Maximum ratio of limit to request.
	 */
	maxLimitRequestRatio?: { [key: string]: string }
}

/**
 * A list of LimitRange objects.
 */
export interface LimitRangeList {
	kind?: "LimitRangeList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: LimitRange[]
}

/**
 * Bounds and defaults for the resources of each pod, container or claim.
 */
export interface LimitRangeSpec {
	/**
	 * Limits, one entry for each type.
	 */
	limits: LimitRangeItem[]
}

/**
 * User and groups on Linux.
 */
export interface LinuxContainerUser {
	/**
	 * User ID.
	 */
	uid: number | bigint
	/**
	 * Primary group ID.
	 */
	gid: number | bigint
	/**
	 * Supplementary group IDs.
	 */
	supplementalGroups?: (number | bigint)[]
}

/**
 * Address of a load balancer.
 */
export interface LoadBalancerIngress {
	/**
	 * IP address.
	 */
	ip?: string
	/**
	 * Host name.
	 */
	hostname?: string
	/**
	 * Destination address of forwarded packets: that of the balancer (VIP) or of the node (Proxy).
	 */
	ipMode?: "Proxy" | "VIP"
	/**
	 * State of each port.
	 */
	ports?: PortStatus[]
}

/**
 * Addresses of a load balancer.
 */
export interface LoadBalancerStatus {
	/**
	 * Addresses.
	 */
	ingress?: LoadBalancerIngress[]
}

/**
 * Reference to an object of a fixed kind in the same namespace.
 */
export interface LocalObjectReference {
	/**
	 * Name of the object.
	 */
	name?: string
}

/**
 * Disk, partition or directory of a node.
 */
export interface LocalVolumeSource {
	/**
	 * Path on the node.
	 */
	path: string
	/**
	 * File system of a block device. Detected if absent.
	 */
	fsType?: string
}

/**
 * State of a change of the volume attributes class.
 */
export interface ModifyVolumeStatus {
	/**
	 * Desired volume attributes class.
	 */
	targetVolumeAttributesClassName?: string
	/**
	 * State of the change.
	 */
	status: string
}

/**
 * Directory of an NFS server.
 */
export interface NFSVolumeSource {
	/**
	 * Name or address of the server.
	 */
	server: string
	/**
	 * Exported directory.
	 */
	path: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Scope for the names of objects. Deleting a namespace deletes its objects.
 */
export interface Namespace {
	/**
	 * Kind of the object.
	 */
	kind?: "Namespace"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Settings of the namespace.
	 */
	spec?: NamespaceSpec
	/**
	 * Phase and conditions.
	 */
	status?: NamespaceStatus
}

/**
 * Condition of a namespace.
 */
export interface NamespaceCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
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
	 * Objects.
	 */
	items: Namespace[]
}

/**
 * Settings of the namespace.
 */
export interface NamespaceSpec {
	/**
	 * Finalizers that delay the deletion, in addition to those in the metadata.
	 */
	finalizers?: string[]
}

/**
 * Phase and conditions.
 */
export interface NamespaceStatus {
	/**
	 * Phase: Active, or Terminating after a request for deletion.
	 */
	phase?: "Active" | "Terminating"
	/**
	 * Conditions that delay the deletion.
	 */
	conditions?: NamespaceCondition[]
}

/**
 * Machine that runs pods. Its agent creates the object and reports its state.
 */
export interface Node {
	/**
	 * Kind of the object.
	 */
	kind?: "Node"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Settings of the node.
	 */
	spec?: NodeSpec
	/**
	 * Observed properties and state.
	 */
	status?: NodeStatus
}

/**
 * Address of a node.
 */
export interface NodeAddress {
	/**
	 * Type of the address: `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`.
	 */
	type: string
	/**
	 * Address.
	 */
	address: string
}

/**
 * Required and preferred nodes of a pod.
 */
export interface NodeAffinity {
	/**
	 * Nodes that the pod requires.
	 */
	requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
	/**
	 * Nodes that the pod prefers, with weights.
	 */
	preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[]
}

/**
 * Resources of a node that a claim uses.
 */
export interface NodeAllocatableResourceClaimStatus {
	/**
	 * Name of the claim.
	 */
	resourceClaimName: string
	/**
	 * Containers that use the claim.
	 */
	containers?: string[]
	/**
	 * Amount of each resource.
	 */
	resources: { [key: string]: string }
}

/**
 * Condition of a node.
 */
export interface NodeCondition {
	/**
	 * Type of the condition. Ready tells whether the node can run pods.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last heartbeat.
	 */
	lastHeartbeatTime?: string | null
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
}

/**
 * Source of the node agent's configuration.
 */
export interface NodeConfigSource {
	/**
	 * ConfigMap with the configuration.
	 */
	configMap?: ConfigMapNodeConfigSource
}

/**
 * Configuration of the node agent.
 */
export interface NodeConfigStatus {
	/**
	 * Desired configuration.
	 */
	assigned?: NodeConfigSource
	/**
	 * Active configuration.
	 */
	active?: NodeConfigSource
	/**
	 * Last configuration that worked.
	 */
	lastKnownGood?: NodeConfigSource
	/**
	 * Error that prevents the desired configuration.
	 */
	error?: string
}

/**
 * Ports of a node's daemons.
 */
export interface NodeDaemonEndpoints {
	/**
	 * Port of the node agent.
	 */
	kubeletEndpoint?: DaemonEndpoint
}

/**
 * Features of a node's container runtime.
 */
export interface NodeFeatures {
	/**
	 * True if supplementalGroupsPolicy is supported.
	 */
	supplementalGroupsPolicy?: boolean
}

/**
 * A list of Node objects.
 */
export interface NodeList {
	kind?: "NodeList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Node[]
}

/**
 * Request to a node.
 */
export interface NodeProxyOptions {
	/**
	 * URL path after proxy.
	 */
	path?: string
}

/**
 * Runtime handler of a node.
 */
export interface NodeRuntimeHandler {
	/**
	 * Name. Empty for the default handler.
	 */
	name?: string
	/**
	 * Features of the handler.
	 */
	features?: NodeRuntimeHandlerFeatures
}

/**
 * Features of a runtime handler.
 */
export interface NodeRuntimeHandlerFeatures {
	/**
	 * True if nested mounts can be read-only.
	 */
	recursiveReadOnlyMounts?: boolean
	/**
	 * True if pods can have user namespaces.
	 */
	userNamespaces?: boolean
}

/**
 * Selector of nodes. One of the terms must match.
 */
export interface NodeSelector {
	/**
	 * Terms. At least one.
	 */
	nodeSelectorTerms: NodeSelectorTerm[]
}

/**
 * Requirement on a label or a field.
 */
export interface NodeSelectorRequirement {
	/**
	 * Label or field.
	 */
	key: string
	/**
	 * Operator: In, NotIn, Exists, DoesNotExist, Gt or Lt.
	 */
	operator: string
	/**
	 * Values. At least one for In and NotIn, one number for Gt and Lt, none for the others.
	 */
	values?: string[]
}

/**
 * Requirements that a node must all meet. A term without requirements matches no node.
 */
export interface NodeSelectorTerm {
	/**
	 * Requirements on labels of the node.
	 */
	matchExpressions?: NodeSelectorRequirement[]
	/**
	 * Requirements on fields of the node.
	 */
	matchFields?: NodeSelectorRequirement[]
}

/**
 * Settings of a node.
 */
export interface NodeSpec {
	/**
	 * First of podCIDRs.
	 */
	podCIDR?: string
	/**
	 * Address ranges of the node's pods, at most one of each family. Immutable once set.
	 */
	podCIDRs?: string[]
	/**
	 * Identity of the node at its cloud provider. Immutable once set.
	 */
	providerID?: string
	/**
	 * True if no new pods are scheduled on the node.
	 */
	unschedulable?: boolean
	/**
	 * Taints of the node.
	 */
	taints?: Taint[]
	/**
	 * Obsolete. Dropped from new nodes.
	 */
	configSource?: NodeConfigSource
	/**
	 * Obsolete.
	 */
	externalID?: string
}

/**
 * Observed properties and state of a node.
 */
export interface NodeStatus {
	/**
	 * Total resources.
	 */
	capacity?: { [key: string]: string }
	/**
	 * Resources available to pods. The capacity by default.
	 */
	allocatable?: { [key: string]: string }
	/**
	 * Obsolete.
	 */
	phase?: string
	/**
	 * Conditions of the object.
	 */
	conditions?: NodeCondition[]
	/**
	 * Addresses.
	 */
	addresses?: NodeAddress[]
	/**
	 * Ports of the node's daemons.
	 */
	daemonEndpoints?: NodeDaemonEndpoints
	/**
	 * Machine and software of the node.
	 */
	nodeInfo?: NodeSystemInfo
	/**
	 * Images on the node.
	 */
	images?: ContainerImage[]
	/**
	 * Attached volumes that are in use.
	 */
	volumesInUse?: string[]
	/**
	 * Attached volumes.
	 */
	volumesAttached?: AttachedVolume[]
	/**
	 * Obsolete.
	 */
	config?: NodeConfigStatus
	/**
	 * Runtime handlers.
	 */
	runtimeHandlers?: NodeRuntimeHandler[]
	/**
	 * Features of the container runtime.
	 */
	features?: NodeFeatures
	/**
	 * Features that the node agent declares, sorted by name.
	 */
	declaredFeatures?: string[]
}

/**
 * Swap space of a node.
 */
export interface NodeSwapStatus {
	/**
	 * Size of the swap space in bytes.
	 */
	capacity?: number | bigint
}

/**
 * Machine and software of a node.
 */
export interface NodeSystemInfo {
	/**
	 * Identity of the machine.
	 */
	machineID: string
	/**
	 * Identity of the hardware.
	 */
	systemUUID: string
	/**
	 * Identity of the current boot.
	 */
	bootID: string
	/**
	 * Version of the kernel.
	 */
	kernelVersion: string
	/**
	 * Name of the operating system distribution.
	 */
	osImage: string
	/**
	 * Container runtime and its version.
	 */
	containerRuntimeVersion: string
	/**
	 * Version of the agent.
	 */
	kubeletVersion: string
	/**
	 * Obsolete.
	 */
	kubeProxyVersion: string
	/**
	 * Operating system.
	 */
	operatingSystem: string
	/**
	 * Architecture.
	 */
	architecture: string
	/**
	 * Swap space.
	 */
	swap?: NodeSwapStatus
}

/**
 * Reference to a field of an object.
 */
export interface ObjectFieldSelector {
	/**
	 * API version to which the path belongs.
	 */
	apiVersion?: string
	/**
	 * Path of the field. A single label or annotation has the path `metadata.labels['KEY']`.
	 */
	fieldPath: string
}

/**
 * Reference to an object or to a part of it.
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
	 * UID of the object.
	 */
	uid?: string
	/**
	 * Group and version of the kind.
	 */
	apiVersion?: string
	/**
	 * Version of the object.
	 */
	resourceVersion?: string
	/**
	 * Part of the object, for example `spec.containers{web}`.
	 */
	fieldPath?: string
}

/**
 * Piece of storage that a claim can be bound to.
 */
export interface PersistentVolume {
	/**
	 * Kind of the object.
	 */
	kind?: "PersistentVolume"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Storage and its use.
	 */
	spec?: PersistentVolumeSpec
	/**
	 * Observed state.
	 */
	status?: PersistentVolumeStatus
}

/**
 * Request for storage. A matching volume is bound to it.
 */
export interface PersistentVolumeClaim {
	/**
	 * Kind of the object.
	 */
	kind?: "PersistentVolumeClaim"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Requested certificate.
	 */
	spec?: PersistentVolumeClaimSpec
	/**
	 * Bound storage.
	 */
	status?: PersistentVolumeClaimStatus
}

/**
 * Condition of a claim.
 */
export interface PersistentVolumeClaimCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last probe of the condition.
	 */
	lastProbeTime?: string | null
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
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
	 * Objects.
	 */
	items: PersistentVolumeClaim[]
}

/**
 * Requested storage.
 */
export interface PersistentVolumeClaimSpec {
	/**
	 * Access modes in which the volume will be mounted.
	 */
	accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[]
	/**
	 * Selector of volumes, by labels.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Minimum capacity.
	 */
	resources?: VolumeResourceRequirements
	/**
	 * Bound volume.
	 */
	volumeName?: string
	/**
	 * Requested storage class. The default class if absent, no class if empty.
	 */
	storageClassName?: string
	/**
	 * Requested volume mode: Filesystem or Block.
	 */
	volumeMode?: "Block" | "Filesystem"
	/**
	 * Source of the initial content: a snapshot or another claim.
	 */
	dataSource?: TypedLocalObjectReference
	/**
	 * Object of any kind that fills the new volume.
	 */
	dataSourceRef?: TypedObjectReference
	/**
	 * Requested volume attributes class.
	 */
	volumeAttributesClassName?: string
}

/**
 * Bound storage of a claim.
 */
export interface PersistentVolumeClaimStatus {
	/**
	 * Phase: Pending, Bound or Lost.
	 */
	phase?: string
	/**
	 * Access modes of the volume.
	 */
	accessModes?: string[]
	/**
	 * Capacity of the volume.
	 */
	capacity?: { [key: string]: string }
	/**
	 * Conditions of the claim, for example during a resize.
	 */
	conditions?: PersistentVolumeClaimCondition[]
	/**
	 * Capacity that is being allocated.
	 */
	allocatedResources?: { [key: string]: string }
	/**
	 * State of a resize.
	 */
	resizeStatus?: "" | "ControllerExpansionFailed" | "ControllerExpansionInProgress" | "NodeExpansionFailed" | "NodeExpansionInProgress" | "NodeExpansionPending"
	/**
	 * State of a resize, by resource.
	 */
	allocatedResourceStatuses?: { [key: string]: string }
	/**
	 * Current volume attributes class.
	 */
	currentVolumeAttributesClassName?: string
	/**
	 * State of a change of the volume attributes class.
	 */
	modifyVolumeStatus?: ModifyVolumeStatus
}

/**
 * Template of a pod's claim.
 */
export interface PersistentVolumeClaimTemplate {
	/**
	 * Labels and annotations.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired state of the claim.
	 */
	spec: PersistentVolumeClaimSpec
}

/**
 * Volume of a claim.
 */
export interface PersistentVolumeClaimVolumeSource {
	/**
	 * Name of the claim in the same namespace.
	 */
	claimName: string
	/**
	 * True if the volume is read-only.
	 */
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
	 * Objects.
	 */
	items: PersistentVolume[]
}

/**
 * Storage backend. Exactly one field must be set.
 */
export interface PersistentVolumeSource {
	/**
	 * Persistent disk of Google Compute Engine.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * Disk of AWS Elastic Block Store.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * File or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * Volume of Glusterfs.
	 */
	glusterfs?: GlusterfsPersistentVolumeSource
	/**
	 * Directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * Block device of Ceph.
	 */
	rbd?: RBDPersistentVolumeSource
	/**
	 * iSCSI disk.
	 */
	iscsi?: ISCSIPersistentVolumeSource
	/**
	 * Volume of OpenStack Cinder.
	 */
	cinder?: CinderPersistentVolumeSource
	/**
	 * Ceph file system.
	 */
	cephfs?: CephFSPersistentVolumeSource
	/**
	 * Fibre Channel disk.
	 */
	fc?: FCVolumeSource
	/**
	 * Volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * Volume of a FlexVolume driver, the predecessor of CSI.
	 */
	flexVolume?: FlexPersistentVolumeSource
	/**
	 * File share of Azure.
	 */
	azureFile?: AzureFilePersistentVolumeSource
	/**
	 * Disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * Volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * Disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * Disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * Volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * Volume of ScaleIO.
	 */
	scaleIO?: ScaleIOPersistentVolumeSource
	/**
	 * Disk, partition or directory of a node.
	 */
	local?: LocalVolumeSource
	/**
	 * Volume of StorageOS.
	 */
	storageos?: StorageOSPersistentVolumeSource
	/**
	 * Volume of a container storage (CSI) driver.
	 */
	csi?: CSIPersistentVolumeSource
}

/**
 * Storage and its use.
 */
export interface PersistentVolumeSpec {
	/**
	 * Capacity, by resource.
	 */
	capacity?: { [key: string]: string }
	/**
	 * Persistent disk of Google Compute Engine.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * Disk of AWS Elastic Block Store.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * File or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * Volume of Glusterfs.
	 */
	glusterfs?: GlusterfsPersistentVolumeSource
	/**
	 * Directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * Block device of Ceph.
	 */
	rbd?: RBDPersistentVolumeSource
	/**
	 * iSCSI disk.
	 */
	iscsi?: ISCSIPersistentVolumeSource
	/**
	 * Volume of OpenStack Cinder.
	 */
	cinder?: CinderPersistentVolumeSource
	/**
	 * Ceph file system.
	 */
	cephfs?: CephFSPersistentVolumeSource
	/**
	 * Fibre Channel disk.
	 */
	fc?: FCVolumeSource
	/**
	 * Volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * Volume of a FlexVolume driver, the predecessor of CSI.
	 */
	flexVolume?: FlexPersistentVolumeSource
	/**
	 * File share of Azure.
	 */
	azureFile?: AzureFilePersistentVolumeSource
	/**
	 * Disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * Volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * Disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * Disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * Volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * Volume of ScaleIO.
	 */
	scaleIO?: ScaleIOPersistentVolumeSource
	/**
	 * Disk, partition or directory of a node.
	 */
	local?: LocalVolumeSource
	/**
	 * Volume of StorageOS.
	 */
	storageos?: StorageOSPersistentVolumeSource
	/**
	 * Volume of a container storage (CSI) driver.
	 */
	csi?: CSIPersistentVolumeSource
	/**
	 * Access modes in which the volume can be mounted.
	 */
	accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[]
	/**
	 * Claim to which the volume is bound, or for which it is reserved.
	 */
	claimRef?: ObjectReference
	/**
	 * Treatment of the volume after its claim is deleted.
	 */
	persistentVolumeReclaimPolicy?: "Delete" | "Recycle" | "Retain"
	/**
	 * Storage class. No class if empty.
	 */
	storageClassName?: string
	/**
	 * Mount options. The server does not validate them.
	 */
	mountOptions?: string[]
	/**
	 * Volume mode: Filesystem or Block.
	 */
	volumeMode?: "Block" | "Filesystem"
	/**
	 * Nodes that can reach the volume.
	 */
	nodeAffinity?: VolumeNodeAffinity
	/**
	 * Volume attributes class. Only for volumes of CSI drivers.
	 */
	volumeAttributesClassName?: string
}

/**
 * Observed state of a volume.
 */
export interface PersistentVolumeStatus {
	/**
	 * Phase: Available, Bound, Released or Failed.
	 */
	phase?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
	/**
	 * Machine-readable reason of the failure, in one word.
	 */
	reason?: string
	/**
	 * Time of the last change of the phase.
	 */
	lastPhaseTransitionTime?: string
}

/**
 * Disk of Photon.
 */
export interface PhotonPersistentDiskVolumeSource {
	/**
	 * Identity of the disk in the storage system.
	 */
	pdID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
}

/**
 * Containers that run together on one node and share network and volumes.
 */
export interface Pod {
	/**
	 * Kind of the object.
	 */
	kind?: "Pod"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired containers, volumes and placement.
	 */
	spec?: PodSpec
	/**
	 * State reported by the node.
	 */
	status?: PodStatus
}

/**
 * Pods near which a pod must or should run.
 */
export interface PodAffinity {
	/**
	 * Pods near which the pod must run. All terms must be met.
	 */
	requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
	/**
	 * Pods near which the pod should run, with weights.
	 */
	preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

/**
 * Set of pods and the topology within which they count as near.
 */
export interface PodAffinityTerm {
	/**
	 * Selector of the pods, by labels.
	 */
	labelSelector?: metaV1.LabelSelector
	/**
	 * Namespaces of the pods.
	 */
	namespaces?: string[]
	/**
	 * Node label whose value defines the topology domain.
	 */
	topologyKey: string
	/**
	 * Selector of the pods' namespaces, by labels.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Labels in which the pods must equal this pod.
	 */
	matchLabelKeys?: string[]
	/**
	 * Labels in which the pods must differ from this pod.
	 */
	mismatchLabelKeys?: string[]
}

/**
 * Pods away from which a pod must or should run.
 */
export interface PodAntiAffinity {
	/**
	 * Pods away from which the pod must run. All terms must be met.
	 */
	requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
	/**
	 * Pods away from which the pod should run, with weights.
	 */
	preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

/**
 * Streams of a container's main process.
 */
export interface PodAttachOptions {
	/**
	 * True if the client's data is sent to stdin.
	 */
	stdin?: boolean
	/**
	 * True if stdout is sent to the client.
	 */
	stdout?: boolean
	/**
	 * True if stderr is sent to the client.
	 */
	stderr?: boolean
	/**
	 * True if the container has a terminal.
	 */
	tty?: boolean
	/**
	 * Name of the container. Optional if the pod has only one.
	 */
	container?: string
}

/**
 * Private key and certificate of the pod.
 */
export interface PodCertificateProjection {
	/**
	 * Signer of the certificate.
	 */
	signerName: string
	/**
	 * Type of the key.
	 */
	keyType: string
	/**
	 * Maximum lifetime in seconds.
	 */
	maxExpirationSeconds?: number
	/**
	 * File with private key and certificates.
	 */
	credentialBundlePath?: string
	/**
	 * File with the private key.
	 */
	keyPath?: string
	/**
	 * File with the certificates.
	 */
	certificateChainPath?: string
	/**
	 * Additional requests to the signer.
	 */
	userAnnotations?: { [key: string]: string }
}

/**
 * Condition of a pod.
 */
export interface PodCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Generation of the pod that the condition describes.
	 */
	observedGeneration?: number | bigint
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last probe of the condition.
	 */
	lastProbeTime?: string | null
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
}

/**
 * DNS settings of a pod.
 */
export interface PodDNSConfig {
	/**
	 * Addresses of the DNS servers.
	 */
	nameservers?: string[]
	/**
	 * Search domains.
	 */
	searches?: string[]
	/**
	 * Options of the resolver.
	 */
	options?: PodDNSConfigOption[]
}

/**
 * Option of the resolver.
 */
export interface PodDNSConfigOption {
	/**
	 * Name of the option.
	 */
	name?: string
	/**
	 * Value.
	 */
	value?: string
}

/**
 * Command to run in a container.
 */
export interface PodExecOptions {
	/**
	 * True if the client's data is sent to stdin.
	 */
	stdin?: boolean
	/**
	 * True if stdout is sent to the client.
	 */
	stdout?: boolean
	/**
	 * True if stderr is sent to the client.
	 */
	stderr?: boolean
	/**
	 * True if the container has a terminal.
	 */
	tty?: boolean
	/**
	 * Name of the container. Optional if the pod has only one.
	 */
	container?: string
	/**
	 * Program and arguments, one item each. Not interpreted by a shell.
	 */
	command?: string[]
}

/**
 * Claim that was created for extended resources.
 */
export interface PodExtendedResourceClaimStatus {
	/**
	 * Requests of the claim by container and extended resource.
	 */
	requestMappings: ContainerExtendedResourceRequest[]
	/**
	 * Name of the claim.
	 */
	resourceClaimName: string
}

/**
 * Address of a pod.
 */
export interface PodIP {
	/**
	 * Address.
	 */
	ip?: string
}

/**
 * A list of Pod objects.
 */
export interface PodList {
	kind?: "PodList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Pod[]
}

/**
 * Selection from the log of a container.
 */
export interface PodLogOptions {
	/**
	 * Name of the container. Optional if the pod has only one.
	 */
	container?: string
	/**
	 * True if the response continues with new log lines.
	 */
	follow?: boolean
	/**
	 * True to read the log of the previous instance of the container.
	 */
	previous?: boolean
	/**
	 * Maximum age of the lines in seconds.
	 */
	sinceSeconds?: number | bigint
	/**
	 * Time of the oldest lines.
	 */
	sinceTime?: string
	/**
	 * True if each line starts with its timestamp.
	 */
	timestamps?: boolean
	/**
	 * Number of lines from the end of the log.
	 */
	tailLines?: number | bigint
	/**
	 * Maximum number of bytes.
	 */
	limitBytes?: number | bigint
	/**
	 * True if the certificate of the node agent is not verified.
	 */
	insecureSkipTLSVerifyBackend?: boolean
	/**
	 * Log stream: All, Stdout or Stderr.
	 */
	stream?: "All" | "Stdout" | "Stderr"
}

/**
 * Operating system of a pod.
 */
export interface PodOS {
	/**
	 * Name.
	 */
	name: "linux" | "windows"
}

/**
 * Ports of a pod to forward.
 */
export interface PodPortForwardOptions {
	/**
	 * Ports.
	 */
	ports?: number[]
}

/**
 * Request to a pod.
 */
export interface PodProxyOptions {
	/**
	 * URL path after proxy.
	 */
	path?: string
}

/**
 * Additional condition for readiness.
 */
export interface PodReadinessGate {
	/**
	 * Type of a pod condition that must be True.
	 */
	conditionType: string
}

/**
 * Claim of devices by a pod.
 */
export interface PodResourceClaim {
	/**
	 * Name of the claim in the pod.
	 */
	name: string
	/**
	 * Name of an existing claim.
	 */
	resourceClaimName?: string
	/**
	 * Name of a template from which a claim is created.
	 */
	resourceClaimTemplateName?: string
}

/**
 * Claim that was created for a pod.
 */
export interface PodResourceClaimStatus {
	/**
	 * Name of the claim in the pod.
	 */
	name: string
	/**
	 * Name of the claim.
	 */
	resourceClaimName?: string
}

/**
 * Gate that delays the scheduling of a pod.
 */
export interface PodSchedulingGate {
	/**
	 * Name.
	 */
	name: string
}

/**
 * Group of pods that are scheduled together.
 */
export interface PodSchedulingGroup {
	/**
	 * Name of the group.
	 */
	podGroupName?: string
}

/**
 * Privileges of the processes of all containers.
 */
export interface PodSecurityContext {
	/**
	 * SELinux labels of the containers.
	 */
	seLinuxOptions?: SELinuxOptions
	/**
	 * Settings for Windows.
	 */
	windowsOptions?: WindowsSecurityContextOptions
	/**
	 * User ID of the processes. That of the image if absent.
	 */
	runAsUser?: number | bigint
	/**
	 * Group ID of the processes.
	 */
	runAsGroup?: number | bigint
	/**
	 * True if containers that would run as root are refused.
	 */
	runAsNonRoot?: boolean
	/**
	 * Supplementary group IDs of the processes.
	 */
	supplementalGroups?: (number | bigint)[]
	/**
	 * Merge if group memberships from the image are added, Strict if not.
	 */
	supplementalGroupsPolicy?: "Merge" | "Strict"
	/**
	 * Group ID that owns the files of volumes.
	 */
	fsGroup?: number | bigint
	/**
	 * Kernel parameters of the pod.
	 */
	sysctls?: Sysctl[]
	/**
	 * Policy for changing the owner of files in volumes.
	 */
	fsGroupChangePolicy?: "Always" | "OnRootMismatch"
	/**
	 * Allowed system calls.
	 */
	seccompProfile?: SeccompProfile
	/**
	 * AppArmor profile of the containers.
	 */
	appArmorProfile?: AppArmorProfile
	/**
	 * Method that applies SELinux labels to volumes.
	 */
	seLinuxChangePolicy?: "MountOption" | "Recursive"
}

/**
 * Desired containers, volumes and placement of a pod.
 */
export interface PodSpec {
	/**
	 * Volumes that the containers can mount.
	 */
	volumes?: Volume[]
	/**
	 * Containers that run one after another before the others start.
	 */
	initContainers?: Container[]
	/**
	 * Containers.
	 */
	containers: Container[]
	/**
	 * Containers that are added for debugging. Set only through the ephemeralcontainers subresource.
	 */
	ephemeralContainers?: EphemeralContainer[]
	/**
	 * Restart policy for ended containers.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Seconds between the request to stop and the forced stop.
	 */
	terminationGracePeriodSeconds?: number | bigint
	/**
	 * Seconds until the pod is stopped.
	 */
	activeDeadlineSeconds?: number | bigint
	/**
	 * Source of the DNS configuration.
	 */
	dnsPolicy?: "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None"
	/**
	 * Labels that the node must have.
	 */
	nodeSelector?: { [key: string]: string }
	/**
	 * Name of the service account.
	 */
	serviceAccountName?: string
	/**
	 * Former name of serviceAccountName.
	 */
	serviceAccount?: string
	/**
	 * True if containers get a token of the service account.
	 */
	automountServiceAccountToken?: boolean
	/**
	 * Name of the node. Set by the scheduler.
	 */
	nodeName?: string
	/**
	 * True if the pod uses the network of the node.
	 */
	hostNetwork?: boolean
	/**
	 * True if the pod uses the process namespace of the node.
	 */
	hostPID?: boolean
	/**
	 * True if the pod uses the IPC namespace of the node.
	 */
	hostIPC?: boolean
	/**
	 * True if the containers share one process namespace.
	 */
	shareProcessNamespace?: boolean
	/**
	 * Privileges of the container.
	 */
	securityContext?: PodSecurityContext
	/**
	 * Secrets for pulling images.
	 */
	imagePullSecrets?: LocalObjectReference[]
	/**
	 * Host name. The pod's name if absent.
	 */
	hostname?: string
	/**
	 * Subdomain of the namespace's domain.
	 */
	subdomain?: string
	/**
	 * Rules for the choice of a node.
	 */
	affinity?: Affinity
	/**
	 * Name of the scheduler.
	 */
	schedulerName?: string
	/**
	 * Tolerations of node taints.
	 */
	tolerations?: Toleration[]
	/**
	 * Additional entries of the hosts file.
	 */
	hostAliases?: HostAlias[]
	/**
	 * Name of the priority class.
	 */
	priorityClassName?: string
	/**
	 * Priority. Pods with higher numbers are scheduled first.
	 */
	priority?: number
	/**
	 * DNS settings, merged with those of dnsPolicy.
	 */
	dnsConfig?: PodDNSConfig
	/**
	 * Additional conditions for readiness.
	 */
	readinessGates?: PodReadinessGate[]
	/**
	 * Name of the runtime class.
	 */
	runtimeClassName?: string
	/**
	 * True if environment variables list the services of the namespace.
	 */
	enableServiceLinks?: boolean
	/**
	 * PreemptLowerPriority if the scheduler may evict pods of lower priority, otherwise Never.
	 */
	preemptionPolicy?: "Never" | "PreemptLowerPriority"
	/**
	 * Resources that the runtime needs in addition to the containers.
	 */
	overhead?: { [key: string]: string }
	/**
	 * Rules for an even spread of pods over topology domains.
	 */
	topologySpreadConstraints?: TopologySpreadConstraint[]
	/**
	 * True if the host name is the fully qualified domain name.
	 */
	setHostnameAsFQDN?: boolean
	/**
	 * Operating system of the containers.
	 */
	os?: PodOS
	/**
	 * False if the pod has its own user namespace.
	 */
	hostUsers?: boolean
	/**
	 * Gates that must be removed before the pod is scheduled.
	 */
	schedulingGates?: PodSchedulingGate[]
	/**
	 * Claims of devices.
	 */
	resourceClaims?: PodResourceClaim[]
	/**
	 * Requested and maximum resources of all containers together.
	 */
	resources?: ResourceRequirements
	/**
	 * Host name, regardless of all other settings.
	 */
	hostnameOverride?: string
	/**
	 * Group of pods that are scheduled together.
	 */
	schedulingGroup?: PodSchedulingGroup
}

/**
 * Observed state of a pod.
 */
export interface PodStatus {
	/**
	 * Generation that the node observed.
	 */
	observedGeneration?: number | bigint
	/**
	 * Phase: Pending, Running, Succeeded, Failed or Unknown.
	 */
	phase?: string
	/**
	 * Conditions of the pod.
	 */
	conditions?: PodCondition[]
	/**
	 * Human-readable explanation of the phase.
	 */
	message?: string
	/**
	 * Machine-readable reason of the phase, in one word.
	 */
	reason?: string
	/**
	 * Node on which the scheduler is evicting other pods for this pod.
	 */
	nominatedNodeName?: string
	/**
	 * Address of the node.
	 */
	hostIP?: string
	/**
	 * Addresses of the node.
	 */
	hostIPs?: HostIP[]
	/**
	 * IP address of the pod.
	 */
	podIP?: string
	/**
	 * Addresses of the pod, one of each family.
	 */
	podIPs?: PodIP[]
	/**
	 * Time at which the node accepted the pod.
	 */
	startTime?: string
	/**
	 * States of the init containers.
	 */
	initContainerStatuses?: ContainerStatus[]
	/**
	 * States of the containers.
	 */
	containerStatuses?: ContainerStatus[]
	/**
	 * Quality of service class: priority when the node runs out of resources.
	 */
	qosClass?: string
	/**
	 * States of the ephemeral containers.
	 */
	ephemeralContainerStatuses?: ContainerStatus[]
	/**
	 * State of a resize.
	 */
	resize?: string
	/**
	 * Claims that were created for the pod or group.
	 */
	resourceClaimStatuses?: PodResourceClaimStatus[]
	/**
	 * Claim that was created for the pod's extended resources.
	 */
	extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
	/**
	 * Resources that the node has allocated.
	 */
	allocatedResources?: { [key: string]: string }
	/**
	 * Resources that the runtime has configured.
	 */
	resources?: ResourceRequirements
	/**
	 * Resources of the node that the pod's claims use.
	 */
	nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[]
}

/**
 * Template of pods, stored as an object.
 */
export interface PodTemplate {
	/**
	 * Kind of the object.
	 */
	kind?: "PodTemplate"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Template of the pods.
	 */
	template?: PodTemplateSpec
}

/**
 * A list of PodTemplate objects.
 */
export interface PodTemplateList {
	kind?: "PodTemplateList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: PodTemplate[]
}

/**
 * Template of pods.
 */
export interface PodTemplateSpec {
	/**
	 * Labels and annotations of the pods.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired state of the pods.
	 */
	spec?: PodSpec
}

/**
 * State of a load balancer's port.
 */
export interface PortStatus {
	/**
	 * Port number.
	 */
	port: number
	/**
	 * Transport protocol.
	 */
	protocol: string
	/**
	 * Error of the port.
	 */
	error?: string
}

/**
 * Volume of Portworx.
 */
export interface PortworxVolumeSource {
	/**
	 * Identity of the volume in the storage system.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Weighted preference for nodes.
 */
export interface PreferredSchedulingTerm {
	/**
	 * Weight from 1 to 100.
	 */
	weight: number
	/**
	 * Set of nodes.
	 */
	preference: NodeSelectorTerm
}

/**
 * Periodic check of a container.
 */
export interface Probe {
	/**
	 * Command in the container.
	 */
	exec?: ExecAction
	/**
	 * HTTP request.
	 */
	httpGet?: HTTPGetAction
	/**
	 * TCP connection.
	 */
	tcpSocket?: TCPSocketAction
	/**
	 * Call of the gRPC health service.
	 */
	grpc?: GRPCAction
	/**
	 * Seconds between the start of the container and the first check.
	 */
	initialDelaySeconds?: number
	/**
	 * Seconds until a check counts as failed.
	 */
	timeoutSeconds?: number
	/**
	 * Seconds between checks.
	 */
	periodSeconds?: number
	/**
	 * Number of consecutive successes until the probe succeeds.
	 */
	successThreshold?: number
	/**
	 * Number of consecutive failures until the probe fails.
	 */
	failureThreshold?: number
	/**
	 * Seconds between the request to stop and the forced stop after the probe has failed.
	 */
	terminationGracePeriodSeconds?: number | bigint
}

/**
 * Action of a probe.
 */
export interface ProbeHandler {
	/**
	 * Command in the container.
	 */
	exec?: ExecAction
	/**
	 * HTTP request.
	 */
	httpGet?: HTTPGetAction
	/**
	 * TCP connection.
	 */
	tcpSocket?: TCPSocketAction
	/**
	 * Call of the gRPC health service.
	 */
	grpc?: GRPCAction
}

/**
 * Several sources in one directory.
 */
export interface ProjectedVolumeSource {
	/**
	 * Sources.
	 */
	sources?: VolumeProjection[] | null
	/**
	 * Default mode of the files.
	 */
	defaultMode?: number
}

/**
 * Volume of Quobyte.
 */
export interface QuobyteVolumeSource {
	/**
	 * Addresses of the registries, separated by commas.
	 */
	registry: string
	/**
	 * Name of the volume.
	 */
	volume: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * User that opens the volume.
	 */
	user?: string
	/**
	 * Group to which the volume is mapped.
	 */
	group?: string
	/**
	 * Tenant that owns the volume.
	 */
	tenant?: string
}

/**
 * Block device of Ceph.
 */
export interface RBDPersistentVolumeSource {
	/**
	 * Addresses of the monitors.
	 */
	monitors: string[]
	/**
	 * Name of the image.
	 */
	image: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Pool of the image.
	 */
	pool?: string
	/**
	 * User that opens the volume.
	 */
	user?: string
	/**
	 * File with the user's keys.
	 */
	keyring?: string
	/**
	 * Secret with the credentials.
	 */
	secretRef?: SecretReference
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Block device of Ceph.
 */
export interface RBDVolumeSource {
	/**
	 * Addresses of the monitors.
	 */
	monitors: string[]
	/**
	 * Name of the image.
	 */
	image: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Pool of the image.
	 */
	pool?: string
	/**
	 * User that opens the volume.
	 */
	user?: string
	/**
	 * File with the user's keys.
	 */
	keyring?: string
	/**
	 * Secret with the credentials.
	 */
	secretRef?: LocalObjectReference
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Set of identical pods. ReplicaSets supersede it.
 */
export interface ReplicationController {
	/**
	 * Kind of the object.
	 */
	kind?: "ReplicationController"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired pods.
	 */
	spec?: ReplicationControllerSpec
	/**
	 * Observed pods.
	 */
	status?: ReplicationControllerStatus
}

/**
 * Condition of the workload.
 */
export interface ReplicationControllerCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
}

/**
 * A list of ReplicationController objects.
 */
export interface ReplicationControllerList {
	kind?: "ReplicationControllerList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ReplicationController[]
}

/**
 * Desired pods.
 */
export interface ReplicationControllerSpec {
	/**
	 * Desired number of pods.
	 */
	replicas?: number
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Selector of the pods. The labels of the template by default.
	 */
	selector?: { [key: string]: string }
	/**
	 * Template of the pods.
	 */
	template?: PodTemplateSpec
}

/**
 * Observed pods.
 */
export interface ReplicationControllerStatus {
	/**
	 * Observed number of pods.
	 */
	replicas: number
	/**
	 * Number of pods with all labels of the template.
	 */
	fullyLabeledReplicas?: number
	/**
	 * Number of ready pods.
	 */
	readyReplicas?: number
	/**
	 * Number of available pods.
	 */
	availableReplicas?: number
	/**
	 * Generation that the controller observed.
	 */
	observedGeneration?: number | bigint
	/**
	 * Conditions that the controller observed.
	 */
	conditions?: ReplicationControllerCondition[]
}

/**
 * Claim of devices.
 */
export interface ResourceClaim {
	/**
	 * Name of the claim in the pod.
	 */
	name: string
	/**
	 * Name of the request in the claim. All requests if empty.
	 */
	request?: string
}

/**
 * Resource of a container.
 */
export interface ResourceFieldSelector {
	/**
	 * Name of the container. In an environment variable, the variable's own container by default.
	 */
	containerName?: string
	/**
	 * Resource, such as limits.cpu.
	 */
	resource: string
	/**
	 * Unit of the result.
	 */
	divisor?: string
}

/**
 * Health of one device.
 */
export interface ResourceHealth {
	/**
	 * Identity of the device.
	 */
	resourceID: string
	/**
	 * Health of the device or component.
	 */
	health?: string
	/**
	 * Human-readable details.
	 */
	message?: string
}

/**
 * Limits on the total use of a namespace.
 */
export interface ResourceQuota {
	/**
	 * Kind of the object.
	 */
	kind?: "ResourceQuota"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Limits on the total use.
	 */
	spec?: ResourceQuotaSpec
	/**
	 * Total use.
	 */
	status?: ResourceQuotaStatus
}

/**
 * A list of ResourceQuota objects.
 */
export interface ResourceQuotaList {
	kind?: "ResourceQuotaList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ResourceQuota[]
}

/**
 * Limits on the total use of a namespace.
 */
export interface ResourceQuotaSpec {
	/**
	 * Maximum total, by resource.
	 */
	hard?: { [key: string]: string }
	/**
	 * Scopes that an object must match to be counted. All objects are counted if empty.
	 */
	scopes?: string[]
	/**
	 * Selector of the objects that are counted, by scopes with values.
	 */
	scopeSelector?: ScopeSelector
}

/**
 * Total use of a namespace.
 */
export interface ResourceQuotaStatus {
	/**
	 * Limits in effect.
	 */
	hard?: { [key: string]: string }
	/**
	 * Total use.
	 */
	used?: { [key: string]: string }
}

/**
 * Requested and maximum resources of a container.
 */
export interface ResourceRequirements {
	/**
	 * Maximum amount of each resource.
	 */
	limits?: { [key: string]: string }
	/**
	 * Requested amount of each resource.
	 */
	requests?: { [key: string]: string }
	/**
	 * Claims of devices.
	 */
	claims?: ResourceClaim[]
}

/**
 * Health of the devices of one resource.
 */
export interface ResourceStatus {
	/**
	 * Name of the resource.
	 */
	name: string
	/**
	 * Health of each device.
	 */
	resources?: ResourceHealth[]
}

/**
 * SELinux label.
 */
export interface SELinuxOptions {
	/**
	 * User of the label.
	 */
	user?: string
	/**
	 * Role of the label.
	 */
	role?: string
	/**
	 * Type of the label.
	 */
	type?: string
	/**
	 * Level of the label.
	 */
	level?: string
}

/**
 * Volume of ScaleIO.
 */
export interface ScaleIOPersistentVolumeSource {
	/**
	 * Address of the gateway.
	 */
	gateway: string
	/**
	 * Name of the storage system.
	 */
	system: string
	/**
	 * Secret with the credentials.
	 */
	secretRef: SecretReference | null
	/**
	 * True if connections to the gateway use TLS.
	 */
	sslEnabled?: boolean
	/**
	 * Protection domain of the volume.
	 */
	protectionDomain?: string
	/**
	 * Storage pool of the volume.
	 */
	storagePool?: string
	/**
	 * Provisioning mode: thick or thin.
	 */
	storageMode?: string
	/**
	 * Name of the volume in the storage system.
	 */
	volumeName?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Volume of ScaleIO.
 */
export interface ScaleIOVolumeSource {
	/**
	 * Address of the gateway.
	 */
	gateway: string
	/**
	 * Name of the storage system.
	 */
	system: string
	/**
	 * Secret with the credentials.
	 */
	secretRef: LocalObjectReference | null
	/**
	 * True if connections to the gateway use TLS.
	 */
	sslEnabled?: boolean
	/**
	 * Protection domain of the volume.
	 */
	protectionDomain?: string
	/**
	 * Storage pool of the volume.
	 */
	storagePool?: string
	/**
	 * Provisioning mode: thick or thin.
	 */
	storageMode?: string
	/**
	 * Name of the volume in the storage system.
	 */
	volumeName?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
}

/**
 * Selector of objects by scopes.
 */
export interface ScopeSelector {
	/**
	 * Requirements that must all be met.
	 */
	matchExpressions?: ScopedResourceSelectorRequirement[]
}

/**
 * Requirement on a scope.
 */
export interface ScopedResourceSelectorRequirement {
	/**
	 * Name of the scope.
	 */
	scopeName: string
	/**
	 * Operator: In, NotIn, Exists or DoesNotExist.
	 */
	operator: string
	/**
	 * Values for `In` and `NotIn`. Empty for the other operators.
	 */
	values?: string[]
}

/**
 * Seccomp profile: the allowed system calls.
 */
export interface SeccompProfile {
	/**
	 * Source of the profile.
	 */
	type: "Localhost" | "RuntimeDefault" | "Unconfined"
	/**
	 * Path of the profile on the node. Only for type Localhost.
	 */
	localhostProfile?: string
}

/**
 * Confidential data, such as passwords, keys and tokens.
 */
export interface Secret {
	/**
	 * Kind of the object.
	 */
	kind?: "Secret"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * True if only metadata may change.
	 */
	immutable?: boolean
	/**
	 * Bytes by key.
	 */
	data?: { [key: string]: string }
	/**
	 * Strings by key that are merged into `data` on a write and replace existing keys. Write-only.
	 */
	stringData?: { [key: string]: string }
	/**
	 * Type of the data, for example `orch.io/tls`. Opaque by default.
	 */
	type?: string
}

/**
 * Secret whose keys become variables.
 */
export interface SecretEnvSource {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * True if the object may be missing.
	 */
	optional?: boolean
}

/**
 * Key of a Secret.
 */
export interface SecretKeySelector {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Key.
	 */
	key: string
	/**
	 * True if the Secret or the key may be missing.
	 */
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
	 * Objects.
	 */
	items: Secret[]
}

/**
 * Secret in a projected volume.
 */
export interface SecretProjection {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Keys and their files. All keys if absent.
	 */
	items?: KeyToPath[]
	/**
	 * True if the secret or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * Reference to a secret in any namespace.
 */
export interface SecretReference {
	/**
	 * Name of the secret.
	 */
	name?: string
	/**
	 * Namespace of the secret.
	 */
	namespace?: string
}

/**
 * Secret as files.
 */
export interface SecretVolumeSource {
	/**
	 * Name of the secret.
	 */
	secretName?: string
	/**
	 * Keys and their files. All keys if absent.
	 */
	items?: KeyToPath[]
	/**
	 * Default mode of the files.
	 */
	defaultMode?: number
	/**
	 * True if the secret or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * Privileges of the processes of a container. They override those of the pod.
 */
export interface SecurityContext {
	/**
	 * Capabilities to add and to drop.
	 */
	capabilities?: Capabilities
	/**
	 * True if the container has all privileges of processes on the node.
	 */
	privileged?: boolean
	/**
	 * SELinux labels of the container.
	 */
	seLinuxOptions?: SELinuxOptions
	/**
	 * Settings for Windows.
	 */
	windowsOptions?: WindowsSecurityContextOptions
	/**
	 * User ID of the processes. That of the image if absent.
	 */
	runAsUser?: number | bigint
	/**
	 * Group ID of the processes.
	 */
	runAsGroup?: number | bigint
	/**
	 * True if the container is refused if it would run as root.
	 */
	runAsNonRoot?: boolean
	/**
	 * True if the root file system is read-only.
	 */
	readOnlyRootFilesystem?: boolean
	/**
	 * True if a process can gain more privileges than its parent.
	 */
	allowPrivilegeEscalation?: boolean
	/**
	 * Visible part of /proc.
	 */
	procMount?: "Default" | "Unmasked"
	/**
	 * Allowed system calls.
	 */
	seccompProfile?: SeccompProfile
	/**
	 * AppArmor profile of the container.
	 */
	appArmorProfile?: AppArmorProfile
}

/**
 * Stable name and address for a changing set of pods.
 */
export interface Service {
	/**
	 * Kind of the object.
	 */
	kind?: "Service"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Ports, addresses and selected pods.
	 */
	spec?: ServiceSpec
	/**
	 * Observed load balancer and conditions.
	 */
	status?: ServiceStatus
}

/**
 * Identity of processes in pods.
 */
export interface ServiceAccount {
	/**
	 * Kind of the object.
	 */
	kind?: "ServiceAccount"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Secrets of the namespace that pods of the account may use.
	 */
	secrets?: ObjectReference[]
	/**
	 * Secrets of the namespace for pulling images.
	 */
	imagePullSecrets?: LocalObjectReference[]
	/**
	 * True if pods of the account get a token. A pod may override it.
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
	 * Objects.
	 */
	items: ServiceAccount[]
}

/**
 * Token of the pod's service account.
 */
export interface ServiceAccountTokenProjection {
	/**
	 * Audience of the token. The API server if empty.
	 */
	audience?: string
	/**
	 * Lifetime in seconds. The token is replaced before it expires.
	 */
	expirationSeconds?: number | bigint
	/**
	 * Path of the file, relative to the mount point.
	 */
	path: string
}

/**
 * A list of Service objects.
 */
export interface ServiceList {
	kind?: "ServiceList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Service[]
}

/**
 * Port of a service.
 */
export interface ServicePort {
	/**
	 * Name of the port. Required if there are several ports.
	 */
	name?: string
	/**
	 * Transport protocol.
	 */
	protocol?: "SCTP" | "TCP" | "UDP"
	/**
	 * Application protocol.
	 */
	appProtocol?: string
	/**
	 * Port number.
	 */
	port: number
	/**
	 * Number or name of the pods' port. The number of the service's port by default.
	 */
	targetPort?: number | string
	/**
	 * Port of the nodes, usually allocated by the server.
	 */
	nodePort?: number
}

/**
 * Request to a service.
 */
export interface ServiceProxyOptions {
	/**
	 * URL path after proxy.
	 */
	path?: string
}

/**
 * Ports, addresses and selected pods of a service.
 */
export interface ServiceSpec {
	/**
	 * Ports of the service.
	 */
	ports?: ServicePort[]
	/**
	 * Selector of the pods, by labels. Without a selector, another component manages the endpoints. Ignored for the type ExternalName.
	 */
	selector?: { [key: string]: string }
	/**
	 * IP address within the cluster, usually allocated by the server. None for a headless service. Equal to the first of clusterIPs.
	 */
	clusterIP?: string
	/**
	 * IP addresses within the cluster, at most one of each family.
	 */
	clusterIPs?: string[]
	/**
	 * Type of access: within the cluster (ClusterIP), on a port of every node (NodePort), through a load balancer (LoadBalancer), or as a DNS alias (ExternalName).
	 */
	type?: "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort"
	/**
	 * Additional addresses at which nodes accept traffic for the service. The cluster does not manage them.
	 */
	externalIPs?: string[]
	/**
	 * Session affinity: ClientIP sends a client's connections to the same pod, None does not.
	 */
	sessionAffinity?: "ClientIP" | "None"
	/**
	 * Requested address of the load balancer. Not every implementation supports it.
	 */
	loadBalancerIP?: string
	/**
	 * Client networks that the load balancer accepts.
	 */
	loadBalancerSourceRanges?: string[]
	/**
	 * Host name for which the service is a DNS alias.
	 */
	externalName?: string
	/**
	 * Targets of traffic from outside the cluster: pods of all nodes (Cluster), or only those of the receiving node (Local).
	 */
	externalTrafficPolicy?: "Cluster" | "Local"
	/**
	 * Port at which nodes report to load balancers if they run pods of the service.
	 */
	healthCheckNodePort?: number
	/**
	 * True if DNS also returns the addresses of pods that are not ready.
	 */
	publishNotReadyAddresses?: boolean
	/**
	 * Settings of the session affinity.
	 */
	sessionAffinityConfig?: SessionAffinityConfig
	/**
	 * Address families, in the order of clusterIPs.
	 */
	ipFamilies?: string[]
	/**
	 * Number of address families: exactly one, two if the cluster has two, or two required.
	 */
	ipFamilyPolicy?: string
	/**
	 * True if a load balancer service gets node ports.
	 */
	allocateLoadBalancerNodePorts?: boolean
	/**
	 * Class of load balancer implementations.
	 */
	loadBalancerClass?: string
	/**
	 * Targets of traffic from within the cluster: pods of all nodes (Cluster), or only those of the sending node (Local).
	 */
	internalTrafficPolicy?: "Cluster" | "Local"
	/**
	 * Preference among the endpoints of the service.
	 */
	trafficDistribution?: string
}

/**
 * Observed load balancer and conditions of a service.
 */
export interface ServiceStatus {
	/**
	 * Addresses of the load balancer.
	 */
	loadBalancer?: LoadBalancerStatus
	/**
	 * Conditions of the service.
	 */
	conditions?: metaV1.Condition[]
}

/**
 * Settings of the session affinity.
 */
export interface SessionAffinityConfig {
	/**
	 * Affinity by client address.
	 */
	clientIP?: ClientIPConfig
}

/**
 * Pause.
 */
export interface SleepAction {
	/**
	 * Duration in seconds.
	 */
	seconds: number | bigint
}

/**
 * Volume of StorageOS.
 */
export interface StorageOSPersistentVolumeSource {
	/**
	 * Name of the volume in the storage system.
	 */
	volumeName?: string
	/**
	 * Namespace of the volume in the storage system.
	 */
	volumeNamespace?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Secret with the credentials.
	 */
	secretRef?: ObjectReference
}

/**
 * Volume of StorageOS.
 */
export interface StorageOSVolumeSource {
	/**
	 * Name of the volume in the storage system.
	 */
	volumeName?: string
	/**
	 * Namespace of the volume in the storage system.
	 */
	volumeNamespace?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Secret with the credentials.
	 */
	secretRef?: LocalObjectReference
}

/**
 * Kernel parameter.
 */
export interface Sysctl {
	/**
	 * Name of the parameter.
	 */
	name: string
	/**
	 * Value.
	 */
	value: string
}

/**
 * Connection to a port.
 */
export interface TCPSocketAction {
	/**
	 * Number or name of the port.
	 */
	port: number | string
	/**
	 * Host. The pod's address if absent.
	 */
	host?: string
}

/**
 * Taint that keeps pods without a matching toleration away from the node.
 */
export interface Taint {
	/**
	 * Key, in the format of label keys.
	 */
	key: string
	/**
	 * Value, in the format of label values.
	 */
	value?: string
	/**
	 * Effect on pods without a matching toleration.
	 */
	effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute"
	/**
	 * Time at which a taint with effect NoExecute was added.
	 */
	timeAdded?: string
}

/**
 * Toleration of node taints.
 */
export interface Toleration {
	/**
	 * Key of the taint. All keys if empty.
	 */
	key?: string
	/**
	 * Operator: Exists matches any value, Equal only the given one.
	 */
	operator?: "Equal" | "Exists" | "Gt" | "Lt"
	/**
	 * Value of the taint.
	 */
	value?: string
	/**
	 * Effect of the taint. All effects if empty.
	 */
	effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule"
	/**
	 * Seconds for which a NoExecute taint is tolerated. Unlimited if absent.
	 */
	tolerationSeconds?: number | bigint
}

/**
 * Requirement on a label.
 */
export interface TopologySelectorLabelRequirement {
	/**
	 * Label.
	 */
	key: string
	/**
	 * Allowed values.
	 */
	values: string[]
}

/**
 * Requirements on the topology of a volume. All must be met.
 */
export interface TopologySelectorTerm {
	/**
	 * Requirements.
	 */
	matchLabelExpressions?: TopologySelectorLabelRequirement[]
}

/**
 * Rule for an even spread of pods over topology domains.
 */
export interface TopologySpreadConstraint {
	/**
	 * Maximum difference of the number of pods between two domains.
	 */
	maxSkew: number
	/**
	 * Node label whose values define the domains.
	 */
	topologyKey: string
	/**
	 * Treatment of a pod that would violate the rule: DoNotSchedule or ScheduleAnyway.
	 */
	whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway"
	/**
	 * Selector of the pods that are counted.
	 */
	labelSelector?: metaV1.LabelSelector
	/**
	 * Minimum number of domains.
	 */
	minDomains?: number
	/**
	 * Treatment of nodes that the pod's node affinity excludes: Honor skips them, Ignore counts them.
	 */
	nodeAffinityPolicy?: "Honor" | "Ignore"
	/**
	 * Treatment of nodes with taints that the pod does not tolerate: Honor skips them, Ignore counts them.
	 */
	nodeTaintsPolicy?: "Honor" | "Ignore"
	/**
	 * Labels in which counted pods must equal this pod.
	 */
	matchLabelKeys?: string[]
}

/**
 * Reference to an object of any kind in the same namespace.
 */
export interface TypedLocalObjectReference {
	/**
	 * Group of the kind. The core group if absent.
	 */
	apiGroup?: string | null
	/**
	 * Kind of the object.
	 */
	kind: string
	/**
	 * Name of the object.
	 */
	name: string
}

/**
 * Reference to an object of any kind.
 */
export interface TypedObjectReference {
	/**
	 * Group of the kind. The core group if absent.
	 */
	apiGroup?: string | null
	/**
	 * Kind of the object.
	 */
	kind: string
	/**
	 * Name of the object.
	 */
	name: string
	/**
	 * Namespace of the object. That of the referring object if absent or empty.
	 */
	namespace?: string
}

/**
 * Volume of a pod.
 */
export interface Volume {
	/**
	 * Name, unique within the pod.
	 */
	name: string
	/**
	 * File or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * Directory that is initially empty and is deleted with the pod.
	 */
	emptyDir?: EmptyDirVolumeSource
	/**
	 * Persistent disk of Google Compute Engine.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * Disk of AWS Elastic Block Store.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * Clone of a repository. Deprecated in favour of an init container.
	 */
	gitRepo?: GitRepoVolumeSource
	/**
	 * Secret as files.
	 */
	secret?: SecretVolumeSource
	/**
	 * Directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * iSCSI disk.
	 */
	iscsi?: ISCSIVolumeSource
	/**
	 * Volume of Glusterfs.
	 */
	glusterfs?: GlusterfsVolumeSource
	/**
	 * Volume of a claim.
	 */
	persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
	/**
	 * Block device of Ceph.
	 */
	rbd?: RBDVolumeSource
	/**
	 * Volume of a FlexVolume driver, the predecessor of CSI.
	 */
	flexVolume?: FlexVolumeSource
	/**
	 * Volume of OpenStack Cinder.
	 */
	cinder?: CinderVolumeSource
	/**
	 * Ceph file system.
	 */
	cephfs?: CephFSVolumeSource
	/**
	 * Volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * Fields of the pod as files.
	 */
	downwardAPI?: DownwardAPIVolumeSource
	/**
	 * Fibre Channel disk.
	 */
	fc?: FCVolumeSource
	/**
	 * File share of Azure.
	 */
	azureFile?: AzureFileVolumeSource
	/**
	 * ConfigMap as files.
	 */
	configMap?: ConfigMapVolumeSource
	/**
	 * Disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * Volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * Disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * Disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * Several sources in one directory.
	 */
	projected?: ProjectedVolumeSource
	/**
	 * Volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * Volume of ScaleIO.
	 */
	scaleIO?: ScaleIOVolumeSource
	/**
	 * Volume of StorageOS.
	 */
	storageos?: StorageOSVolumeSource
	/**
	 * Volume that a container storage (CSI) driver creates for the pod.
	 */
	csi?: CSIVolumeSource
	/**
	 * Volume whose claim is created and deleted with the pod.
	 */
	ephemeral?: EphemeralVolumeSource
	/**
	 * Content of an image.
	 */
	image?: ImageVolumeSource
}

/**
 * Volume that is attached as a block device.
 */
export interface VolumeDevice {
	/**
	 * Name of the volume.
	 */
	name: string
	/**
	 * Path in the container.
	 */
	devicePath: string
}

/**
 * Volume that is mounted as a directory.
 */
export interface VolumeMount {
	/**
	 * Name of the volume.
	 */
	name: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Treatment of nested mounts of a read-only mount.
	 */
	recursiveReadOnly?: "Disabled" | "Enabled" | "IfPossible"
	/**
	 * Path in the container.
	 */
	mountPath: string
	/**
	 * Path within the volume that is mounted.
	 */
	subPath?: string
	/**
	 * Propagation of later mounts between node and container.
	 */
	mountPropagation?: "Bidirectional" | "HostToContainer" | "None"
	/**
	 * Path within the volume that is mounted. Environment variables are expanded.
	 */
	subPathExpr?: string
}

/**
 * Volume that is mounted in a container.
 */
export interface VolumeMountStatus {
	/**
	 * Name of the volume.
	 */
	name: string
	/**
	 * Path in the container.
	 */
	mountPath: string
	/**
	 * True if the volume is read-only.
	 */
	readOnly?: boolean
	/**
	 * Treatment of nested mounts of a read-only mount.
	 */
	recursiveReadOnly?: string
	/**
	 * State of the volume.
	 */
	volumeStatus?: VolumeStatus
}

/**
 * Nodes that can reach a volume.
 */
export interface VolumeNodeAffinity {
	/**
	 * Conditions that the node must meet.
	 */
	required?: NodeSelector
}

/**
 * One source of a projected volume. Exactly one field is set.
 */
export interface VolumeProjection {
	/**
	 * Secret.
	 */
	secret?: SecretProjection
	/**
	 * Fields of the pod.
	 */
	downwardAPI?: DownwardAPIProjection
	/**
	 * ConfigMap with the configuration.
	 */
	configMap?: ConfigMapProjection
	/**
	 * Token of the pod's service account.
	 */
	serviceAccountToken?: ServiceAccountTokenProjection
	/**
	 * Trusted root certificates.
	 */
	clusterTrustBundle?: ClusterTrustBundleProjection
	/**
	 * Private key and certificate of the pod.
	 */
	podCertificate?: PodCertificateProjection
}

/**
 * Minimum and maximum capacity.
 */
export interface VolumeResourceRequirements {
	/**
	 * Maximum capacity.
	 */
	limits?: { [key: string]: string }
	/**
	 * Minimum capacity.
	 */
	requests?: { [key: string]: string }
}

/**
 * Source of a volume. At most one field is set; an empty directory by default.
 */
export interface VolumeSource {
	/**
	 * File or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * Directory that is initially empty and is deleted with the pod.
	 */
	emptyDir?: EmptyDirVolumeSource
	/**
	 * Persistent disk of Google Compute Engine.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * Disk of AWS Elastic Block Store.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * Clone of a repository. Deprecated in favour of an init container.
	 */
	gitRepo?: GitRepoVolumeSource
	/**
	 * Secret as files.
	 */
	secret?: SecretVolumeSource
	/**
	 * Directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * iSCSI disk.
	 */
	iscsi?: ISCSIVolumeSource
	/**
	 * Volume of Glusterfs.
	 */
	glusterfs?: GlusterfsVolumeSource
	/**
	 * Volume of a claim.
	 */
	persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
	/**
	 * Block device of Ceph.
	 */
	rbd?: RBDVolumeSource
	/**
	 * Volume of a FlexVolume driver, the predecessor of CSI.
	 */
	flexVolume?: FlexVolumeSource
	/**
	 * Volume of OpenStack Cinder.
	 */
	cinder?: CinderVolumeSource
	/**
	 * Ceph file system.
	 */
	cephfs?: CephFSVolumeSource
	/**
	 * Volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * Fields of the pod as files.
	 */
	downwardAPI?: DownwardAPIVolumeSource
	/**
	 * Fibre Channel disk.
	 */
	fc?: FCVolumeSource
	/**
	 * File share of Azure.
	 */
	azureFile?: AzureFileVolumeSource
	/**
	 * ConfigMap as files.
	 */
	configMap?: ConfigMapVolumeSource
	/**
	 * Disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * Volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * Disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * Disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * Several sources in one directory.
	 */
	projected?: ProjectedVolumeSource
	/**
	 * Volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * Volume of ScaleIO.
	 */
	scaleIO?: ScaleIOVolumeSource
	/**
	 * Volume of StorageOS.
	 */
	storageos?: StorageOSVolumeSource
	/**
	 * Volume that a container storage (CSI) driver creates for the pod.
	 */
	csi?: CSIVolumeSource
	/**
	 * Volume whose claim is created and deleted with the pod.
	 */
	ephemeral?: EphemeralVolumeSource
	/**
	 * Content of an image.
	 */
	image?: ImageVolumeSource
}

/**
 * State of a volume.
 */
export interface VolumeStatus {
	/**
	 * State of an image volume.
	 */
	image?: ImageVolumeStatus
}

/**
 * Disk of vSphere.
 */
export interface VsphereVirtualDiskVolumeSource {
	/**
	 * Path of the disk.
	 */
	volumePath: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Name of the storage policy.
	 */
	storagePolicyName?: string
	/**
	 * Identity of the storage policy.
	 */
	storagePolicyID?: string
}

/**
 * Weighted preference for pods.
 */
export interface WeightedPodAffinityTerm {
	/**
	 * Weight from 1 to 100.
	 */
	weight: number
	/**
	 * Set of pods.
	 */
	podAffinityTerm: PodAffinityTerm
}

/**
 * Privileges on Windows.
 */
export interface WindowsSecurityContextOptions {
	/**
	 * Name of the credential specification.
	 */
	gmsaCredentialSpecName?: string
	/**
	 * Credential specification.
	 */
	gmsaCredentialSpec?: string
	/**
	 * User name of the processes, with an optional domain before a backslash.
	 */
	runAsUserName?: string
	/**
	 * True if the container runs as a process of the node.
	 */
	hostProcess?: boolean
}
