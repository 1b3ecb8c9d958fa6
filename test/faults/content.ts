/** Multi-page content derived from a word, so that a partial write is detectable. */
import { createHash } from 'node:crypto';

export function contentOf(value: string): Buffer {
	const digest = createHash('sha256').update(value).digest('hex');
	return Buffer.from(`{"metadata":{"name":"${value}"},"data":"${digest.repeat(20 + (value.length % 7) * 40)}"}`);
}
