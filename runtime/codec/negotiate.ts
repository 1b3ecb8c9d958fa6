/**
 * Content negotiation: Accept and `pretty` decide the form of the response, Content-Type the decoder of the body (seed 1, "Media types").
 */

import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { BoundedMap } from '../model/bounded-map.ts';
import { type Dialect, dialectsOf, type Vocabulary } from '../model/vocabulary.ts';
import { type MediaRange, parseAccept } from './accept.ts';
import { plainJson, type Representation } from './representation.ts';

/** Forms that the response of an endpoint can have. */
export interface Offer {
	/** True when the type has a protobuf form. */
	readonly protobuf: boolean;
	/** `objects`: Table and PartialObjectMetadata are possible. `none`: they are not, as for a Status or a review. */
	readonly transforms: 'objects' | 'none';
	/** True for a watch, which has no YAML form. */
	readonly stream: boolean;
}

/** Maximum number of cached Accept headers. Clients send few distinct ones; a client that invents them must not fill memory. */
const maxRemembered = 512;
/** Maximum length of a cached header in characters. Longer ones are parsed each time; real clients do not send them. */
const longestRemembered = 512;

export interface Negotiator {
	/** Chooses the representation of the response. Throws ApiError NotAcceptable. */
	answer(request: ApiRequest, offer: Offer): Representation;
	/**
	 * Chooses the decoder of the body; without Content-Type, JSON. `hasProtobuf`: whether the body's type has a protobuf form. Throws
	 * ApiError UnsupportedMediaType.
	 */
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

/** Returns undefined for an unknown `as`. Other unknown parameters are ignored, as in Kubernetes. */
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

/** True when the query has `pretty`, or the client is an interactive program. */
function wantsPretty(request: ApiRequest): boolean {
	if (request.query !== '' && request.query.includes('pretty=')) {
		const value = request.parameters().get('pretty');
		return value !== null && /^(1|t|true)$/i.test(value);
	}
	return isInteractive(request.header('user-agent'));
}

/** True for user agents of people, such as browsers and curl; their responses are indented. */
export function isInteractive(agent: string | undefined): boolean {
	return agent !== undefined && (agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0'));
}

/** `dialects`: vocabularies whose protobuf bodies are accepted. */
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
