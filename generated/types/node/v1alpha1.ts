// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as nodeV1 from './v1.ts';

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
	 * What it is.
	 */
	spec: RuntimeClassSpec
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
 * A way of running containers.
 */
export interface RuntimeClassSpec {
	/**
	 * What the nodes call it.
	 */
	runtimeHandler: string
	/**
	 * What running a pod in this way costs beside its containers.
	 */
	overhead?: nodeV1.Overhead
	/**
	 * Nodes that can do it; all when absent.
	 */
	scheduling?: nodeV1.Scheduling
}
