/**
 * Content negotiation: Accept header and `pretty` decide the representation of the answer, Content-Type the decoding of the body. Seed 1
 * "Media types"; wire notes.
 */

import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { BoundedMap } from '../model/bounded-map.ts';
import { type Dialect, dialectsOf, type Vocabulary } from '../model/vocabulary.ts';
import { type MediaRange, parseAccept } from './accept.ts';
import { plainJson, type Representation } from './representation.ts';

/** Forms that an answer can take. */
export interface Offer {
	/** True when the type has a protobuf form. */
	readonly protobuf: boolean;
	/** `objects`: Table and PartialObjectMetadata (of one object or a list). `none`: no transformation (a Status, a review, ...). */
	readonly transforms: 'objects' | 'none';
	/** True for an endless answer, for which YAML has no frames. */
	readonly stream: boolean;
}

/** Bound on cached headers: distinct ones are few, and a client that invents them must not fill memory. */
const maxRemembered = 512;
/** Longest cached header, in characters. Longer ones, which real clients do not send, are parsed each time. */
const longestRemembered = 512;

export interface Negotiator {
	/** Chooses the representation. Throws ApiError NotAcceptable. */
	answer(request: ApiRequest, offer: Offer): Representation;
	/** Chooses the decoder; a missing Content-Type means JSON. `hasProtobuf`: of the body's type. Throws ApiError UnsupportedMediaType. */
	body(contentType: string | undefined, hasProtobuf: boolean): 'json' | 'yaml' | 'protobuf';
}

export function negotiator(vocabulary: Vocabulary): Negotiator {
	const dialects = dialectsOf(vocabulary);
	const remembered = new BoundedMap<string, Representation>(maxRemembered);
	return {
		answer(request, offer) {
			const accept = request.header('accept');
			const chosen = accept === undefined || accept === '' || accept === 'application/json' || accept === '*/*' ? plainJson : known(accept, offer);
			return wantsPretty(request) && chosen.encoding === 'json' ? { ...chosen, pretty: true } : chosen;
		},
		body: (contentType, hasProtobuf) => bodyEncoding(contentType, hasProtobuf ? dialects : []),
	};

	function known(accept: string, offer: Offer): Representation {
		const key = `${offer.protobuf ? 'p' : ''}${offer.transforms}${offer.stream ? 's' : ''} ${accept}`;
		const found = remembered.get(key);
		if (found !== undefined) return found;
		const chosen = choose(accept, offer, dialects);
		if (accept.length > longestRemembered) return chosen;
		remembered.set(key, chosen);
		return chosen;
	}
}

function choose(accept: string, offer: Offer, dialects: readonly Dialect[]): Representation {
	const types = mediaTypes(offer, dialects);
	for (const range of parseAccept(accept)) {
		for (const [mediaType, encoding] of types) {
			const found = matches(range, mediaType) ? represent(range, mediaType, encoding, offer, dialects) : undefined;
			if (found !== undefined) return found;
		}
	}
	throw new ApiError('NotAcceptable', `only the following media types are accepted: ${types.map(([mediaType]) => mediaType).join(', ')}`);
}

function protobufType({ product }: Dialect): string {
	return `application/vnd.${product}.protobuf`;
}

function mediaTypes(offer: Offer, dialects: readonly Dialect[]): [string, Representation['encoding']][] {
	return [
		['application/json', 'json'],
		...(offer.stream ? [] : [['application/yaml', 'yaml'] as [string, 'yaml']]),
		...(offer.protobuf ? dialects.map((dialect): [string, 'protobuf'] => [protobufType(dialect), 'protobuf']) : []),
	];
}

function matches(range: MediaRange, mediaType: string): boolean {
	if (range.type === '*') return range.subtype === '*';
	return range.subtype === '*' ? mediaType.startsWith(`${range.type}/`) : mediaType === `${range.type}/${range.subtype}`;
}

/** Returns undefined for an unknown transformation. Other unknown parameters are ignored, as in Kubernetes. */
function represent(
	range: MediaRange,
	mediaType: string,
	encoding: Representation['encoding'],
	offer: Offer,
	dialects: readonly Dialect[],
): Representation | undefined {
	const { as, g, v, stream, pretty } = range.parameters;
	if (stream !== undefined && stream !== 'watch') return undefined;
	const whole: Representation = {
		...plainJson,
		encoding,
		mediaType,
		stream: stream !== undefined && offer.stream,
		pretty: pretty === '1' && encoding === 'json',
	};
	if (as === undefined) return whole;
	const metaGroup = dialects.map(({ groupDomain }) => `meta.${groupDomain}`).find((group) => group === g);
	if (offer.transforms === 'none' || metaGroup === undefined || (v !== 'v1' && v !== 'v1beta1')) return undefined;
	if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return { ...whole, as, metaGroup, metaVersion: v };
	return as === 'Table' && encoding !== 'protobuf' ? { ...whole, as, metaGroup, metaVersion: v } : undefined;
}

/** True when the query has `pretty`, or else when the client is a program that people use directly. */
function wantsPretty(request: ApiRequest): boolean {
	if (request.query !== '' && request.query.includes('pretty=')) {
		const value = request.parameters().get('pretty');
		return value !== null && /^(1|t|true)$/i.test(value);
	}
	return isInteractive(request.header('user-agent'));
}

/** True for user agents that show answers to a person. Such answers are indented. */
export function isInteractive(agent: string | undefined): boolean {
	return agent !== undefined && (agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0'));
}

/** `dialects`: dialects in which the body may be protobuf. */
function bodyEncoding(contentType: string | undefined, dialects: readonly Dialect[]): 'json' | 'yaml' | 'protobuf' {
	const mediaType = mediaTypeOf(contentType);
	if (mediaType === '' || mediaType === 'application/json') return 'json';
	if (mediaType === 'application/yaml') return 'yaml';
	const protobuf = dialects.map(protobufType);
	if (protobuf.includes(mediaType)) return 'protobuf';
	const accepted = ['application/json', 'application/yaml', ...protobuf].join(', ');
	throw new ApiError('UnsupportedMediaType', `the body of the request was in an unknown format - accepted media types include: ${accepted}`);
}

/** Returns the type in lower case without parameters; empty when there is none. */
function mediaTypeOf(contentType: string | undefined): string {
	return (contentType?.split(';', 1)[0] ?? '').trim().toLowerCase();
}
