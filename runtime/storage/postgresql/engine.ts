/** Engine of `--datastore postgresql://...`, for several servers on one database. */
import type { StoreEngine } from '../engine.ts';

export const postgresql: StoreEngine = {
	scheme: 'postgresql',
	usage: 'postgresql://USER@HOST:PORT/DATABASE',
	isShared: true,
	async open(location, { vocabulary, known, acceptLoss, onReport, onFatal }) {
		const { openPostgresqlStore } = await import('./store.ts');
		return await openPostgresqlStore({ location, vocabulary, known, acceptLoss, onReport, onFatal });
	},
};
