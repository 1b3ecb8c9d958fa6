/** Calls the kind's hooks, and takes the steps that its descriptor adds: dropping fields and counting the generation. */

import { hookContext } from '../scope.ts';
import { countGeneration } from './generation.ts';
import type { Write } from './write.ts';

export function normalize({ operation, scope, object }: Write): void {
	if (operation !== 'DELETE') scope.resource.hooks.normalize?.(object);
}

export function callHooks(write: Write): void {
	const { scope, object } = write;
	const { hooks, storageSchema } = scope.resource;
	switch (write.operation) {
		case 'CREATE':
			storageSchema.dropHeldBack(object);
			hooks.prepareForCreate?.(object, hookContext(scope));
			return;
		case 'UPDATE':
			storageSchema.dropHeldBack(object, write.old);
			hooks.prepareForUpdate?.(object, write.old, hookContext(scope));
			countGeneration(object, write.old, scope);
			return;
		case 'DELETE':
			if (write.deletion.effect === 'mark') hooks.prepareForDelete?.(object, hookContext(scope));
	}
}
