/** Converts rows of the tables to rows and changes of the store contract, and verifies their checksums. */
import { rowChecksum } from '../checksum.ts';
import { type Change, CompactedError, type Key, type Revision, type Row } from '../store.ts';

/** State of an object, as both tables hold it. */
export interface StateRow extends Key {
	readonly revision: Revision;
	readonly version: string;
	readonly checksum: number;
	readonly side: string;
	readonly bytes: Buffer;
}

/** Row of the log with the state that the change made, which is null for a delete. */
export interface LogRow extends Key {
	readonly revision: Revision;
	readonly time_ms: number;
	readonly deleted: boolean;
	readonly version: string | null;
	readonly checksum: number | null;
	readonly side: string | null;
	readonly bytes: Buffer | null;
	readonly previous: Revision;
	readonly previous_version: string | null;
	readonly previous_checksum: number | null;
	readonly previous_side: string | null;
	readonly previous_bytes: Buffer | null;
}

export function isIntact({ resource, namespace, name, revision, version, checksum, side, bytes }: StateRow): boolean {
	return rowChecksum(resource, namespace, name, revision, version, side, bytes) === checksum;
}

export function rowOf(found: StateRow): Row {
	const { resource, namespace, name, revision, version, side, bytes } = found;
	return { resource, namespace, name, revision, version, side, bytes, ...(!isIntact(found) && { damaged: true }) };
}

/** Returns the change of a log row. Throws CompactedError when a state in it is missing or damaged: the history up to it is then lost. */
export function changeOf(row: LogRow): Change {
	const { resource, namespace, name, revision, time_ms: timeMs } = row;
	const key = { resource, namespace, name };
	const { previous, previous_version, previous_checksum, previous_side, previous_bytes } = row;
	const made = row.deleted ? undefined : stateOf(key, revision, row, revision);
	const replaced =
		previous === 0
			? undefined
			: stateOf(key, previous, { version: previous_version, checksum: previous_checksum, side: previous_side, bytes: previous_bytes }, revision);
	return {
		...key,
		revision,
		timeMs,
		...(made && { bytes: made.bytes, side: made.side, version: made.version }),
		...(replaced && { previous: { revision: previous, bytes: replaced.bytes, side: replaced.side, version: replaced.version } }),
	};
}

function stateOf(
	key: Key,
	revision: Revision,
	{ version, checksum, side, bytes }: Pick<LogRow, 'version' | 'checksum' | 'side' | 'bytes'>,
	lost: Revision,
): StateRow {
	if (version === null || checksum === null || side === null || bytes === null) throw new CompactedError(lost);
	const state = { ...key, revision, version, checksum, side, bytes };
	if (!isIntact(state)) throw new CompactedError(lost);
	return state;
}
