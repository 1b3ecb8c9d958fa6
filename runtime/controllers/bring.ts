/** What the server keeps as it should be: it is looked at before anything is written, so a start at which all is right writes nothing. */
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Target } from './actor.ts';
import type { ControllerContext } from './contract.ts';

/** To what `change` says; undefined: it is that already. Rejects with ApiError. */
export async function bring({ actor, verbs }: ControllerContext, target: Target, change: (old: JsonObject) => JsonObject | undefined): Promise<void> {
	const known = verbs.cache.get(target.storageName, target.namespace, target.name);
	if (known !== undefined && change(parseWhole(known)) === undefined) return;
	await actor.update(target, (old) => change(old) ?? { ...old });
}
