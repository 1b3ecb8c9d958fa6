/** Writes the objects of a backup into an empty store. */
import { StorageRefusedError } from '../errors.ts';
import type { Mutation, Store } from '../store.ts';
import type { Backup, BackupHead } from './format.ts';

/** Rows of one commit. */
const rowsAtOnce = 500;

/** Throws StorageRefusedError. */
export function refuseOtherVocabulary(head: BackupHead, vocabulary: string): void {
	if (head.vocabulary === vocabulary) return;
	throw new StorageRefusedError(
		`the backup holds data in the vocabulary ${JSON.stringify(head.vocabulary)}, but this server speaks ${JSON.stringify(vocabulary)}`,
	);
}

/** Writes all objects and returns their number. Rejects with StorageRefusedError. */
export async function fillStore(store: Store, backup: Backup): Promise<number> {
	let objects = 0;
	let batch: Mutation[] = [];
	const commit = async () => {
		const outcomes = await store.commit(batch);
		if (outcomes.some(({ ok }) => !ok)) throw new StorageRefusedError('the backup contains an object twice');
		objects += batch.length;
		batch = [];
	};
	for (const { resource, namespace, name, version, side, bytes } of backup.rows()) {
		batch.push({ resource, namespace, name, expected: 0, version, side, bytes });
		if (batch.length >= rowsAtOnce) await commit();
	}
	if (batch.length > 0) await commit();
	// Compaction starts the new history, so that clients cannot resume from an earlier revision.
	await store.compact(await store.revision());
	return objects;
}
