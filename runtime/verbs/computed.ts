/**
 * create on a computed endpoint (a review, a token, an eviction). The sent object is read, admitted and validated like a stored one. A hook
 * of the kind computes the answer, which is not stored. As in Kubernetes, the order is: mutating admission, lookup of the subresource's
 * parent object, validation, validating admission.
 */
import { ApiError, invalid } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { CompiledType } from '../schema/compiled.ts';
import { causeInVersion } from '../schema/conversion/version-causes.ts';
import type { ServedResource } from '../serving/resource.ts';
import { bodyReader } from './body.ts';
import { managedFieldsOfSent } from './computed-ownership.ts';
import type { VerbContext } from './contract.ts';
import { metadataOf, metadataText } from './metadata/metadata.ts';
import { parentOf } from './parent.ts';
import { acceptableTyped, respondTyped } from './respond-typed.ts';
import { storedObjects } from './stored-objects.ts';
import { checkNamespace } from './write/identity.ts';
import { writeOptions } from './write/options.ts';
import { scopeOf } from './write/scope.ts';
import { type Admitted, admissionRequest } from './write/steps/admission.ts';

export function computed(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource, endpoint: Endpoint): Promise<ApiResponse> => {
		const { gives, subresource } = endpoint;
		const compute = resource.hooks.computes?.[subresource];
		if (compute === undefined) throw new Error(`no hook answers ${resource.kind.plural}/${subresource}: the start should have failed`);
		acceptableTyped(context, request, gives);
		const options = writeOptions(request, 'create', context);
		const form = formOf(context, resource, endpoint);
		const sent = await sentObject(context, request, resource, endpoint);
		const meant = (field: string): string => (subresource === '' ? '' : metadataText(sent, field));
		const preconditions = { uid: meant('uid'), resourceVersion: meant('resourceVersion') };
		// Drops metadata that only the server may set.
		context.metadata.ofNew(sent, {});
		const object = form.toHook(sent);
		form.schema.dropHeldBack(object);
		form.schema.applyDefaults(object);
		const scope = scopeOf(context, resource, request, options, { name: subresource === '' ? metadataText(object, 'name') : undefined });
		if (gives.kind !== 'Status') {
			const managedFields = managedFieldsOfSent(context, resource, endpoint, form.fromHook(object), scope);
			if (managedFields !== undefined) object.metadata = { ...metadataOf(object), managedFields: [...managedFields] };
		}
		const admitted: Admitted = { scope, operation: 'CREATE', object, ...(subresource !== '' && { taken: endpoint.takes }) };
		const admission = admissionRequest(admitted);
		await context.admission.mutate(admission);
		const parent = await parentOf(context, request, resource, endpoint);
		validate(admitted.object, form, endpoint, request);
		await context.admission.validate(admission.finished());
		const { namespace, name, user, warnings, dryRun } = scope;
		const objects = storedObjects(context, request);
		const about = {
			parent,
			namespace,
			name,
			user,
			warnings,
			dryRun,
			preconditions,
			objects,
			authorizer: context.authorizer,
			tokens: context.tokens,
			now: context.clock.now(),
			annotate: (key: string, value: string) => request.audit?.annotate(key, value),
			signal: () => request.signal,
		};
		const given = (await compute({ object: admitted.object, ...about })) as JsonObject;
		if (given.kind === 'Status' || gives.kind === 'Status') return respondStatus(context, request, given);
		return respondTyped(context, request, gives, form.fromHook(given), 201);
	};
}

/** Converts the sent object to the form that hooks get. For the kind itself this is the storage version, otherwise the declared type. */
interface Form {
	readonly schema: CompiledType;
	toHook(object: JsonObject): JsonObject;
	fromHook(object: JsonObject): JsonObject;
	inVersion(cause: Cause): Cause;
}

function formOf(context: VerbContext, resource: ServedResource, { subresource, takes }: Endpoint): Form {
	if (subresource === '') {
		const { storageSchema: schema, toStorage, fromStorage } = resource;
		return { schema, toHook: toStorage, fromHook: fromStorage, inVersion: (cause) => causeInVersion(cause, resource) };
	}
	return { schema: context.schemas.type(typeOf(takes.type, resource)), toHook: same, fromHook: same, inVersion: same };
}

function same<T>(value: T): T {
	return value;
}

/** Responds with the Status under its own code, or under 201 (as a create does) when it has none. */
function respondStatus(context: VerbContext, request: ApiRequest, given: JsonObject): ApiResponse {
	const code = Number(given.code) || 201;
	const { kind: _kind, apiVersion: _apiVersion, metadata = {}, ...said } = given;
	return context.formats.status.answer(request, code, { kind: 'Status', apiVersion: 'v1', metadata, ...said, code });
}

function typeOf(type: string | undefined, { kind }: ServedResource): string {
	if (type === undefined) throw new Error(`no type is declared for the input of ${kind.plural}: the table is invalid`);
	return type;
}

async function sentObject(context: VerbContext, request: ApiRequest, resource: ServedResource, { takes }: Endpoint): Promise<JsonObject> {
	const { fieldValidation } = writeOptions(request, 'create', context);
	const also = takes.also?.map((version) => apiVersionOf({ group: takes.group, version })) ?? [];
	const expected = {
		apiVersion: apiVersionOf(takes),
		kind: takes.kind,
		schema: context.schemas.type(typeOf(takes.type, resource)),
		also,
		takesFloats: resource.form.isWhole,
	};
	const object = (await bodyReader(request, expected, context, fieldValidation))();
	checkName(object, takes.kind, request);
	checkNamespace(object, resource, request);
	return object;
}

/** Checks that the object posted to a subresource has the name of the URL, or none. */
function checkName(object: JsonObject, kind: string, { info }: ApiRequest): void {
	if (!info.isResource || info.name === '') return;
	const sent = metadataText(object, 'name');
	const { name } = info;
	if (sent !== '' && sent !== name) throw new ApiError('BadRequest', `name in URL does not match name in ${kind} object`);
}

/** Validates the sent object. The error names no object, because none is stored. */
function validate(object: JsonObject, { schema, inVersion }: Form, { takes }: Endpoint, { warnings }: ApiRequest): void {
	const warned = warnings.length;
	const causes = schema.validate(object, undefined, { warnings });
	if (causes.length === 0) return;
	// An answer that refuses the request has no warnings.
	warnings.length = warned;
	throw invalid(takes.kind, takes.group, '', causes.map(inVersion));
}
