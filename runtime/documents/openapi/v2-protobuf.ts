/** The version 2 document as protobuf: message `openapi.v2.Document` of gnostic, field numbers from openapiv2/OpenAPIv2.proto. */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '../../model/catalog.ts';
import { stringify } from '../../wire/json/text.ts';
import type { Method } from './operation.ts';
import type { SchemaNode } from './schema-node.ts';
import type { ParameterReference, SwaggerParameter } from './shared-parameters.ts';
import type { Swagger, SwaggerOperation, SwaggerPath } from './v2.ts';

/** Media types accepted in requests. A media type cannot contain `@`, so newer clients may send the type of the response instead. */
export const openApiV2ProtobufAccepted: readonly string[] = [
	'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
	'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
];

/** Content-Type of the response. kubectl parses it and fails on the type with `@`, which it requests itself. */
export const openApiV2ProtobufType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

type Write = (writer: BinaryWriter) => void;

export function encodeOpenApiV2(document: Swagger): Uint8Array {
	return Buffer.concat([...openApiV2Messages(document)]);
}

/** Yields the encoded document in parts of a few milliseconds' work at most. `change` is applied to each path and definition. */
export function* openApiV2Messages(document: Swagger, change = <T>(part: T): T => part): Generator<Uint8Array> {
	const head = new BinaryWriter();
	text(head, 1, document.swagger);
	message(head, 2, (info) => {
		text(info, 1, document.info.title);
		text(info, 2, document.info.version);
	});
	yield head.finish();
	yield* largeMessage(8, document.paths, (writer, path, item) => named(writer, 2, path, (value) => pathItem(value, change(item))));
	yield* largeMessage(9, document.definitions, (writer, name, schema) => named(writer, 1, name, (value) => schemaMessage(value, change(schema))));
	yield rest(document);
}

/** Yields a message with an entry for each member. Its length precedes the entries, so that all are encoded first. */
function* largeMessage<T>(number: number, members: { readonly [name: string]: T }, write: (writer: BinaryWriter, name: string, value: T) => void) {
	const none = new Uint8Array();
	const entries: Uint8Array[] = [];
	for (const [name, value] of Object.entries(members)) {
		const writer = new BinaryWriter();
		write(writer, name, value);
		entries.push(writer.finish());
		yield none;
	}
	const head = new BinaryWriter().tag(number, WireType.LengthDelimited).uint32(entries.reduce((sum, { length }) => sum + length, 0));
	yield head.finish();
	yield* entries;
}

function rest(document: Swagger): Uint8Array {
	const writer = new BinaryWriter();
	if (document.parameters !== undefined) {
		const shared = Object.entries(document.parameters);
		message(writer, 10, (parameters) => {
			for (const [name, each] of shared) named(parameters, 1, name, (value) => parameterMessage(value, each));
		});
	}
	for (const requirement of document.security) {
		message(writer, 12, (security) => {
			for (const [name, scopes] of Object.entries(requirement)) named(security, 1, name, (value) => texts(value, 1, scopes));
		});
	}
	message(writer, 13, (definitions) => {
		for (const [name, scheme] of Object.entries(document.securityDefinitions)) {
			named(definitions, 1, name, (item) =>
				message(item, 2, (key) => {
					text(key, 1, scheme.type);
					text(key, 2, scheme.name);
					text(key, 3, scheme.in);
					text(key, 4, scheme.description);
				}),
			);
		}
	});
	return writer.finish();
}

function text(writer: BinaryWriter, number: number, value: string | undefined): void {
	if (value) writer.tag(number, WireType.LengthDelimited).string(value);
}

function texts(writer: BinaryWriter, number: number, values: readonly string[]): void {
	for (const value of values) writer.tag(number, WireType.LengthDelimited).string(value);
}

function flag(writer: BinaryWriter, number: number, value: boolean | undefined): void {
	if (value) writer.tag(number, WireType.Varint).bool(true);
}

function double(writer: BinaryWriter, number: number, value: unknown): void {
	if (typeof value === 'number' || typeof value === 'bigint') writer.tag(number, WireType.Bit64).double(Number(value));
}

function int64(writer: BinaryWriter, number: number, value: unknown): void {
	if (typeof value === 'number') writer.tag(number, WireType.Varint).int64(value);
}

function message(writer: BinaryWriter, number: number, write: Write): void {
	writer.tag(number, WireType.LengthDelimited).fork();
	write(writer);
	writer.join();
}

/** Writes one entry of an ordered map: name and value. */
function named(writer: BinaryWriter, number: number, name: string, value: Write): void {
	message(writer, number, (entry) => {
		text(entry, 1, name);
		message(entry, 2, value);
	});
}

/** Writes a value as YAML text, of which JSON is a subset. */
function any(writer: BinaryWriter, value: Json | object): void {
	text(writer, 2, `${stringify(value)}\n`);
}

function extensions(writer: BinaryWriter, number: number, node: object): void {
	for (const [name, value] of Object.entries(node)) {
		if (name.startsWith('x-') && value !== undefined) named(writer, number, name, (entry) => any(entry, value));
	}
}

const methodNumbers: Readonly<Record<Method, number>> = { get: 2, put: 3, post: 4, delete: 5, options: 6, head: 7, patch: 8 };

function pathItem(writer: BinaryWriter, item: SwaggerPath): void {
	for (const [method, number] of Object.entries(methodNumbers)) {
		const operation = item[method as Method];
		if (operation !== undefined) message(writer, number, (value) => operationMessage(value, operation));
	}
	for (const each of item.parameters ?? []) message(writer, 9, (value) => parameter(value, each));
}

function operationMessage(writer: BinaryWriter, operation: SwaggerOperation): void {
	texts(writer, 1, operation.tags);
	text(writer, 3, operation.description);
	text(writer, 5, operation.operationId);
	texts(writer, 6, operation.produces);
	texts(writer, 7, operation.consumes ?? []);
	for (const each of operation.parameters ?? []) message(writer, 8, (value) => parameter(value, each));
	message(writer, 9, (responses) => {
		for (const [code, response] of Object.entries(operation.responses)) {
			named(responses, 1, code, (value) =>
				message(value, 1, (body) => {
					text(body, 1, response.description);
					const { schema } = response;
					if (schema !== undefined) message(body, 2, (item) => message(item, 1, (node) => schemaMessage(node, schema)));
				}),
			);
		}
	});
	texts(writer, 10, operation.schemes);
	extensions(writer, 13, operation);
}

/** Writes a parameter, or a reference to a shared one. */
function parameter(writer: BinaryWriter, item: SwaggerParameter | ParameterReference): void {
	if ('$ref' in item) message(writer, 2, (reference) => text(reference, 1, item.$ref));
	else message(writer, 1, (value) => parameterMessage(value, item));
}

/** Writes a body, query or path parameter. */
function parameterMessage(writer: BinaryWriter, { name, in: where, description, required, type, uniqueItems, schema }: SwaggerParameter): void {
	if (where === 'body') {
		message(writer, 1, (body) => {
			text(body, 1, description);
			text(body, 2, name);
			text(body, 3, where);
			flag(body, 4, required);
			if (schema !== undefined) message(body, 5, (node) => schemaMessage(node, schema));
		});
		return;
	}
	const query = where === 'query';
	message(writer, 2, (other) =>
		message(other, query ? 3 : 4, (sub) => {
			flag(sub, 1, required);
			text(sub, 2, where);
			text(sub, 3, description);
			text(sub, 4, name);
			text(sub, query ? 6 : 5, type);
			flag(sub, query ? 20 : 19, uniqueItems);
		}),
	);
}

function schemaMessage(writer: BinaryWriter, node: SchemaNode): void {
	text(writer, 1, node.$ref as string | undefined);
	text(writer, 2, node.format as string | undefined);
	text(writer, 4, node.description as string | undefined);
	const { default: byDefault } = node;
	if (byDefault !== undefined) message(writer, 5, (value) => any(value, byDefault));
	double(writer, 6, node.multipleOf);
	double(writer, 7, node.maximum);
	flag(writer, 8, node.exclusiveMaximum === true);
	double(writer, 9, node.minimum);
	flag(writer, 10, node.exclusiveMinimum === true);
	int64(writer, 11, node.maxLength);
	int64(writer, 12, node.minLength);
	text(writer, 13, node.pattern as string | undefined);
	int64(writer, 14, node.maxItems);
	int64(writer, 15, node.minItems);
	flag(writer, 16, node.uniqueItems === true);
	int64(writer, 17, node.maxProperties);
	int64(writer, 18, node.minProperties);
	texts(writer, 19, (node.required ?? []) as readonly string[]);
	for (const value of (node.enum ?? []) as readonly Json[]) message(writer, 20, (entry) => any(entry, value));
	const { additionalProperties, type, items, properties } = node;
	if (additionalProperties !== undefined)
		message(writer, 21, (value) => message(value, 1, (schema) => schemaMessage(schema, additionalProperties as SchemaNode)));
	if (typeof type === 'string') message(writer, 22, (value) => text(value, 1, type));
	if (items !== undefined) message(writer, 23, (value) => message(value, 1, (schema) => schemaMessage(schema, items as SchemaNode)));
	if (properties !== undefined) {
		message(writer, 25, (value) => {
			for (const [name, schema] of Object.entries(properties as { [name: string]: SchemaNode })) {
				named(value, 1, name, (entry) => schemaMessage(entry, schema));
			}
		});
	}
	extensions(writer, 31, node);
}
