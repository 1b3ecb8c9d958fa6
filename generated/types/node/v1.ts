// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * What running a pod costs beside its containers.
 */
export interface Overhead {
	/**
	 * How much of the node, by resource.
	 */
	podFixed?: { [key: string]: string }
}

/**
 * A way in which nodes can run the containers of a pod.
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
	 * What the nodes call it: the name of a handler that each of them has.
	 */
	handler: string
	/**
	 * What running a pod in this way costs beside its containers.
	 */
	overhead?: Overhead
	/**
	 * Nodes that can do it; all when absent.
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
	 * The objects.
	 */
	items: RuntimeClass[]
}

/**
 * Where pods of a class can be placed.
 */
export interface Scheduling {
	/**
	 * Labels of the nodes that can run them, beside those that the pod asks for.
	 */
	nodeSelector?: { [key: string]: string }
	/**
	 * Taints of nodes that do not keep them away, beside those that the pod tolerates.
	 */
	tolerations?: coreV1.Toleration[]
}
