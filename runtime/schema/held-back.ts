/**
 * Fields whose feature gate is off: what a request sends for them is dropped, unless the stored object uses the field already, so that
 * switching a gate off loses nothing.
 */

import type { Field, Json, JsonObject, JsonValue, TypeName } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { FieldWalks, type Visit } from './field-walk.ts';
import type { TypeLookup } from './properties.ts';

export type DropHeldBack = (object: JsonObject, old: JsonObject | undefined) => void;

interface HeldBack {
	readonly name: string;
	/** Taken instead of any other value; undefined: nothing is. */
	readonly instead: Json | undefined;
}

/** Makes droppers of types. One per (narrowed) catalog. */
export class HeldBackFields {
	private readonly walks: FieldWalks<HeldBack>;

	constructor(lookup: TypeLookup) {
		this.walks = new FieldWalks(lookup, heldBack);
	}

	/** Undefined: the type has no such fields. */
	dropper(name: TypeName): DropHeldBack | undefined {
		const walk = this.walks.of(name);
		if (walk === undefined) return undefined;
		return (object, old) => {
			const found: { holder: JsonObject; use: HeldBack }[] = [];
			walk(
				object,
				usesOnly((holder, use) => found.push({ holder, use })),
			);
			if (found.length === 0) return;
			const inUse = new Set<HeldBack>();
			if (old !== undefined)
				walk(
					old,
					usesOnly((_holder, use) => inUse.add(use)),
				);
			for (const { holder, use } of found) {
				if (inUse.has(use)) continue;
				if (use.instead === undefined) delete holder[use.name];
				else holder[use.name] = use.instead as JsonValue;
			}
		};
	}
}

/** The value that is taken instead is no use of the field. */
function usesOnly(visit: Visit<HeldBack>): Visit<HeldBack> {
	return (holder, use) => {
		if (use.instead === undefined || !deepEqual(holder[use.name] as JsonValue, use.instead as JsonValue)) visit(holder, use);
	};
}

function heldBack({ name, gate, withoutGate, presence }: Field): HeldBack | undefined {
	if (gate === undefined || (withoutGate !== undefined && !isInstead(withoutGate))) return undefined;
	// What is shown when it is absent.
	return { name, instead: withoutGate?.instead ?? (presence === 'nullable' ? null : undefined) };
}

/** Whether another value is taken without the gate; else the request is refused. */
export function isInstead(without: NonNullable<Field['withoutGate']>): without is { readonly instead: Json } {
	return typeof without === 'object' && 'instead' in without;
}

/** What is said of a field whose gate is off; undefined: it is not refused. */
export function refusalWithoutGate({ gate, withoutGate }: Field): string | undefined {
	if (gate === undefined || withoutGate === undefined || isInstead(withoutGate)) return undefined;
	return withoutGate === 'refused' ? `not allowed when feature gate '${gate}' is not enabled` : withoutGate.refused;
}
