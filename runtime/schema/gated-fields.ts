/**
 * Fields whose feature gate is off. The value of such a field is dropped from a write, unless the stored object already uses the field.
 * Therefore turning a gate off loses no data.
 */

import type { Field, Json, JsonObject, JsonValue, TypeName } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { FieldWalks, type Visit } from './field-walk.ts';
import type { TypeLookup } from './properties.ts';

export type DropHeldBack = (object: JsonObject, old: JsonObject | undefined) => void;

interface HeldBack {
	readonly name: string;
	/** Value that replaces any other value. Undefined: the field is dropped. */
	readonly instead: Json | undefined;
}

/** Makes droppers of types, one instance per (narrowed) catalog. */
export class HeldBackFields {
	private readonly walks: FieldWalks<HeldBack>;

	constructor(lookup: TypeLookup) {
		this.walks = new FieldWalks(lookup, heldBack);
	}

	/** Returns the dropper of a type, or undefined when it has no gated fields. */
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

/** Skips fields that have the replacement value, which does not count as use. */
function usesOnly(visit: Visit<HeldBack>): Visit<HeldBack> {
	return (holder, use) => {
		if (use.instead === undefined || !deepEqual(holder[use.name] as JsonValue, use.instead as JsonValue)) visit(holder, use);
	};
}

function heldBack({ name, gate, withoutGate, presence }: Field): HeldBack | undefined {
	if (gate === undefined || (withoutGate !== undefined && !isInstead(withoutGate))) return undefined;
	// Value that the field shows when it is absent.
	return { name, instead: withoutGate?.instead ?? (presence === 'nullable' ? null : undefined) };
}

/** Reports whether another value replaces the sent one while the gate is off. Otherwise the request is refused. */
export function isInstead(without: NonNullable<Field['withoutGate']>): without is { readonly instead: Json } {
	return typeof without === 'object' && 'instead' in without;
}

/** Returns the refusal of a field whose gate is off, or undefined when the field is not refused. */
export function refusalWithoutGate({ gate, withoutGate }: Field): string | undefined {
	if (gate === undefined || withoutGate === undefined || isInstead(withoutGate)) return undefined;
	return withoutGate === 'refused' ? `not allowed when feature gate '${gate}' is not enabled` : withoutGate.refused;
}
