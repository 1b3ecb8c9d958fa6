/** Writes of a node agent to claims: only their status, and there only fields about the size of the volume. */
import type { JsonObject, JsonValue } from '../../../model/catalog.ts';
import { equalOrEmpty } from '../../../model/equal.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import type { NodeCheck, NodeParts } from './dependencies.ts';

const alwaysOwn = ['capacity', 'conditions'];
/** Fields about a resize. Releases before 1.28 name the first one `resizeStatus`. */
const ofRecovery = ['allocatedResourceStatuses', 'resizeStatus', 'allocatedResources'];

export function claimStatusCheck({ since, isOpen }: NodeParts): NodeCheck {
	const own = new Set([...alwaysOwn, ...(since('1.24') && isOpen('RecoverVolumeExpansionFailure') ? ofRecovery : [])]);
	const allowed = `status.${since('1.30') ? 'quantity' : 'capacity'} and status.conditions`;
	const mayWrite = since('1.24') || isOpen('ExpandPersistentVolumes');
	return (node, request) => {
		if (request.subresource !== 'status') throw refused(request, 'may only update PVC status');
		if (request.operation !== 'UPDATE') throw refused(request, `unexpected operation "${request.operation}"`);
		if (!mayWrite) throw refused(request, `node "${node}" is not allowed to update persistentvolumeclaim metadata`);
		const changed = changedPaths(request, own);
		if (changed.length > 0) throw refused(request, `node "${node}" is not allowed to update fields other than ${allowed}: ${changed.join(', ')}`);
	};
}

/** Metadata that the server itself changes. */
const ofServer = new Set(['resourceVersion', 'managedFields']);

/** Returns the paths of the fields that the request changes, except for the fields of status in `own`. */
function changedPaths({ object = {}, oldObject = {} }: AdmissionRequest, own: ReadonlySet<string>): readonly string[] {
	const except: Readonly<Record<string, ReadonlySet<string>>> = { metadata: ofServer, status: own };
	return ['metadata', 'spec', 'status'].flatMap((part) => {
		const [next, old] = [partOf(object, part), partOf(oldObject, part)];
		const fields = new Set([...Object.keys(next), ...Object.keys(old)]);
		return [...fields].filter((field) => except[part]?.has(field) !== true && !equalOrEmpty(next[field], old[field])).map((field) => `${part}.${field}`);
	});
}

function partOf(object: JsonObject, part: string): Readonly<Record<string, JsonValue | undefined>> {
	return (object[part] ?? {}) as JsonObject;
}
