/** Requests that are open as long as the client likes: no time bound, no place among those in flight. */
import type { RequestInfo } from '../api/request.ts';

const subresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

export function isLongRunning(info: RequestInfo): boolean {
	return info.isResource && (info.verb === 'watch' || (info.subresource !== '' && subresources.has(info.subresource)));
}
