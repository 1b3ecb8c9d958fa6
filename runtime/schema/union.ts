/** Unions: combinations in which the member fields of a struct may be set (seed 2: volume sources and similar types). */

import type { JsonObject, JsonValue, TypeDescriptor, Union } from '../model/catalog.ts';
import { forbiddenField, invalidValue, required } from '../model/cause.ts';
import { isZero } from '../model/equal.ts';
import { type Property, propertiesOfField, type TypeLookup } from './properties.ts';
import type { Check, Site } from './rules/rule.ts';

export interface UnionMember {
	/** Name in the declaration of the type, to which discriminators refer. */
	readonly name: string;
	/** JSON fields of the member: the field itself, or those of an inline struct. */
	readonly properties: readonly Property[];
}

/** Returns the members in the order of the JSON output. */
export function unionMembers(type: TypeDescriptor, union: string, lookup: TypeLookup): readonly UnionMember[] {
	return type.fields.filter((field) => field.union === union).map((field) => ({ name: field.name, properties: propertiesOfField(field, type, lookup) }));
}

/** Returns the check of a union. `type`: type that declares it. */
export function checkUnion({ name, members, discriminator, blames, none, several }: Union, type: TypeDescriptor, lookup: TypeLookup): Check {
	const candidates = unionMembers(type, name, lookup);
	const names = candidates.map(({ properties }) => properties.map((property) => `\`${property.name}\``).join(' and '));
	const why = `may not specify more than 1 ${name}`;
	return (value, _old, site) => {
		const object = value as JsonObject;
		let first: UnionMember | undefined;
		let further = 0;
		for (const candidate of candidates) {
			const given = givenProperty(object, candidate);
			if (given === undefined) continue;
			if (first === undefined) first = candidate;
			else {
				further++;
				if (several === undefined ? blames === undefined : several.alone) dropWithin(site.path.child(given.name), site);
				if (several === undefined && (further === 1 || blames === undefined))
					site.causes.push(forbiddenField(blames === 'object' ? site.path.toString() : site.path.child(given.name), why));
			}
		}
		if (further > 0 && several !== undefined) {
			if (several.alone && first !== undefined) for (const { name: member } of first.properties) dropWithin(site.path.child(member), site);
			site.causes.push(invalidValue(site.path.toString(), '', several.message));
		}
		if (first === undefined) {
			if (members === 'exactlyOne') {
				const path = site.path.toString();
				const detail = none?.message ?? `must specify one of: ${names.join(', ')}`;
				site.causes.push(none?.invalid ? invalidValue(path, '', detail) : required(path, detail));
			}
			return;
		}
		if (discriminator === undefined || further > 0) return;
		const chosen = object[discriminator];
		if (typeof chosen === 'string' && chosen !== '' && lowerFirst(chosen) !== lowerFirst(first.name)) {
			site.causes.push(invalidValue(site.path.child(discriminator), chosen, `must name the member that is set, ${JSON.stringify(first.name)}`));
		}
	};
}

/** Drops the causes below a path. As in Kubernetes, only the first of several members that are set is validated. */
function dropWithin(path: string, site: Site): void {
	const kept = site.causes.filter(({ field = '' }) => !isBelow(field, path));
	site.causes.splice(0, site.causes.length, ...kept);
}

function isBelow(field: string, path: string): boolean {
	return field.startsWith(path) && (field[path.length] === '.' || field[path.length] === '[' || field.length === path.length);
}

/** Returns the first field of a member that is set. */
function givenProperty(object: JsonObject, { properties }: UnionMember): Property | undefined {
	for (const property of properties) if (isGiven(object, property)) return property;
	return undefined;
}

/** Reports whether a property is set. Zero counts as a value only if JSON preserves it. */
function isGiven(object: JsonObject, { name, field: { presence = 'optional' } }: Property): boolean {
	const value: JsonValue | undefined = Object.hasOwn(object, name) ? object[name] : undefined;
	if (value === undefined || value === null) return false;
	return presence === 'optional' || presence === 'nullable' || !isZero(value);
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
