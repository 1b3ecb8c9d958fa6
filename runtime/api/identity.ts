/** Names of users and groups that the server itself gives out (seed 3, Authentication). They carry no product name. */
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Rule } from './authorization.ts';
import type { Proof, User } from './request.ts';

const authenticatedGroup = 'system:authenticated';
export const privilegedGroup = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };

/** The server itself; not one of its parts that act on their own account. */
export const serverUser: User = { name: 'system:apiserver', uid: '', groups: [authenticatedGroup], extra: {} };

/** A user as every authenticator hands it over: with the group of all who are authenticated. */
export function authenticated(name: string, uid: string, groups: readonly string[], proof: Proof): User {
	return { name, uid, groups: groups.includes(authenticatedGroup) ? groups : [...groups, authenticatedGroup], extra: {}, proof };
}

/** A service account as it acts: its token names it so, and parts of the server act under such names. */
function serviceAccount(namespace: string, name: string): User {
	const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, authenticatedGroup];
	return { name: `system:serviceaccount:${namespace}:${name}`, uid: '', groups, extra: {} };
}

/** A part of the server that acts on its own account: as a service account in the platform's own namespace, through authorization. */
export interface Acting {
	/** Name of the service account. */
	readonly identity: string;
	/** All that it may do. */
	readonly rules: readonly Rule[];
}

export function actingUser({ identity }: Acting, { shortPrefix }: Vocabulary): User {
	return serviceAccount(`${shortPrefix}-system`, identity);
}
