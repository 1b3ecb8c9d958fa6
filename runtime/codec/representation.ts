/** Form of a response, as negotiated (seed 1, "Media types"). */

export interface Representation {
	readonly encoding: 'json' | 'yaml' | 'protobuf';
	/** Transformation of the object. */
	readonly as: 'none' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
	/** API group of Table and PartialObjectMetadata, in the client's vocabulary. */
	readonly metaGroup: string;
	/** Version of that group. */
	readonly metaVersion: 'v1' | 'v1beta1';
	/** True for indented text. */
	readonly pretty: boolean;
	/** True for `stream=watch`: each event is framed. */
	readonly stream: boolean;
	/** Content-Type of the response; watches use `streamType`. */
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

/** True when stored bytes can be returned unchanged. */
export function isPlainJson(representation: Representation): boolean {
	return representation.encoding === 'json' && representation.as === 'none' && !representation.pretty;
}

/** Returns the Content-Type of a watch. */
export function streamType(representation: Representation): string {
	return representation.encoding === 'protobuf' ? `${representation.mediaType};stream=watch` : representation.mediaType;
}
