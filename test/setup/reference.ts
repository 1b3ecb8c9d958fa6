/**
 * Location of the Kubernetes documents, objects and manifests that the project is compared with: a sibling folder, or the folder in
 * `ORCH_REFERENCE`. Suites report what they skip without it.
 */
import { join, resolve } from 'node:path';

const folder = resolve(process.env.ORCH_REFERENCE ?? join(import.meta.dirname, '../../../shared/reference'));

/** Returns the path of a file or folder in the reference, such as `golden`. */
export function referencePath(name: string): string {
	return join(folder, name);
}
