/** Names of users and groups that the server itself assigns (seed 3, Authentication). They contain no product name. */
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Rule } from './authorization.ts';
import type { Proof, User } from './request.ts';

export const authenticatedGroup = 'system:authenticated';
export const privilegedGroup = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };

/** Proof of the server and its parts. No authenticator issues it: a credential that only has the name of one of them is not the server. */
const ofServer: Proof = { method: 'Server', authority: '', audiences: [] };

export function isOfServer({ proof }: User): boolean {
	return proof?.method === ofServer.method;
}

/** The server itself, as opposed to its parts that act under their own accounts. */
export const serverUser: User = { name: 'system:apiserver', uid: '', groups: [authenticatedGroup], extra: {}, proof: ofServer };

/** Makes a user as every authenticator returns it, with the group of all authenticated users. */
export function authenticated(name: string, uid: string, groups: readonly string[], proof: Proof): User {
	return { name, uid, groups: withGroupOfAll(groups), extra: {}, proof };
}

/** Adds the group of all authenticated users, unless the groups include it or the group of unauthenticated users. */
export function withGroupOfAll(groups: readonly string[]): readonly string[] {
	const isSaid = groups.includes(authenticatedGroup) || anonymous.groups.some((group) => groups.includes(group));
	return isSaid ? groups : [...groups, authenticatedGroup];
}

const nodesGroup = 'system:nodes';
const nodePrefix = 'system:node:';

/** Returns the node whose agent the user is. Undefined: the user is no node's agent. Empty: the user name has no node name. */
export function nodeOf({ name, groups }: Pick<User, 'name' | 'groups'>): string | undefined {
	return name.startsWith(nodePrefix) && groups.includes(nodesGroup) ? name.slice(nodePrefix.length) : undefined;
}

const accountPrefix = 'system:serviceaccount:';
const namespaceName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const accountName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Returns the service account that a user name denotes, or undefined. */
export function accountOf(userName: string): { readonly namespace: string; readonly name: string } | undefined {
	if (!userName.startsWith(accountPrefix)) return undefined;
	const [namespace = '', name = '', ...more] = userName.slice(accountPrefix.length).split(':');
	return more.length === 0 && namespaceName.test(namespace) && accountName.test(name) ? { namespace, name } : undefined;
}

/** Returns the groups of every service account in a namespace. */
export function groupsOfAccount(namespace: string): readonly string[] {
	return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** Makes the user of a service account. Its tokens name it so, and parts of the server act under such names. */
export function accountUser(namespace: string, name: string, uid: string): User {
	return { name: `${accountPrefix}${namespace}:${name}`, uid, groups: [...groupsOfAccount(namespace), authenticatedGroup], extra: {} };
}

/** A part of the server that acts as a service account in the platform's own namespace, subject to authorization. */
export interface Acting {
	/** Name of the service account. */
	readonly identity: string;
	/** Complete permissions of the part, unless other parts share its account. Product names are written by role: `{groupDomain}`. */
	readonly rules: readonly OwnRule[];
}

export interface OwnRule extends Rule {
	/** Platform namespace to which the rule is limited; absent for an unlimited rule. */
	readonly within?: 'system' | 'public';
}

export function actingUser({ identity }: Acting, { shortPrefix }: Vocabulary): User {
	return { ...accountUser(`${shortPrefix}-system`, identity, ''), proof: ofServer };
}
