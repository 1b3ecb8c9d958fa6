// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Environment and volumes for pods with certain labels. Without the admission plugin PodPreset, which this server does not have, it has no effect.
 */
export interface PodPreset {
	/**
	 * Kind of the object.
	 */
	kind?: "PodPreset"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Pods and the parts that they get.
	 */
	spec?: PodPresetSpec
}

/**
 * A list of PodPreset objects.
 */
export interface PodPresetList {
	kind?: "PodPresetList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: PodPreset[]
}

/**
 * Pods and the parts that they get.
 */
export interface PodPresetSpec {
	/**
	 * Labels of the pods.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Environment variables for each container.
	 */
	env?: coreV1.EnvVar[]
	/**
	 * Sources of environment variables for each container.
	 */
	envFrom?: coreV1.EnvFromSource[]
	/**
	 * Volumes of the pod.
	 */
	volumes?: coreV1.Volume[]
	/**
	 * Mounts for each container.
	 */
	volumeMounts?: coreV1.VolumeMount[]
}
