// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Resources that the runtime needs in addition to the containers.
 */
export interface Overhead {
	/**
	 * Amount of each resource.
	 */
	podFixed?: { [key: string]: string }
}

/**
 * Runtime configuration for the containers of a pod.
 */
export interface RuntimeClass {
	/**
	 * Kind of the object.
	 */
	kind?: "RuntimeClass"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Name of the handler. Each node that runs the pods must have it.
	 */
	handler: string
	/**
	 * Resources that the runtime needs in addition to the containers.
	 */
	overhead?: Overhead
	/**
	 * Nodes that support the class. All nodes if absent.
	 */
	scheduling?: Scheduling
}

/**
 * A list of RuntimeClass objects.
 */
export interface RuntimeClassList {
	kind?: "RuntimeClassList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: RuntimeClass[]
}

/**
 * Rules for the placement of a class's pods.
 */
export interface Scheduling {
	/**
	 * Required labels of the nodes, in addition to those that the pod requires.
	 */
	nodeSelector?: { [key: string]: string }
	/**
	 * Tolerations of node taints, in addition to those of the pod.
	 */
	tolerations?: coreV1.Toleration[]
}
