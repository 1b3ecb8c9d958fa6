/** Backup and restore of PostgreSQL databases. */
import { fillStore, refuseOtherVocabulary } from '../backup/fill.ts';
import type { Backup } from '../backup/format.ts';
import { sumWith } from '../checksum.ts';
import type { BackUpOptions, RestoreOptions, StoreCopies } from '../engine.ts';
import { StorageRefusedError } from '../errors.ts';
import type { StateRow } from './rows.ts';

export const postgresqlCopies: StoreCopies = {
	scheme: 'postgresql',
	backUp,
	restore,
};

async function backUp(location: string, { salvage, onBegin, onRow, onLost }: BackUpOptions): Promise<void> {
	const { Connections, parseLocation, readSnapshot, rowOf, storedVocabulary } = await import('./maintenance.ts');
	const parsed = parseLocation(location);
	const connections = new Connections(parsed);
	const report = (sentence: string): void => {
		if (!salvage) throw new StorageRefusedError(`${parsed.label} is damaged: ${sentence}; --salvage leaves damaged objects out`);
		onLost(sentence);
	};
	let objects = 0;
	let sum = 0;
	const add = (found: StateRow): void => {
		const { damaged, ...row } = rowOf(found);
		objects++;
		sum = sumWith(sum, found.checksum);
		if (damaged === true) report(`${row.resource} ${row.namespace === '' ? row.name : `${row.namespace}/${row.name}`} differs from the written state`);
		else onRow(row);
	};
	try {
		await connections.use(async (client) => {
			const vocabulary = await storedVocabulary(client);
			if (vocabulary === undefined) throw new StorageRefusedError(`${parsed.label} holds no objects of a server`);
			const total = await readSnapshot(
				client,
				(rows) => rows.forEach(add),
				({ revision }) => onBegin({ vocabulary, revision }),
			);
			if (objects !== total.objects || sum !== total.sum) report(`${total.objects} objects were written, and ${objects} can be read`);
		});
	} finally {
		await connections.close();
	}
}

async function restore(location: string, backup: Backup, { vocabulary, replace }: RestoreOptions): Promise<number> {
	const { dropTables, endRestore, openPostgresqlStore, inDatabase } = await import('./maintenance.ts');
	if (replace) throw new StorageRefusedError('--replace is not supported for postgresql: create an empty database, and restore into that');
	refuseOtherVocabulary(backup.head, vocabulary);
	const store = await openPostgresqlStore({ location, vocabulary, restoreAbove: backup.head.revision });
	try {
		const objects = await fillStore(store, backup);
		await store.close();
		await inDatabase(location, endRestore);
		return objects;
	} catch (error) {
		await store.close();
		await inDatabase(location, dropTables);
		throw error;
	}
}
