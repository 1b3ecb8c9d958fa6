/** Names of users and groups that the server itself gives out (seed 3, Authentication). They carry no product name. */
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Rule } from './authorization.ts';
import type { Proof, User } from './request.ts';

export const authenticatedGroup = 'system:authenticated';
export const privilegedGroup = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };

/** Of the server and of its parts. No authenticator gives it out: who only shows a credential with the name of one of them is not of the server. */
const ofServer: Proof = { method: 'Server', authority: '', audiences: [] };

export function isOfServer({ proof }: User): boolean {
	return proof?.method === ofServer.method;
}

/** The server itself; not one of its parts that act on their own account. */
export const serverUser: User = { name: 'system:apiserver', uid: '', groups: [authenticatedGroup], extra: {}, proof: ofServer };

/** A user as every authenticator hands it over: with the group of all who are authenticated. */
export function authenticated(name: string, uid: string, groups: readonly string[], proof: Proof): User {
	return { name, uid, groups: withGroupOfAll(groups), extra: {}, proof };
}

/** Unless it is among them, or the user is said to be among those who are not authenticated. */
export function withGroupOfAll(groups: readonly string[]): readonly string[] {
	const isSaid = groups.includes(authenticatedGroup) || anonymous.groups.some((group) => groups.includes(group));
	return isSaid ? groups : [...groups, authenticatedGroup];
}

const accountPrefix = 'system:serviceaccount:';
const namespaceName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const accountName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** The service account that a user's name means; undefined: it means none. */
export function accountOf(userName: string): { readonly namespace: string; readonly name: string } | undefined {
	if (!userName.startsWith(accountPrefix)) return undefined;
	const [namespace = '', name = '', ...more] = userName.slice(accountPrefix.length).split(':');
	return more.length === 0 && namespaceName.test(namespace) && accountName.test(name) ? { namespace, name } : undefined;
}

/** Of every service account in a namespace. */
export function groupsOfAccount(namespace: string): readonly string[] {
	return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** A service account as it acts: its token names it so, and parts of the server act under such names. */
export function accountUser(namespace: string, name: string, uid: string): User {
	return { name: `${accountPrefix}${namespace}:${name}`, uid, groups: [...groupsOfAccount(namespace), authenticatedGroup], extra: {} };
}

/** A part of the server that acts on its own account: as a service account in the platform's own namespace, through authorization. */
export interface Acting {
	/** Name of the service account. */
	readonly identity: string;
	/** All that it may do. */
	readonly rules: readonly OwnRule[];
}

export interface OwnRule extends Rule {
	/** In this namespace of the platform alone; absent: wherever. */
	readonly within?: 'system' | 'public';
}

export function actingUser({ identity }: Acting, { shortPrefix }: Vocabulary): User {
	return { ...accountUser(`${shortPrefix}-system`, identity, ''), proof: ofServer };
}
