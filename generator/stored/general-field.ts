/** Paths of fields as they are of all objects: keys of maps are clients' own, and there may be one for each object. */
import type { ListSchema, MapSchema, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { propertiesOf } from '../../runtime/schema/properties.ts';

/** So much of a name is told that no type has. */
const longestName = 100;

export interface FieldForm {
	readonly root: TypeName;
	readonly lookup: (name: TypeName) => TypeDescriptor;
	/** Of what a decoder could not read: neither indices nor keys are in its path. */
	readonly namesAlone?: boolean;
}

/** `spec.ports[*].name`. Keys of maps stand in brackets in `field`, or behind a dot, and may have dots themselves. */
export function generalField(field: string, { root, lookup, namesAlone = false }: FieldForm): string {
	const general: string[] = [];
	const segments = field.match(/[^.[\]]+|\[[^\]]*\]/g) ?? [];
	const hasField = (schema: Schema, name = ''): boolean => schema.kind === 'struct' && fieldOf(schema.type, name, lookup) !== undefined;
	let schema: Schema = { kind: 'struct', type: root };
	for (let at = 0; at < segments.length; at++) {
		const segment = segments[at] ?? '';
		for (; namesAlone && (schema.kind === 'list' || schema.kind === 'map'); schema = itemOf(schema)) general.push('[*]');
		if (schema.kind === 'list' || schema.kind === 'map') {
			general.push('[*]');
			schema = itemOf(schema);
			// What is behind a key that has dots is a field of the value, or the last, which no type has.
			while (!segment.startsWith('[') && at + 2 < segments.length && !hasField(schema, segments[at + 1])) at++;
		} else if (schema.kind === 'struct') {
			const known: Schema | undefined = fieldOf(schema.type, segment, lookup);
			general.push(known === undefined ? unknownName(segment) : segment);
			if (known === undefined) break;
			schema = known;
		} else break;
	}
	return general.reduce((path, part) => (path === '' || part === '[*]' ? path + part : `${path}.${part}`), '');
}

function itemOf(schema: ListSchema | MapSchema): Schema {
	return schema.kind === 'list' ? schema.items : schema.values;
}

function fieldOf(type: TypeName, name: string, lookup: FieldForm['lookup']): Schema | undefined {
	return propertiesOf(lookup(type), lookup).find((property) => property.name === name)?.schema;
}

function unknownName(name: string): string {
	const text = name.replace(/\p{Cc}/gu, '?');
	return text.length > longestName ? `${text.slice(0, longestName)}...` : text;
}
