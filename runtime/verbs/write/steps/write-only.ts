/** Removes write-only fields, after hooks and rules have seen them. */
import type { Write } from './write.ts';

export function dropWriteOnly({ operation, scope, object }: Write): void {
	if (operation !== 'DELETE') scope.resource.storageSchema.dropWriteOnly(object);
}
