// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * What its driver says of a device.
 */
export interface AllocatedDeviceStatus {
	/**
	 * The driver.
	 */
	driver: string
	/**
	 * The pool.
	 */
	pool: string
	/**
	 * The name of the device in the pool.
	 */
	device: string
	/**
	 * Which share of the device.
	 */
	shareID?: string
	/**
	 * What is so of it.
	 */
	conditions?: metaV1.Condition[] | null
	/**
	 * Anything else, an object that others know.
	 */
	data?: { [key: string]: unknown }
	/**
	 * What is said of a device of a network.
	 */
	networkData?: NetworkDeviceData
}

/**
 * What was given for a claim.
 */
export interface AllocationResult {
	/**
	 * Which devices.
	 */
	devices?: DeviceAllocationResult
	/**
	 * From which nodes they can be reached; from all when absent.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * When they were given.
	 */
	allocationTimestamp?: string
}

/**
 * What a device must be like, in CEL.
 */
export interface CELDeviceSelector {
	/**
	 * An expression over `device` that is true for the devices that are wanted.
	 */
	expression: string
}

/**
 * How much one claim may have: one of some amounts, or anything within a range.
 */
export interface CapacityRequestPolicy {
	/**
	 * What a claim gets that does not say.
	 */
	default?: string | null
	/**
	 * The amounts, the smallest first, at most ten.
	 */
	validValues?: string[]
	/**
	 * The range.
	 */
	validRange?: CapacityRequestPolicyRange
}

/**
 * A range of amounts.
 */
export interface CapacityRequestPolicyRange {
	/**
	 * The least.
	 */
	min: string
	/**
	 * The most; all there is when absent.
	 */
	max?: string
	/**
	 * What lies between one amount and the next.
	 */
	step?: string
}

/**
 * How much of a device is needed that several may share.
 */
export interface CapacityRequirements {
	/**
	 * How much, by the name of the capacity.
	 */
	requests?: { [key: string]: string }
}

/**
 * An amount that can be taken from.
 */
export interface Counter {
	/**
	 * How much.
	 */
	value: string
}

/**
 * What devices share.
 */
export interface CounterSet {
	/**
	 * A name, by which devices mean it.
	 */
	name: string
	/**
	 * How much there is, by name.
	 */
	counters: { [key: string]: Counter }
}

/**
 * A device.
 */
export interface Device {
	/**
	 * Its name in the pool.
	 */
	name: string
	/**
	 * What it is like, by name; a name without a domain is the driver's.
	 */
	attributes?: { [key: string]: DeviceAttribute }
	/**
	 * How much it has, by name.
	 */
	capacity?: { [key: string]: DeviceCapacity }
	/**
	 * What it takes of what devices share.
	 */
	consumesCounters?: DeviceCounterConsumption[]
	/**
	 * The node that has it.
	 */
	nodeName?: string
	/**
	 * The nodes that reach it.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * Whether all nodes reach it.
	 */
	allNodes?: boolean
	/**
	 * What keeps pods off it.
	 */
	taints?: DeviceTaint[]
	/**
	 * Whether a claim that has it stays on the node chosen first.
	 */
	bindsToNode?: boolean
	/**
	 * What must be so before pods are bound.
	 */
	bindingConditions?: string[]
	/**
	 * What says that it will not be so.
	 */
	bindingFailureConditions?: string[]
	/**
	 * Whether several claims may have a part of it each.
	 */
	allowMultipleAllocations?: boolean
	/**
	 * What it takes of what its node has, by the name of the resource.
	 */
	nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping }
}

/**
 * Settings for a driver that come with what was given.
 */
export interface DeviceAllocationConfiguration {
	/**
	 * Whether they are those of a class or of the claim.
	 */
	source: "FromClaim" | "FromClass"
	/**
	 * The requests that they are for; all when there are none.
	 */
	requests?: string[]
	/**
	 * In the driver's own words.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * Which devices were given.
 */
export interface DeviceAllocationResult {
	/**
	 * The devices.
	 */
	results?: DeviceRequestAllocationResult[]
	/**
	 * Settings for drivers, of classes and of the claim.
	 */
	config?: DeviceAllocationConfiguration[]
}

/**
 * What a device is like, in one way: a value, or a list of one sort.
 */
export interface DeviceAttribute {
	/**
	 * A number.
	 */
	int?: number | bigint
	/**
	 * Yes or no.
	 */
	bool?: boolean
	/**
	 * A text.
	 */
	string?: string
	/**
	 * A version, as semver.org has them.
	 */
	version?: string
	/**
	 * Numbers.
	 */
	ints?: (number | bigint)[]
	/**
	 * Values that are yes or no.
	 */
	bools?: boolean[]
	/**
	 * Texts.
	 */
	strings?: string[]
	/**
	 * Versions.
	 */
	versions?: string[]
}

/**
 * How much a device has of something.
 */
export interface DeviceCapacity {
	/**
	 * How much.
	 */
	value: string
	/**
	 * How much of it one claim may have.
	 */
	requestPolicy?: CapacityRequestPolicy
}

/**
 * Which devices are wanted.
 */
export interface DeviceClaim {
	/**
	 * Requests, each for some devices; all must be met.
	 */
	requests?: DeviceRequest[] | null
	/**
	 * What the devices must have in common.
	 */
	constraints?: DeviceConstraint[]
	/**
	 * Settings for drivers.
	 */
	config?: DeviceClaimConfiguration[]
}

/**
 * Settings for a driver that come with a claim.
 */
export interface DeviceClaimConfiguration {
	/**
	 * The requests that they are for; all when there are none.
	 */
	requests?: string[]
	/**
	 * In the driver's own words.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * A sort of devices that claims can ask for.
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
	 * What it says.
	 */
	spec: DeviceClassSpec
}

/**
 * Settings for a driver that come with a class.
 */
export interface DeviceClassConfiguration {
	/**
	 * In the driver's own words.
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
	 * The objects.
	 */
	items: DeviceClass[]
}

/**
 * Which devices a class has, and how they are set up.
 */
export interface DeviceClassSpec {
	/**
	 * What a device must be like; all must hold.
	 */
	selectors?: DeviceSelector[]
	/**
	 * Settings for drivers, for each device of the class.
	 */
	config?: DeviceClassConfiguration[]
	/**
	 * The name by which containers ask for devices of the class as they ask for memory.
	 */
	extendedResourceName?: string
}

/**
 * Settings for a driver.
 */
export interface DeviceConfiguration {
	/**
	 * In the driver's own words.
	 */
	opaque?: OpaqueDeviceConfiguration
}

/**
 * What devices must have in common.
 */
export interface DeviceConstraint {
	/**
	 * The requests that it is about; all when there are none.
	 */
	requests?: string[]
	/**
	 * An attribute that is the same for all of them.
	 */
	matchAttribute?: string
	/**
	 * An attribute that differs between all of them.
	 */
	distinctAttribute?: string
}

/**
 * What a device takes of what devices share.
 */
export interface DeviceCounterConsumption {
	/**
	 * The counters that it takes from.
	 */
	counterSet: string
	/**
	 * How much, by name.
	 */
	counters: { [key: string]: Counter }
}

/**
 * Some devices that are wanted: of one class, or of the first of several that there are.
 */
export interface DeviceRequest {
	/**
	 * A name, by which pods and the rest of the claim mean it.
	 */
	name: string
	/**
	 * Devices of one class.
	 */
	exactly?: ExactDeviceRequest
	/**
	 * Several choices, the best first.
	 */
	firstAvailable?: DeviceSubRequest[]
}

/**
 * A device that was given for a request.
 */
export interface DeviceRequestAllocationResult {
	/**
	 * The request, and after a slash which of its choices.
	 */
	request: string
	/**
	 * The driver of the device.
	 */
	driver: string
	/**
	 * The pool that it belongs to.
	 */
	pool: string
	/**
	 * Its name in the pool.
	 */
	device: string
	/**
	 * Whether it is only looked after, whoever has it.
	 */
	adminAccess?: boolean
	/**
	 * Taints that did not matter.
	 */
	tolerations?: DeviceToleration[]
	/**
	 * What must be so before pods are bound.
	 */
	bindingConditions?: string[]
	/**
	 * What says that it will not be so.
	 */
	bindingFailureConditions?: string[]
	/**
	 * Tells shares of one device apart.
	 */
	shareID?: string
	/**
	 * How much of it was given, by the name of the capacity.
	 */
	consumedCapacity?: { [key: string]: string }
}

/**
 * What a device must be like.
 */
export interface DeviceSelector {
	/**
	 * As an expression. It is kept as it is: who gives devices out evaluates it.
	 */
	cel?: CELDeviceSelector
}

/**
 * One of several choices.
 */
export interface DeviceSubRequest {
	/**
	 * A name, by which the claim means it after that of the request and a slash.
	 */
	name: string
	/**
	 * The class.
	 */
	deviceClassName: string
	/**
	 * What they must be like beside.
	 */
	selectors?: DeviceSelector[]
	/**
	 * A number of them (`ExactCount`), which is the default, or all that there are (`All`).
	 */
	allocationMode?: "All" | "ExactCount"
	/**
	 * How many; one when nothing is said.
	 */
	count?: number | bigint
	/**
	 * Taints that do not matter.
	 */
	tolerations?: DeviceToleration[]
	/**
	 * How much of each is needed.
	 */
	capacity?: CapacityRequirements
}

/**
 * What keeps pods off a device.
 */
export interface DeviceTaint {
	/**
	 * Its name, like the key of a label.
	 */
	key: string
	/**
	 * Its value, like that of a label.
	 */
	value?: string
	/**
	 * Whether claims get the device no more (`NoSchedule`), pods that use it have to go (`NoExecute`), or nothing happens (`None`).
	 */
	effect: "NoExecute" | "NoSchedule" | "None"
	/**
	 * Since when; the server says it where nobody does.
	 */
	timeAdded?: string
}

/**
 * Taints devices: what keeps pods off them without a word of their driver.
 */
export interface DeviceTaintRule {
	/**
	 * Kind of the object.
	 */
	kind?: "DeviceTaintRule"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What it says.
	 */
	spec: DeviceTaintRuleSpec
	/**
	 * What has come of it.
	 */
	status?: DeviceTaintRuleStatus
}

/**
 * A list of DeviceTaintRule objects.
 */
export interface DeviceTaintRuleList {
	kind?: "DeviceTaintRuleList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: DeviceTaintRule[]
}

/**
 * Which devices are tainted, and with what.
 */
export interface DeviceTaintRuleSpec {
	/**
	 * The devices; none when absent.
	 */
	deviceSelector?: DeviceTaintSelector
	/**
	 * What keeps pods off them.
	 */
	taint: DeviceTaint
}

/**
 * What has come of a rule.
 */
export interface DeviceTaintRuleStatus {
	/**
	 * What is so of it.
	 */
	conditions?: metaV1.Condition[]
}

/**
 * Chooses devices by all that it says.
 */
export interface DeviceTaintSelector {
	/**
	 * Their driver.
	 */
	driver?: string
	/**
	 * The pool that they belong to.
	 */
	pool?: string
	/**
	 * The name of one in its pool.
	 */
	device?: string
}

/**
 * A taint of a device that does not matter.
 */
export interface DeviceToleration {
	/**
	 * The key of the taint; any when it is empty.
	 */
	key?: string
	/**
	 * Whether the value is compared.
	 */
	operator?: "Equal" | "Exists"
	/**
	 * The value of the taint.
	 */
	value?: string
	/**
	 * The effect of the taint; any when it is empty.
	 */
	effect?: "NoExecute" | "NoSchedule" | "None"
	/**
	 * How long it does not matter, in seconds; for ever when absent.
	 */
	tolerationSeconds?: number | bigint
}

/**
 * Devices of one class.
 */
export interface ExactDeviceRequest {
	/**
	 * The class.
	 */
	deviceClassName: string
	/**
	 * What they must be like beside.
	 */
	selectors?: DeviceSelector[]
	/**
	 * A number of them (`ExactCount`), which is the default, or all that there are (`All`).
	 */
	allocationMode?: "All" | "ExactCount"
	/**
	 * How many; one when nothing is said.
	 */
	count?: number | bigint
	/**
	 * Whether they are only looked after, whoever has them. This needs a label on the namespace.
	 */
	adminAccess?: boolean
	/**
	 * Taints that do not matter.
	 */
	tolerations?: DeviceToleration[]
	/**
	 * How much of each is needed.
	 */
	capacity?: CapacityRequirements
}

/**
 * What is said of a device of a network.
 */
export interface NetworkDeviceData {
	/**
	 * The name of the interface.
	 */
	interfaceName?: string
	/**
	 * Its addresses, each with the length of its network.
	 */
	ips?: string[]
	/**
	 * The address of the hardware.
	 */
	hardwareAddress?: string
}

/**
 * What a device takes of something that its node has.
 */
export interface NodeAllocatableResourceMapping {
	/**
	 * The capacity of the device that says how much.
	 */
	capacityKey?: string
	/**
	 * How many times that, or how much where no capacity is named.
	 */
	allocationMultiplier?: string
}

/**
 * Settings in a driver's own words.
 */
export interface OpaqueDeviceConfiguration {
	/**
	 * The driver that understands them, by its name.
	 */
	driver: string
	/**
	 * The settings, an object that the driver knows.
	 */
	parameters: { [key: string]: unknown }
}

/**
 * Asks for devices for pods of its namespace.
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
	 * What it says.
	 */
	spec: ResourceClaimSpec
	/**
	 * What was given, and who uses it.
	 */
	status?: ResourceClaimStatus
}

/**
 * Who may use devices.
 */
export interface ResourceClaimConsumerReference {
	/**
	 * Its API group; empty for that of the core.
	 */
	apiGroup?: string
	/**
	 * What it is, in the plural: pods, as a rule.
	 */
	resource: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Its uid.
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
	 * The objects.
	 */
	items: ResourceClaim[]
}

/**
 * What a claim asks for.
 */
export interface ResourceClaimSpec {
	/**
	 * Devices.
	 */
	devices?: DeviceClaim
}

/**
 * What was given for a claim, and who uses it.
 */
export interface ResourceClaimStatus {
	/**
	 * What was given. It stays until it is taken back.
	 */
	allocation?: AllocationResult
	/**
	 * Who may use the devices now.
	 */
	reservedFor?: ResourceClaimConsumerReference[]
	/**
	 * What drivers say of the devices that were given.
	 */
	devices?: AllocatedDeviceStatus[]
}

/**
 * The claim that is made anew for each pod that names the template.
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
	 * What it says.
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
	 * The objects.
	 */
	items: ResourceClaimTemplate[]
}

/**
 * A claim that is made anew for each pod.
 */
export interface ResourceClaimTemplateSpec {
	/**
	 * Its labels and annotations.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What it asks for.
	 */
	spec: ResourceClaimSpec
}

/**
 * Devices that are told of together, in one slice or in several.
 */
export interface ResourcePool {
	/**
	 * The name, of DNS subdomains with slashes between.
	 */
	name: string
	/**
	 * Grows with each change of the pool: slices with a lower one are out of date.
	 */
	generation: number | bigint
	/**
	 * How many slices of this generation there are.
	 */
	resourceSliceCount: number | bigint
}

/**
 * Devices of one driver, and from which nodes they can be reached.
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
	 * What it says.
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
	 * The objects.
	 */
	items: ResourceSlice[]
}

/**
 * Devices of one driver, and from which nodes they can be reached.
 */
export interface ResourceSliceSpec {
	/**
	 * The driver.
	 */
	driver: string
	/**
	 * The pool that the devices belong to.
	 */
	pool: ResourcePool
	/**
	 * The node that has them.
	 */
	nodeName?: string
	/**
	 * The nodes that reach them, by one term.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * Whether all nodes reach them.
	 */
	allNodes?: boolean
	/**
	 * The devices, up to 128, or 64 where taints, counters or lists are used.
	 */
	devices?: Device[]
	/**
	 * Whether each device says for itself which nodes reach it.
	 */
	perDeviceNodeSelection?: boolean
	/**
	 * What devices of the pool share.
	 */
	sharedCounters?: CounterSet[]
}
