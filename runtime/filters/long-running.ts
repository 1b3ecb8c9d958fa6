/** Requests that are open as long as the client likes: no time bound, no place among those in flight. */
import type { ApiRequest } from '../api/request.ts';

export function isLongRunning({ info, endpoint }: ApiRequest): boolean {
	return info.verb === 'watch' || endpoint?.handler === 'connect';
}
