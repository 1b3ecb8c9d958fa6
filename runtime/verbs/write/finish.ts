/**
 * Steps of every write, in the order of Kubernetes, from the proposed object to the stored one. Creates, updates, patches, deletes and
 * subresources share them. Before the steps, the verbs read, convert and check preconditions. After them, `commit/` commits, and restarts
 * when the object has changed. Objects are in the kind's storage version.
 */
import type { AdmissionChain } from '../../admission/contract.ts';
import { managedFieldsOf } from '../../apply/managers.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Outside } from './commit/attempts.ts';
import { admissionRequest } from './steps/admission.ts';
import { callHooks, dropWriteOnly, normalize } from './steps/hooks.ts';
import { keepFromOld } from './steps/kept.ts';
import { refuseMisfits } from './steps/misfits.ts';
import { inOrder } from './steps/order.ts';
import { keepTimes, own, resetOwnership } from './steps/ownership.ts';
import { setSystemMetadata } from './steps/system-metadata.ts';
import { validate } from './steps/validation.ts';
import type { Write } from './steps/write.ts';

/**
 * Returns the object to store. Returns undefined when the stored object has changed meanwhile. Throws ApiError Invalid, and the errors of
 * admission and hooks.
 */
export async function finish(write: Write, outside: Outside): Promise<JsonObject | undefined> {
	if (write.scope.misfits !== undefined) refuseMisfits(write.scope.misfits, write);
	const { admission: plugins } = write.scope.context;
	normalize(write);
	const owned = own(write);
	if (owned !== undefined && (await outside(owned))) return undefined;
	const managedFields = managedFieldsOf(write.object);
	const admission = isAsked(write, plugins) ? admissionRequest(write) : undefined;
	const mutating = admission && plugins.mutate(admission);
	if (mutating !== undefined && (await outside(mutating))) return undefined;
	const isReplaced = admission !== undefined && admission.replacements > 0;
	resetOwnership(write, managedFields);
	keepFromOld(write);
	setSystemMetadata(write);
	callHooks(write);
	inOrder(write, isReplaced);
	validate(write);
	dropWriteOnly(write);
	keepTimes(write);
	const validating = admission && plugins.validate(admission.finished());
	if (validating !== undefined && (await outside(validating))) return undefined;
	return write.object;
}

function isAsked({ operation, scope }: Write, { stages, kindsAlwaysAsked, wants }: AdmissionChain): boolean {
	const { kind, version } = scope.resource;
	if (stages[operation].length > 0 || kindsAlwaysAsked.has(kind.storageName)) return true;
	const about = {
		operation,
		group: version.group,
		version: version.version,
		resource: kind.plural,
		subresource: scope.subresource,
		namespace: scope.namespace,
	};
	return wants('mutate', about) || wants('validate', about);
}
