// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Independent scheduling of each pod.
 */
export interface BasicSchedulingPolicy {
	
}

/**
 * Scheduling of all pods together, or of none.
 */
export interface GangSchedulingPolicy {
	/**
	 * Number of pods that must be schedulable at the same time.
	 */
	minCount: number
}

/**
 * Group of pods that are scheduled together.
 */
export interface PodGroup {
	/**
	 * Kind of the object.
	 */
	kind?: "PodGroup"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired state.
	 */
	spec: PodGroupSpec
	/**
	 * Observed state.
	 */
	status?: PodGroupStatus
}

/**
 * A list of PodGroup objects.
 */
export interface PodGroupList {
	kind?: "PodGroupList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: PodGroup[]
}

/**
 * Claim of devices: an existing one, or one created from a template.
 */
export interface PodGroupResourceClaim {
	/**
	 * Name by which pods refer to the claim.
	 */
	name: string
	/**
	 * Name of the claim.
	 */
	resourceClaimName?: string
	/**
	 * Name of the template.
	 */
	resourceClaimTemplateName?: string
}

/**
 * Claim that was created for a group.
 */
export interface PodGroupResourceClaimStatus {
	/**
	 * Name of the claim in the spec.
	 */
	name: string
	/**
	 * Name.
	 */
	resourceClaimName?: string
}

/**
 * Constraints on the placement of all pods.
 */
export interface PodGroupSchedulingConstraints {
	/**
	 * Topology constraints. At most one.
	 */
	topology?: TopologyConstraint[]
}

/**
 * Scheduling policy of a group.
 */
export interface PodGroupSchedulingPolicy {
	/**
	 * Independent scheduling of each pod.
	 */
	basic?: BasicSchedulingPolicy
	/**
	 * Scheduling of all pods together, or of none.
	 */
	gang?: GangSchedulingPolicy
}

/**
 * Group of pods that are scheduled together.
 */
export interface PodGroupSpec {
	/**
	 * Template of the group.
	 */
	podGroupTemplateRef?: PodGroupTemplateReference | null
	/**
	 * Scheduling policy.
	 */
	schedulingPolicy: PodGroupSchedulingPolicy
	/**
	 * Constraints on the placement of all pods.
	 */
	schedulingConstraints?: PodGroupSchedulingConstraints
	/**
	 * Claims of devices that the pods share.
	 */
	resourceClaims?: PodGroupResourceClaim[]
	/**
	 * Unit of disruption: a single pod (`Pod`) or the entire group (`PodGroup`).
	 */
	disruptionMode?: "Pod" | "PodGroup"
	/**
	 * Priority class.
	 */
	priorityClassName?: string
	/**
	 * Priority number.
	 */
	priority?: number
}

/**
 * Observed state of a group.
 */
export interface PodGroupStatus {
	/**
	 * Conditions of the group: scheduling and disruption.
	 */
	conditions?: metaV1.Condition[]
	/**
	 * Claims that were created for the pod or group.
	 */
	resourceClaimStatuses?: PodGroupResourceClaimStatus[]
}

/**
 * Template of a group of pods that are scheduled together.
 */
export interface PodGroupTemplate {
	/**
	 * Name by which groups refer to the template.
	 */
	name: string
	/**
	 * Scheduling policy.
	 */
	schedulingPolicy: PodGroupSchedulingPolicy
	/**
	 * Constraints on the placement of all pods.
	 */
	schedulingConstraints?: PodGroupSchedulingConstraints | null
	/**
	 * Claims of devices that the pods share.
	 */
	resourceClaims?: PodGroupResourceClaim[]
	/**
	 * Unit of disruption: a single pod (`Pod`) or the entire group (`PodGroup`).
	 */
	disruptionMode?: "Pod" | "PodGroup"
	/**
	 * Priority class.
	 */
	priorityClassName?: string
	/**
	 * Priority number.
	 */
	priority?: number
}

/**
 * Reference to the template of a group.
 */
export interface PodGroupTemplateReference {
	/**
	 * Template in a workload.
	 */
	workload?: WorkloadPodGroupTemplateReference | null
}

/**
 * Node label whose value is the same for all pods.
 */
export interface TopologyConstraint {
	/**
	 * Key of the label.
	 */
	key: string
}

/**
 * Reference to an object in the same namespace.
 */
export interface TypedLocalObjectReference {
	/**
	 * API group of the object.
	 */
	apiGroup?: string
	/**
	 * Kind of the object.
	 */
	kind: string
	/**
	 * Name.
	 */
	name: string
}

/**
 * Groups of pods that are scheduled together, described by a controller.
 */
export interface Workload {
	/**
	 * Kind of the object.
	 */
	kind?: "Workload"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Groups.
	 */
	spec: WorkloadSpec
}

/**
 * A list of Workload objects.
 */
export interface WorkloadList {
	kind?: "WorkloadList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Workload[]
}

/**
 * Template in a workload.
 */
export interface WorkloadPodGroupTemplateReference {
	/**
	 * Name of the workload.
	 */
	workloadName: string
	/**
	 * Name of the template in the workload.
	 */
	podGroupTemplateName: string
}

/**
 * Groups of pods that are scheduled together.
 */
export interface WorkloadSpec {
	/**
	 * Controller of the pods.
	 */
	controllerRef?: TypedLocalObjectReference
	/**
	 * Groups.
	 */
	podGroupTemplates: PodGroupTemplate[]
}
