/** Parameters of resource operations. Query parameters are derived from the fields of the options types. */
import type { Schema, TypeName } from '../../model/catalog.ts';
import type { OpenApiInput } from './input.ts';

export interface Parameter {
	readonly name: string;
	readonly in: 'query' | 'path';
	readonly type: 'string' | 'integer' | 'boolean';
	readonly description: string;
}

export const namespaceParameter: Parameter = { name: 'namespace', in: 'path', type: 'string', description: 'Namespace of the object.' };

export const pathParameter: Parameter = { name: 'path', in: 'path', type: 'string', description: 'Path that is forwarded.' };

export function nameParameter(kind: string): Parameter {
	return { name: 'name', in: 'path', type: 'string', description: `Name of the ${kind}.` };
}

export const pretty: Parameter = { name: 'pretty', in: 'query', type: 'string', description: '`true` to indent the response.' };

/** Fields of options objects that are not query parameters. */
const ofObjects: ReadonlySet<string> = new Set(['kind', 'apiVersion']);

/** Returns the fields of an options type that a query can express: scalars and lists of them. */
export function optionParameters({ catalog, docs }: OpenApiInput, name: TypeName): readonly Parameter[] {
	// The type is missing when the specs do not include the built-in ones.
	if (!catalog.typeNames.includes(name)) return [];
	return catalog.type(name).fields.flatMap((field): Parameter[] => {
		const type = ofObjects.has(field.name) ? undefined : parameterType(field.schema);
		return type === undefined ? [] : [{ name: field.name, in: 'query', type, description: docs[name]?.[field.name] ?? '' }];
	});
}

/** Returns the type of a query parameter; for a list, that of its entries. Undefined for times, which Kubernetes' documents omit. */
function parameterType(schema: Schema): Parameter['type'] | undefined {
	switch (schema.kind) {
		case 'boolean':
			return 'boolean';
		case 'int32':
		case 'int64':
			return 'integer';
		case 'list':
			return parameterType(schema.items);
		case 'string':
			return 'string';
		default:
			return undefined;
	}
}
