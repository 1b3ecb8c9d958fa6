/** Names of users and groups that the server itself gives out (seed 3, Authentication). They carry no product name. */
import type { User } from '../api/request.ts';

export const authenticatedGroup = 'system:authenticated';
export const privilegedGroup = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };

/** A user as every authenticator hands it over: with the group of all who are authenticated. */
export function authenticated(name: string, uid: string, groups: readonly string[]): User {
	return { name, uid, groups: groups.includes(authenticatedGroup) ? groups : [...groups, authenticatedGroup], extra: {} };
}
