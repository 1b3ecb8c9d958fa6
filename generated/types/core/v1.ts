// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * A disk of Amazon.
 */
export interface AWSElasticBlockStoreVolumeSource {
	/**
	 * What the store calls the volume.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Number of the partition; the whole disk when 0.
	 */
	partition?: number
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * Where a pod likes to be, by nodes and by other pods.
 */
export interface Affinity {
	/**
	 * Nodes that it likes.
	 */
	nodeAffinity?: NodeAffinity
	/**
	 * Pods that it likes to be near.
	 */
	podAffinity?: PodAffinity
	/**
	 * Pods that it likes to be away from.
	 */
	podAntiAffinity?: PodAntiAffinity
}

/**
 * An AppArmor profile.
 */
export interface AppArmorProfile {
	/**
	 * Where the profile comes from.
	 */
	type: "Localhost" | "RuntimeDefault" | "Unconfined"
	/**
	 * Name of the profile on the node; with type Localhost only.
	 */
	localhostProfile?: string
}

/**
 * A volume that is attached to a node.
 */
export interface AttachedVolume {
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Where it is attached.
	 */
	devicePath: string
}

/**
 * A disk of Azure.
 */
export interface AzureDiskVolumeSource {
	/**
	 * Name of the disk.
	 */
	diskName: string
	/**
	 * Address of the disk.
	 */
	diskURI: string
	/**
	 * How it is cached.
	 */
	cachingMode?: "None" | "ReadOnly" | "ReadWrite"
	/**
	 * File system of the disk.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Kind of disk.
	 */
	kind?: "Dedicated" | "Managed" | "Shared"
}

/**
 * A file share of Azure.
 */
export interface AzureFilePersistentVolumeSource {
	/**
	 * Secret that holds account and key.
	 */
	secretName: string
	/**
	 * Name of the share.
	 */
	shareName: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Namespace of that Secret.
	 */
	secretNamespace?: string | null
}

/**
 * A file share of Azure.
 */
export interface AzureFileVolumeSource {
	/**
	 * Secret that holds account and key.
	 */
	secretName: string
	/**
	 * Name of the share.
	 */
	shareName: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * Assigns the pod of its name to a node.
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
	 * The node.
	 */
	target: ObjectReference
}

/**
 * A volume of a container storage driver.
 */
export interface CSIPersistentVolumeSource {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * What the driver calls the volume.
	 */
	volumeHandle: string
	/**
	 * Whether it is handed over for reading only.
	 */
	readOnly?: boolean
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Further attributes for the driver.
	 */
	volumeAttributes?: { [key: string]: string }
	/**
	 * Secret for attaching the volume.
	 */
	controllerPublishSecretRef?: SecretReference
	/**
	 * Secret for preparing the volume on a node.
	 */
	nodeStageSecretRef?: SecretReference
	/**
	 * Secret for mounting the volume.
	 */
	nodePublishSecretRef?: SecretReference
	/**
	 * Secret for making the volume larger.
	 */
	controllerExpandSecretRef?: SecretReference
	/**
	 * Secret for making its file system larger.
	 */
	nodeExpandSecretRef?: SecretReference
}

/**
 * A volume that a container storage driver makes for the pod.
 */
export interface CSIVolumeSource {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * Whether it can only be read.
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
	 * Secret for mounting it.
	 */
	nodePublishSecretRef?: LocalObjectReference
}

/**
 * Capabilities that are added or taken away.
 */
export interface Capabilities {
	/**
	 * Capabilities added.
	 */
	add?: string[]
	/**
	 * Capabilities taken away.
	 */
	drop?: string[]
}

/**
 * A Ceph file system.
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
	 * User that opens it.
	 */
	user?: string
	/**
	 * File with the user's key.
	 */
	secretFile?: string
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: SecretReference
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A Ceph file system.
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
	 * User that opens it.
	 */
	user?: string
	/**
	 * File with the user's key.
	 */
	secretFile?: string
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: LocalObjectReference
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A volume of OpenStack.
 */
export interface CinderPersistentVolumeSource {
	/**
	 * What the store calls the volume.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: SecretReference
}

/**
 * A volume of OpenStack.
 */
export interface CinderVolumeSource {
	/**
	 * What the store calls the volume.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: LocalObjectReference
}

/**
 * How clients are led to the same pod again by their addresses.
 */
export interface ClientIPConfig {
	/**
	 * For how long, in seconds.
	 */
	timeoutSeconds?: number
}

/**
 * Certificates that the cluster trusts.
 */
export interface ClusterTrustBundleProjection {
	/**
	 * Name of one bundle.
	 */
	name?: string
	/**
	 * Signer whose bundles are meant.
	 */
	signerName?: string
	/**
	 * Which of them.
	 */
	labelSelector?: metaV1.LabelSelector
	/**
	 * Whether there may be none.
	 */
	optional?: boolean
	/**
	 * Path of the file.
	 */
	path: string
}

/**
 * How one thing about a part of the control plane is.
 */
export interface ComponentCondition {
	/**
	 * What was looked at: Healthy.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * What it says of itself.
	 */
	message?: string
	/**
	 * Why nobody knows.
	 */
	error?: string
}

/**
 * How a part of the control plane is, looked at when somebody asks.
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
	 * What was found, by what was looked at.
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
	 * The objects.
	 */
	items: ComponentStatus[]
}

/**
 * Configuration that pods read as files, arguments or environment.
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

/**
 * A ConfigMap whose keys become variables.
 */
export interface ConfigMapEnvSource {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Whether it may be missing.
	 */
	optional?: boolean
}

/**
 * A key of a ConfigMap.
 */
export interface ConfigMapKeySelector {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * The key.
	 */
	key: string
	/**
	 * Whether the ConfigMap or the key may be missing.
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
	 * The objects.
	 */
	items: ConfigMap[]
}

/**
 * A ConfigMap that has the configuration of an agent.
 */
export interface ConfigMapNodeConfigSource {
	/**
	 * Its namespace.
	 */
	namespace: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Its identity.
	 */
	uid?: string
	/**
	 * Its version.
	 */
	resourceVersion?: string
	/**
	 * The key that has the configuration.
	 */
	kubeletConfigKey: string
}

/**
 * A ConfigMap among other sources.
 */
export interface ConfigMapProjection {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Keys and their files; all keys when absent.
	 */
	items?: KeyToPath[]
	/**
	 * Whether the ConfigMap or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * A ConfigMap as files.
 */
export interface ConfigMapVolumeSource {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Keys and their files; all keys when absent.
	 */
	items?: KeyToPath[]
	/**
	 * Mode of the files.
	 */
	defaultMode?: number
	/**
	 * Whether the ConfigMap or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * A container of a pod.
 */
export interface Container {
	/**
	 * Its name, which no other container of the pod has.
	 */
	name: string
	/**
	 * The image that it is made from.
	 */
	image?: string
	/**
	 * The program; the image's own when absent.
	 */
	command?: string[]
	/**
	 * Arguments of the program; the image's own when absent.
	 */
	args?: string[]
	/**
	 * Directory in which it starts.
	 */
	workingDir?: string
	/**
	 * Ports that it opens. Others can be reached as well.
	 */
	ports?: ContainerPort[]
	/**
	 * Sources of many environment variables.
	 */
	envFrom?: EnvFromSource[]
	/**
	 * Environment variables.
	 */
	env?: EnvVar[]
	/**
	 * How much of the node it needs and may use.
	 */
	resources?: ResourceRequirements
	/**
	 * What a change of its resources leads to.
	 */
	resizePolicy?: ContainerResizePolicy[]
	/**
	 * When it is started again, if not as the pod says.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * When it is started again, by how it ended.
	 */
	restartPolicyRules?: ContainerRestartRule[]
	/**
	 * Volumes that it sees as directories.
	 */
	volumeMounts?: VolumeMount[]
	/**
	 * Volumes that it sees as devices.
	 */
	volumeDevices?: VolumeDevice[]
	/**
	 * Tells whether it must be started again.
	 */
	livenessProbe?: Probe
	/**
	 * Tells whether it can take requests.
	 */
	readinessProbe?: Probe
	/**
	 * Tells whether it has started; until then the other probes wait.
	 */
	startupProbe?: Probe
	/**
	 * What is done when it starts and before it stops.
	 */
	lifecycle?: Lifecycle
	/**
	 * File that holds its last words.
	 */
	terminationMessagePath?: string
	/**
	 * Where its last words come from.
	 */
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	/**
	 * When the image is fetched.
	 */
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	/**
	 * With which rights it runs.
	 */
	securityContext?: SecurityContext
	/**
	 * Whether its input is kept open.
	 */
	stdin?: boolean
	/**
	 * Whether its input is closed after the first client has gone.
	 */
	stdinOnce?: boolean
	/**
	 * Whether it has a terminal.
	 */
	tty?: boolean
}

/**
 * An extended resource and the request that serves it.
 */
export interface ContainerExtendedResourceRequest {
	/**
	 * The container.
	 */
	containerName: string
	/**
	 * The resource.
	 */
	resourceName: string
	/**
	 * The request.
	 */
	requestName: string
}

/**
 * An image that a node has.
 */
export interface ContainerImage {
	/**
	 * Names of the image.
	 */
	names?: string[] | null
	/**
	 * How large it is.
	 */
	sizeBytes?: number | bigint
}

/**
 * A port that a container opens.
 */
export interface ContainerPort {
	/**
	 * Its name, by which services can mean it.
	 */
	name?: string
	/**
	 * Port of the node that leads to it.
	 */
	hostPort?: number
	/**
	 * Its number.
	 */
	containerPort: number
	/**
	 * Its protocol.
	 */
	protocol?: "SCTP" | "TCP" | "UDP"
	/**
	 * Address of the node that leads to it.
	 */
	hostIP?: string
}

/**
 * What a change of one resource leads to.
 */
export interface ContainerResizePolicy {
	/**
	 * The resource.
	 */
	resourceName: "cpu" | "memory"
	/**
	 * Whether the container is started again.
	 */
	restartPolicy: "NotRequired" | "RestartContainer"
}

/**
 * When a container is started again.
 */
export interface ContainerRestartRule {
	/**
	 * What is done.
	 */
	action: "Restart" | "RestartAllContainers"
	/**
	 * Exit codes for which it is done.
	 */
	exitCodes?: ContainerRestartRuleOnExitCodes
}

/**
 * Some exit codes.
 */
export interface ContainerRestartRuleOnExitCodes {
	/**
	 * Whether they are these or all others.
	 */
	operator: "In" | "NotIn"
	/**
	 * The codes.
	 */
	values?: number[]
}

/**
 * What a container does: one of these.
 */
export interface ContainerState {
	/**
	 * It waits to be started.
	 */
	waiting?: ContainerStateWaiting
	/**
	 * It runs.
	 */
	running?: ContainerStateRunning
	/**
	 * It has ended.
	 */
	terminated?: ContainerStateTerminated
}

/**
 * A container that runs.
 */
export interface ContainerStateRunning {
	/**
	 * Since when.
	 */
	startedAt?: string | null
}

/**
 * A container that has ended.
 */
export interface ContainerStateTerminated {
	/**
	 * Its exit code.
	 */
	exitCode: number
	/**
	 * Signal that ended it.
	 */
	signal?: number
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Its last words.
	 */
	message?: string
	/**
	 * When it started.
	 */
	startedAt?: string | null
	/**
	 * When it ended.
	 */
	finishedAt?: string | null
	/**
	 * Identity of the container.
	 */
	containerID?: string
}

/**
 * A container that waits.
 */
export interface ContainerStateWaiting {
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
 * How a container is.
 */
export interface ContainerStatus {
	/**
	 * Name of the container.
	 */
	name: string
	/**
	 * What it does now.
	 */
	state?: ContainerState
	/**
	 * What it did before.
	 */
	lastState?: ContainerState
	/**
	 * Whether it can take requests.
	 */
	ready: boolean
	/**
	 * How often it was started again.
	 */
	restartCount: number
	/**
	 * Image that it runs.
	 */
	image: string
	/**
	 * Identity of that image.
	 */
	imageID: string
	/**
	 * Identity of the container.
	 */
	containerID?: string
	/**
	 * Whether it has started.
	 */
	started?: boolean
	/**
	 * What its node has set aside for it.
	 */
	allocatedResources?: { [key: string]: string }
	/**
	 * What it was really given.
	 */
	resources?: ResourceRequirements
	/**
	 * Volumes that it sees.
	 */
	volumeMounts?: VolumeMountStatus[]
	/**
	 * User that it runs as.
	 */
	user?: ContainerUser
	/**
	 * How its devices are.
	 */
	allocatedResourcesStatus?: ResourceStatus[]
	/**
	 * Signal with which it is stopped.
	 */
	stopSignal?: string
}

/**
 * User that a container runs as.
 */
export interface ContainerUser {
	/**
	 * User and groups on Linux.
	 */
	linux?: LinuxContainerUser
}

/**
 * Where one program can be reached.
 */
export interface DaemonEndpoint {
	/**
	 * The port.
	 */
	Port: number
}

/**
 * Facts about the pod among other sources.
 */
export interface DownwardAPIProjection {
	/**
	 * The files.
	 */
	items?: DownwardAPIVolumeFile[]
}

/**
 * A fact about the pod as a file.
 */
export interface DownwardAPIVolumeFile {
	/**
	 * Path of the file.
	 */
	path: string
	/**
	 * A field of the pod.
	 */
	fieldRef?: ObjectFieldSelector
	/**
	 * A resource of a container.
	 */
	resourceFieldRef?: ResourceFieldSelector
	/**
	 * Mode of the file, if not that of all.
	 */
	mode?: number
}

/**
 * Facts about the pod as files.
 */
export interface DownwardAPIVolumeSource {
	/**
	 * The files.
	 */
	items?: DownwardAPIVolumeFile[]
	/**
	 * Mode of the files.
	 */
	defaultMode?: number
}

/**
 * A directory that is empty at first and goes with the pod.
 */
export interface EmptyDirVolumeSource {
	/**
	 * What it lies on; memory counts as used by the containers.
	 */
	medium?: string
	/**
	 * How much it may hold.
	 */
	sizeLimit?: string
}

/**
 * One address.
 */
export interface EndpointAddress {
	/**
	 * The address, none of a host itself or of its link.
	 */
	ip: string
	/**
	 * Name of its host.
	 */
	hostname?: string
	/**
	 * The node that it is on.
	 */
	nodeName?: string
	/**
	 * What has the address.
	 */
	targetRef?: ObjectReference
}

/**
 * One port.
 */
export interface EndpointPort {
	/**
	 * Its name, by which services tell it from others; only one that is alone needs none.
	 */
	name?: string
	/**
	 * Its number.
	 */
	port: number
	/**
	 * What is spoken through it.
	 */
	protocol?: string
	/**
	 * What is spoken within that, by its registered name or a qualified one.
	 */
	appProtocol?: string
}

/**
 * Addresses that have the same ports.
 */
export interface EndpointSubset {
	/**
	 * Addresses that are ready.
	 */
	addresses?: EndpointAddress[]
	/**
	 * Addresses that are not, since what is there still starts, or has failed.
	 */
	notReadyAddresses?: EndpointAddress[]
	/**
	 * Ports of each of the addresses.
	 */
	ports?: EndpointPort[]
}

/**
 * Addresses behind a service, of pods or of anything else. EndpointSlices say more of them, and hold more.
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
	 * The addresses, in sets that have the same ports each.
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
	 * The objects.
	 */
	items: Endpoints[]
}

/**
 * A source of many variables.
 */
export interface EnvFromSource {
	/**
	 * Put before the name of each.
	 */
	prefix?: string
	/**
	 * A ConfigMap, each key a variable.
	 */
	configMapRef?: ConfigMapEnvSource
	/**
	 * A Secret, each key a variable.
	 */
	secretRef?: SecretEnvSource
}

/**
 * An environment variable.
 */
export interface EnvVar {
	/**
	 * Name of the variable.
	 */
	name: string
	/**
	 * Its value; `$(OTHER)` stands for the value of another one.
	 */
	value?: string
	/**
	 * Where its value comes from instead.
	 */
	valueFrom?: EnvVarSource
}

/**
 * Where a variable's value comes from.
 */
export interface EnvVarSource {
	/**
	 * A field of the pod.
	 */
	fieldRef?: ObjectFieldSelector
	/**
	 * A resource of the container.
	 */
	resourceFieldRef?: ResourceFieldSelector
	/**
	 * A key of a ConfigMap.
	 */
	configMapKeyRef?: ConfigMapKeySelector
	/**
	 * A key of a Secret.
	 */
	secretKeyRef?: SecretKeySelector
	/**
	 * A key of a file.
	 */
	fileKeyRef?: FileKeySelector
}

/**
 * A container that is put into a running pod, to look around.
 */
export interface EphemeralContainer {
	/**
	 * Its name, which no other container of the pod has.
	 */
	name: string
	/**
	 * The image that it is made from.
	 */
	image?: string
	/**
	 * The program; the image's own when absent.
	 */
	command?: string[]
	/**
	 * Arguments of the program; the image's own when absent.
	 */
	args?: string[]
	/**
	 * Directory in which it starts.
	 */
	workingDir?: string
	/**
	 * Kept but not allowed.
	 */
	ports?: ContainerPort[]
	/**
	 * Sources of many environment variables.
	 */
	envFrom?: EnvFromSource[]
	/**
	 * Environment variables.
	 */
	env?: EnvVar[]
	/**
	 * Kept but not allowed.
	 */
	resources?: ResourceRequirements
	/**
	 * Kept but not allowed.
	 */
	resizePolicy?: ContainerResizePolicy[]
	/**
	 * Kept but not allowed.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Kept but not allowed.
	 */
	restartPolicyRules?: ContainerRestartRule[]
	/**
	 * Volumes that it sees as directories.
	 */
	volumeMounts?: VolumeMount[]
	/**
	 * Volumes that it sees as devices.
	 */
	volumeDevices?: VolumeDevice[]
	/**
	 * Kept but not allowed.
	 */
	livenessProbe?: Probe
	/**
	 * Kept but not allowed.
	 */
	readinessProbe?: Probe
	/**
	 * Kept but not allowed.
	 */
	startupProbe?: Probe
	/**
	 * Kept but not allowed.
	 */
	lifecycle?: Lifecycle
	/**
	 * File that holds its last words.
	 */
	terminationMessagePath?: string
	/**
	 * Where its last words come from.
	 */
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	/**
	 * When the image is fetched.
	 */
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	/**
	 * With which rights it runs.
	 */
	securityContext?: SecurityContext
	/**
	 * Whether its input is kept open.
	 */
	stdin?: boolean
	/**
	 * Whether its input is closed after the first client has gone.
	 */
	stdinOnce?: boolean
	/**
	 * Whether it has a terminal.
	 */
	tty?: boolean
	/**
	 * Container whose processes it sees.
	 */
	targetContainerName?: string
}

/**
 * What an ephemeral container has in common with others. Ports, probes, resources and lifecycle are kept but not allowed.
 */
export interface EphemeralContainerCommon {
	/**
	 * Its name, which no other container of the pod has.
	 */
	name: string
	/**
	 * The image that it is made from.
	 */
	image?: string
	/**
	 * The program; the image's own when absent.
	 */
	command?: string[]
	/**
	 * Arguments of the program; the image's own when absent.
	 */
	args?: string[]
	/**
	 * Directory in which it starts.
	 */
	workingDir?: string
	/**
	 * Kept but not allowed.
	 */
	ports?: ContainerPort[]
	/**
	 * Sources of many environment variables.
	 */
	envFrom?: EnvFromSource[]
	/**
	 * Environment variables.
	 */
	env?: EnvVar[]
	/**
	 * Kept but not allowed.
	 */
	resources?: ResourceRequirements
	/**
	 * Kept but not allowed.
	 */
	resizePolicy?: ContainerResizePolicy[]
	/**
	 * Kept but not allowed.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Kept but not allowed.
	 */
	restartPolicyRules?: ContainerRestartRule[]
	/**
	 * Volumes that it sees as directories.
	 */
	volumeMounts?: VolumeMount[]
	/**
	 * Volumes that it sees as devices.
	 */
	volumeDevices?: VolumeDevice[]
	/**
	 * Kept but not allowed.
	 */
	livenessProbe?: Probe
	/**
	 * Kept but not allowed.
	 */
	readinessProbe?: Probe
	/**
	 * Kept but not allowed.
	 */
	startupProbe?: Probe
	/**
	 * Kept but not allowed.
	 */
	lifecycle?: Lifecycle
	/**
	 * File that holds its last words.
	 */
	terminationMessagePath?: string
	/**
	 * Where its last words come from.
	 */
	terminationMessagePolicy?: "FallbackToLogsOnError" | "File"
	/**
	 * When the image is fetched.
	 */
	imagePullPolicy?: "Always" | "IfNotPresent" | "Never"
	/**
	 * With which rights it runs.
	 */
	securityContext?: SecurityContext
	/**
	 * Whether its input is kept open.
	 */
	stdin?: boolean
	/**
	 * Whether its input is closed after the first client has gone.
	 */
	stdinOnce?: boolean
	/**
	 * Whether it has a terminal.
	 */
	tty?: boolean
}

/**
 * A volume that is claimed for the pod and goes with it.
 */
export interface EphemeralVolumeSource {
	/**
	 * The claim that is made.
	 */
	volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/**
 * Something that happened to an object, told to whoever looks. Events go away by themselves after a while.
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

/**
 * A command in a container.
 */
export interface ExecAction {
	/**
	 * The program and its arguments; no shell is involved.
	 */
	command?: string[]
}

/**
 * A disk reached by Fibre Channel.
 */
export interface FCVolumeSource {
	/**
	 * World wide names of the target.
	 */
	targetWWNs?: string[]
	/**
	 * Number of the disk at its target.
	 */
	lun?: number
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * World wide identifiers of the disk, in place of target and number.
	 */
	wwids?: string[]
}

/**
 * A key of a file in a volume.
 */
export interface FileKeySelector {
	/**
	 * Name of the volume.
	 */
	volumeName: string
	/**
	 * Path of the file in it.
	 */
	path: string
	/**
	 * The key.
	 */
	key: string
	/**
	 * Whether the file or the key may be missing.
	 */
	optional?: boolean
}

/**
 * A volume of an older kind of driver.
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
	 * Secret with which it is opened.
	 */
	secretRef?: SecretReference
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Further options for the driver.
	 */
	options?: { [key: string]: string }
}

/**
 * A volume of an older kind of driver.
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
	 * Secret with which it is opened.
	 */
	secretRef?: LocalObjectReference
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Further options for the driver.
	 */
	options?: { [key: string]: string }
}

/**
 * A volume of Flocker.
 */
export interface FlockerVolumeSource {
	/**
	 * Name of the dataset. Use datasetUUID instead.
	 */
	datasetName?: string
	/**
	 * Identity of the dataset.
	 */
	datasetUUID?: string
}

/**
 * A disk of Google.
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
	 * Number of the partition; the whole disk when 0.
	 */
	partition?: number
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A call of the gRPC health service.
 */
export interface GRPCAction {
	/**
	 * Number of the port.
	 */
	port: number
	/**
	 * Name of the service that is asked about.
	 */
	service?: string | null
}

/**
 * A clone of a repository. Use an init container instead.
 */
export interface GitRepoVolumeSource {
	/**
	 * URL of the repository.
	 */
	repository: string
	/**
	 * The commit.
	 */
	revision?: string
	/**
	 * Where in the volume it goes; `.` for the volume itself.
	 */
	directory?: string
}

/**
 * A volume of Gluster.
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
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Namespace of those endpoints; that of the claim when absent.
	 */
	endpointsNamespace?: string
}

/**
 * A volume of Gluster.
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
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * An HTTP request.
 */
export interface HTTPGetAction {
	/**
	 * Path of the request.
	 */
	path?: string
	/**
	 * Port, by number or by name.
	 */
	port: number | string
	/**
	 * Host; the pod's address when absent.
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
 * A header of a request.
 */
export interface HTTPHeader {
	/**
	 * Name of the header.
	 */
	name: string
	/**
	 * Its value.
	 */
	value: string
}

/**
 * Names for an address.
 */
export interface HostAlias {
	/**
	 * The address.
	 */
	ip?: string
	/**
	 * The names.
	 */
	hostnames?: string[]
}

/**
 * An address of a node.
 */
export interface HostIP {
	/**
	 * The address.
	 */
	ip?: string
}

/**
 * A file or directory of the node.
 */
export interface HostPathVolumeSource {
	/**
	 * Where it is on the node.
	 */
	path: string
	/**
	 * What must be there.
	 */
	type?: "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket"
}

/**
 * A disk reached by iSCSI.
 */
export interface ISCSIPersistentVolumeSource {
	/**
	 * Address of the target.
	 */
	targetPortal: string
	/**
	 * Name of the target.
	 */
	iqn: string
	/**
	 * Number of the disk at its target.
	 */
	lun: number
	/**
	 * Interface that is used.
	 */
	iscsiInterface?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Further addresses of the target.
	 */
	portals?: string[]
	/**
	 * Whether discovery is authenticated.
	 */
	chapAuthDiscovery?: boolean
	/**
	 * Whether the session is authenticated.
	 */
	chapAuthSession?: boolean
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: SecretReference
	/**
	 * Name of the initiator; the node's own when absent.
	 */
	initiatorName?: string
}

/**
 * A disk reached by iSCSI.
 */
export interface ISCSIVolumeSource {
	/**
	 * Address of the target.
	 */
	targetPortal: string
	/**
	 * Name of the target.
	 */
	iqn: string
	/**
	 * Number of the disk at its target.
	 */
	lun: number
	/**
	 * Interface that is used.
	 */
	iscsiInterface?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Further addresses of the target.
	 */
	portals?: string[]
	/**
	 * Whether discovery is authenticated.
	 */
	chapAuthDiscovery?: boolean
	/**
	 * Whether the session is authenticated.
	 */
	chapAuthSession?: boolean
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: LocalObjectReference
	/**
	 * Name of the initiator; the node's own when absent.
	 */
	initiatorName?: string
}

/**
 * The content of an image.
 */
export interface ImageVolumeSource {
	/**
	 * The image.
	 */
	reference?: string
	/**
	 * When it is fetched.
	 */
	pullPolicy?: "Always" | "IfNotPresent" | "Never"
}

/**
 * How a volume made from an image is.
 */
export interface ImageVolumeStatus {
	/**
	 * The image as it was fetched.
	 */
	imageRef: string
}

/**
 * A key and the file that holds its value.
 */
export interface KeyToPath {
	/**
	 * The key.
	 */
	key: string
	/**
	 * Path of the file.
	 */
	path: string
	/**
	 * Mode of the file, if not that of all.
	 */
	mode?: number
}

/**
 * What is done when a container starts and before it stops.
 */
export interface Lifecycle {
	/**
	 * Done right after it has started.
	 */
	postStart?: LifecycleHandler
	/**
	 * Done before it is stopped.
	 */
	preStop?: LifecycleHandler
	/**
	 * Signal with which it is stopped.
	 */
	stopSignal?: "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ"
}

/**
 * What is done.
 */
export interface LifecycleHandler {
	/**
	 * A command inside the container.
	 */
	exec?: ExecAction
	/**
	 * An HTTP request.
	 */
	httpGet?: HTTPGetAction
	/**
	 * Not supported; kept for older objects.
	 */
	tcpSocket?: TCPSocketAction
	/**
	 * A pause.
	 */
	sleep?: SleepAction
}

/**
 * How little and how much each pod, container or claim of a namespace may ask for, and what those get that do not say.
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
	 * The limits.
	 */
	spec?: LimitRangeSpec
}

/**
 * What everything of one type may ask for.
 */
export interface LimitRangeItem {
	/**
	 * What is limited: `Pod`, `Container` or `PersistentVolumeClaim`, or a qualified name.
	 */
	type: string
	/**
	 * The most that may be asked for.
	 */
	max?: { [key: string]: string }
	/**
	 * The least that may be asked for.
	 */
	min?: { [key: string]: string }
	/**
	 * The limit of who names none. Of containers it is the most that may be asked for, if nothing is said.
	 */
	default?: { [key: string]: string }
	/**
	 * The request of who makes none. Of containers it is the default limit, or the least that may be asked for, if nothing is said.
	 */
	defaultRequest?: { [key: string]: string }
	/**
	 * How many times as large as its request a limit may be.
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
	 * The objects.
	 */
	items: LimitRange[]
}

/**
 * What each pod, container or claim of a namespace may ask for.
 */
export interface LimitRangeSpec {
	/**
	 * The limits, an entry for each type of what they are about.
	 */
	limits: LimitRangeItem[]
}

/**
 * User and groups on Linux.
 */
export interface LinuxContainerUser {
	/**
	 * Number of the user.
	 */
	uid: number | bigint
	/**
	 * Number of its group.
	 */
	gid: number | bigint
	/**
	 * Numbers of further groups.
	 */
	supplementalGroups?: (number | bigint)[]
}

/**
 * An address of a balancer.
 */
export interface LoadBalancerIngress {
	/**
	 * The IP address.
	 */
	ip?: string
	/**
	 * The name of the host.
	 */
	hostname?: string
	/**
	 * Whether packets arrive with the address or with one of a node.
	 */
	ipMode?: "Proxy" | "VIP"
	/**
	 * How its ports fare.
	 */
	ports?: PortStatus[]
}

/**
 * Addresses of a balancer.
 */
export interface LoadBalancerStatus {
	/**
	 * The addresses.
	 */
	ingress?: LoadBalancerIngress[]
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

/**
 * A disk, a partition or a directory of a node.
 */
export interface LocalVolumeSource {
	/**
	 * Where it is on the node.
	 */
	path: string
	/**
	 * File system of a device; found out when absent.
	 */
	fsType?: string
}

/**
 * How far a change of attributes has come.
 */
export interface ModifyVolumeStatus {
	/**
	 * The class that the volume is changed to.
	 */
	targetVolumeAttributesClassName?: string
	/**
	 * How far the change has come.
	 */
	status: string
}

/**
 * A directory of an NFS server.
 */
export interface NFSVolumeSource {
	/**
	 * Name or address of the server.
	 */
	server: string
	/**
	 * The directory.
	 */
	path: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A space of names. Deleting it deletes everything in it.
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

/**
 * A machine that runs pods. Its agent makes it, and says how it is.
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
	 * How it is meant to be used.
	 */
	spec?: NodeSpec
	/**
	 * What it is, and how it is.
	 */
	status?: NodeStatus
}

/**
 * An address of a node.
 */
export interface NodeAddress {
	/**
	 * What it is: `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`.
	 */
	type: string
	/**
	 * The address.
	 */
	address: string
}

/**
 * Nodes that a pod needs or prefers.
 */
export interface NodeAffinity {
	/**
	 * Nodes on which it can be placed.
	 */
	requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
	/**
	 * Nodes on which it is placed rather than on others.
	 */
	preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[]
}

/**
 * What a claim takes of a node.
 */
export interface NodeAllocatableResourceClaimStatus {
	/**
	 * Name of the claim.
	 */
	resourceClaimName: string
	/**
	 * Containers that use it.
	 */
	containers?: string[]
	/**
	 * How much it takes.
	 */
	resources: { [key: string]: string }
}

/**
 * One thing that is so of a node.
 */
export interface NodeCondition {
	/**
	 * What it is about; Ready says whether pods can run.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When it was last looked at.
	 */
	lastHeartbeatTime?: string | null
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
 * Where the agent of a node has its configuration from.
 */
export interface NodeConfigSource {
	/**
	 * A ConfigMap.
	 */
	configMap?: ConfigMapNodeConfigSource
}

/**
 * Which configuration the agent of a node has.
 */
export interface NodeConfigStatus {
	/**
	 * The one that is wanted.
	 */
	assigned?: NodeConfigSource
	/**
	 * The one that is used.
	 */
	active?: NodeConfigSource
	/**
	 * The last one that has worked.
	 */
	lastKnownGood?: NodeConfigSource
	/**
	 * Why the wanted one is not used.
	 */
	error?: string
}

/**
 * Where programs of a node can be reached.
 */
export interface NodeDaemonEndpoints {
	/**
	 * Its agent.
	 */
	kubeletEndpoint?: DaemonEndpoint
}

/**
 * What the runtime of a node can do.
 */
export interface NodeFeatures {
	/**
	 * Whether the policy for supplemental groups is heeded.
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
	 * The objects.
	 */
	items: Node[]
}

/**
 * What is asked of a node.
 */
export interface NodeProxyOptions {
	/**
	 * The path behind proxy.
	 */
	path?: string
}

/**
 * A way in which a node runs containers.
 */
export interface NodeRuntimeHandler {
	/**
	 * Its name; empty of the usual one.
	 */
	name?: string
	/**
	 * What it can do.
	 */
	features?: NodeRuntimeHandlerFeatures
}

/**
 * What one way to run containers can do.
 */
export interface NodeRuntimeHandlerFeatures {
	/**
	 * Whether mounts within mounts can be read-only.
	 */
	recursiveReadOnlyMounts?: boolean
	/**
	 * Whether pods can have users of their own.
	 */
	userNamespaces?: boolean
}

/**
 * Chooses nodes: one of its terms must hold.
 */
export interface NodeSelector {
	/**
	 * The terms, at least one.
	 */
	nodeSelectorTerms: NodeSelectorTerm[]
}

/**
 * One condition on a label or a field.
 */
export interface NodeSelectorRequirement {
	/**
	 * The label or the field.
	 */
	key: string
	/**
	 * How its value relates to `values`.
	 */
	operator: string
	/**
	 * Values compared with: some for In and NotIn, one number for Gt and Lt, none for the others.
	 */
	values?: string[]
}

/**
 * Conditions on a node; all must hold. Without any it chooses nothing.
 */
export interface NodeSelectorTerm {
	/**
	 * Conditions on the node's labels.
	 */
	matchExpressions?: NodeSelectorRequirement[]
	/**
	 * Conditions on the node's fields.
	 */
	matchFields?: NodeSelectorRequirement[]
}

/**
 * How a node is meant to be used.
 */
export interface NodeSpec {
	/**
	 * The first of podCIDRs.
	 */
	podCIDR?: string
	/**
	 * Networks of the addresses of its pods, at most one of each family. Once set they stay.
	 */
	podCIDRs?: string[]
	/**
	 * What its provider calls it. Once set it stays.
	 */
	providerID?: string
	/**
	 * Whether no more pods are to be placed on it.
	 */
	unschedulable?: boolean
	/**
	 * What keeps pods away.
	 */
	taints?: Taint[]
	/**
	 * Not used any more; dropped from new nodes.
	 */
	configSource?: NodeConfigSource
	/**
	 * Not used any more.
	 */
	externalID?: string
}

/**
 * What a node is, and how it is.
 */
export interface NodeStatus {
	/**
	 * How much of each resource it has.
	 */
	capacity?: { [key: string]: string }
	/**
	 * How much of it pods can have; all, if nothing is said.
	 */
	allocatable?: { [key: string]: string }
	/**
	 * Not used any more.
	 */
	phase?: string
	/**
	 * What is so of it.
	 */
	conditions?: NodeCondition[]
	/**
	 * Its addresses.
	 */
	addresses?: NodeAddress[]
	/**
	 * Where programs of it can be reached.
	 */
	daemonEndpoints?: NodeDaemonEndpoints
	/**
	 * What it is made of.
	 */
	nodeInfo?: NodeSystemInfo
	/**
	 * Images that it has.
	 */
	images?: ContainerImage[]
	/**
	 * Volumes that are attached and mounted.
	 */
	volumesInUse?: string[]
	/**
	 * Volumes that are attached.
	 */
	volumesAttached?: AttachedVolume[]
	/**
	 * Not used any more.
	 */
	config?: NodeConfigStatus
	/**
	 * Ways in which it runs containers.
	 */
	runtimeHandlers?: NodeRuntimeHandler[]
	/**
	 * What its runtime can do.
	 */
	features?: NodeFeatures
	/**
	 * Features that its agent says it has, in alphabetical order.
	 */
	declaredFeatures?: string[]
}

/**
 * How much a node can swap.
 */
export interface NodeSwapStatus {
	/**
	 * How much, in bytes.
	 */
	capacity?: number | bigint
}

/**
 * What a node is made of.
 */
export interface NodeSystemInfo {
	/**
	 * What tells the machine from others.
	 */
	machineID: string
	/**
	 * What tells the hardware from others.
	 */
	systemUUID: string
	/**
	 * What tells this run of the machine from others.
	 */
	bootID: string
	/**
	 * Version of the kernel.
	 */
	kernelVersion: string
	/**
	 * The operating system, by its own name.
	 */
	osImage: string
	/**
	 * What runs containers, and its version.
	 */
	containerRuntimeVersion: string
	/**
	 * Version of its agent.
	 */
	kubeletVersion: string
	/**
	 * Not used any more.
	 */
	kubeProxyVersion: string
	/**
	 * The operating system.
	 */
	operatingSystem: string
	/**
	 * The architecture.
	 */
	architecture: string
	/**
	 * How much it can swap.
	 */
	swap?: NodeSwapStatus
}

/**
 * A field of an object.
 */
export interface ObjectFieldSelector {
	/**
	 * Version in which the field is named.
	 */
	apiVersion?: string
	/**
	 * Path of the field; one label or annotation is `metadata.labels['KEY']`.
	 */
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

/**
 * A piece of storage in the cluster that a claim can be bound to.
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
	 * What the storage is and how it may be used.
	 */
	spec?: PersistentVolumeSpec
	/**
	 * What is being done with it.
	 */
	status?: PersistentVolumeStatus
}

/**
 * A wish for storage. It is bound to a volume that fits.
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
	 * What is asked for.
	 */
	spec?: PersistentVolumeClaimSpec
	/**
	 * What was given.
	 */
	status?: PersistentVolumeClaimStatus
}

/**
 * One thing that is being done with a claim.
 */
export interface PersistentVolumeClaimCondition {
	/**
	 * What is being done.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When it was last looked at.
	 */
	lastProbeTime?: string | null
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

/**
 * What storage is asked for.
 */
export interface PersistentVolumeClaimSpec {
	/**
	 * In which ways the volume is to be mounted.
	 */
	accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[]
	/**
	 * Volumes that may be bound, by their labels.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * How much is needed at least.
	 */
	resources?: VolumeResourceRequirements
	/**
	 * The volume that it is bound to.
	 */
	volumeName?: string
	/**
	 * The class of volume asked for; the default class when absent, none when empty.
	 */
	storageClassName?: string
	/**
	 * Whether a file system or a device is asked for.
	 */
	volumeMode?: "Block" | "Filesystem"
	/**
	 * What the new volume starts as a copy of: a snapshot or another claim.
	 */
	dataSource?: TypedLocalObjectReference
	/**
	 * What fills the new volume: an object of any kind.
	 */
	dataSourceRef?: TypedObjectReference
	/**
	 * The class of attributes that the volume should have.
	 */
	volumeAttributesClassName?: string
}

/**
 * What a claim was given.
 */
export interface PersistentVolumeClaimStatus {
	/**
	 * Whether it waits, is bound or has lost its volume.
	 */
	phase?: string
	/**
	 * In which ways the volume can be mounted.
	 */
	accessModes?: string[]
	/**
	 * How much the volume holds.
	 */
	capacity?: { [key: string]: string }
	/**
	 * What is being done with it. It is being resized when there is one.
	 */
	conditions?: PersistentVolumeClaimCondition[]
	/**
	 * How much is being made available.
	 */
	allocatedResources?: { [key: string]: string }
	/**
	 * How far a resize has come.
	 */
	resizeStatus?: "" | "ControllerExpansionFailed" | "ControllerExpansionInProgress" | "NodeExpansionFailed" | "NodeExpansionInProgress" | "NodeExpansionPending"
	/**
	 * How far a resize has come, by resource.
	 */
	allocatedResourceStatuses?: { [key: string]: string }
	/**
	 * The class of attributes that the volume has.
	 */
	currentVolumeAttributesClassName?: string
	/**
	 * How far a change of attributes has come.
	 */
	modifyVolumeStatus?: ModifyVolumeStatus
}

/**
 * A claim that is made for a pod.
 */
export interface PersistentVolumeClaimTemplate {
	/**
	 * Its labels and annotations.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What it asks for.
	 */
	spec: PersistentVolumeClaimSpec
}

/**
 * The volume of a claim.
 */
export interface PersistentVolumeClaimVolumeSource {
	/**
	 * Name of the claim, in the same namespace.
	 */
	claimName: string
	/**
	 * Whether it can only be read.
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
	 * The objects.
	 */
	items: PersistentVolume[]
}

/**
 * Where a volume lies: exactly one of these.
 */
export interface PersistentVolumeSource {
	/**
	 * A disk of Google.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * A disk of Amazon.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * A file or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * A volume of Gluster.
	 */
	glusterfs?: GlusterfsPersistentVolumeSource
	/**
	 * A directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * A block device of Ceph.
	 */
	rbd?: RBDPersistentVolumeSource
	/**
	 * A disk reached by iSCSI.
	 */
	iscsi?: ISCSIPersistentVolumeSource
	/**
	 * A volume of OpenStack.
	 */
	cinder?: CinderPersistentVolumeSource
	/**
	 * A Ceph file system.
	 */
	cephfs?: CephFSPersistentVolumeSource
	/**
	 * A disk reached by Fibre Channel.
	 */
	fc?: FCVolumeSource
	/**
	 * A volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * A volume of an older kind of driver.
	 */
	flexVolume?: FlexPersistentVolumeSource
	/**
	 * A file share of Azure.
	 */
	azureFile?: AzureFilePersistentVolumeSource
	/**
	 * A disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * A volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * A disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * A disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * A volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * A volume of ScaleIO.
	 */
	scaleIO?: ScaleIOPersistentVolumeSource
	/**
	 * A disk, a partition or a directory of a node.
	 */
	local?: LocalVolumeSource
	/**
	 * A volume of StorageOS.
	 */
	storageos?: StorageOSPersistentVolumeSource
	/**
	 * A volume of a container storage driver.
	 */
	csi?: CSIPersistentVolumeSource
}

/**
 * What a volume is and how it may be used.
 */
export interface PersistentVolumeSpec {
	/**
	 * How much it holds, by resource.
	 */
	capacity?: { [key: string]: string }
	/**
	 * A disk of Google.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * A disk of Amazon.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * A file or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * A volume of Gluster.
	 */
	glusterfs?: GlusterfsPersistentVolumeSource
	/**
	 * A directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * A block device of Ceph.
	 */
	rbd?: RBDPersistentVolumeSource
	/**
	 * A disk reached by iSCSI.
	 */
	iscsi?: ISCSIPersistentVolumeSource
	/**
	 * A volume of OpenStack.
	 */
	cinder?: CinderPersistentVolumeSource
	/**
	 * A Ceph file system.
	 */
	cephfs?: CephFSPersistentVolumeSource
	/**
	 * A disk reached by Fibre Channel.
	 */
	fc?: FCVolumeSource
	/**
	 * A volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * A volume of an older kind of driver.
	 */
	flexVolume?: FlexPersistentVolumeSource
	/**
	 * A file share of Azure.
	 */
	azureFile?: AzureFilePersistentVolumeSource
	/**
	 * A disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * A volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * A disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * A disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * A volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * A volume of ScaleIO.
	 */
	scaleIO?: ScaleIOPersistentVolumeSource
	/**
	 * A disk, a partition or a directory of a node.
	 */
	local?: LocalVolumeSource
	/**
	 * A volume of StorageOS.
	 */
	storageos?: StorageOSPersistentVolumeSource
	/**
	 * A volume of a container storage driver.
	 */
	csi?: CSIPersistentVolumeSource
	/**
	 * In which ways it can be mounted.
	 */
	accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[]
	/**
	 * The claim that it is bound to, or is kept for.
	 */
	claimRef?: ObjectReference
	/**
	 * What becomes of it when its claim goes.
	 */
	persistentVolumeReclaimPolicy?: "Delete" | "Recycle" | "Retain"
	/**
	 * The class that it belongs to; none when empty.
	 */
	storageClassName?: string
	/**
	 * Options with which it is mounted. They are not checked.
	 */
	mountOptions?: string[]
	/**
	 * Whether it is given as a file system or as a device.
	 */
	volumeMode?: "Block" | "Filesystem"
	/**
	 * Nodes from which it can be reached.
	 */
	nodeAffinity?: VolumeNodeAffinity
	/**
	 * The class of attributes that it has. Only drivers know such.
	 */
	volumeAttributesClassName?: string
}

/**
 * What is being done with a volume.
 */
export interface PersistentVolumeStatus {
	/**
	 * Whether it is free, bound, released or failed.
	 */
	phase?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
	/**
	 * Why it failed, in one word for programs.
	 */
	reason?: string
	/**
	 * When the phase last changed.
	 */
	lastPhaseTransitionTime?: string
}

/**
 * A disk of Photon.
 */
export interface PhotonPersistentDiskVolumeSource {
	/**
	 * What the store calls the disk.
	 */
	pdID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
}

/**
 * Containers that run together on one node and share its network and volumes.
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
	 * What is to run.
	 */
	spec?: PodSpec
	/**
	 * What runs, as the node reports.
	 */
	status?: PodStatus
}

/**
 * Pods that a pod needs or prefers to be near.
 */
export interface PodAffinity {
	/**
	 * Pods that it must be near; all terms hold.
	 */
	requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
	/**
	 * Pods that it prefers to be near.
	 */
	preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

/**
 * Some pods, and how near is near.
 */
export interface PodAffinityTerm {
	/**
	 * The pods, by their labels.
	 */
	labelSelector?: metaV1.LabelSelector
	/**
	 * Namespaces that the pods are in.
	 */
	namespaces?: string[]
	/**
	 * Label of nodes whose value is the same on nodes that are near each other.
	 */
	topologyKey: string
	/**
	 * Namespaces that the pods are in, by their labels.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Labels of the pod itself that the others must share.
	 */
	matchLabelKeys?: string[]
	/**
	 * Labels of the pod itself that the others must not share.
	 */
	mismatchLabelKeys?: string[]
}

/**
 * Pods that a pod must or prefers to be away from.
 */
export interface PodAntiAffinity {
	/**
	 * Pods that it must be away from; all terms hold.
	 */
	requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
	/**
	 * Pods that it prefers to be away from.
	 */
	preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

/**
 * What of a container's own process is attached to.
 */
export interface PodAttachOptions {
	/**
	 * Whether it reads what the client sends.
	 */
	stdin?: boolean
	/**
	 * Whether what it writes is sent.
	 */
	stdout?: boolean
	/**
	 * Whether what it writes of errors is sent.
	 */
	stderr?: boolean
	/**
	 * Whether it has a terminal.
	 */
	tty?: boolean
	/**
	 * Name of the container. May be left out where there is but one.
	 */
	container?: string
}

/**
 * A key and a certificate of the pod.
 */
export interface PodCertificateProjection {
	/**
	 * Who signs it.
	 */
	signerName: string
	/**
	 * Kind of key.
	 */
	keyType: string
	/**
	 * The longest that it may be valid, in seconds.
	 */
	maxExpirationSeconds?: number
	/**
	 * File with both.
	 */
	credentialBundlePath?: string
	/**
	 * File with the key.
	 */
	keyPath?: string
	/**
	 * File with the certificates.
	 */
	certificateChainPath?: string
	/**
	 * Further wishes for the signer.
	 */
	userAnnotations?: { [key: string]: string }
}

/**
 * One thing that was found out about a pod.
 */
export interface PodCondition {
	/**
	 * What was found out.
	 */
	type: string
	/**
	 * Generation that it was found for.
	 */
	observedGeneration?: number | bigint
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When it was last looked at.
	 */
	lastProbeTime?: string | null
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
 * How names are looked up.
 */
export interface PodDNSConfig {
	/**
	 * Addresses of servers.
	 */
	nameservers?: string[]
	/**
	 * Domains that names are tried in.
	 */
	searches?: string[]
	/**
	 * Options of the resolver.
	 */
	options?: PodDNSConfigOption[]
}

/**
 * An option of the resolver.
 */
export interface PodDNSConfigOption {
	/**
	 * Name of the option.
	 */
	name?: string
	/**
	 * Its value.
	 */
	value?: string
}

/**
 * What is run in a container.
 */
export interface PodExecOptions {
	/**
	 * Whether it reads what the client sends.
	 */
	stdin?: boolean
	/**
	 * Whether what it writes is sent.
	 */
	stdout?: boolean
	/**
	 * Whether what it writes of errors is sent.
	 */
	stderr?: boolean
	/**
	 * Whether it has a terminal.
	 */
	tty?: boolean
	/**
	 * Name of the container. May be left out where there is but one.
	 */
	container?: string
	/**
	 * The program and its arguments, one each; no shell.
	 */
	command?: string[]
}

/**
 * A claim that was made for extended resources.
 */
export interface PodExtendedResourceClaimStatus {
	/**
	 * Which request serves which resource of which container.
	 */
	requestMappings: ContainerExtendedResourceRequest[]
	/**
	 * Name of the claim.
	 */
	resourceClaimName: string
}

/**
 * An address of a pod.
 */
export interface PodIP {
	/**
	 * The address.
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
	 * The objects.
	 */
	items: Pod[]
}

/**
 * What of the log of a container is wanted.
 */
export interface PodLogOptions {
	/**
	 * Name of the container. May be left out where there is but one.
	 */
	container?: string
	/**
	 * Whether what is written from now on is sent as well.
	 */
	follow?: boolean
	/**
	 * Whether the log of the container before the last restart is meant.
	 */
	previous?: boolean
	/**
	 * Only what is not older than so many seconds.
	 */
	sinceSeconds?: number | bigint
	/**
	 * Only what was written since then.
	 */
	sinceTime?: string
	/**
	 * Whether each line begins with its time.
	 */
	timestamps?: boolean
	/**
	 * At most so many lines from the end of the log.
	 */
	tailLines?: number | bigint
	/**
	 * At most so many bytes.
	 */
	limitBytes?: number | bigint
	/**
	 * Whether the certificate of the node's agent need not be valid.
	 */
	insecureSkipTLSVerifyBackend?: boolean
	/**
	 * Which of the streams of the container is wanted.
	 */
	stream?: "All" | "Stdout" | "Stderr"
}

/**
 * An operating system.
 */
export interface PodOS {
	/**
	 * Its name.
	 */
	name: "linux" | "windows"
}

/**
 * Which ports of a pod are forwarded.
 */
export interface PodPortForwardOptions {
	/**
	 * The ports.
	 */
	ports?: number[]
}

/**
 * What is asked of a pod.
 */
export interface PodProxyOptions {
	/**
	 * The path behind proxy.
	 */
	path?: string
}

/**
 * A further condition of readiness.
 */
export interface PodReadinessGate {
	/**
	 * Type of a condition of the pod.
	 */
	conditionType: string
}

/**
 * Devices that a pod claims.
 */
export interface PodResourceClaim {
	/**
	 * Name of the claim in the pod.
	 */
	name: string
	/**
	 * An existing claim.
	 */
	resourceClaimName?: string
	/**
	 * A template from which a claim is made.
	 */
	resourceClaimTemplateName?: string
}

/**
 * A claim that was made for a pod.
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
 * Something that must be done before a pod is placed.
 */
export interface PodSchedulingGate {
	/**
	 * Its name.
	 */
	name: string
}

/**
 * Pods that are placed together.
 */
export interface PodSchedulingGroup {
	/**
	 * Name of the group.
	 */
	podGroupName?: string
}

/**
 * With which rights the processes of all containers run.
 */
export interface PodSecurityContext {
	/**
	 * SELinux labels of the containers.
	 */
	seLinuxOptions?: SELinuxOptions
	/**
	 * What only Windows knows.
	 */
	windowsOptions?: WindowsSecurityContextOptions
	/**
	 * User that processes run as; the image's own when absent.
	 */
	runAsUser?: number | bigint
	/**
	 * Group that processes run as.
	 */
	runAsGroup?: number | bigint
	/**
	 * Whether a container that would run as root is refused.
	 */
	runAsNonRoot?: boolean
	/**
	 * Further groups of the processes.
	 */
	supplementalGroups?: (number | bigint)[]
	/**
	 * Whether groups from the image count as well.
	 */
	supplementalGroupsPolicy?: "Merge" | "Strict"
	/**
	 * Group that owns the files of volumes.
	 */
	fsGroup?: number | bigint
	/**
	 * Settings of the kernel for the pod.
	 */
	sysctls?: Sysctl[]
	/**
	 * When the owner of files is changed.
	 */
	fsGroupChangePolicy?: "Always" | "OnRootMismatch"
	/**
	 * System calls that are allowed.
	 */
	seccompProfile?: SeccompProfile
	/**
	 * AppArmor profile of the containers.
	 */
	appArmorProfile?: AppArmorProfile
	/**
	 * How volumes get their SELinux labels.
	 */
	seLinuxChangePolicy?: "MountOption" | "Recursive"
}

/**
 * What a pod is asked to be.
 */
export interface PodSpec {
	/**
	 * Volumes that its containers can mount.
	 */
	volumes?: Volume[]
	/**
	 * Containers that run before the others, one after another.
	 */
	initContainers?: Container[]
	/**
	 * Containers that run.
	 */
	containers: Container[]
	/**
	 * Containers put in later, to look around. Set through a subresource only.
	 */
	ephemeralContainers?: EphemeralContainer[]
	/**
	 * When containers that ended are started again.
	 */
	restartPolicy?: "Always" | "Never" | "OnFailure"
	/**
	 * Seconds that its processes are given to end.
	 */
	terminationGracePeriodSeconds?: number | bigint
	/**
	 * Seconds after which it is stopped.
	 */
	activeDeadlineSeconds?: number | bigint
	/**
	 * Where names are looked up.
	 */
	dnsPolicy?: "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None"
	/**
	 * Labels that its node must have.
	 */
	nodeSelector?: { [key: string]: string }
	/**
	 * The service account that it acts as.
	 */
	serviceAccountName?: string
	/**
	 * Older name of serviceAccountName.
	 */
	serviceAccount?: string
	/**
	 * Whether its containers are given a token of that account.
	 */
	automountServiceAccountToken?: boolean
	/**
	 * The node that it runs on.
	 */
	nodeName?: string
	/**
	 * Whether it uses the node's own network.
	 */
	hostNetwork?: boolean
	/**
	 * Whether it sees the node's processes.
	 */
	hostPID?: boolean
	/**
	 * Whether it shares memory with the node's processes.
	 */
	hostIPC?: boolean
	/**
	 * Whether its containers see each other's processes.
	 */
	shareProcessNamespace?: boolean
	/**
	 * With which rights it runs.
	 */
	securityContext?: PodSecurityContext
	/**
	 * Secrets with which images are fetched.
	 */
	imagePullSecrets?: LocalObjectReference[]
	/**
	 * Its host name; its own name when absent.
	 */
	hostname?: string
	/**
	 * Its domain below the namespace's.
	 */
	subdomain?: string
	/**
	 * Where it likes to be.
	 */
	affinity?: Affinity
	/**
	 * Who places it.
	 */
	schedulerName?: string
	/**
	 * Taints that do not keep it away.
	 */
	tolerations?: Toleration[]
	/**
	 * Names for addresses, put into its hosts file.
	 */
	hostAliases?: HostAlias[]
	/**
	 * Class that its priority comes from.
	 */
	priorityClassName?: string
	/**
	 * How important it is: higher goes first.
	 */
	priority?: number
	/**
	 * How names are looked up, beside what dnsPolicy says.
	 */
	dnsConfig?: PodDNSConfig
	/**
	 * Further conditions of its readiness.
	 */
	readinessGates?: PodReadinessGate[]
	/**
	 * Class of runtime that runs it.
	 */
	runtimeClassName?: string
	/**
	 * Whether variables tell its containers of services.
	 */
	enableServiceLinks?: boolean
	/**
	 * Whether it may drive out pods of lower priority.
	 */
	preemptionPolicy?: "Never" | "PreemptLowerPriority"
	/**
	 * What running it takes beside its containers.
	 */
	overhead?: { [key: string]: string }
	/**
	 * How evenly it and others are spread.
	 */
	topologySpreadConstraints?: TopologySpreadConstraint[]
	/**
	 * Whether its host name is the full one.
	 */
	setHostnameAsFQDN?: boolean
	/**
	 * The operating system that it needs.
	 */
	os?: PodOS
	/**
	 * Whether its users are the node's.
	 */
	hostUsers?: boolean
	/**
	 * What must be done before it is placed.
	 */
	schedulingGates?: PodSchedulingGate[]
	/**
	 * Devices that it claims.
	 */
	resourceClaims?: PodResourceClaim[]
	/**
	 * How much all of its containers together need and may use.
	 */
	resources?: ResourceRequirements
	/**
	 * Its host name, in place of all others.
	 */
	hostnameOverride?: string
	/**
	 * Pods that are placed together with it.
	 */
	schedulingGroup?: PodSchedulingGroup
}

/**
 * How a pod is.
 */
export interface PodStatus {
	/**
	 * Generation that the node has seen.
	 */
	observedGeneration?: number | bigint
	/**
	 * Where in its life it is.
	 */
	phase?: string
	/**
	 * What was found out about it.
	 */
	conditions?: PodCondition[]
	/**
	 * Why it is so, in words for people.
	 */
	message?: string
	/**
	 * Why it is so, in one word for programs.
	 */
	reason?: string
	/**
	 * Node where room is being made for it.
	 */
	nominatedNodeName?: string
	/**
	 * Address of its node.
	 */
	hostIP?: string
	/**
	 * Addresses of its node.
	 */
	hostIPs?: HostIP[]
	/**
	 * Its address.
	 */
	podIP?: string
	/**
	 * Its addresses, one of each family.
	 */
	podIPs?: PodIP[]
	/**
	 * When its node took it on.
	 */
	startTime?: string
	/**
	 * How its init containers are.
	 */
	initContainerStatuses?: ContainerStatus[]
	/**
	 * How its containers are.
	 */
	containerStatuses?: ContainerStatus[]
	/**
	 * How it fares when its node runs short.
	 */
	qosClass?: string
	/**
	 * How its ephemeral containers are.
	 */
	ephemeralContainerStatuses?: ContainerStatus[]
	/**
	 * How far a change of its resources has come.
	 */
	resize?: string
	/**
	 * Claims that were made for it.
	 */
	resourceClaimStatuses?: PodResourceClaimStatus[]
	/**
	 * The claim made for its extended resources.
	 */
	extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
	/**
	 * What its node has set aside for it.
	 */
	allocatedResources?: { [key: string]: string }
	/**
	 * What it was really given.
	 */
	resources?: ResourceRequirements
	/**
	 * What its claims take of the node.
	 */
	nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[]
}

/**
 * A template of pods that is kept by itself.
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
	 * What each pod is made from.
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
	 * The objects.
	 */
	items: PodTemplate[]
}

/**
 * What pods are made from.
 */
export interface PodTemplateSpec {
	/**
	 * Labels and annotations of the pods.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What the pods are asked to be.
	 */
	spec?: PodSpec
}

/**
 * How a port of a balancer fares.
 */
export interface PortStatus {
	/**
	 * The port.
	 */
	port: number
	/**
	 * Its protocol.
	 */
	protocol: string
	/**
	 * What is wrong with it.
	 */
	error?: string
}

/**
 * A volume of Portworx.
 */
export interface PortworxVolumeSource {
	/**
	 * What the store calls the volume.
	 */
	volumeID: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A preference for nodes, with its weight.
 */
export interface PreferredSchedulingTerm {
	/**
	 * From 1 to 100.
	 */
	weight: number
	/**
	 * The nodes.
	 */
	preference: NodeSelectorTerm
}

/**
 * How a container is looked at.
 */
export interface Probe {
	/**
	 * A command inside it.
	 */
	exec?: ExecAction
	/**
	 * An HTTP request.
	 */
	httpGet?: HTTPGetAction
	/**
	 * A connection.
	 */
	tcpSocket?: TCPSocketAction
	/**
	 * A call of the gRPC health service.
	 */
	grpc?: GRPCAction
	/**
	 * Seconds after the start before the first look.
	 */
	initialDelaySeconds?: number
	/**
	 * Seconds after which a look counts as failed.
	 */
	timeoutSeconds?: number
	/**
	 * Seconds between looks.
	 */
	periodSeconds?: number
	/**
	 * How many good looks in a row make it good.
	 */
	successThreshold?: number
	/**
	 * How many bad looks in a row make it bad.
	 */
	failureThreshold?: number
	/**
	 * Seconds that the container is given to end when it is found bad.
	 */
	terminationGracePeriodSeconds?: number | bigint
}

/**
 * What is done to look at a container.
 */
export interface ProbeHandler {
	/**
	 * A command inside it.
	 */
	exec?: ExecAction
	/**
	 * An HTTP request.
	 */
	httpGet?: HTTPGetAction
	/**
	 * A connection.
	 */
	tcpSocket?: TCPSocketAction
	/**
	 * A call of the gRPC health service.
	 */
	grpc?: GRPCAction
}

/**
 * Several sources in one directory.
 */
export interface ProjectedVolumeSource {
	/**
	 * The sources.
	 */
	sources?: VolumeProjection[] | null
	/**
	 * Mode of the files.
	 */
	defaultMode?: number
}

/**
 * A volume of Quobyte.
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
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * User that opens it.
	 */
	user?: string
	/**
	 * Group that the volume is mapped to.
	 */
	group?: string
	/**
	 * Tenant that owns the volume.
	 */
	tenant?: string
}

/**
 * A block device of Ceph.
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
	 * Pool that the image is in.
	 */
	pool?: string
	/**
	 * User that opens it.
	 */
	user?: string
	/**
	 * File with the user's keys.
	 */
	keyring?: string
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: SecretReference
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A block device of Ceph.
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
	 * Pool that the image is in.
	 */
	pool?: string
	/**
	 * User that opens it.
	 */
	user?: string
	/**
	 * File with the user's keys.
	 */
	keyring?: string
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: LocalObjectReference
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * So many pods of one kind, as ReplicaSets make them, which have taken its place.
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
	 * Which pods are wanted.
	 */
	spec?: ReplicationControllerSpec
	/**
	 * Which pods there are.
	 */
	status?: ReplicationControllerStatus
}

/**
 * One thing that the controller found.
 */
export interface ReplicationControllerCondition {
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
 * A list of ReplicationController objects.
 */
export interface ReplicationControllerList {
	kind?: "ReplicationControllerList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ReplicationController[]
}

/**
 * Which pods are wanted.
 */
export interface ReplicationControllerSpec {
	/**
	 * How many pods are wanted.
	 */
	replicas?: number
	/**
	 * Seconds that a new pod must be ready before it counts.
	 */
	minReadySeconds?: number
	/**
	 * Labels of its pods; those of the template, if nothing is said.
	 */
	selector?: { [key: string]: string }
	/**
	 * What each pod is made from.
	 */
	template?: PodTemplateSpec
}

/**
 * Which pods there are.
 */
export interface ReplicationControllerStatus {
	/**
	 * How many pods there are.
	 */
	replicas: number
	/**
	 * How many of them have all labels of the template.
	 */
	fullyLabeledReplicas?: number
	/**
	 * How many of them are ready.
	 */
	readyReplicas?: number
	/**
	 * How many of them have been ready for long enough.
	 */
	availableReplicas?: number
	/**
	 * Generation that the controller has seen.
	 */
	observedGeneration?: number | bigint
	/**
	 * What the controller found.
	 */
	conditions?: ReplicationControllerCondition[]
}

/**
 * Devices that a container uses.
 */
export interface ResourceClaim {
	/**
	 * Name of the claim in the pod.
	 */
	name: string
	/**
	 * Name of the request in the claim; all of them when empty.
	 */
	request?: string
}

/**
 * A resource of a container.
 */
export interface ResourceFieldSelector {
	/**
	 * The container; in a variable, its own.
	 */
	containerName?: string
	/**
	 * The resource, such as limits.cpu.
	 */
	resource: string
	/**
	 * Unit in which it is given.
	 */
	divisor?: string
}

/**
 * How one device is.
 */
export interface ResourceHealth {
	/**
	 * Identity of the device.
	 */
	resourceID: string
	/**
	 * Whether it works.
	 */
	health?: string
	/**
	 * More about it, in words for people.
	 */
	message?: string
}

/**
 * How much all objects of a namespace may use together.
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
	 * What may be used.
	 */
	spec?: ResourceQuotaSpec
	/**
	 * What is used.
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
	 * The objects.
	 */
	items: ResourceQuota[]
}

/**
 * How much the objects of a namespace may use together.
 */
export interface ResourceQuotaSpec {
	/**
	 * The most that may be used, by the name of a resource.
	 */
	hard?: { [key: string]: string }
	/**
	 * Which objects count: those that are in all of these scopes. All, if there is none.
	 */
	scopes?: string[]
	/**
	 * Which objects count, by scopes that have values.
	 */
	scopeSelector?: ScopeSelector
}

/**
 * How much the objects of a namespace use.
 */
export interface ResourceQuotaStatus {
	/**
	 * The most that may be used, as it holds now.
	 */
	hard?: { [key: string]: string }
	/**
	 * How much of it is used.
	 */
	used?: { [key: string]: string }
}

/**
 * How much of its node something needs and may use.
 */
export interface ResourceRequirements {
	/**
	 * The most that it may use.
	 */
	limits?: { [key: string]: string }
	/**
	 * The least that it needs.
	 */
	requests?: { [key: string]: string }
	/**
	 * Devices that it uses.
	 */
	claims?: ResourceClaim[]
}

/**
 * How devices of one kind are.
 */
export interface ResourceStatus {
	/**
	 * The resource.
	 */
	name: string
	/**
	 * How each device is.
	 */
	resources?: ResourceHealth[]
}

/**
 * An SELinux label.
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
 * A volume of ScaleIO.
 */
export interface ScaleIOPersistentVolumeSource {
	/**
	 * Address of the gateway.
	 */
	gateway: string
	/**
	 * Name of the system.
	 */
	system: string
	/**
	 * Secret with which it is opened.
	 */
	secretRef: SecretReference | null
	/**
	 * Whether the gateway is called with TLS.
	 */
	sslEnabled?: boolean
	/**
	 * Protection domain of the volume.
	 */
	protectionDomain?: string
	/**
	 * Pool of the volume.
	 */
	storagePool?: string
	/**
	 * How its storage is set aside.
	 */
	storageMode?: string
	/**
	 * Name of the volume in the store.
	 */
	volumeName?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * A volume of ScaleIO.
 */
export interface ScaleIOVolumeSource {
	/**
	 * Address of the gateway.
	 */
	gateway: string
	/**
	 * Name of the system.
	 */
	system: string
	/**
	 * Secret with which it is opened.
	 */
	secretRef: LocalObjectReference | null
	/**
	 * Whether the gateway is called with TLS.
	 */
	sslEnabled?: boolean
	/**
	 * Protection domain of the volume.
	 */
	protectionDomain?: string
	/**
	 * Pool of the volume.
	 */
	storagePool?: string
	/**
	 * How its storage is set aside.
	 */
	storageMode?: string
	/**
	 * Name of the volume in the store.
	 */
	volumeName?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
}

/**
 * Chooses objects by their scopes.
 */
export interface ScopeSelector {
	/**
	 * Conditions that must all hold.
	 */
	matchExpressions?: ScopedResourceSelectorRequirement[]
}

/**
 * A condition on a scope.
 */
export interface ScopedResourceSelectorRequirement {
	/**
	 * The scope.
	 */
	scopeName: string
	/**
	 * How its value is compared.
	 */
	operator: string
	/**
	 * What it is compared with, for `In` and `NotIn`; none for the others.
	 */
	values?: string[]
}

/**
 * Which system calls are allowed.
 */
export interface SeccompProfile {
	/**
	 * Where the profile comes from.
	 */
	type: "Localhost" | "RuntimeDefault" | "Unconfined"
	/**
	 * File of the profile on the node; with type Localhost only.
	 */
	localhostProfile?: string
}

/**
 * Data that must be kept secret, such as passwords, keys and tokens.
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

/**
 * A Secret whose keys become variables.
 */
export interface SecretEnvSource {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Whether it may be missing.
	 */
	optional?: boolean
}

/**
 * A key of a Secret.
 */
export interface SecretKeySelector {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * The key.
	 */
	key: string
	/**
	 * Whether the Secret or the key may be missing.
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
	 * The objects.
	 */
	items: Secret[]
}

/**
 * A Secret among other sources.
 */
export interface SecretProjection {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Keys and their files; all keys when absent.
	 */
	items?: KeyToPath[]
	/**
	 * Whether the Secret or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * A secret in any namespace.
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
 * A Secret as files.
 */
export interface SecretVolumeSource {
	/**
	 * Name of the Secret.
	 */
	secretName?: string
	/**
	 * Keys and their files; all keys when absent.
	 */
	items?: KeyToPath[]
	/**
	 * Mode of the files.
	 */
	defaultMode?: number
	/**
	 * Whether the Secret or its keys may be missing.
	 */
	optional?: boolean
}

/**
 * With which rights the processes of a container run; what it says wins over what the pod says.
 */
export interface SecurityContext {
	/**
	 * Capabilities that are added or taken away.
	 */
	capabilities?: Capabilities
	/**
	 * Whether the container may do what processes of the node may.
	 */
	privileged?: boolean
	/**
	 * SELinux labels of the container.
	 */
	seLinuxOptions?: SELinuxOptions
	/**
	 * What only Windows knows.
	 */
	windowsOptions?: WindowsSecurityContextOptions
	/**
	 * User that processes run as; the image's own when absent.
	 */
	runAsUser?: number | bigint
	/**
	 * Group that processes run as.
	 */
	runAsGroup?: number | bigint
	/**
	 * Whether the container is refused if it would run as root.
	 */
	runAsNonRoot?: boolean
	/**
	 * Whether the root file system can only be read.
	 */
	readOnlyRootFilesystem?: boolean
	/**
	 * Whether a process can gain more rights than its parent.
	 */
	allowPrivilegeEscalation?: boolean
	/**
	 * How much of /proc is seen.
	 */
	procMount?: "Default" | "Unmasked"
	/**
	 * System calls that are allowed.
	 */
	seccompProfile?: SeccompProfile
	/**
	 * AppArmor profile of the container.
	 */
	appArmorProfile?: AppArmorProfile
}

/**
 * A name and an address for a set of pods, by which others reach them whichever they are.
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
	 * How it is reached and which pods it stands for.
	 */
	spec?: ServiceSpec
	/**
	 * Where balancers have made it reachable.
	 */
	status?: ServiceStatus
}

/**
 * An identity for the processes in pods.
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

/**
 * A token of the pod's service account.
 */
export interface ServiceAccountTokenProjection {
	/**
	 * For whom it is meant; the API server when empty.
	 */
	audience?: string
	/**
	 * Seconds for which it is valid; it is replaced in time.
	 */
	expirationSeconds?: number | bigint
	/**
	 * Path of the file, below the mount point.
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
	 * The objects.
	 */
	items: Service[]
}

/**
 * A port of a service.
 */
export interface ServicePort {
	/**
	 * Its name. Needed where there are several.
	 */
	name?: string
	/**
	 * Its protocol.
	 */
	protocol?: "SCTP" | "TCP" | "UDP"
	/**
	 * What is spoken over it.
	 */
	appProtocol?: string
	/**
	 * Its number.
	 */
	port: number
	/**
	 * The port of the pods, by number or by name; by default the same number.
	 */
	targetPort?: number | string
	/**
	 * The port of the nodes, as a rule given out by the server.
	 */
	nodePort?: number
}

/**
 * What is asked of a service.
 */
export interface ServiceProxyOptions {
	/**
	 * The path behind proxy.
	 */
	path?: string
}

/**
 * How a service is reached, and which pods it stands for.
 */
export interface ServiceSpec {
	/**
	 * The ports that it has.
	 */
	ports?: ServicePort[]
	/**
	 * Labels of the pods that it stands for. Without any, somebody else says where it leads. Not used with the type ExternalName.
	 */
	selector?: { [key: string]: string }
	/**
	 * Its address in the cluster, as a rule given out by the server; None for a service without one. The first of clusterIPs.
	 */
	clusterIP?: string
	/**
	 * Its addresses in the cluster, at most one of each family.
	 */
	clusterIPs?: string[]
	/**
	 * How it can be reached: in the cluster, by a port of every node, by a balancer, or as another name of a host.
	 */
	type?: "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort"
	/**
	 * Addresses that nodes take packets for it at, though nobody has given them out here.
	 */
	externalIPs?: string[]
	/**
	 * Whether a client is led to the same pod again.
	 */
	sessionAffinity?: "ClientIP" | "None"
	/**
	 * The address that its balancer should have. Not every balancer heeds it.
	 */
	loadBalancerIP?: string
	/**
	 * Networks of the clients that its balancer lets in.
	 */
	loadBalancerSourceRanges?: string[]
	/**
	 * The host that it is another name of.
	 */
	externalName?: string
	/**
	 * Whether what comes from outside goes to pods of all nodes, or only to those of the node where it arrives.
	 */
	externalTrafficPolicy?: "Cluster" | "Local"
	/**
	 * Port at which nodes tell a balancer whether they have pods of it.
	 */
	healthCheckNodePort?: number
	/**
	 * Whether pods that are not ready are told of as well.
	 */
	publishNotReadyAddresses?: boolean
	/**
	 * How a client is led to the same pod again.
	 */
	sessionAffinityConfig?: SessionAffinityConfig
	/**
	 * Families of its addresses: those of clusterIPs.
	 */
	ipFamilies?: string[]
	/**
	 * Whether it has an address of each family, one of a single family, or as many as the cluster has families.
	 */
	ipFamilyPolicy?: string
	/**
	 * Whether a service with a balancer is given ports of the nodes.
	 */
	allocateLoadBalancerNodePorts?: boolean
	/**
	 * The kind of balancers that it is for.
	 */
	loadBalancerClass?: string
	/**
	 * Whether what comes from inside goes to pods of all nodes, or only to those of the node where it comes from.
	 */
	internalTrafficPolicy?: "Cluster" | "Local"
	/**
	 * Which of its pods are preferred for a client.
	 */
	trafficDistribution?: string
}

/**
 * Where balancers have made a service reachable.
 */
export interface ServiceStatus {
	/**
	 * Addresses of its balancer.
	 */
	loadBalancer?: LoadBalancerStatus
	/**
	 * Conditions that it is in.
	 */
	conditions?: metaV1.Condition[]
}

/**
 * How clients are led to the same pod again.
 */
export interface SessionAffinityConfig {
	/**
	 * By their addresses.
	 */
	clientIP?: ClientIPConfig
}

/**
 * A pause.
 */
export interface SleepAction {
	/**
	 * How long, in seconds.
	 */
	seconds: number | bigint
}

/**
 * A volume of StorageOS.
 */
export interface StorageOSPersistentVolumeSource {
	/**
	 * Name of the volume in the store.
	 */
	volumeName?: string
	/**
	 * Namespace of the volume in the store.
	 */
	volumeNamespace?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: ObjectReference
}

/**
 * A volume of StorageOS.
 */
export interface StorageOSVolumeSource {
	/**
	 * Name of the volume in the store.
	 */
	volumeName?: string
	/**
	 * Namespace of the volume in the store.
	 */
	volumeNamespace?: string
	/**
	 * File system of the volume.
	 */
	fsType?: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Secret with which it is opened.
	 */
	secretRef?: LocalObjectReference
}

/**
 * A setting of the kernel.
 */
export interface Sysctl {
	/**
	 * Name of the setting.
	 */
	name: string
	/**
	 * Its value.
	 */
	value: string
}

/**
 * A connection to a port.
 */
export interface TCPSocketAction {
	/**
	 * Port, by number or by name.
	 */
	port: number | string
	/**
	 * Host; the pod's address when absent.
	 */
	host?: string
}

/**
 * Keeps pods that do not tolerate it away from a node.
 */
export interface Taint {
	/**
	 * Its key, of the form of a label.
	 */
	key: string
	/**
	 * Its value, of the form of the value of a label.
	 */
	value?: string
	/**
	 * What becomes of pods that do not tolerate it.
	 */
	effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute"
	/**
	 * When it was added, of those that make pods go.
	 */
	timeAdded?: string
}

/**
 * Taints of nodes that do not keep the pod away.
 */
export interface Toleration {
	/**
	 * Key of the taint; all keys when empty.
	 */
	key?: string
	/**
	 * How the taint's value relates to `value`.
	 */
	operator?: "Equal" | "Exists" | "Gt" | "Lt"
	/**
	 * Value of the taint.
	 */
	value?: string
	/**
	 * Effect of the taint; all effects when empty.
	 */
	effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule"
	/**
	 * Seconds for which a taint is borne that would drive the pod away; for ever when absent.
	 */
	tolerationSeconds?: number | bigint
}

/**
 * One condition on a label.
 */
export interface TopologySelectorLabelRequirement {
	/**
	 * The label.
	 */
	key: string
	/**
	 * Values that it may have.
	 */
	values: string[]
}

/**
 * Conditions on the place of a volume; all must hold.
 */
export interface TopologySelectorTerm {
	/**
	 * The conditions.
	 */
	matchLabelExpressions?: TopologySelectorLabelRequirement[]
}

/**
 * How evenly pods are spread over parts of the cluster.
 */
export interface TopologySpreadConstraint {
	/**
	 * By how many pods two parts may differ.
	 */
	maxSkew: number
	/**
	 * Label of nodes whose values make the parts.
	 */
	topologyKey: string
	/**
	 * What happens to a pod that cannot be placed so.
	 */
	whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway"
	/**
	 * The pods that are counted.
	 */
	labelSelector?: metaV1.LabelSelector
	/**
	 * How many parts there should be at least.
	 */
	minDomains?: number
	/**
	 * Whether nodes that the pod cannot use count.
	 */
	nodeAffinityPolicy?: "Honor" | "Ignore"
	/**
	 * Whether nodes count whose taints the pod does not tolerate.
	 */
	nodeTaintsPolicy?: "Honor" | "Ignore"
	/**
	 * Labels of the pod itself that counted pods must share.
	 */
	matchLabelKeys?: string[]
}

/**
 * An object of any kind in the same namespace.
 */
export interface TypedLocalObjectReference {
	/**
	 * Group of the kind; the core group when absent.
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
 * An object of any kind.
 */
export interface TypedObjectReference {
	/**
	 * Group of the kind; the core group when absent.
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
	 * Namespace of the object; the same one when absent or empty.
	 */
	namespace?: string
}

/**
 * A volume of a pod.
 */
export interface Volume {
	/**
	 * Its name, which no other volume of the pod has.
	 */
	name: string
	/**
	 * A file or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * A directory that is empty at first and goes with the pod.
	 */
	emptyDir?: EmptyDirVolumeSource
	/**
	 * A disk of Google.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * A disk of Amazon.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * A clone of a repository. Use an init container instead.
	 */
	gitRepo?: GitRepoVolumeSource
	/**
	 * A Secret as files.
	 */
	secret?: SecretVolumeSource
	/**
	 * A directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * A disk reached by iSCSI.
	 */
	iscsi?: ISCSIVolumeSource
	/**
	 * A volume of Gluster.
	 */
	glusterfs?: GlusterfsVolumeSource
	/**
	 * The volume of a claim.
	 */
	persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
	/**
	 * A block device of Ceph.
	 */
	rbd?: RBDVolumeSource
	/**
	 * A volume of an older kind of driver.
	 */
	flexVolume?: FlexVolumeSource
	/**
	 * A volume of OpenStack.
	 */
	cinder?: CinderVolumeSource
	/**
	 * A Ceph file system.
	 */
	cephfs?: CephFSVolumeSource
	/**
	 * A volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * Facts about the pod as files.
	 */
	downwardAPI?: DownwardAPIVolumeSource
	/**
	 * A disk reached by Fibre Channel.
	 */
	fc?: FCVolumeSource
	/**
	 * A file share of Azure.
	 */
	azureFile?: AzureFileVolumeSource
	/**
	 * A ConfigMap as files.
	 */
	configMap?: ConfigMapVolumeSource
	/**
	 * A disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * A volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * A disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * A disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * Several sources in one directory.
	 */
	projected?: ProjectedVolumeSource
	/**
	 * A volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * A volume of ScaleIO.
	 */
	scaleIO?: ScaleIOVolumeSource
	/**
	 * A volume of StorageOS.
	 */
	storageos?: StorageOSVolumeSource
	/**
	 * A volume that a container storage driver makes for the pod.
	 */
	csi?: CSIVolumeSource
	/**
	 * A volume that is claimed for the pod and goes with it.
	 */
	ephemeral?: EphemeralVolumeSource
	/**
	 * The content of an image.
	 */
	image?: ImageVolumeSource
}

/**
 * A volume that a container sees as a device.
 */
export interface VolumeDevice {
	/**
	 * Name of the volume.
	 */
	name: string
	/**
	 * Where the container sees it.
	 */
	devicePath: string
}

/**
 * A volume that a container sees as a directory.
 */
export interface VolumeMount {
	/**
	 * Name of the volume.
	 */
	name: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Whether that holds for what is mounted inside it as well.
	 */
	recursiveReadOnly?: "Disabled" | "Enabled" | "IfPossible"
	/**
	 * Where the container sees it.
	 */
	mountPath: string
	/**
	 * Path inside the volume that is shown.
	 */
	subPath?: string
	/**
	 * Whether later mounts are seen on the other side.
	 */
	mountPropagation?: "Bidirectional" | "HostToContainer" | "None"
	/**
	 * The same, with environment variables in it.
	 */
	subPathExpr?: string
}

/**
 * A volume as a container sees it.
 */
export interface VolumeMountStatus {
	/**
	 * Name of the volume.
	 */
	name: string
	/**
	 * Where the container sees it.
	 */
	mountPath: string
	/**
	 * Whether it can only be read.
	 */
	readOnly?: boolean
	/**
	 * Whether that holds for what is mounted inside it as well.
	 */
	recursiveReadOnly?: string
	/**
	 * How the volume is.
	 */
	volumeStatus?: VolumeStatus
}

/**
 * Nodes from which a volume can be reached.
 */
export interface VolumeNodeAffinity {
	/**
	 * Conditions that the node must meet.
	 */
	required?: NodeSelector
}

/**
 * One of several sources: one of these.
 */
export interface VolumeProjection {
	/**
	 * A Secret.
	 */
	secret?: SecretProjection
	/**
	 * Facts about the pod.
	 */
	downwardAPI?: DownwardAPIProjection
	/**
	 * A ConfigMap.
	 */
	configMap?: ConfigMapProjection
	/**
	 * A token of the pod's service account.
	 */
	serviceAccountToken?: ServiceAccountTokenProjection
	/**
	 * Certificates that the cluster trusts.
	 */
	clusterTrustBundle?: ClusterTrustBundleProjection
	/**
	 * A key and a certificate of the pod.
	 */
	podCertificate?: PodCertificateProjection
}

/**
 * How much storage is needed, and how much is allowed.
 */
export interface VolumeResourceRequirements {
	/**
	 * The most that is allowed.
	 */
	limits?: { [key: string]: string }
	/**
	 * The least that is needed.
	 */
	requests?: { [key: string]: string }
}

/**
 * Where a volume comes from: one of these, an empty directory when nothing is said.
 */
export interface VolumeSource {
	/**
	 * A file or directory of the node.
	 */
	hostPath?: HostPathVolumeSource
	/**
	 * A directory that is empty at first and goes with the pod.
	 */
	emptyDir?: EmptyDirVolumeSource
	/**
	 * A disk of Google.
	 */
	gcePersistentDisk?: GCEPersistentDiskVolumeSource
	/**
	 * A disk of Amazon.
	 */
	awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
	/**
	 * A clone of a repository. Use an init container instead.
	 */
	gitRepo?: GitRepoVolumeSource
	/**
	 * A Secret as files.
	 */
	secret?: SecretVolumeSource
	/**
	 * A directory of an NFS server.
	 */
	nfs?: NFSVolumeSource
	/**
	 * A disk reached by iSCSI.
	 */
	iscsi?: ISCSIVolumeSource
	/**
	 * A volume of Gluster.
	 */
	glusterfs?: GlusterfsVolumeSource
	/**
	 * The volume of a claim.
	 */
	persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
	/**
	 * A block device of Ceph.
	 */
	rbd?: RBDVolumeSource
	/**
	 * A volume of an older kind of driver.
	 */
	flexVolume?: FlexVolumeSource
	/**
	 * A volume of OpenStack.
	 */
	cinder?: CinderVolumeSource
	/**
	 * A Ceph file system.
	 */
	cephfs?: CephFSVolumeSource
	/**
	 * A volume of Flocker.
	 */
	flocker?: FlockerVolumeSource
	/**
	 * Facts about the pod as files.
	 */
	downwardAPI?: DownwardAPIVolumeSource
	/**
	 * A disk reached by Fibre Channel.
	 */
	fc?: FCVolumeSource
	/**
	 * A file share of Azure.
	 */
	azureFile?: AzureFileVolumeSource
	/**
	 * A ConfigMap as files.
	 */
	configMap?: ConfigMapVolumeSource
	/**
	 * A disk of vSphere.
	 */
	vsphereVolume?: VsphereVirtualDiskVolumeSource
	/**
	 * A volume of Quobyte.
	 */
	quobyte?: QuobyteVolumeSource
	/**
	 * A disk of Azure.
	 */
	azureDisk?: AzureDiskVolumeSource
	/**
	 * A disk of Photon.
	 */
	photonPersistentDisk?: PhotonPersistentDiskVolumeSource
	/**
	 * Several sources in one directory.
	 */
	projected?: ProjectedVolumeSource
	/**
	 * A volume of Portworx.
	 */
	portworxVolume?: PortworxVolumeSource
	/**
	 * A volume of ScaleIO.
	 */
	scaleIO?: ScaleIOVolumeSource
	/**
	 * A volume of StorageOS.
	 */
	storageos?: StorageOSVolumeSource
	/**
	 * A volume that a container storage driver makes for the pod.
	 */
	csi?: CSIVolumeSource
	/**
	 * A volume that is claimed for the pod and goes with it.
	 */
	ephemeral?: EphemeralVolumeSource
	/**
	 * The content of an image.
	 */
	image?: ImageVolumeSource
}

/**
 * How a volume is.
 */
export interface VolumeStatus {
	/**
	 * How it is when it comes from an image.
	 */
	image?: ImageVolumeStatus
}

/**
 * A disk of vSphere.
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
 * A preference for pods, with its weight.
 */
export interface WeightedPodAffinityTerm {
	/**
	 * From 1 to 100.
	 */
	weight: number
	/**
	 * The pods.
	 */
	podAffinityTerm: PodAffinityTerm
}

/**
 * Rights that only Windows knows.
 */
export interface WindowsSecurityContextOptions {
	/**
	 * Name of the credential to use.
	 */
	gmsaCredentialSpecName?: string
	/**
	 * The credential to use.
	 */
	gmsaCredentialSpec?: string
	/**
	 * User that processes run as, after a domain and a backslash if it has one.
	 */
	runAsUserName?: string
	/**
	 * Whether the container runs as a process of the node.
	 */
	hostProcess?: boolean
}
