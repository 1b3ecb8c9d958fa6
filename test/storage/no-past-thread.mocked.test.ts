/** Tests reads of past revisions when the system cannot create a thread. */
import { expect, it, vi } from 'vitest';
import { PastThread } from '../../runtime/storage/sqlite/past/thread.ts';

vi.mock('node:worker_threads', () => ({
	Worker: class {
		constructor() {
			throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
		}
	},
}));

it('callers are asked to retry', async () => {
	const thread = new PastThread(new URL('file:///nowhere.mjs'), { past: '/nowhere.db', history: '' });
	for (let i = 0; i < 2; i++) {
		await expect(thread.call('replaced', { changes: [1], runs: [], names: '', roomEach: 0 })).rejects.toMatchObject({
			reason: 'ServiceUnavailable',
			message: expect.stringMatching(/^the past cannot be read for now: .*EAGAIN/),
			details: { retryAfterSeconds: 1 },
		});
	}
	await thread.close();
});
