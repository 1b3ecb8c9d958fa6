/** Tests checkpoints when the system cannot create a thread. */
import { expect, it, vi } from 'vitest';
import { startCheckpointThread } from '../../runtime/storage/sqlite/checkpoint/thread.ts';

vi.mock('node:worker_threads', () => ({
	Worker: class {
		constructor() {
			throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
		}
	},
}));

it('the log is moved without a thread', async () => {
	const thread = startCheckpointThread(new URL('file:///nowhere.mjs'), '/nowhere.db');
	expect(await thread.run()).toBe('unavailable');
	await thread.close();
});
