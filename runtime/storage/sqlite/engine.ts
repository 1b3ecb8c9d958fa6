/** Engine of `--datastore sqlite:PATH`, which is also the default. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreEngine } from '../engine.ts';
import { pathOf } from './location.ts';
import { openSqliteStore } from './open.ts';
import { beginThread } from './thread.ts';

/** Name of the database in the data dir. */
const fileName = 'orch.db';

export const sqlite: StoreEngine = {
	scheme: 'sqlite',
	usage: 'sqlite:PATH',
	defaultLocation: (dataDir) => join(dataDir, fileName),
	// The names of the database's log, lock and other files begin with its name.
	ownsFile: (name) => name.startsWith(fileName),
	keptBytes: (location) => lstatSync(pathOf(location), { throwIfNoEntry: false })?.size ?? 0,
	beginThread: () => beginThread(),
	async open(location, { views, thread, vocabulary, known, acceptLoss, onReport, onFatal }) {
		const optional = { ...(views !== undefined && { views }), ...(thread !== undefined && { thread }) };
		return await openSqliteStore({ path: pathOf(location), vocabulary, known, acceptLoss, onReport, onFatal, ...optional });
	},
};
