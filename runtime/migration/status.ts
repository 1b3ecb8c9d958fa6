/** What is stored how, by kind: what administrators are told, and what tells them whether a version may go. */
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor } from '../model/catalog.ts';
import { storedVersionOf, writtenForm } from '../serving/stored-version.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { Rewriter, Staying } from './rewriter.ts';

/** Why rows are to be rewritten: another version, other fields beside it, another key; `unknown`: a version that specs do not have. */
export type Because = 'version' | 'fields' | 'encryption' | 'unknown';

export interface StoredRows {
	/** apiVersion. */
	readonly version: string;
	readonly objects: number;
	/** Absent: they are as they would be written now. */
	readonly because?: Because;
}

export interface StoredKind {
	/** Name under which its objects lie, most often `PLURAL.GROUP`. */
	readonly resource: string;
	readonly kind: string;
	readonly group: string;
	/** apiVersion in which they are written now. */
	readonly storageVersion: string;
	/** All of them. */
	readonly objects: number;
	/** Those that are to be rewritten. */
	readonly left: number;
	/** Those that are not what was written: nothing can be done with them. */
	readonly damaged: number;
	readonly stored: readonly StoredRows[];
	/** Those of `left` of which it is known that they cannot be converted. */
	readonly staying?: Staying;
}

export interface StorageStatus {
	/** All that are stored, whether or not there are objects. */
	readonly kinds: readonly StoredKind[];
	/** Resources of which there are objects, and no kind that is served. */
	readonly gone: readonly { readonly resource: string; readonly objects: number }[];
}

export interface StatusParts {
	readonly cache: Pick<WatchCache, 'count' | 'damaged' | 'resources' | 'written'>;
	/** What is served. */
	readonly catalog: Pick<Catalog, 'kinds'>;
	/** With the versions of all releases, where those are more. */
	readonly ever: Pick<Catalog, 'kinds'>;
	readonly rewriter: Pick<Rewriter, 'staying'>;
}

export function storageStatus(parts: StatusParts): StorageStatus {
	const { cache, catalog } = parts;
	const stored = catalog.kinds.filter((kind) => kind.stored !== false);
	const known = new Set(stored.map(({ storageName }) => storageName));
	// What is written without a version are rows of the server's own.
	const others = [...cache.resources()].filter((resource) => !known.has(resource) && [...cache.written(resource).keys()].some((version) => version !== ''));
	return {
		kinds: stored.map((kind) => storedKind(kind, parts)),
		gone: others.map((resource) => ({ resource, objects: cache.count(resource, '') })),
	};
}

/** Undefined: no kind is stored under this name. */
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
		// Taken as it is.
		const { apiVersion: version, fields, isStale } = text === '' ? current : writtenForm(text);
		const because = becauseOf({ version, fields, isStale }, { ...current, versions });
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

function becauseOf(
	{ version, fields, isStale }: Row,
	current: { readonly apiVersion: string; readonly fields: string; readonly versions: ReadonlySet<string> },
): Because | undefined {
	if (!current.versions.has(version)) return 'unknown';
	if (version !== current.apiVersion) return 'version';
	if (fields !== current.fields) return 'fields';
	return isStale ? 'encryption' : undefined;
}
