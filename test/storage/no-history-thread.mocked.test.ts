/** Tests lists at old versions when the system cannot create a thread. */
import { expect, it, vi } from 'vitest';
import { HistoryThread } from '../../runtime/storage/sqlite/history/thread.ts';

vi.mock('node:worker_threads', () => ({
	Worker: class {
		constructor() {
			throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
		}
	},
}));

it('callers are asked to retry', async () => {
	const thread = new HistoryThread(new URL('file:///nowhere.mjs'), { historyOf: '/nowhere.db', history: '' });
	for (let i = 0; i < 2; i++) {
		await expect(thread.call('countAt', { revision: 1, resource: 'things', namespace: undefined })).rejects.toMatchObject({
			reason: 'ServiceUnavailable',
			message: expect.stringMatching(/^lists at old versions are unavailable: .*EAGAIN/),
			details: { retryAfterSeconds: 1 },
		});
	}
	await thread.close();
});
