// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';
import type * as policyV1 from './v1.ts';

/**
 * Driver of CSI volumes.
 */
export interface AllowedCSIDriver {
	/**
	 * Name of the driver.
	 */
	name: string
}

/**
 * Driver of flex volumes.
 */
export interface AllowedFlexVolume {
	/**
	 * Name of the driver.
	 */
	driver: string
}

/**
 * Node path that pods may mount.
 */
export interface AllowedHostPath {
	/**
	 * Prefix of the path, in whole segments: /a allows /a/b but not /ab.
	 */
	pathPrefix?: string
	/**
	 * True if all mounts of the path must be read-only.
	 */
	readOnly?: boolean
}

/**
 * Group IDs that may own the files of volumes.
 */
export interface FSGroupStrategyOptions {
	/**
	 * MustRunAs, with a group ID from the ranges; MayRunAs, with one from the ranges or none; or RunAsAny.
	 */
	rule?: string
	/**
	 * Ranges of group IDs.
	 */
	ranges?: IDRange[]
}

/**
 * Range of node ports.
 */
export interface HostPortRange {
	/**
	 * First port.
	 */
	min: number
	/**
	 * Last port.
	 */
	max: number
}

/**
 * Range of user or group IDs.
 */
export interface IDRange {
	/**
	 * First ID.
	 */
	min: number | bigint
	/**
	 * Last ID.
	 */
	max: number | bigint
}

/**
 * Limit on simultaneous evictions from a set of pods.
 */
export interface PodDisruptionBudget {
	/**
	 * Kind of the object.
	 */
	kind?: "PodDisruptionBudget"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Selected pods and the limit.
	 */
	spec?: PodDisruptionBudgetSpec
	/**
	 * Observed pods of the budget.
	 */
	status?: policyV1.PodDisruptionBudgetStatus
}

/**
 * A list of PodDisruptionBudget objects.
 */
export interface PodDisruptionBudgetList {
	kind?: "PodDisruptionBudgetList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: PodDisruptionBudget[]
}

/**
 * Selected pods and the limit of a budget.
 */
export interface PodDisruptionBudgetSpec {
	/**
	 * Minimum number or percentage of pods that remain available after an eviction.
	 */
	minAvailable?: number | string
	/**
	 * Selector of the pods, by labels. An empty or absent selector matches none.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Maximum number or percentage of unavailable pods after an eviction. Mutually exclusive with minAvailable.
	 */
	maxUnavailable?: number | string
	/**
	 * Policy for the eviction of running pods that are not ready.
	 */
	unhealthyPodEvictionPolicy?: string
}

/**
 * Limits on the security settings of pods. The admission plugin PodSecurityPolicy enforces it.
 */
export interface PodSecurityPolicy {
	/**
	 * Kind of the object.
	 */
	kind?: "PodSecurityPolicy"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Allowed security settings and defaults.
	 */
	spec?: PodSecurityPolicySpec
}

/**
 * A list of PodSecurityPolicy objects.
 */
export interface PodSecurityPolicyList {
	kind?: "PodSecurityPolicyList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: PodSecurityPolicy[]
}

/**
 * Limits on the security settings of pods.
 */
export interface PodSecurityPolicySpec {
	/**
	 * True if privileged containers are allowed.
	 */
	privileged?: boolean
	/**
	 * Capabilities that containers get by default. They need no permission and must not be among requiredDropCapabilities.
	 */
	defaultAddCapabilities?: string[]
	/**
	 * Capabilities that are dropped from containers and cannot be added.
	 */
	requiredDropCapabilities?: string[]
	/**
	 * Capabilities that containers may add. * allows all.
	 */
	allowedCapabilities?: string[]
	/**
	 * Allowed volume types. None if empty; * allows all.
	 */
	volumes?: string[]
	/**
	 * True if pods may use the network of their node.
	 */
	hostNetwork?: boolean
	/**
	 * Node ports that pods may use.
	 */
	hostPorts?: HostPortRange[]
	/**
	 * True if pods may use the process namespace of their node.
	 */
	hostPID?: boolean
	/**
	 * True if pods may use the IPC namespace of their node.
	 */
	hostIPC?: boolean
	/**
	 * SELinux labels of containers.
	 */
	seLinux: SELinuxStrategyOptions
	/**
	 * User IDs of containers.
	 */
	runAsUser: RunAsUserStrategyOptions
	/**
	 * Group IDs of containers. Any if absent.
	 */
	runAsGroup?: RunAsGroupStrategyOptions
	/**
	 * Supplementary group IDs of pods.
	 */
	supplementalGroups: SupplementalGroupsStrategyOptions
	/**
	 * Group IDs that may own the files of volumes.
	 */
	fsGroup: FSGroupStrategyOptions
	/**
	 * True if root file systems must be read-only.
	 */
	readOnlyRootFilesystem?: boolean
	/**
	 * Default of allowPrivilegeEscalation for containers.
	 */
	defaultAllowPrivilegeEscalation?: boolean
	/**
	 * True if containers may allow privilege escalation.
	 */
	allowPrivilegeEscalation?: boolean
	/**
	 * Node paths that pods may mount. Any if empty.
	 */
	allowedHostPaths?: AllowedHostPath[]
	/**
	 * Allowed drivers of flex volumes, if the volume type is allowed. Any if empty.
	 */
	allowedFlexVolumes?: AllowedFlexVolume[]
	/**
	 * Allowed drivers of CSI volumes, if the volume type is allowed. Any if empty.
	 */
	allowedCSIDrivers?: AllowedCSIDriver[]
	/**
	 * Unsafe kernel parameters that pods may set. A trailing * matches any suffix.
	 */
	allowedUnsafeSysctls?: string[]
	/**
	 * Kernel parameters that pods may not set. A trailing * matches any suffix.
	 */
	forbiddenSysctls?: string[]
	/**
	 * Allowed /proc mount types. Only Default if empty.
	 */
	allowedProcMountTypes?: ("Default" | "Unmasked")[]
	/**
	 * Runtime classes that pods may have. Any if absent.
	 */
	runtimeClass?: RuntimeClassStrategyOptions
}

/**
 * Group IDs of containers.
 */
export interface RunAsGroupStrategyOptions {
	/**
	 * MustRunAs, with a group ID from the ranges; MayRunAs, with one from the ranges or none; or RunAsAny.
	 */
	rule: string
	/**
	 * Ranges of group IDs.
	 */
	ranges?: IDRange[]
}

/**
 * User IDs of containers.
 */
export interface RunAsUserStrategyOptions {
	/**
	 * MustRunAs, with a user ID from the ranges; MustRunAsNonRoot; or RunAsAny.
	 */
	rule: string
	/**
	 * Ranges of user IDs.
	 */
	ranges?: IDRange[]
}

/**
 * Runtime classes that pods may have.
 */
export interface RuntimeClassStrategyOptions {
	/**
	 * Names of the allowed classes. * allows all. A pod without a class is always allowed.
	 */
	allowedRuntimeClassNames: string[] | null
	/**
	 * Runtime class for pods that name none.
	 */
	defaultRuntimeClassName?: string
}

/**
 * SELinux labels of containers.
 */
export interface SELinuxStrategyOptions {
	/**
	 * MustRunAs, with the labels below, or RunAsAny.
	 */
	rule: string
	/**
	 * SELinux labels.
	 */
	seLinuxOptions?: coreV1.SELinuxOptions
}

/**
 * Supplementary group IDs of pods.
 */
export interface SupplementalGroupsStrategyOptions {
	/**
	 * MustRunAs, with group IDs from the ranges; MayRunAs, with some from the ranges or none; or RunAsAny.
	 */
	rule?: string
	/**
	 * Ranges of group IDs.
	 */
	ranges?: IDRange[]
}
