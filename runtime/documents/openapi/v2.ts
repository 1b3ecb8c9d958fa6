/**
 * OpenAPI version 2: one document for the whole API, which kubectl up to 1.28 needs. A pure function; `http/endpoints/openapi.ts` calls it
 * on the first request. Source: seed 1, "OpenAPI".
 */

import type { Json } from '../../model/catalog.ts';
import { Definitions } from './definitions.ts';
import { DocumentParts } from './document-parts.ts';
import { extension, infoOf, isFrom, type OpenApiInput } from './input.ts';
import { isOfAnyKind, type Method, type Operation, type PathItem } from './operation.ts';
import type { Parameter } from './parameters.ts';
import { shareParameters, versionPaths } from './paths.ts';
import type { SchemaNode } from './schema-node.ts';
import { type ParameterReference, SharedParameters, type SwaggerParameter } from './shared-parameters.ts';

export interface SwaggerOperation {
	readonly description: string;
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly consumes?: readonly string[];
	readonly produces: readonly string[];
	readonly schemes: readonly string[];
	readonly parameters?: readonly (SwaggerParameter | ParameterReference)[];
	readonly responses: { readonly [code: string]: { readonly description: string; readonly schema?: { readonly $ref: string } } };
	readonly [extension: `x-${string}`]: Json;
}

export type SwaggerPath = { readonly [method in Method]?: SwaggerOperation } & { readonly parameters?: readonly (SwaggerParameter | ParameterReference)[] };

export interface Swagger {
	readonly swagger: '2.0';
	readonly info: { readonly title: string; readonly version: string };
	readonly paths: { readonly [path: string]: SwaggerPath };
	readonly definitions: { readonly [name: string]: SchemaNode };
	/** Shared parameters, from 1.28 on. */
	readonly parameters?: { readonly [name: string]: SwaggerParameter };
	readonly securityDefinitions: {
		readonly [name: string]: { readonly type: 'apiKey'; readonly name: string; readonly in: 'header'; readonly description: string };
	};
	readonly security: readonly { readonly [name: string]: readonly string[] }[];
}

/** Inputs of a document and what its paths refer to. */
interface Parts {
	readonly input: OpenApiInput;
	readonly definitions: Definitions;
	readonly shared?: SharedParameters;
}

export function openApiV2(input: OpenApiInput): Swagger {
	const steps = openApiV2InSteps(new DocumentParts(input));
	for (;;) {
		const { value, done } = steps.next();
		if (done) return value;
	}
}

/** Makes the document in steps of a few milliseconds at most. */
export function* openApiV2InSteps(documentParts: DocumentParts): Generator<void, Swagger> {
	const { input, groups } = documentParts;
	const definitions = new Definitions(documentParts, 'v2');
	const parts: Parts = { input, definitions, ...(isFrom(input, 'sharedParameters') && { shared: new SharedParameters() }) };
	const items = [...documentParts.indexPaths.values()];
	for (const { group, versions } of groups) {
		for (const version of versions) items.push(...versionPaths(input, group, version));
		yield;
	}
	items.sort((a, b) => (a.path < b.path ? -1 : 1));
	const paths: { [path: string]: SwaggerPath } = {};
	for (const item of items) {
		paths[item.path] = swaggerPath(item, parts);
		yield;
	}
	return {
		swagger: '2.0',
		info: infoOf(input),
		paths,
		definitions: definitions.all(),
		...(parts.shared !== undefined && { parameters: parts.shared.all() }),
		securityDefinitions: {
			BearerToken: { type: 'apiKey', name: 'authorization', in: 'header', description: 'A bearer token in the authorization header.' },
		},
		security: [{ BearerToken: [] }],
	};
}

function swaggerPath({ operations }: PathItem, parts: Parts): SwaggerPath {
	const { shared, own } = shareParameters(operations);
	const methods = operations.map((operation) => [operation.method, swaggerOperation(operation, own(operation), parts)] as const);
	return { ...Object.fromEntries(methods), ...(shared.length > 0 && { parameters: parametersOf(shared, parts) }) };
}

function swaggerOperation(operation: Operation, own: readonly Parameter[], parts: Parts): SwaggerOperation {
	const { input, definitions } = parts;
	const { body } = operation;
	const consumes = body?.media ?? operation.consumes;
	const parameters = [...(body === undefined ? [] : [bodyOf(body, parts)]), ...parametersOf(own, parts)];
	const success = Object.entries(operation.responses).map(([code, description]) => [code, { description, schema: answered(operation, definitions) }] as const);
	return {
		description: operation.description,
		...(consumes.length > 0 && { consumes }),
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

function bodyOf({ definition, required }: NonNullable<Operation['body']>, { input, definitions, shared }: Parts): SwaggerParameter | ParameterReference {
	const body: SwaggerParameter = { name: 'body', in: 'body', ...(required && { required: true }), schema: { $ref: definitions.reference(definition) } };
	return shared !== undefined && isOfAnyKind(definition, input) ? shared.body(body) : body;
}

function parametersOf(parameters: readonly Parameter[], { shared }: Parts): readonly (SwaggerParameter | ParameterReference)[] {
	return parameters.map((parameter) => shared?.query(parameter, swaggerParameter) ?? swaggerParameter(parameter));
}

function swaggerParameter({ name, in: where, description, type }: Parameter): SwaggerParameter {
	return { name, in: where, description, ...(where === 'path' && { required: true }), type, uniqueItems: true };
}
