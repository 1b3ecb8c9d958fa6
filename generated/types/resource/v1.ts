// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * State of a device, reported by its driver.
 */
export interface AllocatedDeviceStatus {
	/**
	 * Driver of the device.
	 */
	driver: string
	/**
	 * Pool of the device.
	 */
	pool: string
	/**
	 * Name of the device in the pool.
	 */
	device: string
	/**
	 * Share of the device.
	 */
	shareID?: string
	/**
	 * Conditions of the object.
	 */
	conditions?: metaV1.Condition[] | null
	/**
	 * Additional data in the driver's own format.
	 */
	data?: { [key: string]: unknown }
	/**
	 * State of a network device.
	 */
	networkData?: NetworkDeviceData
}

/**
 * Result of the allocation for a claim.
 */
export interface AllocationResult {
	/**
	 * Allocated devices.
	 */
	devices?: DeviceAllocationResult
	/**
	 * Nodes that can use the devices. All nodes if absent.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * Time of the allocation.
	 */
	allocationTimestamp?: string
}

/**
 * CEL selector of devices.
 */
export interface CELDeviceSelector {
	/**
	 * Expression over `device` that is true for matching devices.
	 */
	expression: string
}

/**
 * Amounts that one claim may request: a set of values or a range.
 */
export interface CapacityRequestPolicy {
	/**
	 * Amount for claims that request none.
	 */
	default?: string | null
	/**
	 * Allowed amounts in ascending order, at most ten.
	 */
	validValues?: string[]
	/**
	 * Range of allowed amounts.
	 */
	validRange?: CapacityRequestPolicyRange
}

/**
 * Range of amounts.
 */
export interface CapacityRequestPolicyRange {
	/**
	 * Minimum amount.
	 */
	min: string
	/**
	 * Maximum amount. The entire capacity if absent.
	 */
	max?: string
	/**
	 * Step between allowed amounts.
	 */
	step?: string
}

/**
 * Required capacity of a shared device.
 */
export interface CapacityRequirements {
	/**
	 * Required amounts, by name of the capacity.
	 */
	requests?: { [key: string]: string }
}

/**
 * Amount of a shared resource.
 */
export interface Counter {
	/**
	 * Maximum change, in the unit of the type.
	 */
	value: string
}

/**
 * Counters that devices share.
 */
export interface CounterSet {
	/**
	 * Name by which devices refer to the counter set.
	 */
	name: string
	/**
	 * Counters by name.
	 */
	counters: { [key: string]: Counter }
}

/**
 * Device.
 */
export interface Device {
	/**
	 * Name, unique within the pool.
	 */
	name: string
	/**
	 * Attributes by name. Names without a domain belong to the driver.
	 */
	attributes?: { [key: string]: DeviceAttribute }
	/**
	 * Capacities by name.
	 */
	capacity?: { [key: string]: DeviceCapacity }
	/**
	 * Consumption of shared counters.
	 */
	consumesCounters?: DeviceCounterConsumption[]
	/**
	 * Node of the device.
	 */
	nodeName?: string
	/**
	 * Nodes that can use the device.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * True if all nodes can use the device.
	 */
	allNodes?: boolean
	/**
	 * Taints of the device.
	 */
	taints?: DeviceTaint[]
	/**
	 * True if a claim with the device stays on the node that was selected first.
	 */
	bindsToNode?: boolean
	/**
	 * Conditions that must be met before pods are bound.
	 */
	bindingConditions?: string[]
	/**
	 * Conditions that report that binding has failed.
	 */
	bindingFailureConditions?: string[]
	/**
	 * True if the device can be shared by several claims.
	 */
	allowMultipleAllocations?: boolean
	/**
	 * Node resources that the device consumes, by name of the resource.
	 */
	nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping }
}

/**
 * Driver configuration of an allocation.
 */
export interface DeviceAllocationConfiguration {
	/**
	 * Origin of the configuration: FromClass or FromClaim.
	 */
	source: "FromClaim" | "FromClass"
	/**
	 * Requests to which the configuration applies. All requests if empty.
	 */
	requests?: string[]
	/**
	 * Configuration in the driver's own format.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * Allocated devices.
 */
export interface DeviceAllocationResult {
	/**
	 * Devices.
	 */
	results?: DeviceRequestAllocationResult[]
	/**
	 * Driver configurations from classes and from the claim.
	 */
	config?: DeviceAllocationConfiguration[]
}

/**
 * Attribute of a device: a value, or a list of values of one type.
 */
export interface DeviceAttribute {
	/**
	 * Integer.
	 */
	int?: number | bigint
	/**
	 * Boolean.
	 */
	bool?: boolean
	/**
	 * String.
	 */
	string?: string
	/**
	 * Semantic version (semver.org).
	 */
	version?: string
	/**
	 * Integers.
	 */
	ints?: (number | bigint)[]
	/**
	 * Booleans.
	 */
	bools?: boolean[]
	/**
	 * Strings.
	 */
	strings?: string[]
	/**
	 * Semantic versions.
	 */
	versions?: string[]
}

/**
 * Capacity of a device.
 */
export interface DeviceCapacity {
	/**
	 * Available amount.
	 */
	value: string
	/**
	 * Amounts that one claim may request.
	 */
	requestPolicy?: CapacityRequestPolicy
}

/**
 * Requested devices.
 */
export interface DeviceClaim {
	/**
	 * Requests. All must be met.
	 */
	requests?: DeviceRequest[] | null
	/**
	 * Constraints on the set of devices.
	 */
	constraints?: DeviceConstraint[]
	/**
	 * Configurations for drivers.
	 */
	config?: DeviceClaimConfiguration[]
}

/**
 * Driver configuration of a claim.
 */
export interface DeviceClaimConfiguration {
	/**
	 * Requests to which the configuration applies. All requests if empty.
	 */
	requests?: string[]
	/**
	 * Configuration in the driver's own format.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * Class of devices that claims can request, with selectors and configuration.
 */
export interface DeviceClass {
	/**
	 * Kind of the object.
	 */
	kind?: "DeviceClass"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Selectors and configuration.
	 */
	spec: DeviceClassSpec
}

/**
 * Driver configuration of a class.
 */
export interface DeviceClassConfiguration {
	/**
	 * Configuration in the driver's own format.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * A list of DeviceClass objects.
 */
export interface DeviceClassList {
	kind?: "DeviceClassList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: DeviceClass[]
}

/**
 * Selectors and configuration of a class.
 */
export interface DeviceClassSpec {
	/**
	 * Selectors of the devices. All must match.
	 */
	selectors?: DeviceSelector[]
	/**
	 * Configurations for drivers, for each device of the class.
	 */
	config?: DeviceClassConfiguration[]
	/**
	 * Name of an extended resource with which containers can request devices of the class.
	 */
	extendedResourceName?: string
}

/**
 * Configuration for a driver.
 */
export interface DeviceConfiguration {
	/**
	 * Configuration in the driver's own format.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * Constraint on a set of devices.
 */
export interface DeviceConstraint {
	/**
	 * Requests to which the constraint applies. All requests if empty.
	 */
	requests?: string[]
	/**
	 * Attribute that has the same value on all devices.
	 */
	matchAttribute?: string
	/**
	 * Attribute whose values differ between all devices.
	 */
	distinctAttribute?: string
}

/**
 * Consumption of shared counters by a device.
 */
export interface DeviceCounterConsumption {
	/**
	 * Counter set.
	 */
	counterSet: string
	/**
	 * Consumed amounts, by name.
	 */
	counters: { [key: string]: Counter }
}

/**
 * Request for devices of one class, or for the first available alternative.
 */
export interface DeviceRequest {
	/**
	 * Name by which pods and the claim refer to the request.
	 */
	name: string
	/**
	 * Request for devices of one class.
	 */
	exactly?: ExactDeviceRequest
	/**
	 * Alternatives, in order of preference.
	 */
	firstAvailable?: DeviceSubRequest[]
}

/**
 * Device that is allocated for a request.
 */
export interface DeviceRequestAllocationResult {
	/**
	 * Name of the request, followed by a slash and the subrequest if there is one.
	 */
	request: string
	/**
	 * Driver of the device.
	 */
	driver: string
	/**
	 * Pool of the device.
	 */
	pool: string
	/**
	 * Name, unique within the pool.
	 */
	device: string
	/**
	 * True if the device is allocated for administration, even if other claims use it.
	 */
	adminAccess?: boolean
	/**
	 * Tolerated taints.
	 */
	tolerations?: DeviceToleration[]
	/**
	 * Conditions that must be met before pods are bound.
	 */
	bindingConditions?: string[]
	/**
	 * Conditions that report that binding has failed.
	 */
	bindingFailureConditions?: string[]
	/**
	 * Identity of a share of the device.
	 */
	shareID?: string
	/**
	 * Consumed amounts, by name of the capacity.
	 */
	consumedCapacity?: { [key: string]: string }
}

/**
 * Selector of devices.
 */
export interface DeviceSelector {
	/**
	 * CEL selector. The server does not evaluate it; the allocator does.
	 */
	cel?: CELDeviceSelector
}

/**
 * Alternative of a request.
 */
export interface DeviceSubRequest {
	/**
	 * Name of the alternative. The claim refers to it by the request's name, a slash and this name.
	 */
	name: string
	/**
	 * Class of the devices.
	 */
	deviceClassName: string
	/**
	 * Additional selectors. All must match.
	 */
	selectors?: DeviceSelector[]
	/**
	 * Mode: a number of devices (`ExactCount`, the default) or all matching devices (`All`).
	 */
	allocationMode?: "All" | "ExactCount"
	/**
	 * Number of devices. One by default.
	 */
	count?: number | bigint
	/**
	 * Tolerations of device taints.
	 */
	tolerations?: DeviceToleration[]
	/**
	 * Required capacity of each device.
	 */
	capacity?: CapacityRequirements
}

/**
 * Taint of a device.
 */
export interface DeviceTaint {
	/**
	 * Key, in the format of label keys.
	 */
	key: string
	/**
	 * Value, in the format of label values.
	 */
	value?: string
	/**
	 * Effect: no new allocations (`NoSchedule`), eviction of pods that use the device (`NoExecute`), or no effect (`None`).
	 */
	effect: "NoExecute" | "NoSchedule" | "None"
	/**
	 * Time at which the taint was added. Set by the server if absent.
	 */
	timeAdded?: string
}

/**
 * Toleration of device taints.
 */
export interface DeviceToleration {
	/**
	 * Key of the taint. Any key if empty.
	 */
	key?: string
	/**
	 * Operator: Equal compares the value, Exists matches any value.
	 */
	operator?: "Equal" | "Exists"
	/**
	 * Value of the taint.
	 */
	value?: string
	/**
	 * Effect of the taint. Any effect if empty.
	 */
	effect?: "NoExecute" | "NoSchedule" | "None"
	/**
	 * Seconds for which the taint is tolerated. Unlimited if absent.
	 */
	tolerationSeconds?: number | bigint
}

/**
 * Request for devices of one class.
 */
export interface ExactDeviceRequest {
	/**
	 * Class of the devices.
	 */
	deviceClassName: string
	/**
	 * Additional selectors. All must match.
	 */
	selectors?: DeviceSelector[]
	/**
	 * Mode: a number of devices (`ExactCount`, the default) or all matching devices (`All`).
	 */
	allocationMode?: "All" | "ExactCount"
	/**
	 * Number of devices. One by default.
	 */
	count?: number | bigint
	/**
	 * True if the devices are requested for administration, even if other claims use them. Requires a label on the namespace.
	 */
	adminAccess?: boolean
	/**
	 * Tolerations of device taints.
	 */
	tolerations?: DeviceToleration[]
	/**
	 * Required capacity of each device.
	 */
	capacity?: CapacityRequirements
}

/**
 * State of a network device.
 */
export interface NetworkDeviceData {
	/**
	 * Name of the interface.
	 */
	interfaceName?: string
	/**
	 * Addresses with the length of the network prefix.
	 */
	ips?: string[]
	/**
	 * Hardware address.
	 */
	hardwareAddress?: string
}

/**
 * Node resource that a device consumes.
 */
export interface NodeAllocatableResourceMapping {
	/**
	 * Capacity of the device that determines the amount.
	 */
	capacityKey?: string
	/**
	 * Multiplier of the capacity, or the amount itself if no capacity is named.
	 */
	allocationMultiplier?: string
}

/**
 * Configuration in a driver's own format.
 */
export interface OpaqueDeviceConfiguration {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * Parameters: an object that the driver interprets.
	 */
	parameters: { [key: string]: unknown }
}

/**
 * Request for devices, for pods of its namespace.
 */
export interface ResourceClaim {
	/**
	 * Kind of the object.
	 */
	kind?: "ResourceClaim"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Request. It is immutable.
	 */
	spec: ResourceClaimSpec
	/**
	 * Allocated devices and their users.
	 */
	status?: ResourceClaimStatus
}

/**
 * Consumer of devices.
 */
export interface ResourceClaimConsumerReference {
	/**
	 * API group of the object. Empty for the core group.
	 */
	apiGroup?: string
	/**
	 * Plural name of the consumer's resource, usually pods.
	 */
	resource: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * UID of the object.
	 */
	uid: string
}

/**
 * A list of ResourceClaim objects.
 */
export interface ResourceClaimList {
	kind?: "ResourceClaimList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ResourceClaim[]
}

/**
 * Requested devices of a claim.
 */
export interface ResourceClaimSpec {
	/**
	 * Requested devices.
	 */
	devices?: DeviceClaim
}

/**
 * Allocated devices of a claim, and their users.
 */
export interface ResourceClaimStatus {
	/**
	 * Allocation of devices. It is removed when the claim is deallocated.
	 */
	allocation?: AllocationResult
	/**
	 * Consumers that may use the devices now.
	 */
	reservedFor?: ResourceClaimConsumerReference[]
	/**
	 * State of the allocated devices, reported by drivers.
	 */
	devices?: AllocatedDeviceStatus[]
}

/**
 * Template of the claims that are created for each pod.
 */
export interface ResourceClaimTemplate {
	/**
	 * Kind of the object.
	 */
	kind?: "ResourceClaimTemplate"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Template of the claim. Immutable.
	 */
	spec: ResourceClaimTemplateSpec
}

/**
 * A list of ResourceClaimTemplate objects.
 */
export interface ResourceClaimTemplateList {
	kind?: "ResourceClaimTemplateList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ResourceClaimTemplate[]
}

/**
 * Template of the claims that are created for each pod.
 */
export interface ResourceClaimTemplateSpec {
	/**
	 * Labels and annotations.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired state of the claim.
	 */
	spec: ResourceClaimSpec
}

/**
 * Devices that a driver publishes together, in one or several slices.
 */
export interface ResourcePool {
	/**
	 * Name: DNS subdomains, separated by slashes. Immutable.
	 */
	name: string
	/**
	 * Generation of the pool. It grows with each change; slices with a lower generation are outdated.
	 */
	generation: number | bigint
	/**
	 * Number of slices of this generation.
	 */
	resourceSliceCount: number | bigint
}

/**
 * Devices of one driver, and the nodes that can use them.
 */
export interface ResourceSlice {
	/**
	 * Kind of the object.
	 */
	kind?: "ResourceSlice"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Devices and the nodes that can use them.
	 */
	spec: ResourceSliceSpec
}

/**
 * A list of ResourceSlice objects.
 */
export interface ResourceSliceList {
	kind?: "ResourceSliceList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ResourceSlice[]
}

/**
 * Devices of one driver, and the nodes that can use them.
 */
export interface ResourceSliceSpec {
	/**
	 * Driver. Immutable.
	 */
	driver: string
	/**
	 * Pool of the devices.
	 */
	pool: ResourcePool
	/**
	 * Node of the devices. Immutable.
	 */
	nodeName?: string
	/**
	 * Nodes that can use the devices, as one term.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * True if all nodes can use the devices.
	 */
	allNodes?: boolean
	/**
	 * Devices: at most 128, or 64 if taints, counters or lists are used.
	 */
	devices?: Device[]
	/**
	 * True if each device has its own node selection.
	 */
	perDeviceNodeSelection?: boolean
	/**
	 * Counters that devices of the pool share.
	 */
	sharedCounters?: CounterSet[]
}
