/** What the server itself says in an object's metadata. Which fields it gives or keeps is said by ObjectMeta's spec; here are the values. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../model/catalog.ts';
import type { MetadataValues } from '../metadata/fields.ts';
import { generateName } from '../metadata/generated-name.ts';
import { isTerminating, metadataOf, metadataText } from '../metadata/metadata.ts';
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
			// Hooks run before the generation is counted (`generation.ts`).
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

/** Undefined: the object has neither a name nor the beginning of one. */
function drawnName(object: JsonObject): string | undefined {
	const base = metadataText(object, 'generateName');
	return base === '' ? undefined : generateName(base);
}

/** What is removed at once is shown as it was, but where its kind knows a grace: that none is left is said then. */
function deletionValues(old: JsonObject, deletion: Deletion, scope: WriteScope): MetadataValues {
	const { effect, graceEndMs, finalizers } = deletion;
	if (effect === 'remove') return { ...(graceEndMs !== undefined && deletionMark(old, deletion, scope)), resourceVersion: undefined };
	return { ...deletionMark(old, deletion, scope), resourceVersion: undefined, finalizers: finalizers.length > 0 ? [...finalizers] : undefined };
}

/** The deletion counts as a change of the desired state when it is asked for first. */
function deletionMark(old: JsonObject, { graceSeconds, graceEndMs }: Deletion, { context: { clock }, resource: { hooks } }: WriteScope): MetadataValues {
	if (isTerminating(old)) return graceEndMs === undefined ? {} : { deletionTimestamp: clock.text(graceEndMs), deletionGracePeriodSeconds: graceSeconds };
	const generation = Number(metadataOf(old).generation ?? 0);
	return {
		deletionTimestamp: graceEndMs === undefined ? clock.now() : clock.text(graceEndMs),
		// A kind that decides itself when it goes knows no grace.
		...(hooks.readyToRemove === undefined ? { deletionGracePeriodSeconds: graceSeconds } : {}),
		...(generation > 0 ? { generation: generation + 1 } : {}),
	};
}
