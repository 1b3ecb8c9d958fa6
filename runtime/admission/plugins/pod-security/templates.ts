/** Workloads with a pod template, by storage name. Their templates cause warnings and audit annotations, and are not refused. */
import type { PodTemplateSpec } from '../../../../generated/types/core/v1.ts';
import type { JsonObject } from '../../../model/catalog.ts';

const nested: readonly string[] = ['spec', 'template'];

/** Paths of the templates. */
export const templatePaths: ReadonlyMap<string, readonly string[]> = new Map([
	['replicationcontrollers', nested],
	['podtemplates', ['template']],
	['replicasets.apps', nested],
	['deployments.apps', nested],
	['statefulsets.apps', nested],
	['daemonsets.apps', nested],
	['jobs.batch', nested],
	['cronjobs.batch', ['spec', 'jobTemplate', ...nested]],
]);

/** Returns the template of an object, or undefined when it has none. */
export function templateIn(object: JsonObject, path: readonly string[]): PodTemplateSpec | undefined {
	let value: unknown = object;
	for (const name of path) value = (value as JsonObject | undefined)?.[name];
	// The object is valid, so the path leads to a template.
	return value as PodTemplateSpec | undefined;
}
