/**
 * How somebody may act as others where that is constrained (KEP-5284), the narrowest mode first. Each has a verb for whom one may act as,
 * `impersonate:MODE`, and one for what one may do meanwhile, `impersonate-on:MODE:VERB`.
 */
import { accountOf } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import type { Impersonation } from './asked-for.ts';

export type ModeName = 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info';

export interface Mode {
	readonly name: ModeName;
	/** Whether it is meant for such a user and such a caller. */
	applies(wanted: Impersonation, caller: User, keys: KeysOfExtra): boolean;
	/** The caller as authorizers are told of them; absent: as they are. */
	callerFor?(caller: User, keys: KeysOfExtra): User;
	/** Authorizers are asked about all that the caller might name so. */
	readonly isAboutAll?: true;
}

export interface KeysOfExtra {
	/** Of the node on which the pod of a token is. */
	readonly nodeName: string;
	/** Which keys a caller has that acts as its own node. */
	readonly associatedNodeKeys: string;
}

export const modes: readonly Mode[] = [
	{
		name: 'associated-node',
		applies: (wanted, { name, extra }, { nodeName }) => {
			const [node, ...more] = extra[nodeName] ?? [];
			return isNameAlone(wanted) && node !== undefined && more.length === 0 && nodeOf(wanted.user) === node && accountOf(name) !== undefined;
		},
		// What holds for one node holds for each: an account may act as the node on which it is, whichever that is.
		isAboutAll: true,
		callerFor: (caller, { associatedNodeKeys }) => ({ ...caller, extra: { [associatedNodeKeys]: Object.keys(caller.extra).sort() } }),
	},
	{ name: 'arbitrary-node', applies: (wanted) => isNameAlone(wanted) && nodeOf(wanted.user) !== undefined },
	{ name: 'serviceaccount', applies: (wanted) => isNameAlone(wanted) && accountOf(wanted.user) !== undefined },
	{ name: 'user-info', applies: ({ user }) => nodeOf(user) === undefined && accountOf(user) === undefined },
];

const nodePrefix = 'system:node:';

/** The node as whose agent a user acts; undefined: it is none. */
export function nodeOf(userName: string): string | undefined {
	if (!userName.startsWith(nodePrefix)) return undefined;
	const name = userName.slice(nodePrefix.length);
	return checkDnsSubdomain(name).length === 0 ? name : undefined;
}

function isNameAlone({ uid, groups, extra }: Impersonation): boolean {
	return uid === '' && groups.length === 0 && extra.length === 0;
}
