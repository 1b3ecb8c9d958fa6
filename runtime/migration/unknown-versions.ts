/**
 * Stored versions that no spec has, so that their objects could not be read. A kind without any spec is a different case: its objects stay
 * in the store and are not served.
 */
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor } from '../model/catalog.ts';
import { storedVersionOf, writtenForm } from '../serving/stored-version.ts';
import type { WatchCache } from '../watch/contract.ts';

export interface UnknownVersion {
	readonly kind: KindDescriptor;
	/** apiVersion of the rows. */
	readonly version: string;
	readonly objects: number;
}

/** Returns them in the order of kinds. `kinds`: with their versions of all releases. */
export function unknownVersions(cache: Pick<WatchCache, 'written'>, { kinds }: Pick<Catalog, 'kinds'>): readonly UnknownVersion[] {
	return kinds.flatMap((kind) => {
		const counts = new Map<string, number>();
		for (const [text, count] of cache.written(kind.storageName)) {
			const { apiVersion } = writtenForm(text);
			if (text !== '' && !knows(kind, apiVersion)) counts.set(apiVersion, (counts.get(apiVersion) ?? 0) + count);
		}
		return [...counts].map(([version, objects]) => ({ kind, version, objects }));
	});
}

function knows({ versions }: KindDescriptor, apiVersion: string): boolean {
	return versions.some((version) => apiVersionOf(version) === apiVersion);
}

/** Thrown when specs cannot be served, because objects are stored in a version that they lack. */
export class UnknownVersionError extends Error {
	override readonly name = 'UnknownVersionError';
	/** Storage name of the kind. */
	readonly resource: string;

	constructor(message: string, resource: string) {
		super(message);
		this.resource = resource;
	}
}

/** Throws UnknownVersionError with one sentence, at the start of a server. */
export function refuseToStart(cache: Pick<WatchCache, 'written'>, catalog: Pick<Catalog, 'kinds'>): void {
	refuse(
		unknownVersions(cache, catalog),
		({ kind: { kind } }) =>
			`, which is unknown to this build: run "orch storage migrate ${kind}" with a build that has both versions, and start this build afterwards`,
	);
}

/** Throws UnknownVersionError when new specs are to be served. `served`: the current catalog. */
export function refuseToServe(cache: Pick<WatchCache, 'written'>, next: Pick<Catalog, 'kinds'>, served: Pick<Catalog, 'kinds'>): void {
	refuse(unknownVersions(cache, next), ({ kind: { kind, storageName }, version }) => {
		const before = served.kinds.find((one) => one.storageName === storageName);
		const isCurrent = before !== undefined && writtenForm(storedVersionOf(before)).apiVersion === version;
		return isCurrent
			? `: first set "storage: true" on another version, which rewrites the objects, and then remove this version`
			: `: restore the version until they are rewritten; "orch storage status ${kind}" shows the progress`;
	});
}

function refuse([first, ...others]: readonly UnknownVersion[], advice: (one: UnknownVersion) => string): void {
	if (first === undefined) return;
	const { kind, version, objects } = first;
	const more = others.length === 0 ? '' : ` (and more: ${others.map((one) => `${one.objects} of ${one.kind.kind} as ${one.version}`).join(', ')})`;
	const are = objects === 1 ? '1 object of' : `${objects} objects of`;
	throw new UnknownVersionError(`${are} ${kind.kind} ${objects === 1 ? 'is' : 'are'} stored as ${version}${more}${advice(first)}`, kind.storageName);
}
