/** Whether a definition is served: only kinds that the server was built with are. */
import type { CustomResourceDefinitionSpec } from '../../../generated/types/apiextensions/v1.ts';
import type { ServedKind } from '../../api/hooks.ts';

/** Looks up a served kind by group, version and plural. */
export type Served = (group: string, version: string, plural: string) => ServedKind | undefined;

/** Returns whether every version marked as served is served here with the same kind. */
export function isServed({ group, names, scope, versions }: CustomResourceDefinitionSpec, served: Served): boolean {
	const wanted = (versions ?? []).filter((version) => version.served);
	return (
		wanted.length > 0 &&
		wanted.every(({ name }) => {
			const kind = served(group, name, names.plural);
			return kind !== undefined && kind.kind === names.kind && kind.scope === scope;
		})
	);
}

/** Instructions for serving a definition. */
export const howToServe =
	'this server serves the kinds that it was built with: "orch import crd" makes a spec of the definition, and "orch build" a server that serves it';
