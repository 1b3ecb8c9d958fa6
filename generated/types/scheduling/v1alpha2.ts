// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Pods are placed each by itself.
 */
export interface BasicSchedulingPolicy {
	
}

/**
 * Pods are placed together or not at all.
 */
export interface GangSchedulingPolicy {
	/**
	 * How many must be placed at the same time.
	 */
	minCount: number
}

/**
 * Pods that are placed together.
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
	 * What is wanted.
	 */
	spec: PodGroupSpec
	/**
	 * What has become of it.
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
	 * The objects.
	 */
	items: PodGroup[]
}

/**
 * A claim of devices: one that there is, or one made from a template.
 */
export interface PodGroupResourceClaim {
	/**
	 * A name, by which pods mean it.
	 */
	name: string
	/**
	 * The claim.
	 */
	resourceClaimName?: string
	/**
	 * The template.
	 */
	resourceClaimTemplateName?: string
}

/**
 * A claim that was made for a group.
 */
export interface PodGroupResourceClaimStatus {
	/**
	 * Its name in the spec.
	 */
	name: string
	/**
	 * Its name.
	 */
	resourceClaimName?: string
}

/**
 * What the places of all pods must have in common.
 */
export interface PodGroupSchedulingConstraints {
	/**
	 * Labels of nodes; one at most.
	 */
	topology?: TopologyConstraint[]
}

/**
 * How pods are placed.
 */
export interface PodGroupSchedulingPolicy {
	/**
	 * Each by itself.
	 */
	basic?: BasicSchedulingPolicy
	/**
	 * Together or not at all.
	 */
	gang?: GangSchedulingPolicy
}

/**
 * Pods that are placed together.
 */
export interface PodGroupSpec {
	/**
	 * What describes it.
	 */
	podGroupTemplateRef?: PodGroupTemplateReference | null
	/**
	 * How they are placed.
	 */
	schedulingPolicy: PodGroupSchedulingPolicy
	/**
	 * What the places of all must have in common.
	 */
	schedulingConstraints?: PodGroupSchedulingConstraints
	/**
	 * Claims of devices that the pods share.
	 */
	resourceClaims?: PodGroupResourceClaim[]
	/**
	 * Whether one pod may have to go for others (`Pod`), or all together (`PodGroup`).
	 */
	disruptionMode?: "Pod" | "PodGroup"
	/**
	 * The class that says how important they are.
	 */
	priorityClassName?: string
	/**
	 * How important they are.
	 */
	priority?: number
}

/**
 * What has become of a group.
 */
export interface PodGroupStatus {
	/**
	 * Whether it is placed, and whether it has to go.
	 */
	conditions?: metaV1.Condition[]
	/**
	 * Claims that were made for it.
	 */
	resourceClaimStatuses?: PodGroupResourceClaimStatus[]
}

/**
 * A group of pods that are placed together.
 */
export interface PodGroupTemplate {
	/**
	 * A name, by which groups mean it.
	 */
	name: string
	/**
	 * How they are placed.
	 */
	schedulingPolicy: PodGroupSchedulingPolicy
	/**
	 * What the places of all must have in common.
	 */
	schedulingConstraints?: PodGroupSchedulingConstraints | null
	/**
	 * Claims of devices that the pods share.
	 */
	resourceClaims?: PodGroupResourceClaim[]
	/**
	 * Whether one pod may have to go for others (`Pod`), or all together (`PodGroup`).
	 */
	disruptionMode?: "Pod" | "PodGroup"
	/**
	 * The class that says how important they are.
	 */
	priorityClassName?: string
	/**
	 * How important they are.
	 */
	priority?: number
}

/**
 * What describes a group.
 */
export interface PodGroupTemplateReference {
	/**
	 * A group of a workload.
	 */
	workload?: WorkloadPodGroupTemplateReference | null
}

/**
 * A label that the nodes have in common.
 */
export interface TopologyConstraint {
	/**
	 * Its key.
	 */
	key: string
}

/**
 * An object of the same namespace.
 */
export interface TypedLocalObjectReference {
	/**
	 * Its group.
	 */
	apiGroup?: string
	/**
	 * Its kind.
	 */
	kind: string
	/**
	 * Its name.
	 */
	name: string
}

/**
 * Groups of pods that are placed together, as a controller describes them once for all.
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
	 * The groups.
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
	 * The objects.
	 */
	items: Workload[]
}

/**
 * A group of a workload.
 */
export interface WorkloadPodGroupTemplateReference {
	/**
	 * The workload.
	 */
	workloadName: string
	/**
	 * The group.
	 */
	podGroupTemplateName: string
}

/**
 * Groups of pods that are placed together.
 */
export interface WorkloadSpec {
	/**
	 * Who makes the pods.
	 */
	controllerRef?: TypedLocalObjectReference
	/**
	 * The groups.
	 */
	podGroupTemplates: PodGroupTemplate[]
}
