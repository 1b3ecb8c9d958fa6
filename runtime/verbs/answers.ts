/** What all verbs of one server answer with: negotiation, codecs and the media types of headers. Made once per context. */
import { type Negotiator, negotiator } from '../codec/negotiate.ts';
import { isPlainJson, type Representation } from '../codec/representation.ts';
import { type StatusEncoder, statusEncoder } from '../codec/status.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext } from './contract.ts';

export interface Answers {
	readonly negotiate: Negotiator;
	readonly status: StatusEncoder;
}

const made = new WeakMap<VerbContext, Answers>();

export function answersOf(context: VerbContext): Answers {
	const existing = made.get(context);
	if (existing !== undefined) return existing;
	const negotiate = negotiator(context.vocabulary);
	const answers: Answers = { negotiate, status: statusEncoder(context, negotiate) };
	made.set(context, answers);
	return answers;
}

const typeHeaders = new Map<string, Readonly<Record<string, string>>>();

/** Headers of a media type, shared: an answer allocates none. */
export function headersOf(mediaType: string): Readonly<Record<string, string>> {
	const known = typeHeaders.get(mediaType);
	if (known !== undefined) return known;
	const headers = Object.freeze({ 'content-type': mediaType });
	typeHeaders.set(mediaType, headers);
	return headers;
}

/** Whether an object's stored bytes are the answer. */
export function answersStoredBytes(resource: ServedResource, representation: Representation): boolean {
	return resource.servesStoredBytes && isPlainJson(representation);
}

/** Names an encoding of a resource's objects in the cache of encodings; Tables are not kept there, since ages grow. */
export function encodingKey(resource: ServedResource, { encoding, as, metaGroup, metaVersion }: Representation): string {
	return `${encoding} ${resource.apiVersion} ${as} ${metaGroup} ${metaVersion}`;
}
