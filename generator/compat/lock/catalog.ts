/** Makes a catalog of a lock, so that promised types can decode, check and convert objects. */
import { groupVersionOf } from '../../../runtime/model/api-version.ts';
import type {
	Catalog,
	Field,
	GateDescriptor,
	GroupDescriptor,
	HistoryEntry,
	Json,
	KindDescriptor,
	OtherSubresource,
	ScaleSubresource,
	Schema,
	StatusSubresource,
	TypeDescriptor,
	TypeName,
	VersionDescriptor,
} from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import { isRecord, type JsonRecord, own } from '../json.ts';
import { ownKey, type Parts, reservedKey, type Surface, subresourceKey, versionKey } from '../surface.ts';

/**
 * Makes the catalog. `specs`: catalog of the specs, whose default release it gets; when the lock lacks that, the lock's newest. Columns and
 * descriptions are missing, because they are not promised.
 */
export function catalogOf(surface: Surface, specs: Pick<Catalog, 'release' | 'product' | 'gates'>): Catalog {
	const { release, product } = specs;
	const ofProduct = new Set(specs.gates.flatMap((gate) => (gate.product === true ? [gate.name] : [])));
	const promised = Object.keys(surface.releases).sort(compareReleases);
	const releases = promised.length === 0 ? [release] : promised;
	const types = new Map<TypeName, TypeDescriptor>();
	return {
		release: releases.includes(release) ? release : (releases.at(-1) ?? release),
		releases,
		...(product !== undefined && { product }),
		groups: Object.entries(surface.groups).map(([group, said]) => ({ group, ...said }) as unknown as GroupDescriptor),
		kinds: Object.entries(surface.kinds).map(([name, parts]) => kindOf(name, parts)),
		gates: Object.entries(surface.gates).map(
			([name, stages]) => ({ name, stages, ...(ofProduct.has(name) && { product: true }) }) as unknown as GateDescriptor,
		),
		typeNames: Object.keys(surface.types),
		type(name) {
			const made = types.get(name) ?? typeOf(name, surface.types);
			types.set(name, made);
			return made;
		},
	};
}

/** Makes a type descriptor. Content is trusted, because only `orch lock` writes locks. */
function typeOf(name: TypeName, types: Surface['types']): TypeDescriptor {
	const parts = own(types, name);
	if (parts === undefined) throw new Error(`the lock names the type ${name}, and does not have it: restore the file, then run orch lock`);
	const fields = Object.entries(parts).filter(([field]) => field !== ownKey && field !== reservedKey);
	return { name, fields: fields.map(([field, part]) => fieldOf(field, part)), ...parts[ownKey] } as unknown as TypeDescriptor;
}

/** Keys of a part that describe the value; other keys describe the field. */
const ofValue = /^(?:is|value|history|(?:\[\]|\{\}|<>)+)$/;

function fieldOf(name: string, part: JsonRecord): Field {
	const { history } = part;
	const rest = Object.fromEntries(Object.entries(part).filter(([key]) => !ofValue.test(key)));
	return {
		name,
		schema: schemaOf(String(part.is), part),
		...rest,
		...(Array.isArray(history) && { history: history.map((entry) => historyOf(entry as JsonRecord)) }),
	};
}

function historyOf({ from, ...part }: JsonRecord): HistoryEntry {
	const set = Object.fromEntries(Object.entries(part).filter(([key]) => !ofValue.test(key)));
	return { from: String(from), set: { ...(part.is !== undefined && { schema: schemaOf(String(part.is), part) }), ...set } };
}

/** Makes a schema; the inverse of `schemaPart`. */
function schemaOf(is: string, part: JsonRecord, at = ''): Schema {
	const said = recordOf(part[at === '' ? 'value' : at]);
	const inner = is.slice(1, -1);
	if (is.startsWith('[')) return { kind: 'list', items: schemaOf(inner, part, `${at}[]`), ...said };
	if (is.startsWith('{')) {
		const keys = part[`${at}<>`];
		return { kind: 'map', values: schemaOf(inner, part, `${at}{}`), ...(keys !== undefined && { keys }), ...said } as unknown as Schema;
	}
	// Type names begin with a package, scalars do not.
	return (is.includes('/') ? { kind: 'struct', type: is, ...said } : { kind: is, ...said }) as Schema;
}

function kindOf(storageName: string, parts: Parts): KindDescriptor {
	const { versions: named, storage, ...said } = recordOf(parts[ownKey]);
	const apiVersions = (Array.isArray(named) ? named : []).map(String);
	const versions = apiVersions.map((apiVersion) => ({ ...groupVersionOf(apiVersion), ...parts[versionKey(apiVersion)] }) as unknown as VersionDescriptor);
	const prefix = subresourceKey('');
	const all = Object.entries(parts).filter(([key]) => key.startsWith(prefix));
	const subresources = new Map(all.map(([key, part]) => [key.slice(prefix.length), part]));
	const [status, scale] = [subresources.get('status'), subresources.get('scale')];
	const other = [...subresources].filter(([name]) => name !== 'status' && name !== 'scale');
	return {
		...(said as unknown as KindDescriptor),
		storageName,
		versions,
		storageVersion: Math.max(0, apiVersions.indexOf(String(storage))),
		subresources: {
			...(status !== undefined && { status: status as unknown as StatusSubresource }),
			...(scale !== undefined && { scale: scale as unknown as ScaleSubresource }),
			...(other.length > 0 && { other: other.map(([name, part]) => ({ name, ...part }) as unknown as OtherSubresource) }),
		},
		columns: [],
	};
}

function recordOf(value: Json | undefined): JsonRecord {
	return isRecord(value) ? value : {};
}
