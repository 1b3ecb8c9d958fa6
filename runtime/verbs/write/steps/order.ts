/** Fields in their canonical places: hooks, defaults, plugins, and what is kept from before add theirs at the end. */
import { fieldsApart } from '../../../model/subresource-fields.ts';
import { stamped } from '../../body.ts';
import type { Write } from './write.ts';

/** `isReplaced`: by a plugin. */
export function inOrder(write: Write, isReplaced: boolean): void {
	if (!isReplaced && isInOrder(write)) return;
	const { resource } = write.scope;
	const ordered = resource.storageSchema.read(write.object, { notices: [] });
	write.object = stamped(ordered, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind });
}

/** Whether nothing has touched what came out of `read`. */
function isInOrder(write: Write): boolean {
	const { resource, context } = write.scope;
	const { kind, hooks, servesStoredBytes } = resource;
	if (hooks.normalize !== undefined && write.operation !== 'DELETE') return false;
	switch (write.operation) {
		case 'CREATE':
			return servesStoredBytes && !context.admission.changesObjects && hooks.prepareForCreate === undefined && fieldsApart(kind.subresources).length === 0;
		case 'UPDATE':
			return servesStoredBytes && !context.admission.changesObjects && hooks.prepareForUpdate === undefined && fieldsApart(kind.subresources).length === 0;
		case 'DELETE':
			return write.deletion.effect !== 'mark' || hooks.prepareForDelete === undefined;
	}
}
