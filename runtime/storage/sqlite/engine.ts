/** Engine of `--datastore sqlite:PATH`, which is also the default. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Flag } from '../../api/flag.ts';
import { boolean } from '../../api/flag-value.ts';
import type { StoreEngine } from '../engine.ts';
import { pathOf } from './location.ts';
import { openSqliteStore } from './open.ts';
import { beginThread } from './thread.ts';

/** Name of the database in the data dir. */
const fileName = 'orch.db';

/** Flag of etcd's name. Tests of controllers pass it, because they throw their data away. */
const unsafeNoFsync: Flag<boolean> = {
	name: 'unsafe-no-fsync',
	stage: 'beta',
	value: '[BOOL]',
	bare: true,
	help: 'Do not wait for the disk before a write is acknowledged. A crash of the machine may lose or damage objects; for tests only.',
	default: false,
	shown: 'false',
	parse: boolean,
};

export const sqlite: StoreEngine = {
	scheme: 'sqlite',
	usage: 'sqlite:PATH',
	isShared: false,
	defaultLocation: (dataDir) => join(dataDir, fileName),
	// The names of the database's log, lock and other files begin with its name.
	ownsFile: (name) => name.startsWith(fileName),
	keptBytes: (location) => lstatSync(pathOf(location), { throwIfNoEntry: false })?.size ?? 0,
	beginThread: () => beginThread(),
	flags: [unsafeNoFsync],
	async open(location, { flags, views, thread, vocabulary, known, acceptLoss, onReport, onFatal }) {
		const unsynced = flags.of(unsafeNoFsync);
		const optional = { ...(views !== undefined && { views }), ...(thread !== undefined && { thread }) };
		return await openSqliteStore({ path: pathOf(location), vocabulary, known, acceptLoss, unsynced, onReport, onFatal, ...optional });
	},
};
