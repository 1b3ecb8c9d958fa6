/** Where documents, objects and manifests of Kubernetes lie that the project is compared with: beside it, or where `ORCH_REFERENCE` says. Suites say aloud what they skip without it. */
import { join, resolve } from 'node:path';

const folder = resolve(process.env.ORCH_REFERENCE ?? join(import.meta.dirname, '../../../shared/reference'));

/** Of a file or folder in it: `golden`. */
export function referencePath(name: string): string {
	return join(folder, name);
}
