/** Events as JSON, in the form of `audit.{groupDomain}/v1`. */
import type { RequestInfo, User } from '../../api/request.ts';
import type { AuditEvent } from './contract.ts';

/** `version`: of the group of events. */
export function eventText(event: AuditEvent, version: string): string {
	const { id, level, stage, uri, info, user, impersonated, sourceIps, userAgent, answer, requestObject, responseObject, annotations } = event;
	let text = `{"kind":"Event","apiVersion":"${version}","level":"${level}","auditID":${JSON.stringify(id)},"stage":"${stage}"`;
	text += `,"requestURI":${JSON.stringify(uri)},"verb":${JSON.stringify(info.verb)},"user":${userText(user)}`;
	if (impersonated !== undefined) text += `,"impersonatedUser":${userText(impersonated)}`;
	if (sourceIps.length > 0) text += `,"sourceIPs":${JSON.stringify(sourceIps)}`;
	if (userAgent !== '') text += `,"userAgent":${JSON.stringify(userAgent)}`;
	if (info.isResource) text += `,"objectRef":${referenceText(info, event.objectName)}`;
	if (answer !== undefined) text += `,"responseStatus":${JSON.stringify({ metadata: {}, ...answer })}`;
	if (requestObject !== undefined) text += `,"requestObject":${requestObject}`;
	if (responseObject !== undefined) text += `,"responseObject":${responseObject}`;
	text += `,"requestReceivedTimestamp":"${microTime(event.receivedMs)}","stageTimestamp":"${microTime(event.stageMs)}"`;
	for (const _ in annotations) {
		text += `,"annotations":${JSON.stringify(annotations)}`;
		break;
	}
	return `${text}}`;
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

function referenceText(
	{ resource, namespace, name, group, version, subresource }: Extract<RequestInfo, { readonly isResource: true }>,
	made: string | undefined,
): string {
	let text = `{"resource":${JSON.stringify(resource)}`;
	if (namespace !== '') text += `,"namespace":${JSON.stringify(namespace)}`;
	const known = name === '' ? (made ?? '') : name;
	if (known !== '') text += `,"name":${JSON.stringify(known)}`;
	if (group !== '') text += `,"apiGroup":${JSON.stringify(group)}`;
	if (version !== '') text += `,"apiVersion":${JSON.stringify(version)}`;
	if (subresource !== '') text += `,"subresource":${JSON.stringify(subresource)}`;
	return `${text}}`;
}

/** Milliseconds are all that is measured. */
function microTime(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, -1)}000Z`;
}
