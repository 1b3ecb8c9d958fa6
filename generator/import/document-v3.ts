/** Converts OpenAPI v3 documents to version 2, which the import reads: places of types, references, and response bodies. */
import type { Definition, Operation } from './definition.ts';
import type { RawDocument } from './document.ts';

/** A v3 document, as in the file. */
export interface RawDocumentV3 {
	readonly openapi: string;
	readonly components?: { readonly schemas?: Readonly<Record<string, Definition>> };
	readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function isV3(document: unknown): document is RawDocumentV3 {
	const { openapi } = (document ?? {}) as { readonly openapi?: unknown };
	return typeof openapi === 'string' && openapi.startsWith('3.');
}

const prefix = '#/components/schemas/';

/** Types of a server's own packages. Version 3 shows Go's zero value as default of all their fields that are no pointers. */
const ownType = /^([a-z0-9-]+\.){2}(api|apimachinery|apiextensions-apiserver|kube-aggregator)\./;

export function asVersion2({ components, paths = {} }: RawDocumentV3): RawDocument {
	const definitions = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [name, asDefinition(schema, ownType.test(name))] as const);
	const routes = Object.entries(paths).map(([path, operations]) => [path, operationsOf(operations)] as const);
	return { swagger: '2.0', definitions: Object.fromEntries(definitions), paths: Object.fromEntries(routes) };
}

function asDefinition(schema: Definition, isOwn: boolean): Definition {
	const inside = (one: Definition): Definition => asDefinition(one, isOwn);
	const { $ref, allOf, properties, items, additionalProperties, default: value, ...rest } = schema;
	const target = $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined);
	// Version 2 has no keywords next to a reference.
	if (target !== undefined)
		return { $ref: referenceOf(target), ...(schema.description === undefined ? {} : { description: schema.description }), ...extensionsOf(rest) };
	return {
		...rest,
		...(value === undefined || (isOwn && isZero(value)) ? {} : { default: value }),
		...(allOf === undefined ? {} : { allOf: allOf.map(inside) }),
		...(properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inside(one)])) }),
		...(items === undefined ? {} : { items: inside(items) }),
		...(additionalProperties === undefined
			? {}
			: { additionalProperties: typeof additionalProperties === 'object' ? inside(additionalProperties) : additionalProperties }),
	};
}

/** Returns the extensions of a field, which are next to its reference. */
function extensionsOf(schema: Definition): Definition {
	return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword.startsWith('x-')));
}

function referenceOf(target: string): string {
	return `#/definitions/${target.startsWith(prefix) ? target.slice(prefix.length) : target}`;
}

function isZero(value: unknown): boolean {
	return value === '' || value === 0 || value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

interface OperationV3 {
	readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Definition }>> }>>;
}

/** Converts the operations of a path; their common parameters are next to them. */
function operationsOf(operations: Readonly<Record<string, unknown>>): Readonly<Record<string, Operation>> {
	const made = Object.entries(operations).map(
		([method, operation]) => [method, method === 'parameters' ? operation : operationOf(operation as OperationV3)] as const,
	);
	return Object.fromEntries(made) as Readonly<Record<string, Operation>>;
}

function operationOf({ responses, ...rest }: OperationV3): Operation {
	if (responses === undefined) return rest;
	const answers = Object.entries(responses).map(([code, { content = {} }]) => {
		const [first] = Object.values(content);
		return [code, first?.schema === undefined ? {} : { schema: asDefinition(first.schema, false) }] as const;
	});
	return { ...rest, responses: Object.fromEntries(answers) };
}
