/** Brings an object to its desired state. Checks the current state before writing, so that a start without differences writes nothing. */
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Target } from './actor.ts';
import type { ControllerContext } from './contract.ts';

/** Changes the object. `change` returns undefined when it is up to date. Rejects with ApiError. */
export async function ensureObject({ actor, verbs }: ControllerContext, target: Target, change: (old: JsonObject) => JsonObject | undefined): Promise<void> {
	const known = verbs.cache.get(target.storageName, target.namespace, target.name);
	if (known !== undefined && change(parseWhole(known)) === undefined) return;
	await actor.update(target, (old) => change(old) ?? { ...old });
}
