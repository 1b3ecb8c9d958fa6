/** Requests that stay open as long as the client wants. They have no deadline and hold no seat. */
import type { ApiRequest } from '../api/request.ts';
import { streamingVerbs } from '../model/verb.ts';

export function isLongRunning({ info, endpoint }: ApiRequest): boolean {
	return (info.isResource && streamingVerbs.has(info.verb)) || endpoint?.handler === 'connect';
}
