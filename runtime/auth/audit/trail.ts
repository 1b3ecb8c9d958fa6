/** Audit state of one request, from receipt to completion. */
import { type ApiError, statusOf } from '../../api/errors.ts';
import type { Annotation, ApiRequest, ApiResponse, AuditTrail, User } from '../../api/request.ts';
import { streamingVerbs } from '../../model/verb.ts';
import { maskedUri, withoutTokens } from '../../telemetry/masked-uri.ts';
import { selectedName } from '../selected-name.ts';
import { bodyJson, isText, isTold, nameIn, nameSent, statusIn, withKind, withoutManagedFields } from './bodies.ts';
import type { AnswerStatus, Audit, AuditEvent, AuditRule, Stage } from './contract.ts';
import { sourceIps } from './source-ips.ts';

/** Length at which user agents are cut; longer ones add no information. */
const mostOfAgent = 512;

/** Subresources that are connections or followed logs. */
const connections: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

const noContent = 204;

export class Trail implements AuditTrail {
	readonly #audit: Audit;
	readonly #request: ApiRequest;
	readonly #id: string;
	readonly #receivedMs = Date.now();
	readonly #annotations: Record<string, string> = {};
	#user: User | undefined;
	#impersonated: User | undefined;
	#constraint: string | undefined;
	#sourceIps: readonly string[] | undefined;
	/** Masked URI, computed for the first event. */
	#uri: string | undefined;
	#agent: string | undefined;
	/** Name of the single object that a list or watch selects. */
	#selected: string | undefined;
	/** Undefined until authentication has succeeded or failed. */
	#telling: AuditRule | undefined;

	constructor(audit: Audit, request: ApiRequest, id: string) {
		this.#audit = audit;
		this.#request = request;
		this.#id = id;
	}

	/** Sets the user, decides the level and records the receipt, once. `user` is undefined when authentication failed. */
	begin(user: User | undefined): void | Promise<void> {
		if (this.#telling !== undefined) return;
		this.#user = user;
		const { policy, metrics } = this.#audit;
		this.#telling = policy(this.#request, user);
		this.#selected = selectedName(this.#request);
		const { level } = this.#telling;
		metrics.levels.set(level, (metrics.levels.get(level) ?? 0) + 1);
		return this.#tell('RequestReceived', undefined, undefined);
	}

	actsAs(user: User, constraint?: string): void {
		this.#impersonated = user;
		this.#constraint = constraint;
	}

	annotate(...[key, value, atLeast]: Annotation): void {
		if (atLeast === 'Request' && this.#telling?.level === 'Metadata') return;
		this.#annotations[key] = value;
	}

	/**
	 * Reports whether `ResponseStarted` is recorded as well. As in Kubernetes, this is so for requests that may run long, whatever their
	 * outcome.
	 */
	get mayGoOn(): boolean {
		const { info } = this.#request;
		return info.isResource && (streamingVerbs.has(info.verb) || connections.has(info.subresource));
	}

	/** False when authentication failed. */
	get isOfSomebody(): boolean {
		return this.#user !== undefined;
	}

	/** Records a response that is complete, or that starts and continues, with the bodies its level asks for. */
	answered(stage: Stage, { status, headers, body }: ApiResponse): void | Promise<void> {
		const telling = this.#telling;
		if (telling === undefined || telling.level === 'None' || telling.omitted.has(stage)) return;
		const type = headers['content-type'];
		if (stage !== 'ResponseComplete' || !isWhole(body)) {
			// Long-running responses are recorded at their start and end only, without a body.
			const isLong = typeof body === 'object' && 'start' in body;
			if (stage === 'ResponseComplete' && !isLong && telling.level === 'RequestResponse' && !isText(type)) this.annotate(this.#audit.truncatedKey, 'true');
			return this.#toldWithBodies(stage, { code: status }, undefined);
		}
		const { info, method } = this.#request;
		const isShown = telling.level === 'RequestResponse' && isTold(this.#request, status);
		// The response holds the name of a created object and the Status of a deleted one.
		const json = isShown || method === 'POST' || method === 'DELETE' ? bodyJson(body, type, info, this.#audit.forms, isShown) : undefined;
		const answer: AnswerStatus = (json === undefined ? undefined : statusIn(json, status)) ?? { code: status };
		if (isShown && json === undefined && !isText(type) && status !== noContent) this.annotate(this.#audit.truncatedKey, 'true');
		return this.#toldWithBodies(stage, answer, json);
	}

	/** Records a refusal or failure. `error` is undefined when the client disconnected. */
	failed(stage: Stage, error: ApiError | undefined): void | Promise<void> {
		const answer = error === undefined ? undefined : statusToTell(error);
		return this.#toldWithBodies(stage, answer, error === undefined ? undefined : JSON.stringify(statusOf(error)));
	}

	/** Records an event with the part of the request body that was read. */
	#toldWithBodies(stage: Stage, answer: AnswerStatus | undefined, response: string | undefined): void | Promise<void> {
		const level = this.#telling?.level;
		const { bodyAsked, method } = this.#request;
		const isTold = level === 'Request' || level === 'RequestResponse';
		// Only the body names the object that a refused request should have created.
		const namesIt = level === 'Metadata' && method === 'POST' && answer?.status === 'Failure';
		if ((isTold || namesIt) && bodyAsked === true && method !== 'GET') return this.#withSent(stage, answer, response);
		return this.#tell(stage, answer, response);
	}

	async #withSent(stage: Stage, answer: AnswerStatus | undefined, response: string | undefined): Promise<void> {
		// The body cannot be read when the client disconnected or sent too much.
		const bytes = await this.#request.body().catch(() => undefined);
		const sent =
			bytes === undefined || bytes.length === 0
				? undefined
				: bodyJson(bytes, this.#request.header('content-type'), this.#request.info, this.#audit.forms, true);
		const { method, info } = this.#request;
		await this.#tell(stage, answer, response, sent === undefined ? undefined : withKind(sent, method, info, this.#audit.forms));
	}

	#tell(stage: Stage, answer: AnswerStatus | undefined, response: string | undefined, sent?: string): void | Promise<void> {
		const telling = this.#telling;
		if (telling === undefined || telling.level === 'None' || telling.omitted.has(stage)) return;
		const event = this.#event(telling, stage, answer, response, sent);
		this.#audit.metrics.events++;
		let all: Promise<unknown> | undefined;
		for (const sink of this.#audit.sinks) {
			const written = sink.write(event);
			if (written !== undefined) all = all === undefined ? written : Promise.all([all, written]);
		}
		return all?.then(() => undefined);
	}

	#event(
		{ level, omitManagedFields }: AuditRule,
		stage: Stage,
		answer: AnswerStatus | undefined,
		response: string | undefined,
		sent: string | undefined,
	): AuditEvent {
		const { path, query, info, method } = this.#request;
		const shown = (json: string | undefined): string | undefined => (omitManagedFields && json !== undefined ? withoutManagedFields(json) : json);
		this.#sourceIps ??= sourceIps(this.#request);
		this.#uri ??= maskedUri(path, query);
		this.#agent ??= withoutTokens((this.#request.header('user-agent') ?? '').slice(0, mostOfAgent));
		return {
			id: this.#id,
			level,
			stage,
			receivedMs: this.#receivedMs,
			stageMs: Date.now(),
			uri: this.#uri,
			info,
			user: this.#user,
			impersonated: this.#impersonated,
			constraint: this.#constraint,
			sourceIps: this.#sourceIps,
			userAgent: this.#agent,
			objectName: info.isResource && info.name === '' && method === 'POST' ? nameOf(answer, response, sent) : this.#selected,
			answer,
			requestObject: level === 'Request' || level === 'RequestResponse' ? shown(sent) : undefined,
			responseObject: level === 'RequestResponse' ? shown(response) : undefined,
			annotations: { ...this.#annotations },
		};
	}
}

/** Returns the name of the created object. For a refused request, returns the name that the client asked for. */
function nameOf(answer: AnswerStatus | undefined, response: string | undefined, sent: string | undefined): string | undefined {
	if (answer?.status === undefined && response !== undefined) return nameIn(response);
	return sent === undefined ? undefined : nameSent(sent);
}

function isWhole(body: ApiResponse['body']): body is string | Buffer | readonly Buffer[] {
	return typeof body === 'string' || Buffer.isBuffer(body) || Array.isArray(body);
}

function statusToTell(error: ApiError): AnswerStatus {
	const { status, message, reason, details, code } = statusOf(error) as Required<AnswerStatus>;
	return { status, message, reason, ...(details !== undefined && { details }), code };
}
