/**
 * Reconciles an object to its desired state. The current state is checked before a write, so a start without differences writes nothing.
 */
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Target } from './actor.ts';
import type { ControllerContext } from './contract.ts';

/** Applies `change` to the object. `change` returns undefined when the object is up to date. Rejects with ApiError. */
export async function ensureObject({ actor, verbs }: ControllerContext, target: Target, change: (old: JsonObject) => JsonObject | undefined): Promise<void> {
	const known = verbs.cache.get(target.storageName, target.namespace, target.name);
	if (known !== undefined && change(parseWhole(known)) === undefined) return;
	await actor.update(target, (old) => change(old) ?? { ...old });
}
