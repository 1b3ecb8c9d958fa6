// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as nodeV1 from './v1.ts';

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
	 * Settings of the class.
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
	 * Objects.
	 */
	items: RuntimeClass[]
}

/**
 * Settings of a runtime class.
 */
export interface RuntimeClassSpec {
	/**
	 * Name of the handler on the nodes.
	 */
	runtimeHandler: string
	/**
	 * Resources that the runtime needs in addition to the containers.
	 */
	overhead?: nodeV1.Overhead
	/**
	 * Nodes that support the class. All nodes if absent.
	 */
	scheduling?: nodeV1.Scheduling
}
