/** Answers a worker's calls and questions, from the snapshot that its task uses. */
import { ApiError } from '../api/errors.ts';
import type { Annotation, ApiRequest, AuditTrail } from '../api/request.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { scopeOf } from '../verbs/write/scope.ts';
import { type Admitted as AdmittedWrite, admissionRequest } from '../verbs/write/steps/admission.ts';
import type { CachedObject } from '../watch/contract.ts';
import { parseJson, stringifyJson } from '../wire/json/json.ts';
import { apart, asBuffer, givenAway } from './bytes.ts';
import { apiFailure } from './failure.ts';
import type { Admission, AdmissionAnswer, CallName, Calls, Failure, GivenObject, HostAnswer, Question } from './protocol.ts';

/** Context and request of a task. */
export interface Asker {
	readonly context: VerbContext;
	/** Absent for a task that writes nothing. */
	readonly request?: ApiRequest;
}

export function answerQuestion(question: Question, { context }: Asker): HostAnswer {
	try {
		if ('type' in question) return context.catalog.type(question.type);
		if ('optionsType' in question) return context.parts.types.type(question.optionsType);
		if ('state' in question) return context.isSuperseded(question.state.resource, question.state.revision) ? 'superseded' : 'not superseded';
		if ('wants' in question) return context.admission.wants(question.wants.stage, question.wants.about) ? 'wanted' : 'not wanted';
		if ('all' in question) return Array.from(context.cache.list(question.all.resource, ''), givenObject);
		const { resource, namespace, name, known } = question.object;
		const object = context.cache.get(resource, namespace, name);
		if (object === undefined) return 'none';
		if (object.revision === known) return 'as known';
		return givenObject(object);
	} catch (error) {
		return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

function givenObject(object: CachedObject): GivenObject {
	// Bytes first: reading them parses a lazily parsed object, which can change its form.
	const bytes = apart(object.bytes);
	const { namespace, name, revision, labels, fields, form } = object;
	return { namespace, name, revision, labels, fields, bytes, isWhole: form.isWhole };
}

type Answerers = { readonly [N in CallName]: (request: Calls[N]['request'], context: VerbContext, of: ApiRequest) => Promise<Calls[N]['reply']> };

const answerers: Answerers = {
	consistent: async (_, { cache }, of) => {
		await cache.consistent(of);
		return null;
	},
	waitFor: async ({ revision, timeoutMs }, { cache }, of) => {
		await cache.waitFor(revision, timeoutMs, of.signal);
		return null;
	},
	commit: ({ mutations, atomic }, { store }) =>
		store.commit(
			mutations.map((mutation) => (mutation.bytes ? { ...mutation, bytes: asBuffer(mutation.bytes) } : mutation)),
			{ atomic },
		),
	authorize: async (attributes, { authorizer }) => authorizer.authorize(attributes),
	convert: async ({ storageName, objects, apiVersion }, { stored, conversions }, of) => {
		const kind = stored(storageName)?.kind;
		if (kind === undefined) throw new Error(`${storageName} are not served`);
		const given = objects.map((bytes) => parseJson(asBuffer(bytes)) as JsonObject);
		return (await conversions.convert(kind, given, apiVersion, of.signal)).map((object) => givenAway(stringifyJson(object)));
	},
	admit,
};

export async function answerCall<N extends CallName>(name: N, request: Calls[N]['request'], { context, request: of }: Asker): Promise<Calls[N]['reply']> {
	if (of === undefined) throw new Error(`a read-only task asks for ${name}`);
	return answerers[name](request, context, of);
}

/** Encodes an error. `keep` stores an error that cannot be encoded and returns its number; the worker refers to it by that number. */
export function callFailure(error: unknown, keep: (error: unknown) => number): Failure {
	return error instanceof ApiError ? apiFailure(error) : { kept: keep(error) };
}

async function admit(admission: Admission, context: VerbContext, of: ApiRequest): Promise<AdmissionAnswer> {
	const resource = context.resource(admission.group, admission.version, admission.resource);
	if (resource === undefined) throw new Error(`${admission.resource} is not served`);
	const warnings: string[] = [];
	const annotations: Annotation[] = [];
	const audit: AuditTrail | undefined = of.audit && {
		begin: () => undefined,
		actsAs: () => undefined,
		annotate: (...annotation) => void annotations.push(annotation),
	};
	const scope = { ...scopeOf(context, resource, of, admission.options, { name: admission.name }), subresource: admission.subresource, warnings, audit };
	const write = new ShippedWrite(scope, admission, resource.version, resource.kind.kind);
	const request = admissionRequest(write);
	await (admission.stage === 'mutate' ? context.admission.mutate(request) : context.admission.validate(request.finished()));
	const changed = admission.stage === 'mutate' && write.wasLookedAt ? { object: givenAway(stringifyJson(write.object)) } : {};
	return { warnings, annotations, ...changed };
}

/** A write whose objects arrived as bytes. They are parsed when needed, because most plugins read none. */
class ShippedWrite implements AdmittedWrite {
	readonly scope: AdmittedWrite['scope'];
	readonly operation: AdmittedWrite['operation'];
	readonly taken?: NonNullable<AdmittedWrite['taken']>;
	readonly #shipped: Admission;
	#object: JsonObject | undefined;
	#old: JsonObject | undefined;

	constructor(scope: AdmittedWrite['scope'], shipped: Admission, own: { readonly group: string; readonly version: string }, kind: string) {
		this.scope = scope;
		this.operation = shipped.operation;
		this.#shipped = shipped;
		const { requestKind } = shipped;
		if (requestKind.kind !== kind || requestKind.group !== own.group || requestKind.version !== own.version) this.taken = requestKind;
	}

	get wasLookedAt(): boolean {
		return this.#object !== undefined;
	}

	get object(): JsonObject {
		this.#object ??= parsed(this.#shipped.object);
		if (this.#object === undefined) throw new Error(`a ${this.operation} has no object to admit`);
		return this.#object;
	}

	set object(object: JsonObject) {
		this.#object = object;
	}

	get old(): JsonObject | undefined {
		this.#old ??= parsed(this.#shipped.old);
		return this.#old;
	}
}

function parsed(bytes: Uint8Array | undefined): JsonObject | undefined {
	return bytes && (parseJson(asBuffer(bytes)) as JsonObject);
}
