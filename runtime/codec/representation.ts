/** In which form an answer is given. Seed 1 "Media types"; wire notes, kubectl and client-go rows. */

export interface Representation {
	readonly encoding: 'json' | 'yaml' | 'protobuf';
	/** What objects are turned into. */
	readonly as: 'none' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
	/** Group of Table and PartialObjectMetadata, in the client's own words. */
	readonly metaGroup: string;
	/** Version of that group. */
	readonly metaVersion: 'v1' | 'v1beta1';
	/** Indented, for people. */
	readonly pretty: boolean;
	/** `stream=watch` was asked for: each event in a frame of its own. */
	readonly stream: boolean;
	/** For the answer's Content-Type; events of a watch have `streamType`. */
	readonly mediaType: string;
}

export const plainJson: Representation = Object.freeze({
	encoding: 'json',
	as: 'none',
	metaGroup: '',
	metaVersion: 'v1',
	pretty: false,
	stream: false,
	mediaType: 'application/json',
} as const);

/** Stored bytes can answer as they are. */
export function isPlainJson(representation: Representation): boolean {
	return representation.encoding === 'json' && representation.as === 'none' && !representation.pretty;
}

/** Content-Type of a watch. */
export function streamType(representation: Representation): string {
	return representation.encoding === 'protobuf' ? `${representation.mediaType};stream=watch` : representation.mediaType;
}
