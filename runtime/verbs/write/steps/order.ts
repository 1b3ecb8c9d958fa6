/** Fields in their canonical places: hooks, defaults, plugins, and what is kept from before add theirs at the end. */
import { stamped } from '../../body.ts';
import { hasFieldsApart } from './kept.ts';
import type { Write } from './write.ts';

export function inOrder(write: Write): void {
	if (isInOrder(write)) return;
	const { resource } = write.scope;
	const ordered = resource.storageSchema.read(write.object, { notices: [] });
	write.object = stamped(ordered, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind });
}

/** Whether nothing has touched what came out of `read`. */
function isInOrder(write: Write): boolean {
	const { resource, context } = write.scope;
	const { kind, hooks, servesStoredBytes } = resource;
	switch (write.operation) {
		case 'CREATE':
			return servesStoredBytes && !context.admission.changesObjects && hooks.prepareForCreate === undefined && !hasFieldsApart(kind.subresources);
		case 'UPDATE':
			return servesStoredBytes && !context.admission.changesObjects && hooks.prepareForUpdate === undefined && !hasFieldsApart(kind.subresources);
		case 'DELETE':
			return write.deletion.effect !== 'mark' || hooks.prepareForDelete === undefined;
	}
}
