/** Whether what somebody defines is served: what the server was built with is, and nothing else. */
import type { CustomResourceDefinitionSpec } from '../../../generated/types/apiextensions/v1.ts';
import type { ServedKind } from '../../api/hooks.ts';

/** By group, version and plural. */
export type Served = (group: string, version: string, plural: string) => ServedKind | undefined;

/** Every version that shall be served is, as this kind. */
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

/** How one comes to serve it. */
export const howToServe =
	'this server serves the kinds that it was built with: "orch import crd" makes a spec of the definition, and "orch build" a server that serves it';
