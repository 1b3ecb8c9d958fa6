/**
 * Structural keywords as documents show them: one record each, with the name of its extension and what stands there. What a spec
 * may say of a keyword, how it is checked and described, is its record in `generator/read/keywords/`; what rules show is theirs.
 */
import type { Field, Json, ListSchema, MapSchema, ScalarSchema, TypeDescriptor } from '../../model/catalog.ts';

interface Marker<Of> {
	/** Behind `x-{product}-`. */
	readonly extension: string;
	/** Undefined: nothing to be said. */
	readonly value: (of: Of) => Json | undefined;
}

/** What is marked only since a later release than the one described is not shown. */
function known<T>(of: { readonly markedSince?: string }, value: T | undefined): T | undefined {
	return of.markedSince === undefined ? value : undefined;
}

export const typeMarkers: readonly Marker<TypeDescriptor>[] = [
	{ extension: 'preserve-unknown-fields', value: ({ preserveUnknown }) => preserveUnknown },
	{ extension: 'map-type', value: (type) => known(type, type.mapType) },
	{ extension: 'unions', value: unions },
];

export const fieldMarkers: readonly Marker<Field>[] = [
	{ extension: 'patch-strategy', value: ({ patchStrategy }) => patchStrategy?.join(',') },
	{ extension: 'patch-merge-key', value: ({ patchMergeKey }) => patchMergeKey },
	{ extension: 'map-type', value: ({ mapType }) => mapType },
];

export const bytesMarkers: readonly Marker<ScalarSchema>[] = [{ extension: 'list-type', value: ({ listType }) => listType }];

export const listMarkers: readonly Marker<ListSchema>[] = [
	{ extension: 'list-type', value: (list) => known(list, list.listType) },
	{ extension: 'list-map-keys', value: (list) => known(list, list.mapKeys) },
];

export const mapMarkers: readonly Marker<MapSchema>[] = [{ extension: 'map-type', value: ({ mapType }) => mapType }];

/** Unions with a discriminator are marked, and those that documents alone describe. */
function unions({ fields, unions: declared = [] }: TypeDescriptor): Json | undefined {
	const marked = declared.flatMap(({ name, members: allowed, discriminator }): Json[] => {
		if (discriminator === undefined && allowed !== 'described') return [];
		const members = fields.filter((field) => field.union === name).map((field) => field.name);
		const named = members.sort().map((member) => [member, member.charAt(0).toUpperCase() + member.slice(1)] as const);
		return [{ ...(discriminator !== undefined && { discriminator }), 'fields-to-discriminateBy': Object.fromEntries(named) }];
	});
	return marked.length === 0 ? undefined : marked;
}

/** The extensions of one thing, in the order of their records. `keyOf` gives an extension its whole name. */
export function markersOf<Of>(of: Of, markers: readonly Marker<Of>[], keyOf: (extension: string) => string): Readonly<Record<string, Json>> {
	const shown: Record<string, Json> = {};
	for (const { extension, value } of markers) {
		const said = value(of);
		if (said !== undefined) shown[keyOf(extension)] = said;
	}
	return shown;
}
