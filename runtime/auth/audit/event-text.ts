/** Encodes audit events as JSON of `audit.{groupDomain}/v1`. */
import { namespaceMeant } from '../../api/authorization.ts';
import type { RequestInfo, User } from '../../api/request.ts';
import type { AnswerStatus, AuditEvent } from './contract.ts';

type RequestPart = Pick<AuditEvent, 'uri' | 'info' | 'user' | 'impersonated' | 'objectName'>;

/**
 * Encoder that reuses the parts an event shares with the one before it. Consecutive events are often stages of one request, or requests of
 * one user within one second.
 */
export class EventTexts {
	readonly #head: string;
	/** Request, user and target of the last event. */
	#asked: RequestPart | undefined;
	#askedText = '';
	#user: User | undefined;
	#userText = '{}';
	/** Text of the last timestamp, down to its second. */
	#second = Number.NaN;
	#secondText = '';

	/** `version`: group and version of the events. */
	constructor(version: string) {
		this.#head = `{"kind":"Event","apiVersion":"${version}","level":"`;
	}

	of(event: AuditEvent): string {
		const { id, level, stage, answer, requestObject, responseObject, annotations } = event;
		let text = `${this.#head}${level}","auditID":${JSON.stringify(id)},"stage":"${stage}"${this.#askedBy(event)}`;
		if (answer !== undefined) text += `,"responseStatus":${statusText(answer)}`;
		if (requestObject !== undefined) text += `,"requestObject":${requestObject}`;
		if (responseObject !== undefined) text += `,"responseObject":${responseObject}`;
		text += `,"requestReceivedTimestamp":"${this.#microTime(event.receivedMs)}","stageTimestamp":"${this.#microTime(event.stageMs)}"`;
		for (const _ in annotations) {
			text += `,"annotations":${JSON.stringify(annotations)}`;
			break;
		}
		return `${text}}`;
	}

	#askedBy(event: AuditEvent): string {
		const last = this.#asked;
		const { uri, info, user, impersonated, objectName } = event;
		// `info` identifies the request: each request has a separate one.
		if (last?.info === info && last.uri === uri && last.user === user && last.impersonated === impersonated && last.objectName === objectName)
			return this.#askedText;
		this.#asked = { uri, info, user, impersonated, objectName };
		this.#askedText = this.#textOfAsked(event);
		return this.#askedText;
	}

	#textOfAsked({ uri, info, user, impersonated, constraint, sourceIps, userAgent, objectName }: AuditEvent): string {
		if (user !== this.#user) {
			this.#user = user;
			this.#userText = userText(user);
		}
		let text = `,"requestURI":${JSON.stringify(uri)},"verb":${JSON.stringify(info.verb)},"user":${this.#userText}`;
		if (impersonated !== undefined) text += `,"impersonatedUser":${userText(impersonated)}`;
		if (constraint !== undefined) text += `,"authenticationMetadata":{"impersonationConstraint":${JSON.stringify(constraint)}}`;
		if (sourceIps.length > 0) text += `,"sourceIPs":${JSON.stringify(sourceIps)}`;
		if (userAgent !== '') text += `,"userAgent":${JSON.stringify(userAgent)}`;
		if (info.isResource) text += `,"objectRef":${referenceText(info, objectName)}`;
		return text;
	}

	/** Formats a time with microseconds; only milliseconds are measured. */
	#microTime(ms: number): string {
		const second = Math.floor(ms / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#secondText = new Date(second * 1000).toISOString().slice(0, -'000Z'.length);
		}
		return `${this.#secondText}${String(ms - second * 1000).padStart(3, '0')}000Z`;
	}
}

function statusText(answer: AnswerStatus): string {
	return answer.status === undefined ? `{"metadata":{},"code":${answer.code}}` : JSON.stringify({ metadata: {}, ...answer });
}

function userText(user: User | undefined): string {
	if (user === undefined) return '{}';
	const { name, uid, groups, extra } = user;
	let text = `{"username":${JSON.stringify(name)}`;
	if (uid !== '') text += `,"uid":${JSON.stringify(uid)}`;
	if (groups.length > 0) text += `,"groups":${JSON.stringify(groups)}`;
	for (const _ in extra) {
		text += `,"extra":${JSON.stringify(extra)}`;
		break;
	}
	return `${text}}`;
}

function referenceText(info: Extract<RequestInfo, { readonly isResource: true }>, made: string | undefined): string {
	const { resource, name, group, version, subresource } = info;
	const namespace = namespaceMeant(info);
	let text = `{"resource":${JSON.stringify(resource)}`;
	if (namespace !== '') text += `,"namespace":${JSON.stringify(namespace)}`;
	const known = name === '' ? (made ?? '') : name;
	if (known !== '') text += `,"name":${JSON.stringify(known)}`;
	if (group !== '') text += `,"apiGroup":${JSON.stringify(group)}`;
	if (version !== '') text += `,"apiVersion":${JSON.stringify(version)}`;
	if (subresource !== '') text += `,"subresource":${JSON.stringify(subresource)}`;
	return `${text}}`;
}
