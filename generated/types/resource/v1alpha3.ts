// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

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
	 * Which devices, and what keeps pods off them.
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
 * The devices of one pool.
 */
export interface PoolStatus {
	/**
	 * Its driver.
	 */
	driver: string
	/**
	 * Its name.
	 */
	poolName: string
	/**
	 * The newest generation of it that was seen.
	 */
	generation: number | bigint
	/**
	 * Slices of which it is made.
	 */
	resourceSliceCount?: number
	/**
	 * Its devices.
	 */
	totalDevices?: number
	/**
	 * Those that are given.
	 */
	allocatedDevices?: number
	/**
	 * Those that can be given.
	 */
	availableDevices?: number
	/**
	 * Those that are neither, since a taint or something else keeps claims off them.
	 */
	unavailableDevices?: number
	/**
	 * The node that has them; none when absent.
	 */
	nodeName?: string
	/**
	 * What is wrong with it, so that it could not be counted.
	 */
	validationError?: string
}

/**
 * Asks how many devices the pools of a driver have, and how many of them are given: who counts them answers in the status, once.
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
	 * Which pools are counted. It never changes.
	 */
	spec: ResourcePoolStatusRequestSpec
	/**
	 * The answer. Once it is there, it never changes.
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
	 * The objects.
	 */
	items: ResourcePoolStatusRequest[]
}

/**
 * Which pools are counted.
 */
export interface ResourcePoolStatusRequestSpec {
	/**
	 * Their driver.
	 */
	driver: string
	/**
	 * The name of one; all of the driver when absent.
	 */
	poolName?: string
	/**
	 * How many of them the answer has at most.
	 */
	limit?: number
}

/**
 * The pools that there are.
 */
export interface ResourcePoolStatusRequestStatus {
	/**
	 * How many match, however many of them are listed.
	 */
	poolCount: number
	/**
	 * The first of them, by driver and name.
	 */
	pools?: PoolStatus[]
	/**
	 * Whether it is complete (`Complete`), or could not be answered (`Failed`).
	 */
	conditions?: metaV1.Condition[]
}
