/** `--datastore sqlite:PATH`, and what is used when the flag is not given. */
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StoreEngine } from '../engine.ts';
import { StorageRefusedError } from '../errors.ts';
import { openSqliteStore } from './open.ts';
import { beginThread } from './thread.ts';

/** In the data dir. */
const fileName = 'orch.db';

export const sqlite: StoreEngine = {
	scheme: 'sqlite',
	usage: 'sqlite:PATH',
	defaultLocation: (dataDir) => join(dataDir, fileName),
	// Beside the database lie its log, its lock and what else has its name in front.
	ownsFile: (name) => name.startsWith(fileName),
	isThere: (location) => (lstatSync(pathOf(location), { throwIfNoEntry: false })?.size ?? 0) > 0,
	beginThread: () => beginThread(),
	async open(location, { views, thread, vocabulary, known, acceptLoss, onReport, onFatal }) {
		const optional = { ...(views !== undefined && { views }), ...(thread !== undefined && { thread }) };
		return await openSqliteStore({ path: pathOf(location), vocabulary, known, acceptLoss, onReport, onFatal, ...optional });
	},
	async backUp(location, options) {
		// Loaded by who asks for it: the server reads its database in another thread.
		const { exportObjects } = await import('./export.ts');
		exportObjects(pathOf(location), options);
	},
	async restore(location, backup, options) {
		const { restoreObjects } = await import('./restore.ts');
		return await restoreObjects(backup, { path: pathOf(location), ...options });
	},
};

function pathOf(location: string): string {
	if (location === '') throw new StorageRefusedError('--datastore sqlite: names no file: say sqlite:PATH');
	return resolve(location);
}
