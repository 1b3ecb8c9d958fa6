/** Requests that are open as long as the client likes: no time bound, no place among those in flight. */
import type { ApiRequest } from '../api/request.ts';
import { streamingVerbs } from '../model/verb.ts';

export function isLongRunning({ info, endpoint }: ApiRequest): boolean {
	return (info.isResource && streamingVerbs.has(info.verb)) || endpoint?.handler === 'connect';
}
