/** The merge schema generated for clients and the schema used for ownership agree on every type. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catalog } from '../../generated/catalog.ts';
import { MergeSchemas, type MergeType } from '../../runtime/apply/objects/merge-schema.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

interface Reference {
	readonly namedType?: string;
	readonly scalar?: string;
	readonly list?: { readonly elementType: Reference; readonly elementRelationship: string; readonly keys?: readonly string[] };
	readonly map?: {
		readonly fields?: readonly { readonly name: string; readonly type: Reference }[];
		readonly elementType?: Reference;
		readonly elementRelationship?: string;
	};
	readonly elementRelationship?: string;
}

const folder = resolve(import.meta.dirname, '../../generated/merge');
const generated = new Map(
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.flatMap((entry) => (parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as { types: (Reference & { name: string })[] }).types)
		.map((type) => [type.name, type]),
);

const scalars: Readonly<Record<string, string>> = { numeric: 'number', untyped: 'any' };

/** Returns one line that describes how a type is merged; structs only state whether they are atomic. */
function ofGenerated(reference: Reference): string {
	const { namedType, scalar, list, map, elementRelationship } = reference;
	if (namedType === '__untyped_atomic_') return 'any atomic';
	if (namedType === '__untyped_deduced_') return 'any';
	if (namedType !== undefined) return (elementRelationship ?? generated.get(namedType)?.map?.elementRelationship) === 'atomic' ? 'struct atomic' : 'struct';
	if (list !== undefined) {
		const of = list.elementRelationship === 'atomic' ? 'atomic' : list.keys === undefined ? 'set' : `map by ${[...list.keys].sort().join()}`;
		return `list ${of} of ${ofGenerated(list.elementType)}`;
	}
	if (map !== undefined) return `map${map.elementRelationship === 'atomic' ? ' atomic' : ''} of ${ofGenerated(map.elementType ?? {})}`;
	return scalars[scalar ?? ''] ?? scalar ?? 'nothing';
}

function ofEngine(type: MergeType): string {
	switch (type.kind) {
		case 'scalar':
			return type.of;
		case 'list':
			return `list ${type.of === 'map' ? `map by ${type.keys.map(({ name }) => name).join()}` : type.of} of ${ofEngine(type.items)}`;
		case 'map':
			return `map${type.atomic ? ' atomic' : ''} of ${ofEngine(type.values)}`;
		case 'struct':
		case 'any':
			return type.atomic ? `${type.kind} atomic` : type.kind;
		case 'untracked':
			return 'untracked';
	}
}

const schemas = new MergeSchemas(narrow(catalog, catalog.release));

describe('merge schemas of every type', () => {
	it.each([...generated.values()].filter(({ name }) => !name.startsWith('__')))('$name', ({ name, map }) => {
		const type = schemas.type(name);
		expect(type.atomic).toBe(map?.elementRelationship === 'atomic');
		expect(type.rest === undefined).toBe(map?.elementType === undefined);
		const fields = [...type.fields].map(([field, { type: inner }]) => `${field}: ${ofEngine(inner)}`);
		expect(fields.sort()).toEqual((map?.fields ?? []).map((field) => `${field.name}: ${ofGenerated(field.type)}`).sort());
	});
});
