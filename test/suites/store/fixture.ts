/** Fixtures of the store suites. */
import type { Change, Follower, Mutation, Outcome, Revision, Row, Store } from '../../../runtime/storage/store.ts';

export interface StoreUnderTest {
	readonly store: Store;
	/** Closes the store and reopens the same data. */
	reopen(): Promise<Store>;
	/** Closes the open store and removes its data. */
	destroy(): Promise<void>;
}

/** Returns a follower that only accepts changes: the store under test must not be interrupted. */
export function followerOf(onChanges: Follower['onChanges']): Follower {
	const unexpected = (error?: Error): never => {
		throw error ?? new Error('the store was never interrupted');
	};
	return { onChanges, onInterrupted: unexpected, onResumed: unexpected, onLost: unexpected };
}

export const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());
const bytes = (value: string) => Buffer.from(value);

export function put(name: string, expected: Revision, value: string, namespace = 'a', resource = 'things'): Mutation {
	return { resource, namespace, name, expected, bytes: bytes(value), side: `{"l":{"v":"${value}"}}` };
}

export function remove(name: string, expected: Revision, namespace = 'a', resource = 'things'): Mutation {
	return { resource, namespace, name, expected };
}

export function revisionOf(outcome: Outcome | undefined): Revision {
	if (!outcome?.ok) throw new Error(`expected success, got ${JSON.stringify(outcome)}`);
	return outcome.revision;
}

export async function write(store: Store, mutation: Mutation): Promise<Revision> {
	return revisionOf((await store.commit([mutation]))[0]);
}

export async function all(store: Store): Promise<{ rows: Row[]; revision: Revision }> {
	const rows: Row[] = [];
	const revision = await store.snapshot((chunk) => rows.push(...chunk.map((row) => ({ ...row, bytes: Uint8Array.from(row.bytes) }))));
	return { rows, revision };
}

export const shortRow = (row: Row) => [row.resource, row.namespace, row.name, row.revision, text(row.bytes), row.side];
export const shortChange = (change: Change) => [change.name, change.revision, text(change.bytes), change.previous?.revision, text(change.previous?.bytes)];
