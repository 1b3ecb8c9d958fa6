/** Request bodies: decodes JSON, YAML or protobuf into an object of the type that the URL names, with Kubernetes' refusals. */

import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { endpointsOf } from '../model/endpoint.ts';
import { MalformedError } from '../model/malformed.ts';
import type { CompiledType, Findings } from '../schema/compiled.ts';
import type { Misfit } from '../schema/misfit.ts';
import { inOrderOfText } from '../wire/json/duplicates.ts';
import { FloatLiterals } from '../wire/json/float-literals.ts';
import { type ParseOptions, parseJson } from '../wire/json/json.ts';
import { unwrapUnknown } from '../wire/protobuf/unknown.ts';
import { parseYaml } from '../wire/yaml.ts';
import { asOneError } from '../yaml/reader.ts';
import type { WriteContext } from './contract.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Type that a body is expected to have. */
export interface ExpectedType {
	readonly apiVersion: string;
	readonly kind: string;
	readonly schema: CompiledType;
	/** Other kinds that are accepted as well and read by the same type. */
	readonly also?: readonly string[];
	/** True when an integer may be written as `3.0` or `1e1`. Kubernetes accepts such integers for custom resources only. */
	readonly takesFloats?: boolean;
	/** Collects values of the wrong type, once per request. Absent: the first such value is refused. */
	readonly misfits?: Misfit[] | undefined;
}

/**
 * Returns a fresh copy of the body's object on each call. A write changes the object in place, and an attempt that lost a race is repeated.
 */
export type BodyReader = () => JsonObject;

/**
 * Reads the body as an object of the expected type, in canonical form and without defaults. Depending on `validation`, unknown and
 * duplicate fields become warnings or are refused. Throws ApiError BadRequest, UnsupportedMediaType, RequestEntityTooLarge.
 */
export async function bodyReader(request: ApiRequest, expected: ExpectedType, context: WriteContext, validation: FieldValidation): Promise<BodyReader> {
	const bytes = await request.body();
	const encoding = bodyEncoding(request.header('content-type'), expected.schema, context);
	if (encoding === 'protobuf') return protobufReader(bytes, expected, context);
	const duplicates: string[] | undefined = validation === 'Ignore' ? undefined : [];
	const floats = expected.takesFloats ? undefined : new FloatLiterals();
	const value = parseText(bytes, encoding, expected, { ...(duplicates && { duplicates }), floats });
	checkType(value, expected, context);
	blaming(notHandled, expected, () => floats?.check((marked) => expected.schema.read(marked, { notices: [] })));
	const read = (findings: Findings): JsonObject => stamped(readTyped(value, expected, findings), expected);
	const { misfits } = expected;
	const notices: string[] = [];
	const first = read({ notices, misfits });
	report({ duplicates: duplicates ?? [], notices, encoding, bytes }, expected, validation, request);
	return startingWith(first, () => read({ notices: [], misfits: misfits && [] }));
}

/** Returns a reader whose first call returns `first`, an object that has already been read. */
export function startingWith(first: JsonObject, read: BodyReader): BodyReader {
	let unused: JsonObject | undefined = first;
	return () => {
		const object = unused ?? read();
		unused = undefined;
		return object;
	};
}

/** Throws ApiError UnsupportedMediaType. */
export function bodyEncoding(contentType: string | undefined, schema: CompiledType, context: WriteContext): 'json' | 'yaml' | 'protobuf' {
	return contentType === undefined || contentType === 'application/json' ? 'json' : context.formats.negotiate.body(contentType, schema.hasProtobuf);
}

function protobufReader(bytes: Buffer, expected: ExpectedType, context: WriteContext): BodyReader {
	const envelope = blaming(unrecognized, expected, () => unwrapUnknown(bytes));
	checkType({ apiVersion: envelope.apiVersion, kind: envelope.kind }, expected, context);
	return () =>
		stamped(
			blaming(notHandled, expected, () => expected.schema.decode(envelope.raw)),
			expected,
		);
}

/** Turns a reader's error into a refusal of the whole body. `whole` returns the beginning of the message. */
function blaming<T>(whole: (expected: ExpectedType) => string, expected: ExpectedType, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new ApiError('BadRequest', `${whole(expected)}: ${error.message}`);
	}
}

function unrecognized({ kind }: ExpectedType): string {
	return `the object provided is unrecognized (must be of type ${kind})`;
}

function noVersion(expected: ExpectedType): string {
	return `${unrecognized(expected)}: couldn't get version/kind; json parse error`;
}

function notHandled({ kind, apiVersion }: ExpectedType): string {
	return cannotBeHandled(kind, apiVersion, kind);
}

/** Parses JSON or YAML. Like Kubernetes, it reads null as an object without fields, so that the error names the missing fields. */
function parseText(bytes: Buffer, encoding: 'json' | 'yaml', expected: ExpectedType, options: ParseOptions): NonNullable<JsonValue> {
	const value =
		encoding === 'json' ? blaming(noVersion, expected, () => parseJson(bytes, options)) : blaming(unrecognized, expected, () => parseYaml(bytes, options));
	return value ?? {};
}

/** Checks kind and apiVersion. Each may be absent; otherwise it must match the URL. */
function checkType(value: NonNullable<JsonValue>, expected: ExpectedType, context: WriteContext): void {
	if (typeof value !== 'object' || Array.isArray(value)) {
		throw new ApiError('BadRequest', `${noVersion(expected)}: the body is not an object`);
	}
	const { kind, apiVersion } = value;
	if (typeof kind === 'string' && kind !== '' && kind !== expected.kind)
		throw otherKind(kind, typeof apiVersion === 'string' ? apiVersion : '', expected, context);
	if (typeof apiVersion === 'string' && apiVersion !== '' && apiVersion !== expected.apiVersion && expected.also?.includes(apiVersion) !== true) {
		if (!isKnown(expected.kind, apiVersion, context)) throw otherKind(expected.kind, apiVersion, expected, context);
		throw new ApiError('BadRequest', `the API version in the data (${apiVersion}) does not match the expected API version (${expected.apiVersion})`);
	}
}

function otherKind(kind: string, apiVersion: string, expected: ExpectedType, context: WriteContext): ApiError {
	const why = isKnown(kind, apiVersion, context)
		? 'the kind differs from that of the URL'
		: `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
	return new ApiError('BadRequest', `${cannotBeHandled(kind, apiVersion, expected.kind)}: ${why}`);
}

/** Reports whether the catalog has the type, as a kind or as the body of a subresource. */
function isKnown(kind: string, apiVersion: string, { catalog }: WriteContext): boolean {
	return catalog.kinds.some((served) =>
		served.versions.some((version) => endpointsOf(served, version).some(({ takes }) => takes.kind === kind && apiVersionOf(takes) === apiVersion)),
	);
}

function cannotBeHandled(kind: string, apiVersion: string, expected: string): string {
	return `${kind} in version ${JSON.stringify(apiVersion.slice(apiVersion.indexOf('/') + 1))} cannot be handled as a ${expected}`;
}

function readTyped(value: JsonValue, expected: ExpectedType, findings: Findings): JsonObject {
	return blaming(notHandled, expected, () => expected.schema.read(value, findings));
}

interface BodyFindings {
	readonly duplicates: readonly string[];
	readonly notices: readonly string[];
	readonly bytes: Buffer;
	readonly encoding: 'json' | 'yaml';
}

/**
 * Reports findings as separate warnings, or together as one error. Findings in JSON follow the order of the text. In an error, duplicate
 * keys in YAML form a paragraph of their own.
 */
function report({ duplicates, notices, encoding, bytes }: BodyFindings, expected: ExpectedType, validation: FieldValidation, request: ApiRequest): void {
	if (duplicates.length + notices.length === 0 || validation === 'Ignore') return;
	const isMixed = duplicates.length > 0 && notices.length > 0;
	const findings = encoding === 'json' && isMixed ? inOrderOfText(bytes.toString(), duplicates, notices) : [...duplicates, ...notices];
	if (validation === 'Warn') {
		request.warnings.push(...findings);
		return;
	}
	const told = encoding === 'yaml' && duplicates.length > 0 ? [asOneError(duplicates), ...notices] : findings;
	throw new ApiError('BadRequest', `${notHandled(expected)}: strict decoding error: ${told.join(', ')}`);
}

/** Returns the object with kind, apiVersion and metadata as its first fields, the order in which it is served. */
export function stamped(object: JsonObject, expected: { readonly apiVersion: string; readonly kind: string }): JsonObject {
	if (object.kind === expected.kind && object.apiVersion === expected.apiVersion && object.metadata) return object;
	const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object;
	return { kind: expected.kind, apiVersion: expected.apiVersion, metadata: metadata ?? {}, ...rest };
}
