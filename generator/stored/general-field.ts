/** Field paths that objects have in common. Map keys are replaced, because each object may have its own. */
import type { ListSchema, MapSchema, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { propertiesOf } from '../../runtime/schema/properties.ts';

/** Maximum length of an unknown field name in a path. */
const longestName = 100;

export interface FieldForm {
	readonly root: TypeName;
	readonly lookup: (name: TypeName) => TypeDescriptor;
	/** True for paths in decoder errors, which have no indices and keys. */
	readonly namesAlone?: boolean;
}

/** Returns a path such as `spec.ports[*].name`. In `field`, map keys are in brackets or follow a dot, and may contain dots. */
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
			// A key with dots goes on until a segment is a field of the value, or until the last segment, which may be unknown.
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
