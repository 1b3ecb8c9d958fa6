/** Names of users and groups that the server itself assigns (seed 3, Authentication). They contain no product name. */
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Rule } from './authorization.ts';
import type { Proof, User } from './request.ts';

export const authenticatedGroup = 'system:authenticated';
export const privilegedGroup = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };

/**
 * Proof of requests by the server itself or its parts. No authenticator issues it, so a credential that contains the same user name does
 * not count as the server.
 */
const ofServer: Proof = { method: 'Server', authority: '', audiences: [] };

export function isOfServer({ proof }: User): boolean {
	return proof?.method === ofServer.method;
}

/** User of the server itself. Its parts act under accounts of their own. */
export const serverUser: User = { name: 'system:apiserver', uid: '', groups: [authenticatedGroup], extra: {}, proof: ofServer };

/** Makes a user with the group of all authenticated users, which every authenticator must add. */
export function authenticated(name: string, uid: string, groups: readonly string[], proof: Proof): User {
	return { name, uid, groups: withGroupOfAll(groups), extra: {}, proof };
}

/** Adds the group of all authenticated users, unless the groups have it or the group of unauthenticated users. */
export function withGroupOfAll(groups: readonly string[]): readonly string[] {
	const isSaid = groups.includes(authenticatedGroup) || anonymous.groups.some((group) => groups.includes(group));
	return isSaid ? groups : [...groups, authenticatedGroup];
}

const nodesGroup = 'system:nodes';
const nodePrefix = 'system:node:';

/**
 * Returns the name of the node whose kubelet the user is. Undefined: not a kubelet. Empty: a kubelet whose user name lacks the node name.
 */
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

/** Makes the user of a service account, as its tokens authenticate it. Parts of the server also act as such users. */
export function accountUser(namespace: string, name: string, uid: string): User {
	return { name: `${accountPrefix}${namespace}:${name}`, uid, groups: [...groupsOfAccount(namespace), authenticatedGroup], extra: {} };
}

/** A part of the server that acts as a service account in the server's system namespace, subject to authorization. */
export interface Acting {
	/** Name of the service account. */
	readonly identity: string;
	/** All permissions of the part; parts that share an account each list their own. Group names may contain `{groupDomain}`. */
	readonly rules: readonly OwnRule[];
}

export interface OwnRule extends Rule {
	/** Namespace to which the rule is limited (`kube-system` or `kube-public` in Kubernetes); absent for an unlimited rule. */
	readonly within?: 'system' | 'public';
}

export function actingUser({ identity }: Acting, { shortPrefix }: Vocabulary): User {
	return { ...accountUser(`${shortPrefix}-system`, identity, ''), proof: ofServer };
}
