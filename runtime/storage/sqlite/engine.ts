/** `--datastore sqlite:PATH`, and what is used when the flag is not given. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreEngine } from '../engine.ts';
import { pathOf } from './location.ts';
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
	keptBytes: (location) => lstatSync(pathOf(location), { throwIfNoEntry: false })?.size ?? 0,
	beginThread: () => beginThread(),
	async open(location, { views, thread, vocabulary, known, acceptLoss, onReport, onFatal }) {
		const optional = { ...(views !== undefined && { views }), ...(thread !== undefined && { thread }) };
		return await openSqliteStore({ path: pathOf(location), vocabulary, known, acceptLoss, onReport, onFatal, ...optional });
	},
};
