// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';
import type * as policyV1 from './v1.ts';

/**
 * A driver of CSI volumes.
 */
export interface AllowedCSIDriver {
	/**
	 * Name of the driver.
	 */
	name: string
}

/**
 * A driver of flex volumes.
 */
export interface AllowedFlexVolume {
	/**
	 * Name of the driver.
	 */
	driver: string
}

/**
 * A path of nodes that pods may mount.
 */
export interface AllowedHostPath {
	/**
	 * Prefix of the path, in whole segments: /a allows /a/b but not /ab.
	 */
	pathPrefix?: string
	/**
	 * Whether every mount of it must be read-only.
	 */
	readOnly?: boolean
}

/**
 * Groups that may own the files of volumes.
 */
export interface FSGroupStrategyOptions {
	/**
	 * MustRunAs, one of the groups below; MayRunAs, one of them or none; or RunAsAny.
	 */
	rule?: string
	/**
	 * The groups.
	 */
	ranges?: IDRange[]
}

/**
 * Ports of nodes.
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
 * Users or groups by their numbers.
 */
export interface IDRange {
	/**
	 * First number.
	 */
	min: number | bigint
	/**
	 * Last number.
	 */
	max: number | bigint
}

/**
 * How many of a set of pods must stay while some of them are evicted.
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
	 * Which pods, and how many of them must stay.
	 */
	spec?: PodDisruptionBudgetSpec
	/**
	 * How many pods there are.
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
	 * The objects.
	 */
	items: PodDisruptionBudget[]
}

/**
 * Which pods a budget is about, and how many of them must stay.
 */
export interface PodDisruptionBudgetSpec {
	/**
	 * How many pods must still be available once one is evicted, as a number or a share.
	 */
	minAvailable?: number | string
	/**
	 * Labels of the pods. An empty selector chooses none, as an absent one does.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * How many pods may be missing once one is evicted, as a number or a share. Not together with minAvailable.
	 */
	maxUnavailable?: number | string
	/**
	 * When pods that run and are not ready are evicted.
	 */
	unhealthyPodEvictionPolicy?: string
}

/**
 * Limits the security settings of pods. The admission plugin PodSecurityPolicy enforces it.
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
	 * Allowed security settings and their defaults.
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
	 * The objects.
	 */
	items: PodSecurityPolicy[]
}

/**
 * Limits the security settings of pods.
 */
export interface PodSecurityPolicySpec {
	/**
	 * Whether containers may have every right on their node.
	 */
	privileged?: boolean
	/**
	 * Capabilities that containers get unless they drop them. They need not be allowed, and may not be among those that are dropped.
	 */
	defaultAddCapabilities?: string[]
	/**
	 * Capabilities that containers lose and may not add.
	 */
	requiredDropCapabilities?: string[]
	/**
	 * Capabilities that containers may add; * for all.
	 */
	allowedCapabilities?: string[]
	/**
	 * Types of volumes that pods may have: none when empty, * for all.
	 */
	volumes?: string[]
	/**
	 * Whether pods may be in the network of their node.
	 */
	hostNetwork?: boolean
	/**
	 * Ports of nodes that pods may take.
	 */
	hostPorts?: HostPortRange[]
	/**
	 * Whether pods may see the processes of their node.
	 */
	hostPID?: boolean
	/**
	 * Whether pods may talk to the processes of their node.
	 */
	hostIPC?: boolean
	/**
	 * SELinux labels that containers may have.
	 */
	seLinux: SELinuxStrategyOptions
	/**
	 * Users that containers may run as.
	 */
	runAsUser: RunAsUserStrategyOptions
	/**
	 * Groups that containers may run as; any when absent.
	 */
	runAsGroup?: RunAsGroupStrategyOptions
	/**
	 * Further groups that pods may have.
	 */
	supplementalGroups: SupplementalGroupsStrategyOptions
	/**
	 * Groups that may own the files of volumes.
	 */
	fsGroup: FSGroupStrategyOptions
	/**
	 * Whether containers can only read their root file system.
	 */
	readOnlyRootFilesystem?: boolean
	/**
	 * Whether processes can gain rights where the container does not say.
	 */
	defaultAllowPrivilegeEscalation?: boolean
	/**
	 * Whether containers may let processes gain rights.
	 */
	allowPrivilegeEscalation?: boolean
	/**
	 * Paths of nodes that pods may mount; any when empty.
	 */
	allowedHostPaths?: AllowedHostPath[]
	/**
	 * Drivers that flex volumes may have, where those are allowed; any when empty.
	 */
	allowedFlexVolumes?: AllowedFlexVolume[]
	/**
	 * Drivers that CSI volumes of pods may have, where those are allowed; any when empty.
	 */
	allowedCSIDrivers?: AllowedCSIDriver[]
	/**
	 * Unsafe kernel parameters that pods may set; one that ends with * matches every name with that prefix.
	 */
	allowedUnsafeSysctls?: string[]
	/**
	 * Kernel parameters that pods may not set; one that ends with * matches every name with that prefix.
	 */
	forbiddenSysctls?: string[]
	/**
	 * Forms of /proc that containers may have; Default alone when empty.
	 */
	allowedProcMountTypes?: ("Default" | "Unmasked")[]
	/**
	 * Runtime classes that pods may have; any when absent.
	 */
	runtimeClass?: RuntimeClassStrategyOptions
}

/**
 * Groups that containers may run as.
 */
export interface RunAsGroupStrategyOptions {
	/**
	 * MustRunAs, one of the groups below; MayRunAs, one of them or none; or RunAsAny.
	 */
	rule: string
	/**
	 * The groups.
	 */
	ranges?: IDRange[]
}

/**
 * Users that containers may run as.
 */
export interface RunAsUserStrategyOptions {
	/**
	 * MustRunAs, one of the users below; MustRunAsNonRoot; or RunAsAny.
	 */
	rule: string
	/**
	 * The users.
	 */
	ranges?: IDRange[]
}

/**
 * Runtime classes that pods may have.
 */
export interface RuntimeClassStrategyOptions {
	/**
	 * Names of the classes; * for all. A pod may always have none.
	 */
	allowedRuntimeClassNames: string[] | null
	/**
	 * Class of pods that name none.
	 */
	defaultRuntimeClassName?: string
}

/**
 * SELinux labels that containers may have.
 */
export interface SELinuxStrategyOptions {
	/**
	 * MustRunAs, with the labels below, or RunAsAny.
	 */
	rule: string
	/**
	 * The labels.
	 */
	seLinuxOptions?: coreV1.SELinuxOptions
}

/**
 * Further groups that pods may have.
 */
export interface SupplementalGroupsStrategyOptions {
	/**
	 * MustRunAs, groups among those below; MayRunAs, groups among them or none; or RunAsAny.
	 */
	rule?: string
	/**
	 * The groups.
	 */
	ranges?: IDRange[]
}
