/** How what lies beside the database is written: keys and the kubeconfig. */
import { isNoRoom, type Writing } from '../storage/private-files.ts';
import type { Store } from '../storage/store.ts';

/**
 * `isFirst`: nothing was there before. Otherwise the store is waited for: where it is refused, all stays as it is. On a full disk the
 * store gives up what it keeps for such a day.
 */
export function besideStore(opening: Promise<Store>, isFirst: boolean): Writing {
	return async (write) => {
		if (!isFirst) await opening;
		try {
			await write();
		} catch (error) {
			if (!isNoRoom(error) || !(await (await opening).makeRoom())) throw error;
			await write();
		}
	};
}
