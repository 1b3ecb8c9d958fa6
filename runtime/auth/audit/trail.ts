/** What audit knows of one request, from its receipt to its end. */
import { type ApiError, statusOf } from '../../api/errors.ts';
import type { Annotation, ApiRequest, ApiResponse, AuditTrail, User } from '../../api/request.ts';
import { streamingVerbs } from '../../model/verb.ts';
import { maskedUri, withoutTokens } from '../../telemetry/masked-uri.ts';
import { selectedName } from '../selected-name.ts';
import { bodyJson, isText, isTold, nameIn, nameSent, statusIn, withKind, withoutManagedFields } from './bodies.ts';
import type { AnswerStatus, Audit, AuditEvent, Stage, Telling } from './contract.ts';
import { sourceIps } from './source-ips.ts';

/** Longer ones say nothing more. */
const mostOfAgent = 512;

/** Parts of objects that are connections, or logs that are followed. */
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
	/** Without secrets; made when something is told. */
	#uri: string | undefined;
	#agent: string | undefined;
	/** Of the one object that a list or a watch selects. */
	#selected: string | undefined;
	/** Undefined until it is known who asks, or that nobody could be proved. */
	#telling: Telling | undefined;

	constructor(audit: Audit, request: ApiRequest, id: string) {
		this.#audit = audit;
		this.#request = request;
		this.#id = id;
	}

	/** It is known who asks; undefined: it could not be proved. Decides the level and tells of the receipt, once. */
	begin(user: User | undefined): void | Promise<void> {
		if (this.#telling !== undefined) return;
		this.#user = user;
		const { policy, figures } = this.#audit;
		this.#telling = policy(this.#request, user);
		this.#selected = selectedName(this.#request);
		const { level } = this.#telling;
		figures.levels.set(level, (figures.levels.get(level) ?? 0) + 1);
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

	/** Whether the beginning of its answer is told of, too: of requests that may go on for long, whatever comes of them, as in Kubernetes. */
	get mayGoOn(): boolean {
		const { info } = this.#request;
		return info.isResource && (streamingVerbs.has(info.verb) || connections.has(info.subresource));
	}

	/** False: nobody could be proved. */
	get isOfSomebody(): boolean {
		return this.#user !== undefined;
	}

	/** An answer that is whole, or that begins and goes on: told with what the level asks for. */
	answered(stage: Stage, { status, headers, body }: ApiResponse): void | Promise<void> {
		const telling = this.#telling;
		if (telling === undefined || telling.level === 'None' || telling.omitted.has(stage)) return;
		const type = headers['content-type'];
		if (stage !== 'ResponseComplete' || !isWhole(body)) {
			// Of what goes on for long only its beginning and its end are told.
			const isLong = typeof body === 'object' && 'start' in body;
			if (stage === 'ResponseComplete' && !isLong && telling.level === 'RequestResponse' && !isText(type)) this.annotate(this.#audit.truncatedKey, 'true');
			return this.#toldWithBodies(stage, { code: status }, undefined);
		}
		const { info, method } = this.#request;
		const isShown = telling.level === 'RequestResponse' && isTold(this.#request, status);
		// What the object is called that was made, and what became of one that was deleted, stands in the answer.
		const json = isShown || method === 'POST' || method === 'DELETE' ? bodyJson(body, type, info, this.#audit.forms, isShown) : undefined;
		const answer: AnswerStatus = (json === undefined ? undefined : statusIn(json, status)) ?? { code: status };
		if (isShown && json === undefined && !isText(type) && status !== noContent) this.annotate(this.#audit.truncatedKey, 'true');
		return this.#toldWithBodies(stage, answer, json);
	}

	/** A refusal or a failure; undefined: the client went away. */
	failed(stage: Stage, error: ApiError | undefined): void | Promise<void> {
		const answer = error === undefined ? undefined : statusToTell(error);
		return this.#toldWithBodies(stage, answer, error === undefined ? undefined : JSON.stringify(statusOf(error)));
	}

	/** What was sent is told as far as it was read. */
	#toldWithBodies(stage: Stage, answer: AnswerStatus | undefined, response: string | undefined): void | Promise<void> {
		const level = this.#telling?.level;
		const { bodyAsked, method } = this.#request;
		const isTold = level === 'Request' || level === 'RequestResponse';
		// What should have been made by a request that was refused, its body alone says.
		const namesIt = level === 'Metadata' && method === 'POST' && answer?.status === 'Failure';
		if ((isTold || namesIt) && bodyAsked === true && method !== 'GET') return this.#withSent(stage, answer, response);
		return this.#tell(stage, answer, response);
	}

	async #withSent(stage: Stage, answer: AnswerStatus | undefined, response: string | undefined): Promise<void> {
		// Who went away, or sent too much, has sent nothing that could be told.
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
		this.#audit.figures.events++;
		let all: Promise<unknown> | undefined;
		for (const sink of this.#audit.sinks) {
			const written = sink.write(event);
			if (written !== undefined) all = all === undefined ? written : Promise.all([all, written]);
		}
		return all?.then(() => undefined);
	}

	#event(
		{ level, omitManagedFields }: Telling,
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

/** As it was made; of what was refused, as it was asked for. */
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
