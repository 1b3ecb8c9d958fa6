/**
 * Extensions for structural keywords: one record each, with the extension's name and value. `generator/read/keywords/` checks and describes
 * the keywords of specs. Rules have their own OpenAPI keywords.
 */
import type { Field, Json, ListSchema, MapSchema, ScalarSchema, TypeDescriptor } from '../../model/catalog.ts';

interface Marker<Of> {
	/** Name without the prefix `x-{product}-`. */
	readonly extension: string;
	/** Returns undefined when the extension is absent. */
	readonly value: (of: Of) => Json | undefined;
}

/** Returns undefined for a marker that only a later release has. */
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

/** Describes unions with a discriminator, and those that are only documented. */
function unions({ fields, unions: declared = [] }: TypeDescriptor): Json | undefined {
	const marked = declared.flatMap(({ name, members: allowed, discriminator }): Json[] => {
		if (discriminator === undefined && allowed !== 'described') return [];
		const members = fields.filter((field) => field.union === name).map((field) => field.name);
		const named = members.sort().map((member) => [member, member.charAt(0).toUpperCase() + member.slice(1)] as const);
		return [{ ...(discriminator !== undefined && { discriminator }), 'fields-to-discriminateBy': Object.fromEntries(named) }];
	});
	return marked.length === 0 ? undefined : marked;
}

/** Returns the extensions of one value, in record order. `keyOf` makes the full name of an extension. */
export function markersOf<Of>(of: Of, markers: readonly Marker<Of>[], keyOf: (extension: string) => string): Readonly<Record<string, Json>> {
	const shown: Record<string, Json> = {};
	for (const { extension, value } of markers) {
		const said = value(of);
		if (said !== undefined) shown[keyOf(extension)] = said;
	}
	return shown;
}
