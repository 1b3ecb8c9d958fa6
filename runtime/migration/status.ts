/** Report on the forms of stored rows, by kind. It shows administrators whether a version can be removed. */
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor } from '../model/catalog.ts';
import { storedVersionOf, writtenForm } from '../serving/stored-version.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { Rewriter, Unconvertible } from './rewriter.ts';

/** Reason to rewrite rows: their version, the fields in the side column, or their key. `unknown`: a version that no spec has. */
export type RewriteReason = 'version' | 'fields' | 'encryption' | 'unknown';

export interface StoredRows {
	/** apiVersion of the rows. */
	readonly version: string;
	readonly objects: number;
	/** Absent for rows in the current form. */
	readonly because?: RewriteReason;
}

export interface StoredKind {
	/** Storage name, most often `PLURAL.GROUP`. */
	readonly resource: string;
	readonly kind: string;
	readonly group: string;
	/** apiVersion of new rows. */
	readonly storageVersion: string;
	/** Number of all rows. */
	readonly objects: number;
	/** Number of outdated rows. */
	readonly left: number;
	/** Number of rows whose checksum fails; they cannot be rewritten. */
	readonly damaged: number;
	readonly stored: readonly StoredRows[];
	/** Outdated rows that are known to be unconvertible. */
	readonly staying?: Unconvertible;
}

export interface StorageStatus {
	/** All stored kinds, with or without objects. */
	readonly kinds: readonly StoredKind[];
	/** Resources with objects whose kind is not served. */
	readonly gone: readonly { readonly resource: string; readonly objects: number }[];
}

export interface StatusParts {
	readonly cache: Pick<WatchCache, 'count' | 'damaged' | 'resources' | 'written'>;
	/** Served kinds. */
	readonly catalog: Pick<Catalog, 'kinds'>;
	/** The same kinds with their versions of all releases. */
	readonly ever: Pick<Catalog, 'kinds'>;
	readonly rewriter: Pick<Rewriter, 'staying'>;
}

export function storageStatus(parts: StatusParts): StorageStatus {
	const { cache, catalog } = parts;
	const stored = catalog.kinds.filter((kind) => kind.stored !== false);
	const known = new Set(stored.map(({ storageName }) => storageName));
	// Rows without a version belong to the server itself.
	const others = [...cache.resources()].filter((resource) => !known.has(resource) && [...cache.written(resource).keys()].some((version) => version !== ''));
	return {
		kinds: stored.map((kind) => storedKind(kind, parts)),
		gone: others.map((resource) => ({ resource, objects: cache.count(resource, '') })),
	};
}

/** Returns undefined when no kind has this storage name. */
export function statusOf(resource: string, parts: StatusParts): StoredKind | undefined {
	const kind = parts.catalog.kinds.find(({ storageName, stored }) => storageName === resource && stored !== false);
	return kind && storedKind(kind, parts);
}

function storedKind(kind: KindDescriptor, { cache, ever, rewriter }: StatusParts): StoredKind {
	const { storageName: resource } = kind;
	const current = writtenForm(storedVersionOf(kind));
	const versions = new Set([kind, ...ever.kinds.filter((one) => one.storageName === resource)].flatMap((one) => one.versions.map(apiVersionOf)));
	const rows = new Map<string, StoredRows>();
	for (const [text, objects] of cache.written(resource)) {
		// Rows without a recorded version count as current.
		const { apiVersion: version, fields, isStale } = text === '' ? current : writtenForm(text);
		const because = rewriteReasonOf({ version, fields, isStale }, { ...current, versions });
		const key = `${version} ${because}`;
		rows.set(key, { version, objects: objects + (rows.get(key)?.objects ?? 0), ...(because && { because }) });
	}
	const stored = [...rows.values()].sort((a, b) => (a.version < b.version ? -1 : 1));
	const staying = rewriter.staying(resource);
	return {
		resource,
		kind: kind.kind,
		group: kind.versions[kind.storageVersion]?.group ?? '',
		storageVersion: current.apiVersion,
		objects: cache.count(resource, ''),
		left: stored.reduce((sum, { objects, because }) => sum + (because === undefined ? 0 : objects), 0),
		damaged: cache.damaged(resource, '').length,
		stored,
		...(staying && { staying }),
	};
}

interface Row {
	readonly version: string;
	readonly fields: string;
	readonly isStale: boolean;
}

function rewriteReasonOf(
	{ version, fields, isStale }: Row,
	current: { readonly apiVersion: string; readonly fields: string; readonly versions: ReadonlySet<string> },
): RewriteReason | undefined {
	if (!current.versions.has(version)) return 'unknown';
	if (version !== current.apiVersion) return 'version';
	if (fields !== current.fields) return 'fields';
	return isStale ? 'encryption' : undefined;
}
