/** Fields whose names in hook files are outdated: renamed in the specs, or other names in a new storage version. */
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { type Property, propertiesOf, typeIn } from '../../runtime/schema/properties.ts';
import type { Comparison } from '../compat/compare.ts';
import { ownKey } from '../compat/surface.ts';

export interface Rename {
	/** Current name of the type. */
	readonly type: TypeName;
	readonly from: string;
	readonly to: string;
	/** Path of the field in objects, with its former name: `spec.size`. Empty when only the type is known. */
	readonly path: string;
}

/** Returns the renames since the lock. */
export function renamesIn({ roots }: Comparison, catalog: Catalog): readonly Rename[] {
	const typeNames = new Set(catalog.typeNames);
	const found = roots.flatMap(({ changes, before }) => [
		...changes.flatMap(({ sort, element, path, from, to }) => {
			const [, type = ''] = path;
			return sort === 'renamed' && element === 'field' && typeNames.has(type) && from !== undefined && to !== undefined ? [{ type, from, to, path: '' }] : [];
		}),
		...catalog.kinds.flatMap((kind) => {
			const storedBefore = before?.lock.surface.kinds[kind.storageName]?.[ownKey]?.storage;
			return typeof storedBefore === 'string' ? ofStorage(kind, storedBefore, catalog) : [];
		}),
	]);
	if (found.length === 0) return [];
	const places = placesOf(catalog);
	return found.map((rename) => ({ ...rename, path: rename.path || (places.get(`${rename.type}.${rename.to}`)?.replace(/[^.]+$/, rename.from) ?? '') }));
}

/** Returns the fields whose names differ between old and new storage version; hooks receive objects in their storage version. */
function ofStorage(kind: KindDescriptor, storedBefore: string, catalog: Catalog): readonly Rename[] {
	const now = kind.versions[kind.storageVersion];
	const before = kind.versions.find((version) => apiVersionOf(version) === storedBefore);
	if (now === undefined || before === undefined || before === now || !Array.isArray(before.conversion)) return [];
	return before.conversion.flatMap((step) => {
		if (step.kind !== 'move' || step.type !== undefined || step.entries !== undefined) return [];
		const [here, storage] = [step.here.split('.'), step.storage.split('.')];
		const [from, to] = [here.pop(), storage.pop()];
		const type = typeAt(now.type, storage, catalog);
		// A field that moved is no rename: the author must see where it is now.
		if (here.join('.') !== storage.join('.') || from === undefined || to === undefined || from === to || type === undefined) return [];
		return [{ type, from, to, path: step.here }];
	});
}

function typeAt(root: TypeName, path: readonly string[], catalog: Catalog): TypeName | undefined {
	let type: TypeName | undefined = root;
	for (const name of path) {
		if (type === undefined) return undefined;
		const property: Property | undefined = propertiesOf(catalog.type(type), (one) => catalog.type(one)).find((one) => one.name === name);
		type = property && typeIn(property.schema);
	}
	return type;
}

/** Returns field paths by `TYPE.FIELD`, for fields with a single path. */
function placesOf(catalog: Catalog): ReadonlyMap<string, string> {
	const places = new Map<string, string>();
	const several = new Set<string>();
	const visit = (type: TypeName, path: readonly string[], above: readonly TypeName[]): void => {
		if (above.includes(type)) return;
		for (const { name, schema, owner } of propertiesOf(catalog.type(type), (one) => catalog.type(one))) {
			const key = `${owner}.${name}`;
			const place = [...path, name].join('.');
			if ((places.get(key) ?? place) !== place) several.add(key);
			places.set(key, place);
			const inner = typeIn(schema);
			if (inner !== undefined) visit(inner, [...path, name], [...above, type]);
		}
	};
	for (const { versions, storageVersion } of catalog.kinds) {
		const stored = versions[storageVersion];
		if (stored !== undefined) visit(stored.type, [], []);
	}
	for (const key of several) places.delete(key);
	return places;
}
