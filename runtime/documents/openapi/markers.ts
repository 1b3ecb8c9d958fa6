/**
 * Structural keywords in documents: one record each, with the extension's name and its value. `generator/read/keywords/` has the records
 * that check and describe the keywords of specs; rules describe themselves.
 */
import type { Field, Json, ListSchema, MapSchema, ScalarSchema, TypeDescriptor } from '../../model/catalog.ts';

interface Marker<Of> {
	/** Name behind `x-{product}-`. */
	readonly extension: string;
	/** Returns undefined when the extension is absent. */
	readonly value: (of: Of) => Json | undefined;
}

/** Omits a marker that only a later release has. */
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

/** Marks unions with a discriminator, and those that only documents describe. */
function unions({ fields, unions: declared = [] }: TypeDescriptor): Json | undefined {
	const marked = declared.flatMap(({ name, members: allowed, discriminator }): Json[] => {
		if (discriminator === undefined && allowed !== 'described') return [];
		const members = fields.filter((field) => field.union === name).map((field) => field.name);
		const named = members.sort().map((member) => [member, member.charAt(0).toUpperCase() + member.slice(1)] as const);
		return [{ ...(discriminator !== undefined && { discriminator }), 'fields-to-discriminateBy': Object.fromEntries(named) }];
	});
	return marked.length === 0 ? undefined : marked;
}

/** Returns the extensions of one value in the order of their records. `keyOf` completes an extension's name. */
export function markersOf<Of>(of: Of, markers: readonly Marker<Of>[], keyOf: (extension: string) => string): Readonly<Record<string, Json>> {
	const shown: Record<string, Json> = {};
	for (const { extension, value } of markers) {
		const said = value(of);
		if (said !== undefined) shown[keyOf(extension)] = said;
	}
	return shown;
}
