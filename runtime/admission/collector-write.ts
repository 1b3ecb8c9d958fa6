/** Recognizes writes that change only what the garbage collector maintains. Some checks of the content exempt them. */
import type { JsonObject } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { AdmissionRequest } from './contract.ts';

/** Reports whether an update changes only owners and finalizers. */
export function isOfCollectorAlone({ object, oldObject }: Pick<AdmissionRequest, 'object' | 'oldObject'>): boolean {
	return object !== undefined && oldObject !== undefined && deepEqual(withoutOwners(object), withoutOwners(oldObject));
}

function withoutOwners(object: JsonObject): JsonObject {
	const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, resourceVersion: _version, ...metadata } = object.metadata as JsonObject;
	return { ...object, metadata };
}
