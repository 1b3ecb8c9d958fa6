// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

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
 * Taint that is added to matching devices, independent of their driver.
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
	 * Selector and taint.
	 */
	spec: DeviceTaintRuleSpec
	/**
	 * Observed state.
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
	 * Objects.
	 */
	items: DeviceTaintRule[]
}

/**
 * Selected devices and their taint.
 */
export interface DeviceTaintRuleSpec {
	/**
	 * Selector of the devices. None if absent.
	 */
	deviceSelector?: DeviceTaintSelector
	/**
	 * Taint.
	 */
	taint: DeviceTaint
}

/**
 * Observed state of a rule.
 */
export interface DeviceTaintRuleStatus {
	/**
	 * Conditions of the object.
	 */
	conditions?: metaV1.Condition[]
}

/**
 * Selector of devices. All fields must match.
 */
export interface DeviceTaintSelector {
	/**
	 * Name of the driver.
	 */
	driver?: string
	/**
	 * Pool of the devices.
	 */
	pool?: string
	/**
	 * Name of the device in its pool.
	 */
	device?: string
}

/**
 * Devices of one pool.
 */
export interface PoolStatus {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * Name.
	 */
	poolName: string
	/**
	 * Newest generation of the pool.
	 */
	generation: number | bigint
	/**
	 * Number of slices of the pool.
	 */
	resourceSliceCount?: number
	/**
	 * Number of devices.
	 */
	totalDevices?: number
	/**
	 * Number of allocated devices.
	 */
	allocatedDevices?: number
	/**
	 * Number of available devices.
	 */
	availableDevices?: number
	/**
	 * Number of devices that are neither available nor allocated, for example because of a taint.
	 */
	unavailableDevices?: number
	/**
	 * Node of the pool. Absent if the pool belongs to several nodes.
	 */
	nodeName?: string
	/**
	 * Error that prevents the count.
	 */
	validationError?: string
}

/**
 * Request for the number of devices in a driver's pools. A controller answers once, in the status.
 */
export interface ResourcePoolStatusRequest {
	/**
	 * Kind of the object.
	 */
	kind?: "ResourcePoolStatusRequest"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata: metaV1.ObjectMeta
	/**
	 * Selection of the pools. Immutable.
	 */
	spec: ResourcePoolStatusRequestSpec
	/**
	 * Answer. Immutable once set.
	 */
	status?: ResourcePoolStatusRequestStatus
}

/**
 * A list of ResourcePoolStatusRequest objects.
 */
export interface ResourcePoolStatusRequestList {
	kind?: "ResourcePoolStatusRequestList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ResourcePoolStatusRequest[]
}

/**
 * Selection of the pools to count.
 */
export interface ResourcePoolStatusRequestSpec {
	/**
	 * Name of the driver.
	 */
	driver: string
	/**
	 * Name of the pool. All pools of the driver if absent.
	 */
	poolName?: string
	/**
	 * Maximum number of pools in the answer.
	 */
	limit?: number
}

/**
 * Counted pools.
 */
export interface ResourcePoolStatusRequestStatus {
	/**
	 * Number of matching pools, including those that are not listed.
	 */
	poolCount: number
	/**
	 * First pools, sorted by driver and name.
	 */
	pools?: PoolStatus[]
	/**
	 * Conditions: `Complete` or `Failed`.
	 */
	conditions?: metaV1.Condition[]
}
