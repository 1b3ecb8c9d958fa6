/** Engine of `--datastore memory:`, for tests. Objects are lost when the server stops. */
import type { StoreEngine } from '../engine.ts';
import { StorageRefusedError } from '../errors.ts';
import { MemoryData } from './store.ts';

export const memory: StoreEngine = {
	scheme: 'memory',
	usage: 'memory:',
	isShared: false,
	keptBytes: () => 0,
	async open(location) {
		if (location !== '') throw new StorageRefusedError(`--datastore "memory:${location}" is not supported: expected memory: without a location`);
		return new MemoryData().open();
	},
};
