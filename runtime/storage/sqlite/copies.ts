/** Backup and restore of SQLite databases. */
import type { StoreCopies } from '../engine.ts';
import { exportObjects } from './export.ts';
import { pathOf } from './location.ts';
import { restoreObjects } from './restore.ts';

export const sqliteCopies: StoreCopies = {
	scheme: 'sqlite',
	async backUp(location, options) {
		exportObjects(pathOf(location), options);
	},
	async restore(location, backup, options) {
		return await restoreObjects(backup, { path: pathOf(location), ...options });
	},
};
