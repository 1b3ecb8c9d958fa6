/** Response formats shared by all verbs of one server: negotiation, the encoding of a Status, and the content-type header. */
import { type Negotiator, negotiator } from '../../codec/negotiate.ts';
import { isPlainJson, type Representation } from '../../codec/representation.ts';
import type { CodecParts } from '../../codec/served.ts';
import { type StatusEncoder, statusEncoder } from '../../codec/status.ts';
import type { ServedResource } from '../../serving/resource.ts';

export interface ResponseFormats {
	readonly negotiate: Negotiator;
	readonly status: StatusEncoder;
	/**
	 * Returns the headers for a media type. The objects are shared, so that an answer allocates none. Their number is bounded by the
	 * negotiator's media types.
	 */
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

/** Reports whether the answer consists of the stored bytes. */
export function answersStoredBytes(resource: ServedResource, representation: Representation): boolean {
	return resource.servesStoredBytes && isPlainJson(representation);
}

/** Returns the key of this encoding of a resource in the cache of encodings. Tables are not cached, because ages change. */
export function encodingKey(resource: ServedResource, { encoding, as, metaGroup, metaVersion }: Representation): string {
	return `${encoding} ${resource.edition} ${resource.apiVersion} ${as} ${metaGroup} ${metaVersion}`;
}
