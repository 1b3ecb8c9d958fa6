/** Sets metadata that the server determines. The spec of ObjectMeta defines which fields the server gives or preserves. */
import { randomUUID } from 'node:crypto';
import { generateName } from '../../../api/generated-name.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import type { MetadataValues } from '../../metadata/fields.ts';
import { isTerminating, metadataOf, metadataText } from '../../metadata/metadata.ts';
import type { WriteScope } from '../scope.ts';
import type { Deletion, Write } from './write.ts';

export function setSystemMetadata(write: Write): void {
	const { scope, object } = write;
	const { metadata } = scope.context;
	switch (write.operation) {
		case 'CREATE':
			metadata.ofNew(object, valuesOfNew(object, scope));
			break;
		case 'UPDATE':
			// The old generation is preserved here, because `hooks.ts` counts it later.
			metadata.ofChanged(object, write.old, { generation: metadataOf(write.old).generation });
			break;
		case 'DELETE':
			if (write.deletion.effect !== 'none') metadata.set(object, deletionValues(write.old, write.deletion, scope));
	}
}

function valuesOfNew(object: JsonObject, { resource: { kind }, namespace, context }: WriteScope): MetadataValues {
	return {
		name: metadataText(object, 'name') === '' ? drawnName(object) : undefined,
		namespace: kind.scope === 'Namespaced' ? namespace : undefined,
		uid: randomUUID(),
		generation: kind.generation ? 1 : metadataOf(object).generation,
		creationTimestamp: context.clock.now(),
	};
}

/** Returns a generated name, or undefined without a generateName. */
function drawnName(object: JsonObject): string | undefined {
	const base = metadataText(object, 'generateName');
	return base === '' ? undefined : generateName(base);
}

/**
 * Returns the metadata of a deletion. If the object is removed immediately, the answer shows it unchanged, except that the grace period is
 * zero in kinds that have one.
 */
function deletionValues(old: JsonObject, deletion: Deletion, scope: WriteScope): MetadataValues {
	const { effect, graceEndMs, finalizers } = deletion;
	if (effect === 'remove') return { ...(graceEndMs !== undefined && deletionMark(old, deletion, scope)), resourceVersion: undefined };
	return { ...deletionMark(old, deletion, scope), resourceVersion: undefined, finalizers: finalizers.length > 0 ? [...finalizers] : undefined };
}

/** Returns the metadata of an object marked for deletion. The first delete counts as a change of the desired state. */
function deletionMark(old: JsonObject, { graceSeconds, graceEndMs }: Deletion, { context: { clock }, resource: { hooks } }: WriteScope): MetadataValues {
	if (isTerminating(old)) return graceEndMs === undefined ? {} : { deletionTimestamp: clock.text(graceEndMs), deletionGracePeriodSeconds: graceSeconds };
	const generation = Number(metadataOf(old).generation ?? 0);
	return {
		deletionTimestamp: graceEndMs === undefined ? clock.now() : clock.text(graceEndMs),
		// A kind whose hook decides about the removal has no grace period.
		...(hooks.readyToRemove === undefined ? { deletionGracePeriodSeconds: graceSeconds } : {}),
		...(generation > 0 ? { generation: generation + 1 } : {}),
	};
}
