/**
 * OpenAPI version 3: one document for each group version and index path. Pure functions; `http/endpoints/openapi.ts` calls them on first
 * use and adds hashes. Source: seed 1, "OpenAPI"; KEP-2896.
 */

import { OpenApiBuilder, type OperationObject, type ParameterObject, type PathItemObject, type SchemaObject } from 'openapi3-ts/oas30';
import { Definitions } from './definitions.ts';
import type { DocumentParts } from './document-parts.ts';
import { extension, infoOf, isFrom, type OpenApiInput } from './input.ts';
import type { Operation, PathItem } from './operation.ts';
import type { Parameter } from './parameters.ts';
import { shareParameters, versionPaths } from './paths.ts';
import type { SchemaNode } from './schema-node.ts';

export type OpenApiV3 = ReturnType<OpenApiBuilder['getSpec']>;

/**
 * Returns the names of all documents in order: their paths below `/openapi/v3/`, such as `api/v1`, `apis/apps/v1`, `apis/apps`, `version`.
 */
export function openApiV3Names({ indexPaths, versions }: DocumentParts): readonly string[] {
	return [...indexPaths.keys(), ...versions.keys()].sort();
}

/** Returns the document of that name, or undefined. */
export function openApiV3(parts: DocumentParts, name: string): OpenApiV3 | undefined {
	const index = parts.indexPaths.get(name);
	if (index !== undefined) return documentOf(parts, [index]);
	const found = parts.versions.get(name);
	if (found === undefined) return undefined;
	const { group, version } = found;
	return documentOf(parts, versionPaths(parts.input, group, version), { group, version: version.version });
}

function documentOf(parts: DocumentParts, items: readonly PathItem[], own?: { readonly group: string; readonly version: string }): OpenApiV3 {
	const { input } = parts;
	const definitions = new Definitions(parts, 'v3', own);
	const builder = OpenApiBuilder.create()
		.addOpenApiVersion('3.0.0')
		.addInfo({ ...infoOf(input) });
	for (const item of items) builder.addPath(item.path, pathItem(item, definitions, input));
	for (const [name, schema] of Object.entries(definitions.all())) builder.addSchema(name, schemaObject(schema));
	builder.addSecurityScheme('BearerToken', { type: 'apiKey', in: 'header', name: 'authorization', description: 'A bearer token in the authorization header.' });
	const { openapi, info, paths, components } = builder.getSpec();
	// Leaves out the empty members that the builder adds (servers, tags, schemas), as Kubernetes does.
	const { schemas = {}, securitySchemes = {} } = components ?? {};
	return { openapi, info, paths, components: { ...(Object.keys(schemas).length > 0 && { schemas }), securitySchemes } };
}

/** Nodes have exactly these keywords. TypeScript cannot match them with the wider unions of the library's type. */
function schemaObject(node: SchemaNode): SchemaObject {
	return node as SchemaObject;
}

function pathItem({ operations }: PathItem, definitions: Definitions, input: OpenApiInput): PathItemObject {
	const { shared, own } = shareParameters(operations);
	const item: PathItemObject = {};
	for (const operation of operations) item[operation.method] = operationObject(operation, own(operation), definitions, input);
	if (shared.length > 0) item.parameters = shared.map(parameterObject);
	return item;
}

function operationObject(operation: Operation, own: readonly Parameter[], definitions: Definitions, input: OpenApiInput): OperationObject {
	const { definition } = operation;
	const schema = () => ({ schema: definition === undefined ? { type: 'string' as const } : { $ref: definitions.reference(definition) } });
	const responses: OperationObject['responses'] = {};
	for (const [code, description] of Object.entries(operation.responses)) {
		responses[code] = { description, content: Object.fromEntries(operation.produces.map((media) => [media, schema()])) };
	}
	responses['401'] = { description: 'Unauthorized' };
	const { body } = operation;
	return {
		tags: [operation.tag],
		description: operation.description,
		operationId: operation.operationId,
		...(own.length > 0 && { parameters: own.map(parameterObject) }),
		...(body && {
			requestBody: {
				...(body.required && isFrom(input, 'requiredBodies') && { required: true }),
				content: Object.fromEntries(body.media.map((media) => [media, { schema: { $ref: definitions.reference(body.definition) } }])),
			},
		}),
		responses,
		...(operation.action && { [extension(input.vocabulary, 'action')]: operation.action }),
		...(operation.gvk && { [extension(input.vocabulary, 'group-version-kind')]: operation.gvk }),
	};
}

function parameterObject({ name, in: where, description, type }: Parameter): ParameterObject {
	return { name, in: where, description, ...(where === 'path' && { required: true }), schema: { type, uniqueItems: true } };
}
