/**
 * Modes of constrained impersonation (KEP-5284), narrowest first. Each has a verb for the target user, `impersonate:MODE`, and a verb for
 * the action, `impersonate-on:MODE:VERB`.
 */
import { accountOf } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import type { Impersonation } from './impersonation-headers.ts';

export type ModeName = 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info';

export interface Mode {
	readonly name: ModeName;
	/** Reports whether the mode applies to this target and caller. */
	applies(wanted: Impersonation, caller: User, keys: KeysOfExtra): boolean;
	/** Returns the caller as authorizers see it. Absent: unchanged. */
	callerFor?(caller: User, keys: KeysOfExtra): User;
	/** True: authorizers are asked about the wildcard `*` instead of the node's name. */
	readonly isAboutAll?: true;
}

export interface KeysOfExtra {
	/** Extra key with the node of a token's pod. */
	readonly nodeName: string;
	/** Extra key that lists the keys of a caller that acts as its own node. */
	readonly associatedNodeKeys: string;
}

export const modes: readonly Mode[] = [
	{
		name: 'associated-node',
		applies: (wanted, { name, extra }, { nodeName }) => {
			const [node, ...more] = extra[nodeName] ?? [];
			return isNameAlone(wanted) && node !== undefined && more.length === 0 && nodeOf(wanted.user) === node && accountOf(name) !== undefined;
		},
		// The permission covers every node, because an account may act as the node on which it runs, whichever that is.
		isAboutAll: true,
		callerFor: (caller, { associatedNodeKeys }) => ({ ...caller, extra: { [associatedNodeKeys]: Object.keys(caller.extra).sort() } }),
	},
	{ name: 'arbitrary-node', applies: (wanted) => isNameAlone(wanted) && nodeOf(wanted.user) !== undefined },
	{ name: 'serviceaccount', applies: (wanted) => isNameAlone(wanted) && accountOf(wanted.user) !== undefined },
	{ name: 'user-info', applies: ({ user }) => nodeOf(user) === undefined && accountOf(user) === undefined },
];

const nodePrefix = 'system:node:';

/** Returns the node of a kubelet's user name, or undefined for other users. */
export function nodeOf(userName: string): string | undefined {
	if (!userName.startsWith(nodePrefix)) return undefined;
	const name = userName.slice(nodePrefix.length);
	return checkDnsSubdomain(name).length === 0 ? name : undefined;
}

function isNameAlone({ uid, groups, extra }: Impersonation): boolean {
	return uid === '' && groups.length === 0 && extra.length === 0;
}
