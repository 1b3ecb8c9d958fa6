/** Hash of a text as a metric's label; empty for an empty text, as in kube-apiserver. */
import { createHash } from 'node:crypto';

export function hashLabel(text: string): string {
	return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
