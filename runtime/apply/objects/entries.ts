/** Values as the merge sees them: objects, lists, and the elements that identify list entries. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { quote } from '../../model/cause.ts';
import { MalformedError } from '../../model/malformed.ts';
import { type Element, valueElement, valueText } from '../sets/element.ts';
import type { AnyMerge, ListMerge, MergeType } from './merge-schema.ts';

export function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isEmptyObject(value: JsonValue | undefined): boolean {
	if (!isObject(value)) return false;
	for (const _ in value) return false;
	return true;
}

/** Type of undeclared members of structs, and of all content without a schema. */
export const undeclared: AnyMerge = { kind: 'any', atomic: false };

/** Returns the type of an object's member; undefined for lists and scalars. */
export function typeOfMember(type: MergeType, name: string): MergeType | undefined {
	switch (type.kind) {
		case 'struct':
			return type.fields.get(name)?.type ?? type.rest ?? undeclared;
		case 'map':
			return type.values;
		case 'any':
			return type;
		default:
			return undefined;
	}
}

/** Returns the element that identifies an entry of a set or list-map. Throws MalformedError on an entry without keys. */
export function entryElement(list: ListMerge, entry: JsonValue): Element {
	return list.of === 'map' ? keyedElement(list, entry) : setElement(list, entry);
}

function keyedElement({ keys }: ListMerge, entry: JsonValue): Element {
	if (entry === null) throw new MalformedError('associative list with keys may not have a null element');
	if (!isObject(entry)) throw new MalformedError('associative list with keys may not have non-map elements');
	let text = '';
	for (const key of keys) {
		const value = Object.hasOwn(entry, key.name) ? entry[key.name] : key.default;
		if (value === undefined) continue;
		text += `${text === '' ? '' : ','}${key.prefix}${valueText(key.canonical === undefined ? value : key.canonical(value))}`;
	}
	if (text === '' && keys.length > 0) {
		const names = keys.map(({ name }) => quote(name)).join(' ');
		throw new MalformedError(
			`associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
		);
	}
	return `k:{${text}}`;
}

function setElement({ items }: ListMerge, entry: JsonValue): Element {
	if (entry === null) throw new MalformedError("associative list without keys has an element that's an explicit null");
	if (Array.isArray(entry)) throw new MalformedError('not supported: associative list with lists as elements');
	if (typeof entry === 'object') throw new MalformedError("associative list without keys has an element that's a map type");
	return valueElement(items.kind === 'scalar' && items.canonical !== undefined ? items.canonical(entry) : entry);
}

/** Reports whether two entries have the same keys, without computing their elements. */
export function hasSameKeys(list: ListMerge, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	if (a === b) return true;
	if (list.of !== 'map' || !isObject(a) || !isObject(b)) return false;
	return list.keys.every(({ name }) => a[name] === b[name] && Object.hasOwn(a, name) === Object.hasOwn(b, name));
}
