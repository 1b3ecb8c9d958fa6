/** Writes files next to the database: keys and the kubeconfig. */
import type { OpenedStore } from '../storage/engine.ts';
import { isNoRoom, type Writing } from '../storage/private-files.ts';

/**
 * Returns the function through which these files are written. Unless `isFirst` (nothing existed before), each write waits for the store to
 * open. If the store is refused, all files stay unchanged. On a full disk, the store first releases the space that it reserves for this
 * case.
 */
export function besideStore(opening: Promise<OpenedStore>, isFirst: boolean): Writing {
	return async (write) => {
		if (!isFirst) await opening;
		try {
			await write();
		} catch (error) {
			if (!isNoRoom(error) || (await (await opening).releaseReserve?.()) !== true) throw error;
			await write();
		}
	};
}
