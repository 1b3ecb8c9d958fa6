/** Restores the canonical order of fields. Hooks, defaults, plugins and preserved fields append theirs at the end. */
import { fieldsApart } from '../../../model/subresource-fields.ts';
import { stamped } from '../../body.ts';
import type { Write } from './write.ts';

/** Reorders the fields of the object if necessary. `isReplaced`: true when a plugin replaced the object. */
export function inOrder(write: Write, isReplaced: boolean): void {
	if (!isReplaced && isInOrder(write)) return;
	const { resource } = write.scope;
	const ordered = resource.storageSchema.read(write.object, { notices: [] });
	write.object = stamped(ordered, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind });
}

/** Reports whether the order that `read` produced is certainly unchanged. */
function isInOrder(write: Write): boolean {
	const { resource, context } = write.scope;
	const { kind, hooks, servesStoredBytes } = resource;
	const { kindsChanged } = context.admission;
	const isChanged = kindsChanged === 'all' || kindsChanged.has(kind.storageName);
	if (hooks.normalize !== undefined && write.operation !== 'DELETE') return false;
	switch (write.operation) {
		case 'CREATE':
			return servesStoredBytes && !isChanged && hooks.prepareForCreate === undefined && fieldsApart(kind.subresources).length === 0;
		case 'UPDATE':
			return servesStoredBytes && !isChanged && hooks.prepareForUpdate === undefined && fieldsApart(kind.subresources).length === 0;
		case 'DELETE':
			return write.deletion.effect !== 'mark' || hooks.prepareForDelete === undefined;
	}
}
