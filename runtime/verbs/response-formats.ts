/** The forms in which all verbs of one server answer: how one is negotiated, how a Status is written in it, and the header that names it. */
import { type Negotiator, negotiator } from '../codec/negotiate.ts';
import { isPlainJson, type Representation } from '../codec/representation.ts';
import type { CodecParts } from '../codec/served.ts';
import { type StatusEncoder, statusEncoder } from '../codec/status.ts';
import type { ServedResource } from '../serving/resource.ts';

export interface ResponseFormats {
	readonly negotiate: Negotiator;
	readonly status: StatusEncoder;
	/** Headers of a media type, shared: an answer allocates none. There are as many as the negotiator knows media types. */
	headers(mediaType: string): Readonly<Record<string, string>>;
}

export function responseFormats(parts: CodecParts): ResponseFormats {
	const negotiate = negotiator(parts.vocabulary);
	const byType = new Map<string, Readonly<Record<string, string>>>();
	return {
		negotiate,
		status: statusEncoder(parts, negotiate),
		headers(mediaType) {
			const known = byType.get(mediaType);
			if (known !== undefined) return known;
			const headers = Object.freeze({ 'content-type': mediaType });
			byType.set(mediaType, headers);
			return headers;
		},
	};
}

/** Whether an object's stored bytes are the answer. */
export function answersStoredBytes(resource: ServedResource, representation: Representation): boolean {
	return resource.servesStoredBytes && isPlainJson(representation);
}

/** Names an encoding of a resource's objects in the cache of encodings; Tables are not kept there, since ages grow. */
export function encodingKey(resource: ServedResource, { encoding, as, metaGroup, metaVersion }: Representation): string {
	return `${encoding} ${resource.edition} ${resource.apiVersion} ${as} ${metaGroup} ${metaVersion}`;
}
