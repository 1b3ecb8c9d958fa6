/**
 * Store wrapper that converts rows to the current storage version of their kind. It converts history and followed changes. The cache
 * converts current rows, each on first use.
 */

import type { CallOptions, Change, ChangesFilter, Follower, Following, Key, KeyRange, Revision, Row, Store } from './store.ts';
import { mapChanged, withOnChanges, wrapStore } from './wrap-store.ts';

/** Part of a row that represents its object. */
export interface WrittenState {
	readonly version: string;
	readonly bytes: Uint8Array;
	readonly side: string;
}

/** Conversions of stored objects. The code that knows the kinds implements them. */
export interface StoredVersions {
	/** Returns the version in which objects of a resource are now written. Undefined for an unknown kind, whose rows stay unchanged. */
	current(resource: string): string | undefined;
	/** Converts a state to the current version, without its resourceVersion. Throws an Error that names the object when that fails. */
	convert(key: Key, state: WrittenState): WrittenState;
}

/**
 * Suffix of the version of a row that must be rewritten although its version is current, because its encryption is stale. No real version
 * ends with it.
 */
export const staleMark = '!';

/** Reports whether a row must be converted. A row without a version is used unchanged. */
export function isOlder(current: string | undefined, version: string): boolean {
	return current !== undefined && version !== current && version !== '';
}

export function withVersions(store: Store, versions: StoredVersions): Store {
	const state = <T extends WrittenState>(key: Key, written: T): T =>
		isOlder(versions.current(key.resource), written.version) ? { ...written, ...versions.convert(key, written) } : written;
	const change = (one: Change): Change => changeIn(versions, one, state);
	return wrapStore(store, {
		async follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following> {
			return await store.follow(
				after,
				withOnChanges(follower, (changes, applied) => follower.onChanges(mapChanged(changes, change), applied)),
				options,
			);
		},
		async changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]> {
			return mapChanged(await store.changes(after, upTo, limit, filter, options), change);
		},
		async at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]> {
			return mapChanged(await store.at(revision, range, limit, options), (row) => state(row, row));
		},
	});
}

function changeIn(versions: StoredVersions, change: Change, state: <T extends WrittenState>(key: Key, written: T) => T): Change {
	const current = versions.current(change.resource);
	const { bytes, side = '', version = '', previous } = change;
	const isWritten = bytes !== undefined && isOlder(current, version);
	if (!isWritten && (previous === undefined || !isOlder(current, previous.version))) return change;
	return {
		...change,
		...(bytes !== undefined && state(change, { bytes, side, version })),
		...(previous !== undefined && { previous: state(change, previous) }),
	};
}
