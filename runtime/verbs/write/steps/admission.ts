/** What admission is asked of a write. */
import type { AdmissionRequest } from '../../../admission/contract.ts';
import type { Write } from './write.ts';

export function admissionRequest({ scope, operation, object, old }: Write): AdmissionRequest {
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
