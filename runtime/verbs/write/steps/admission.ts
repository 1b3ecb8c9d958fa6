/** What admission is asked of a write. */
import type { AdmissionRequest, Operation } from '../../../admission/contract.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import type { WriteScope } from '../scope.ts';

/** A write, or what a hook is asked on an endpoint that is computed or a connection. */
export interface Admitted {
	readonly scope: WriteScope;
	readonly operation: Operation;
	readonly object: JsonObject;
	readonly old?: JsonObject | undefined;
}

export function admissionRequest({ scope, operation, object, old }: Admitted): AdmissionRequest {
	const { kind, version } = scope.resource;
	return {
		operation,
		kind,
		group: version.group,
		version: version.version,
		resource: kind.plural,
		subresource: scope.subresource,
		namespace: scope.namespace,
		name: scope.name,
		object: operation === 'DELETE' ? undefined : object,
		oldObject: old,
		user: scope.user,
		dryRun: scope.dryRun,
		warnings: scope.warnings,
		signal: scope.signal,
	};
}
