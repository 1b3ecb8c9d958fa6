/** Unions: which of a struct's member fields may stand together (seed 2: volume sources and the like). */

import type { JsonObject, JsonValue, Union } from '../model/catalog.ts';
import { forbiddenField, invalidValue, required } from '../model/cause.ts';
import { isZero } from '../model/equal.ts';
import type { Check } from './rules/rule.ts';
import type { Slot } from './slots.ts';

export function checkUnion({ name, members, discriminator }: Union, slots: readonly Slot[]): Check {
	const candidates = slots.filter(({ field }) => field.union === name);
	const names = candidates.map((slot) => slot.name);
	return (value, _old, site) => {
		const object = value as JsonObject;
		const present = candidates.filter((member) => isGiven(object, member)).map((slot) => slot.name);
		if (present.length === 0 && members === 'exactlyOne') {
			site.causes.push(required(site.path.toString(), `must specify one of: ${names.map((member) => `\`${member}\``).join(', ')}`));
		}
		for (const extra of present.slice(1)) site.causes.push(forbiddenField(site.path.child(extra), `may not specify more than 1 ${name}`));
		if (discriminator === undefined || present.length !== 1) return;
		const chosen = object[discriminator];
		if (typeof chosen === 'string' && chosen !== '' && lowerFirst(chosen) !== lowerFirst(present[0] ?? '')) {
			site.causes.push(invalidValue(site.path.child(discriminator), chosen, `must name the member that is set, ${JSON.stringify(present[0])}`));
		}
	};
}

/** Where JSON keeps a zero it is a value like any other; elsewhere it means that nothing is given. */
function isGiven(object: JsonObject, { name, field: { presence = 'optional' } }: Slot): boolean {
	const value: JsonValue | undefined = Object.hasOwn(object, name) ? object[name] : undefined;
	if (value === undefined || value === null) return false;
	return presence === 'optional' || presence === 'nullable' || !isZero(value);
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
