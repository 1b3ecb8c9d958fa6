/** `--datastore sqlite:PATH`, and what is used when the flag is not given. */
import { join, resolve } from 'node:path';
import type { StoreEngine } from '../engine.ts';
import { StorageRefusedError } from '../errors.ts';
import { openSqliteStore } from './open.ts';

/** In the data dir. */
const fileName = 'orch.db';

export const sqlite: StoreEngine = {
	scheme: 'sqlite',
	usage: 'sqlite:PATH',
	async open(location, { views, ...context }) {
		if (location === '') throw new StorageRefusedError('--datastore sqlite: names no file: say sqlite:PATH');
		return await openSqliteStore({ path: resolve(location), ...context, ...(views !== undefined && { views }) });
	},
};

export function defaultLocation(dataDir: string): string {
	return join(dataDir, fileName);
}
