/**
 * OpenAPI version 2: one document of everything that is served, which kubectl up to 1.28 cannot do without.
 * Pure; `http/endpoints/openapi.ts` makes it on first use. Source: seed 1 "OpenAPI".
 */

import type { Json } from '../../model/catalog.ts';
import { Definitions } from './definitions.ts';
import { extension, infoOf, type OpenApiInput } from './input.ts';
import type { Method, Operation, PathItem } from './operation.ts';
import type { Parameter } from './parameters.ts';
import { indexPaths, ownGroups, shareParameters, versionPaths } from './paths.ts';
import type { SchemaNode } from './schema-node.ts';

export interface SwaggerParameter {
	readonly name: string;
	readonly in: 'query' | 'path' | 'body';
	readonly description?: string;
	readonly required?: true;
	readonly type?: string;
	readonly uniqueItems?: true;
	readonly schema?: { readonly $ref: string };
}

export interface SwaggerOperation {
	readonly description: string;
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly consumes: readonly string[];
	readonly produces: readonly string[];
	readonly schemes: readonly string[];
	readonly parameters?: readonly SwaggerParameter[];
	readonly responses: { readonly [code: string]: { readonly description: string; readonly schema?: { readonly $ref: string } } };
	readonly [extension: `x-${string}`]: Json;
}

export type SwaggerPath = { readonly [method in Method]?: SwaggerOperation } & { readonly parameters?: readonly SwaggerParameter[] };

export interface Swagger {
	readonly swagger: '2.0';
	readonly info: { readonly title: string; readonly version: string };
	readonly paths: { readonly [path: string]: SwaggerPath };
	readonly definitions: { readonly [name: string]: SchemaNode };
	readonly securityDefinitions: {
		readonly [name: string]: { readonly type: 'apiKey'; readonly name: string; readonly in: 'header'; readonly description: string };
	};
	readonly security: readonly { readonly [name: string]: readonly string[] }[];
}

/** The document. */
export function openApiV2(input: OpenApiInput): Swagger {
	const definitions = new Definitions(input, 'v2');
	const versions = ownGroups(input).flatMap(({ group, versions }) => versions.flatMap((version) => versionPaths(input, group, version)));
	const items = [...indexPaths(input).values(), ...versions].sort((a, b) => (a.path < b.path ? -1 : 1));
	const paths = Object.fromEntries(items.map((item) => [item.path, swaggerPath(item, definitions, input)]));
	return {
		swagger: '2.0',
		info: infoOf(input),
		paths,
		definitions: definitions.all(),
		securityDefinitions: {
			BearerToken: { type: 'apiKey', name: 'authorization', in: 'header', description: 'A bearer token in the authorization header.' },
		},
		security: [{ BearerToken: [] }],
	};
}

function swaggerPath({ operations }: PathItem, definitions: Definitions, input: OpenApiInput): SwaggerPath {
	const { shared, own } = shareParameters(operations);
	const methods = operations.map((operation) => [operation.method, swaggerOperation(operation, own(operation), definitions, input)] as const);
	return { ...Object.fromEntries(methods), ...(shared.length > 0 && { parameters: shared.map(swaggerParameter) }) };
}

function swaggerOperation(operation: Operation, own: readonly Parameter[], definitions: Definitions, input: OpenApiInput): SwaggerOperation {
	const { body } = operation;
	const parameters: SwaggerParameter[] = own.map(swaggerParameter);
	if (body)
		parameters.unshift({ name: 'body', in: 'body', ...(body.required && { required: true }), schema: { $ref: definitions.reference(body.definition) } });
	const success = Object.entries(operation.responses).map(([code, description]) => [code, { description, schema: answered(operation, definitions) }] as const);
	return {
		description: operation.description,
		consumes: body?.media ?? operation.consumes,
		produces: operation.produces,
		schemes: ['https'],
		tags: [operation.tag],
		operationId: operation.operationId,
		...(parameters.length > 0 && { parameters }),
		responses: { ...Object.fromEntries(success), '401': { description: 'Unauthorized' } },
		...(operation.action && { [extension(input.vocabulary, 'action')]: operation.action }),
		...(operation.gvk && { [extension(input.vocabulary, 'group-version-kind')]: { ...operation.gvk } }),
	};
}

function answered({ definition }: Operation, definitions: Definitions): { readonly $ref: string } | { readonly type: 'string' } {
	return definition === undefined ? { type: 'string' } : { $ref: definitions.reference(definition) };
}

function swaggerParameter({ name, in: where, description, type }: Parameter): SwaggerParameter {
	return { name, in: where, description, ...(where === 'path' && { required: true }), type, uniqueItems: true };
}
