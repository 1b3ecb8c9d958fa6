/** Parameters that the operations of resources take: those of the query are the fields of the options types, with their descriptions. */
import type { Schema, TypeName } from '../../model/catalog.ts';
import type { OpenApiInput } from './input.ts';

export interface Parameter {
	readonly name: string;
	readonly in: 'query' | 'path';
	readonly type: 'string' | 'integer' | 'boolean';
	readonly description: string;
}

export const namespaceParameter: Parameter = { name: 'namespace', in: 'path', type: 'string', description: 'Namespace that the object lives in.' };

export const pathParameter: Parameter = { name: 'path', in: 'path', type: 'string', description: 'Path that is passed on.' };

export function nameParameter(kind: string): Parameter {
	return { name: 'name', in: 'path', type: 'string', description: `Name of the ${kind}.` };
}

export const pretty: Parameter = { name: 'pretty', in: 'query', type: 'string', description: 'Indents the response for people when it is `true`.' };

/** Every object says what it is; a query need not. */
const ofObjects: ReadonlySet<string> = new Set(['kind', 'apiVersion']);

/** Fields of an options type that a query can say: single values and lists of them. */
export function optionParameters({ catalog, docs }: OpenApiInput, name: TypeName): readonly Parameter[] {
	// A set of specs without the built-in ones lacks it.
	if (!catalog.typeNames.includes(name)) return [];
	return catalog.type(name).fields.flatMap((field): Parameter[] => {
		const type = ofObjects.has(field.name) ? undefined : parameterType(field.schema);
		return type === undefined ? [] : [{ name: field.name, in: 'query', type, description: docs[name]?.[field.name] ?? '' }];
	});
}

/** A list is given by naming the parameter several times. Times are left out, as Kubernetes' documents do. */
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
